// Rules as tools, over both transports and both generations of the protocol, in front of peers on other people's stacks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Era, httpClient, problemOf, stdioClient, textOf } from '../mcp/client.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpAccounts } from '../peers/php.ts';
import { startSpyneAccounts } from '../peers/spyne.ts';
import { type RunningGateway, startGateway } from './gateway.ts';
import { tutorial } from './scene.ts';

const mapping = tutorial('10-first-row');

describe.each([
  { name: 'PHP SoapServer', start: startPhpAccounts },
  { name: 'spyne', start: () => startSpyneAccounts('1.1') },
])('the tools of tutorial 10 in front of $name', ({ start }) => {
  let peer: Peer;
  let gateway: RunningGateway;

  beforeAll(async () => {
    peer = await start();
    gateway = await startGateway(mapping, `${peer.origin}/accounts`, ['--present', 'mcp']);
  });

  afterAll(async () => {
    expect(await gateway?.stop()).toBe(0);
    await peer?.stop();
  });

  describe.each([
    { transport: 'HTTP', era: 'auto' as Era },
    { transport: 'HTTP', era: 'legacy' as Era },
    { transport: 'stdio', era: 'auto' as Era },
    { transport: 'stdio', era: 'legacy' as Era },
  ])('by $transport, $era', ({ transport, era }) => {
    const open = () =>
      transport === 'HTTP'
        ? httpClient(`${gateway.origin}/mcp`, era)
        : stdioClient([mapping, '--upstream', `${peer.origin}/accounts`], era);

    it('are listed, called, and fail as results', async () => {
      const client = await open();
      const { tools } = await client.listTools();
      expect(tools).toEqual([
        expect.objectContaining({
          name: 'GetAccount',
          title: 'Get account',
          annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
        }),
      ]);

      const found = await client.callTool({ name: 'GetAccount', arguments: { id: 7, currency: 'SEK' } });
      expect(found.structuredContent).toMatchObject({ status: 200, body: { account: { id: 7, balance: 13550.63 } } });
      expect(JSON.parse(textOf(found))).toEqual(found.structuredContent);

      const fault = await client.callTool({ name: 'GetAccount', arguments: { id: 8 } });
      expect(problemOf(fault)).toMatchObject({ status: 422, code: 'ACCOUNT_NOT_FOUND', data: { accountId: 8 } });

      const wrong = await client.callTool({ name: 'GetAccount', arguments: { id: 'seven', currency: 'euro' } });
      expect(problemOf(wrong)).toMatchObject({ status: 400, errors: [{ path: '{id}' }, { path: '?currency' }] });
      const unknown = await client.callTool({ name: 'GetAccount', arguments: { idd: 7 } });
      expect(problemOf(unknown).detail).toContain('did you mean "id"?');
      await expect(client.callTool({ name: 'GetAcount' })).rejects.toThrow('did you mean "GetAccount"?');
    });

    it('lose no digit', async () => {
      const client = await open();
      const text = textOf(await client.callTool({ name: 'GetAccount', arguments: { id: '9007199254740993' } }));
      expect(text).toContain('"id":9007199254740993');
      expect(text).toContain('"balance":12345678901234567890.125');
      expect(text).toContain('"owner":"Ö & <Søn>"');
    });

    it('are called at the same time', async () => {
      const client = await open();
      const currencies = ['EUR', 'SEK', 'EUR', 'SEK', 'EUR', 'SEK', 'EUR', 'SEK'];
      const results = await Promise.all(
        currencies.map((currency) => client.callTool({ name: 'GetAccount', arguments: { id: 7, currency } })),
      );
      expect(results.map((result) => JSON.parse(textOf(result)).body.account.currency)).toEqual(currencies);
    });
  });
});
