// Callers of one address at a steady pace, on connections that they keep.
import { randomUUID } from 'node:crypto';
import { Client, type ClientRequest } from '../../../bench/chaos/client.ts';
import { startLoad } from '../../../bench/chaos/load.ts';

export interface Calls {
  readonly host: string;
  readonly port: number;
  /** Requests a second. */
  readonly rate: number;
  /** Made in turn. `{key}` in a header or a body becomes a word that no other request has. */
  readonly requests: readonly ClientRequest[];
}

/** What came of them. A request is lost that had no whole response, or one with another status than 200 or 201. */
export interface Counts {
  readonly total: number;
  readonly lost: number;
  /** How often each status has come, and each reason for having none. */
  readonly kinds: string;
}

export interface Callers {
  counts(): Promise<Counts>;
  /** Waits for what is on its way. */
  stop(): Promise<Counts>;
}

export function startCallers({ host, port, rate, requests }: Calls): Callers {
  const client = new Client(port, host);
  const prefix = randomUUID();
  let number = 0;
  const { tally, stop } = startLoad(rate, (due) => {
    const n = number++;
    return client.ask(withKey(requests[n % requests.length], `${prefix}-${n}`), due);
  });
  const counts = () => ({
    total: tally.total,
    lost: tally.count(({ status }) => status !== 200 && status !== 201),
    kinds: tally.kinds(),
  });
  return {
    counts: async () => counts(),
    stop: async () => {
      await stop();
      client.close();
      return counts();
    },
  };
}

function withKey(request: ClientRequest, key: string): ClientRequest {
  return JSON.parse(JSON.stringify(request).replaceAll('{key}', key));
}
