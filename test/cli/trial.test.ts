// What somebody meets who tries the gateway out: addresses, ports, notes and words of the command line.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSoapBack } from '../../src/binding/soap/back/back.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Fault } from '../../src/fault/fault.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { companionTexts } from '../../src/openapi/export/companions.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { credentialContract, textMember } from '../init/credential-contract.ts';
import { startNodeSoapAccounts } from '../peers/node.ts';
import { bankMapping, contract } from '../server/bank-mapping.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

const root = join(import.meta.dirname, '../..');
const ANY = ['--port', '0', '--admin-port', '0', '--drain-delay', '0'];

async function serve(...args: string[]) {
  const running = start(['serve', ...ANY, ...args]);
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || /listening on port \d+\n/.test(running.err()));
  expect(ended, running.err()).toBe(false);
  return { err: running.err(), port: Number(/listening on port (\d+)/.exec(running.err())![1]) };
}

test('serve --mapping without --upstream calls the address of the contract', async () => {
  const peer = await startNodeSoapAccounts();
  onTestFinished(() => peer.stop());
  const mapping = bankMapping(undefined, {
    'accounts.wsdl': contract.replace('https://bank.example.com', peer.origin),
  });
  const { err, port } = await serve('--mapping', mapping, '--host', '127.0.0.1');
  expect(err).toContain(`SOAP at ${peer.origin}/accounts\n`);
  expect((await call(port, '/v1/accounts/7')).status).toBe(200);
});

test('a contract alone is served to this machine, and says so', async () => {
  const { err } = await serve('--contract', join(bankMapping(), 'accounts.wsdl'));
  expect(err).toMatch(/REST at http:\/\/127\.0\.0\.1:/);
  expect(err).toMatch(/admin: http:\/\/127\.0\.0\.1:/);
  expect(err).toContain('note: only this machine reaches it; for others: --host ::\n');
});

test('whoever sets a host or a table has the addresses of a service', async () => {
  const dir = bankMapping();
  const hostsOf = async (flags: Record<string, string>, environment = {}) => {
    const { host, adminHost, adminPortMoves } = await loadSettings({ flags, environment, cwd: dir });
    return [host, adminHost, adminPortMoves ?? false];
  };
  const trial = { contract: 'accounts.wsdl' };
  expect(await hostsOf(trial)).toEqual(['127.0.0.1', '127.0.0.1', true]);
  expect(await hostsOf({ ...trial, host: '::' })).toEqual(['::', '127.0.0.1', true]);
  expect(await hostsOf(trial, { SOAPSTONE_ADMIN_PORT: '9090' })).toEqual(['127.0.0.1', '127.0.0.1', false]);
  expect(await hostsOf({ ...trial, mapping: '.' })).toEqual(['::', '::', false]);
  expect(await hostsOf({}, { SOAPSTONE_CONTRACT: 'accounts.wsdl' })).toEqual(['::', '::', false]);
});

test('the admin port of a trial is a free one where the default is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await until(() => other.listening);
  onTestFinished(() => void other.close());
  const { port: adminPort } = other.address() as AddressInfo;
  const flags = { contract: 'accounts.wsdl', port: '0', watch: '0' };
  const settings = await loadSettings({ flags, environment: {}, cwd: bankMapping() });
  const log = { write: () => {}, droppedLines: 0, end: async () => true };
  await expect(startServer({ ...settings, adminPort, adminPortMoves: false }, log)).rejects.toThrow(
    'another process has it',
  );
  const server = await startServer({ ...settings, adminPort }, log);
  onTestFinished(async () => void (await server.drain(0)));
  expect(server.adminPort).toBeGreaterThan(0);
  expect(server.adminPort).not.toBe(adminPort);
});

test('serve says that a table with places for a credential has none', async () => {
  const mapping = join(root, 'mappings/90-credentials');
  const args = ['--mapping', mapping, '--upstream', 'http://127.0.0.1:9', '--host', '127.0.0.1'];
  const note = /note: 90-credentials has no credential for the service \(email, password, .*\): add --auth FILE/;
  expect((await serve(...args)).err).toMatch(note);
  const auth = temp({ 'auth.yaml': 'back: { fields: { account: a, email: a@example.com } }\n' });
  expect((await serve(...args, '--auth', join(auth, 'auth.yaml'))).err).not.toContain('note:');
});

test('a header part that lacks the value of a required field is named at start, with the field', async () => {
  const wsdl = credentialContract(
    textMember('UserName') + textMember('Password') + textMember('HotelId', 'minOccurs="0"'),
  );
  const one = '{ authUserName: ann }';
  const both = '{ authUserName: ann, authPassword: { file: word } }';
  const back = (fields: string) => `back: { fields: ${fields} }\n`;
  const dir = temp({ 'rooms.wsdl': wsdl, 'one.yaml': back(one), 'both.yaml': back(both), word: 'secret' });
  const noteOf = async (auth: readonly string[]) => (await serve('--contract', join(dir, 'rooms.wsdl'), ...auth)).err;
  expect(await noteOf(['--auth', join(dir, 'one.yaml')])).toContain(
    'note: rooms: the header part AuthHeader is not sent: authPassword has no value, while authUserName has one',
  );
  expect(await noteOf(['--auth', join(dir, 'both.yaml')])).not.toContain('is not sent');
  expect(await noteOf([])).toContain('  # optional, in fields too: authHotelId: { env: AUTH_HOTEL_ID }\n');
});

test('explain says which fields of a credential must have values', async () => {
  const { out } = await run(['explain', join(root, 'mappings/90-credentials'), 'GET /v1/notes/7']);
  expect(out).toMatch(/\ncredential\n {2}only with values for .*: header part \w+\n$/);
});

test('call says that a client without a credential was not authenticated', async () => {
  const auth = temp({
    'auth.yaml': 'front: [ basic ]\ncallers: [ { user: ann, password: { file: word } } ]\n',
    word: 'secret',
  });
  const args = ['call', bankMapping(), 'GET /v1/accounts/7', '--upstream', 'http://127.0.0.1:9'];
  const { out } = await run([...args, '--auth', join(auth, 'auth.yaml')]);
  expect(out).toContain('client receives\n  401\n');
  expect(out).toContain(
    "the client is not authenticated, so no rule was chosen; send a credential: -H 'Authorization:",
  );
  expect(out).not.toContain('explain says why');
});

test.each([
  ['/v1/account/7', 'no rule takes this request; did you mean GET /v1/accounts/{id}? soapstone explain says why'],
  [
    '/accounts/7',
    'no rule takes this request; did you mean GET /v1/accounts/7? the base path is /v1; soapstone explain',
  ],
  ['/v1/something/else/7', 'no rule takes this request; soapstone explain says why'],
])('call names the path that may have been meant: %s', async (path, text) => {
  const { out } = await run(['call', bankMapping(), `GET ${path}`, '--upstream', 'http://127.0.0.1:9']);
  expect(out).toContain(text);
});

test('init of a contract by URL suggests the address that serve would call', async () => {
  const peer = await startNodeSoapAccounts();
  onTestFinished(() => peer.stop());
  const dir = join(temp(), 'made');
  const { out } = await run(['init', `${peer.origin}/accounts?wsdl`, '-o', dir]);
  expect(out).toContain(`--upstream ${peer.origin}/accounts\n`);
  expect(readFileSync(join(dir, 'mapping.yaml'), 'utf8')).toContain('rules:');
});

test('files of another kind are named, with the command for them', async () => {
  const dir = temp({
    'api.json': '{ "info": { "title": "x" }, "openapi": "3.1.0", "paths": {} }',
    'api.yaml': '# an API\nopenapi: 3.1.0\npaths: {}\n',
    'accounts.wsdl': contract,
    'types.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:string"/></xs:schema>',
  });
  const file = (name: string) => join(dir, name);
  for (const name of ['api.json', 'api.yaml'])
    for (const args of [
      ['init', file(name), '-o', join(dir, 'x')],
      ['serve', ...ANY, '--contract', file(name)],
    ])
      expect((await run(args)).err).toContain(
        `${file(name)}:1:1 CONTRACT_SYNTAX: this is an OpenAPI description, not a WSDL or a schema; for that: soapstone wsdl --openapi`,
      );
  expect((await run(['wsdl', '--openapi', file('accounts.wsdl'), '-o', join(dir, 'x')])).err).toContain(
    `this is a WSDL or a schema, not an OpenAPI description (for that: soapstone init ${file('accounts.wsdl')})`,
  );
  for (const args of [
    ['serve', ...ANY, '--contract', file('types.xsd')],
    ['init', file('types.xsd'), '-o', join(dir, 'x')],
  ])
    expect((await run(args)).err).toContain('a schema has no operations: there is nothing to map');
});

test('serve takes a WSDL or a mapping without a flag', async () => {
  const mapping = bankMapping();
  const upstream = ['--upstream', 'http://127.0.0.1:9'];
  expect((await serve(join(mapping, 'accounts.wsdl'), ...upstream)).err).toContain('table: made from the contract');
  const { err } = await serve(mapping, ...upstream, '--host', '127.0.0.1');
  expect(err).not.toContain('table: made');
  expect(err).toContain('/v1, SOAP at http://127.0.0.1:9/accounts');
  const both = await run(['serve', mapping, '--contract', join(mapping, 'accounts.wsdl')]);
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('not both')]);
});

test('a browser at the root is led to the docs page; others hear 404', async () => {
  const { port } = await serve(join(bankMapping(), 'accounts.wsdl'));
  const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml' } };
  const { status, headers } = await call(port, '/', asBrowser);
  expect([status, headers.location]).toEqual([302, './docs']);
  expect(await call(port, '/', { ...asBrowser, method: 'HEAD' })).toMatchObject({ status: 302 });
  for (const accept of ['text/html;q=0', 'text/html; q=0.00, */*', 'text/html-x'])
    expect((await call(port, '/', { headers: { accept } })).status).toBe(404);
  expect((await call(port, '/docs', asBrowser)).status).toBe(200);
  expect((await call(port, '/')).status).toBe(404);
  expect((await call(port, '/nowhere', asBrowser)).status).toBe(404);
});

test('the line to try has the credential that callers need', async () => {
  const auth = temp({
    'auth.yaml': 'front: [ basic ]\ncallers: [ { user: ann, password: { file: word } } ]\n',
    word: 'secret',
    'missing.txt': '',
  });
  const args = [join(bankMapping(), 'accounts.wsdl'), '--auth', join(auth, 'auth.yaml')];
  expect((await serve(...args)).err).toMatch(/try: curl -u USER:PASSWORD 'http/);
  const none = await run(['serve', ...ANY, join(bankMapping(), 'accounts.wsdl'), '--auth', join(auth, 'nofile.yaml')]);
  expect(none.err).toMatch(/--auth \S+nofile\.yaml cannot be read: there is no such file/);
});

const NOTES = `soapstone: 2
only: rest-to-soap
rules:
  - id: get
    rest:
      request:
        line: GET /notes?id
        headers: { X-Email: "{email?}", X-Password: "{word?}", X-Account: "{account?}" }
      response: { body: { text: "{text}" } }
    soap:
      headers: { passport: { email: "{email?}", password: "{word?}", account: "{account?}" } }
      request: { GetNote: { id: "{id}" } }
      response: { GetNoteResponse: { text: "{text}" } }
`;

test('a value that is missing outside of the body is named by its header', async () => {
  const wsdl = await loadContract(join(root, 'mappings/90-credentials/contract/notes.wsdl'));
  const mapping = compileMapping(NOTES, 'mapping.yaml', wsdl);
  const [rule] = mapping.rules;
  const headers = { 'x-email': 'a@example.com', 'x-account': '1' };
  const request = { method: 'GET', segments: ['notes'], query: 'id=7', headers, body: undefined };
  const bindings = rule.request.rest.match(request)!;
  const back = createSoapBack({ codec: mapping.codec, transport: { send: () => ({ cancel: () => {} }) } as never });
  const failed = () => back.request(rule, bindings);
  expect(failed).toThrow('required beside X-Email and X-Account');
  try {
    failed();
  } catch (error) {
    expect((error as Fault).init.errors).toMatchObject([{ path: 'X-Password' }]);
  }
  expect([...companionTexts(rule)]).toEqual([
    ['email', 'Required beside X-Password or X-Account.'],
    ['word', 'Required beside X-Email or X-Account.'],
    ['account', 'Required beside X-Email or X-Password.'],
  ]);
});
