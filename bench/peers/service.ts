// The SOAP service of the comparison: `node service.ts`. Prints its port. Over IPC, any message gets the last request.
import { answering } from '../http/answering.ts';
import { answerTo } from './replies.ts';

export interface LastRequest {
  readonly head: string;
  readonly body: string;
  /** How many came so far. */
  readonly count: number;
}

let last: LastRequest = { head: '', body: '', count: 0 };

answering((head, bytes) => {
  const body = bytes.toString();
  last = { head, body, count: last.count + 1 };
  return answerTo(body);
});
process.on('message', () => process.send?.(last));
process.on('disconnect', () => process.exit(0));
