import type { RequestRecord } from '../../src/binding/channels.ts';

/** A plain successful request; `changes` say what is different. */
export function record(changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    bridge: 'bank',
    id: 'r-1',
    rule: 'get-account',
    method: 'GET',
    path: '/accounts/7',
    status: 200,
    ms: 12.3456,
    upstreamMs: 10.1,
    requestBytes: 0,
    responseBytes: 120,
    ...changes,
  };
}
