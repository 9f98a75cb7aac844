// Who may cancel a request that is under way.
import { expect, test } from 'vitest';
import { RunningRequests } from '../../src/mcp/running-requests.ts';

const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });
const cancel = (requestId: number) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

test('a caller cancels its own call, and none of another caller that has the same session and id', () => {
  const running = new RunningRequests();
  const [mine, own] = [new AbortController(), { caller: 'a', session: 's' }];
  const done = running.begin(own, call(1), mine);
  for (const sender of [
    { caller: 'b', session: 's' },
    { caller: undefined, session: 's' },
    { caller: 'a', session: 't' },
  ]) {
    running.begin(sender, cancel(1), new AbortController());
    expect(mine.signal.aborted).toBe(false);
  }
  running.begin(own, cancel(1), new AbortController());
  expect(mine.signal.aborted).toBe(true);
  done();
});
