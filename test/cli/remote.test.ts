// Contracts from the network: refused unless the flag of the verb, or the setting of the gateway, names their host.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

const folder = new URL('../../mappings/10-first-row/', import.meta.url);
const wsdl = readFileSync(new URL('contract/accounts.wsdl', folder));
const own = readFileSync(new URL('mapping.yaml', folder), 'utf8');
const cases = readFileSync(new URL('cases/get-account.yaml', folder), 'utf8');

let server: Server;
let host: string;
let asked = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    asked++;
    response.end(wsdl);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function mapping(): string {
  const table = own.replace('contract/accounts.wsdl', `http://${host}/accounts.wsdl`);
  return temp({ 'mapping.yaml': table, 'cases/get-account.yaml': cases });
}

describe.each([
  ['check', (dir: string) => ['check', dir]],
  ['explain', (dir: string) => ['explain', dir, 'GET /v1/accounts/7?currency=EUR']],
  ['explain --expand', (dir: string) => ['explain', dir, '--expand']],
  ['test', (dir: string) => ['test', dir]],
  ['compile of a mapping', (dir: string) => ['compile', dir, '-o', join(dir, 'out.contract')]],
  ['compile of a URL', (dir: string) => ['compile', `http://${host}/x`, '-o', join(dir, 'out.contract')]],
])('%s', (_title, verb) => {
  test('says which flag allows the host', async () => {
    const before = asked;
    const { code, out, err } = await run(verb(mapping()));
    expect(code).toBe(1);
    expect(out + err).toContain(`CONTRACT_REMOTE: "http://${host}/`);
    expect(out + err).toContain(`allow it with --allow-remote ${host} (setting allowRemote)`);
    expect(asked).toBe(before);
  });

  test('fetches it then', async () => {
    const { code, out, err } = await run([...verb(mapping()), '--allow-remote', `other.example,${host}`]);
    expect(code, out + err).toBe(0);
  });
});

const html = '<!DOCTYPE html>\n<html><body>Services</body></html>';
const fault = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';

test.each([
  ['a web page', 200, html, '', 'it is a web page, not a contract'],
  ['a SOAP message', 200, fault, '', 'it is a SOAP message, not a contract'],
  ['a SOAP fault', 500, fault, '', 'the response was HTTP 500'],
  ['no GET', 405, '', '', 'the response was HTTP 405'],
  ['a web page for a query', 200, html, '?a=b', 'it is a web page, not a contract'],
])('%s in place of a contract: was ?wsdl forgotten?', async (_, status, body, query, reason) => {
  const service = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/bank${query}`;
  const read = async (address: string) => (await run(['init', address, '-o', join(temp(), 'out')])).err;
  expect(await read(url)).toContain(reason);
  expect(await read(url)).toContain(`did you mean ${url}${query === '' ? '?' : '&'}wsdl?`);
  expect(await read(`${url}${query === '' ? '?' : '&'}wsdl`)).not.toContain('did you mean');
  service.close();
});

test('a contract at an address without a name has the name of its service', async () => {
  const cwd = temp();
  const { out } = await run(['init', `http://${host}/?wsdl`], { cwd });
  expect(out).toContain('next: edit the table, then soapstone test Bank;');
  const args = ['--contract', `http://${host}/?wsdl`, '--port', '0', '--admin-port', 'off'];
  const gateway = start(['serve', ...args], { cwd });
  await until(() => gateway.err().includes('listening on port'));
  expect(gateway.err()).toMatch(/^Bank: 1 rule, [\s\S]* -o \.\/Bank$/m);
});

async function causeOf(location: string): Promise<string> {
  return (await run(['operations', location])).err;
}

test('a port that does not speak TLS has the likely cause', async () => {
  expect(await causeOf(`https://${host}/bank?wsdl`)).toContain(
    'does not speak TLS; if it speaks plain HTTP, begin its address with http://',
  );
  // A server that knows nothing of HTTP either.
  const silent = createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  expect(await causeOf(`https://127.0.0.1:${port}/bank?wsdl`)).toMatch(
    /the other side closed .*; if it speaks plain HTTP, begin its address with http:\/\//,
  );
  silent.close();
});

test('a port that fetch blocks is named', async () => {
  expect(await causeOf('http://127.0.0.1:1/x?wsdl')).toContain(
    'port 1 belongs to another protocol, so fetch blocks it',
  );
});

test('an empty response is named, with status and media type', async () => {
  const service = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/xml' }).end());
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/x?wsdl`;
  expect(await causeOf(url)).toContain('the response was empty: HTTP 200, text/xml');
  service.close();
});

test('a host that is none is wrong usage', async () => {
  const { code, err } = await run(['check', 'x', '--allow-remote', 'http://h/']);
  expect(code).toBe(2);
  expect(err).toContain('SETTINGS: --allow-remote "http://h/" is not a host such as');
});

test('the gateway has it as a setting, and takes a URL as its contract', async () => {
  const options = { mapping: mapping(), contract: `http://${host}/other`, upstream: 'http://127.0.0.1:9/' };
  await expect(soapstone(options)).rejects.toThrow(`CONTRACT_REMOTE: "http://${host}/other"`);
  const gateway = await soapstone({ ...options, allowRemote: ['127.0.0.1'] });
  expect(gateway.mapping.rules).toHaveLength(1);
  await gateway.close();
});
