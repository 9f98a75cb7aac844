import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startNodeSoapAccounts } from '../peers/node.ts';
import { temp } from '../server/temp.ts';
import { run } from './spawn-cli.ts';

const mapping = fileURLToPath(new URL('../../mappings/10-first-row', import.meta.url));

test('call takes a request or an envelope, not both', async () => {
  const both = await run([
    'call',
    'mappings/10-first-row',
    'GET /v1/accounts/7',
    '--soap',
    'x.xml',
    '--upstream',
    'http://127.0.0.1:9',
  ]);
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('not both')]);
});

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
  const parts = [
    'client sends\n  GET /v1/accounts/7?currency=SEK\n  authorization: ***\n',
    /\ngateway sends\n {2}POST http:\S+\/accounts\n[\s\S]*\n {8}<bank:accountId>7<\/bank:accountId>\n/.source,
    /\ngateway receives\n {2}200 after \d+ ms\n[\s\S]*:id>7<[\s\S]*\n/.source,
    /\nclient receives\n {2}200\n {2}content-type: application\/json\n\n {2}\{\n {4}"account": \{\n {6}"id": 7,\n/
      .source,
    /[\s\S]*\nrule GetAccount, \d+ ms\n$/.source,
  ];
  expect(out.startsWith(parts[0])).toBe(true);
  expect(out).toMatch(new RegExp(parts.slice(1).join('[\\s\\S]*')));
  expect(out).not.toContain('abc');
});

test('a body with GET is refused as serve refuses it', async () => {
  const { code, out, err } = await run([
    'call',
    mapping,
    'GET /v1/accounts/7',
    '-d',
    '{}',
    '--upstream',
    'http://127.0.0.1:9',
  ]);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/client receives\n {2}400\n[\s\S]*the request must not have a body/);
});

test('call says that a table has no credential for the service, until --auth has it', async () => {
  const sent = ['call', 'mappings/90-credentials', 'GET /v1/notes/1', '--upstream', 'http://127.0.0.1:9'];
  const without = await run(sent);
  expect(without.err).toContain('note: 90-credentials has no credential for the service (email, ');
  const auth = join(temp({ 'auth.yaml': 'back: { fields: { email: ada, account: "7" } }' }), 'auth.yaml');
  expect((await run([...sent, '--auth', auth])).err).toBe('');
});

test('call --json prints the exchange', async () => {
  const peer = await startNodeSoapAccounts();
  onTestFinished(() => peer.stop());
  const { code, out } = await run([
    'call',
    mapping,
    'GET /v1/accounts/7',
    '--upstream',
    `${peer.origin}/accounts`,
    '--json',
  ]);
  const { present, rule, calls, response } = JSON.parse(out);
  expect([code, present, rule, calls.length, response.status]).toEqual([0, 'rest', 'GetAccount', 1, 200]);
});

test('call --soap sends an envelope, of a file or of standard input, to a REST service', async () => {
  const account = {
    account: { id: 7, owner: 'Ada', balance: 1, currency: 'EUR', opened: '2020-02-29', frozen: false },
  };
  const service = createHttpServer((_req, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(account)),
  );
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  for (const ns of ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope']) {
    const input = `<e:Envelope xmlns:e="${ns}"><e:Body><GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount></e:Body></e:Envelope>`;
    const { code, out, err } = await run(['call', mapping, '--soap', '-', '--upstream', upstream], { input });
    expect([code, err], out).toEqual([0, '']);
    expect(out).toContain(`gateway sends\n  GET ${upstream}/v1/accounts/7\n`);
    expect(out).toMatch(/client receives\n {2}200\n[\s\S]*owner>Ada</);
  }
});

test('call says why a fault lacks the detail of the response', async () => {
  const problem = { status: 422, code: 'INVALID_PAYMENT', data: { problem: [{ field: 'to' }] } };
  const service = createHttpServer((_req, res) =>
    res.writeHead(422, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem)),
  );
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const input = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Pay xmlns="https://example.com/payments"><from>a</from><to>b</to><amount>1</amount></Pay></e:Body></e:Envelope>`;
  const { code, out } = await run(['call', 'mappings/70-faults', '--soap', '-', '--upstream', upstream], { input });
  expect(code, out).toBe(1);
  expect(out).toContain(
    'detail left out: InvalidPayment: member "message" is missing (CODEC_MISSING) at $.problem[0], in the response of the service\n',
  );
});

test('call names the address and the likely cause of a connection that fails, and ends with 1', async () => {
  const { code, out } = await run(['call', mapping, 'GET /v1/accounts/7', '--upstream', 'http://127.0.0.1:9/accounts']);
  expect(code).toBe(1);
  expect(out).toContain('gateway receives nothing\n  http://127.0.0.1:9: ECONNREFUSED: nothing listens on this port\n');
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
  expect((await run(['test', `${mapping}/mapping.yaml`])).out).toMatch(/\n3 passed, 0 failed\n$/);
  const contract = `${mapping}/contract/accounts.wsdl`;
  const { code, out } = await run(['check', contract]);
  expect(code).toBe(1);
  expect(out).toContain(
    `MAPPING_READ: ${contract} is a contract, not a mapping; soapstone init ${contract} writes a first mapping for it`,
  );
});

test('call has the credential of soapstone.yaml in its folder, that of its bridge before that of all', async () => {
  const table = fileURLToPath(new URL('../../mappings/90-credentials', import.meta.url));
  const sent = ['call', table, 'GET /v1/notes/1', '--upstream', 'http://127.0.0.1:9', '--json'];
  const auth = (email: string) => `auth: { back: { fields: { email: ${email}, account: "7" } } }`;
  const noted = await run(sent, { cwd: temp({ 'soapstone.yaml': 'logLevel: info' }) });
  expect(noted.err).toContain('has no credential for the service');
  expect((await run(sent, { cwd: temp({ 'soapstone.yaml': auth('ada') }) })).err).toBe('');
  const bridges = `${auth('ada')}\nbridges: [ { mapping: "${table}", upstream: "http://127.0.0.1:9", auth: { back: { fields: { mail: x } } } } ]`;
  const own = await run(sent, { cwd: temp({ 'soapstone.yaml': bridges }) });
  expect([own.code, own.err]).toEqual([2, expect.stringContaining('"mail"')]);
});

test('call has the upstream of soapstone.yaml in its folder: of the bridge with its mapping, else of all; a flag comes first', async () => {
  const sent = ['call', mapping, 'GET /v1/accounts/7'];
  const refused = (port: number) => `http://127.0.0.1:${port}: ECONNREFUSED`;
  const inFile = async (file: string, ...flags: string[]) =>
    run([...sent, ...flags], { cwd: temp({ 'soapstone.yaml': file }) });
  const bridges = `bridges: [ { mapping: "${mapping}", upstream: "http://127.0.0.1:9" } ]`;
  expect((await inFile(`upstream: http://127.0.0.1:9`)).out).toContain(refused(9));
  expect((await inFile(`upstream: http://127.0.0.1:1\n${bridges}`)).out).toContain(refused(9));
  expect((await inFile(bridges, '--upstream', 'http://127.0.0.1:1')).out).toContain(refused(1));
  for (const file of ['logLevel: info', 'mapping: other\nupstream: http://127.0.0.1:9']) {
    const { code, err } = await inFile(file);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('call needs --upstream <url>, or the upstream of this mapping'),
    ]);
  }
});
