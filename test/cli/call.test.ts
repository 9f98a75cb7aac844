import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startNodeSoapAccounts } from '../peers/node.ts';
import { run } from './spawn-cli.ts';

const mapping = fileURLToPath(new URL('../../mappings/10-first-row', import.meta.url));

test('call shows the messages of both sides', async () => {
  const peer = await startNodeSoapAccounts();
  onTestFinished(() => peer.stop());
  const { code, out, err } = await run([
    'call',
    mapping,
    'GET /v1/accounts/7?currency=SEK',
    '-H',
    'Authorization: Basic abc',
    '--upstream',
    `${peer.origin}/accounts`,
  ]);
  expect([code, err], out).toEqual([0, '']);
  expect(out).toMatch(
    /^client sends\n {2}GET \/v1\/accounts\/7\?currency=SEK\n[\s\S]*\ngateway sends\n {2}POST http:\S+\/accounts\n[\s\S]*accountId>7<[\s\S]*\ngateway receives\n {2}200\n[\s\S]*GetAccountResponse[\s\S]*\nclient receives\n {2}200\n {2}content-type: application\/json\n {2}\n {2}\{"account":\{"id":7,/,
  );
  expect(out).toContain('  authorization: ***\n');
  expect(out).not.toContain('abc');
});

test('call names the address and the likely cause of a connection that fails, and ends with 1', async () => {
  const { code, out } = await run(['call', mapping, 'GET /v1/accounts/7', '--upstream', 'http://127.0.0.1:9/accounts']);
  expect(code).toBe(1);
  expect(out).toContain(
    'gateway receives nothing\n  http://127.0.0.1:9/accounts: ECONNREFUSED: nothing listens on this port\n',
  );
  expect(out).toMatch(/client receives\n {2}502\n/);
});

test('a contract that cannot be fetched: the address and the likely cause', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const url = `http://127.0.0.1:${port}/service?wsdl`;
  const { code, err } = await run(['operations', url]);
  expect(code).toBe(1);
  expect(err).toContain(`"${url}" cannot be read: ECONNREFUSED: nothing listens on this port`);
});

test('check takes the table for its folder, and knows a contract that is given by mistake', async () => {
  const table = await run(['check', `${mapping}/mapping.yaml`]);
  expect([table.code, table.out]).toEqual([0, '1 mapping, 1 rule: no problems\n']);
  const contract = `${mapping}/contract/accounts.wsdl`;
  const { code, out } = await run(['check', contract]);
  expect(code).toBe(1);
  expect(out).toContain(
    `MAPPING_READ: ${contract} is a contract, not a mapping; soapstone init ${contract} writes a first mapping for it`,
  );
});
