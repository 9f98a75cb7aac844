// The status of one call is no reason to renew the credential of the next.
import { expect, test } from 'vitest';
import type { Applier } from '../../../src/auth/outbound/applier.ts';
import { attachCredential } from '../../../src/auth/outbound/attach-credential.ts';
import type { Sessions } from '../../../src/auth/outbound/session.ts';
import type { Exchange } from '../../../src/rule/exchange.ts';

test('a timeout after a 401 that ended the session is not sent again', async () => {
  const session = { began: 0, values: new Map(), cookies: [] };
  const isOver = (error: unknown) => (error as Error).message === 'expired';
  const sessions = {
    needed: [],
    of: () => ({ session: Promise.resolve(session) }),
    addressOf: () => undefined,
    isOver,
  } as unknown as Sessions;
  let calls = 0;
  const renewing: Applier = (_values, draft) => {
    // The first token is as new as it can be.
    if (calls > 0) draft.renewable = { renew: () => true, accepted: () => {} };
    return undefined;
  };
  const exchange = { rule: {}, bindings: [], peerStatus: 0, cancelled: undefined } as unknown as Exchange;
  const filter = attachCredential({
    fields: new Map(),
    pass: false,
    signed: [],
    side: 'soap',
    hasCallers: false,
    appliers: [renewing],
    sessions,
  });
  const handler = filter(async (current) => {
    if (calls++ > 0) throw new Error('timeout');
    current.peerStatus = 401;
    throw new Error('expired');
  });
  await expect(handler(exchange)).rejects.toThrow('timeout');
  expect([calls, exchange.peerStatus]).toEqual([2, 0]);
});
