// An MCP face among the bridges of a process: who may call, what is refused, what is recorded.
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { Problems } from '../../src/errors/errors.ts';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { httpClient, problemOf, stdioClient } from '../mcp/client.ts';
import { bankMapping, contract, TABLE } from './bank-mapping.ts';
import { call, type Sending } from './http-client.ts';
import { slowBank } from './slow-bank.ts';
import { temp } from './temp.ts';
import { until } from './until.ts';

async function serve(upstream: string, more: Readonly<Record<string, string>> = {}) {
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0' };
  const bridge = { present: 'mcp', name: 'bank', upstream, ...(more.contract ? {} : { mapping: bankMapping() }) };
  const settings = await loadSettings({
    flags: { ...flags, ...bridge, ...more },
    environment: process.env,
    cwd: temp(),
  });
  const logFile = join(temp(), 'access.log');
  const log = openLog(settings, openSync(logFile, 'a'));
  const server = await startServer(settings, log);
  onTestFinished(() => server.drain(0).then(() => undefined));
  const lines = () => {
    void log.end(0);
    const text = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
    return text.map((line) => JSON.parse(line));
  };
  return { server, port: server.port, url: `http://127.0.0.1:${server.port}/mcp`, lines };
}

async function bankFace(more: Readonly<Record<string, string>> = {}) {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  return serve(bank.url, more);
}

async function problemsOf(more: Readonly<Record<string, string>>): Promise<string[]> {
  return serve('http://127.0.0.1:9/', more).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Problems) return error.problems.map(({ message }) => message);
      throw error;
    },
  );
}

const TWO = `${TABLE}  - id: change-account
    only: rest-to-soap
    rest:
      request: "PUT /accounts/{id}/currency/{ccy}"
      response: { status: 200, body: "{account}" }
    soap:
      request: { GetAccount: { accountId: "{id}", currency: "{ccy}" } }
      response: { GetAccountResponse: { account: "{account}" } }
`;

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>> = {}): Sending => ({
  method: 'POST',
  headers: { ...ACCEPT, ...headers },
  body,
});
const toolCall = (args: string, id = 1) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get-account","arguments":${args}}}`;
/** The message in a response of the 2025 protocol, which is an event. */
const messageIn = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);

describe('an MCP face', () => {
  test('has one record for each call, with its rule, and one for other messages', async () => {
    const { url, server, lines } = await bankFace();
    const client = await httpClient(url, 'legacy');
    await client.listTools();
    await client.callTool({ name: 'get-account', arguments: { id: 7 } });
    await client.callTool({ name: 'get-account', arguments: { id: 999 } });
    await client.callTool({ name: 'get-account', arguments: { ids: 7 } });
    await until(() => lines().filter(({ rule }) => rule !== undefined).length === 3);
    expect(lines().filter(({ rule }) => rule !== undefined)).toMatchObject([
      { bridge: 'bank', rule: 'get-account', method: 'GET', status: 200 },
      { bridge: 'bank', rule: 'get-account', status: 422, code: 'ACCOUNT_NOT_FOUND' },
      { bridge: 'bank', rule: 'get-account', status: 400, code: 'TOOL_ARGUMENT' },
    ]);
    expect(lines().filter(({ rule, method }) => rule === undefined && method === 'POST')).not.toEqual([]);
    const metrics = (await call(server.adminPort as number, '/metrics')).text;
    expect(metrics).toContain(
      'rule="get-account",operation="GetAccount",resource="accounts",direction="mcp-to-soap",method="GET",status="2xx",fault=""} 1',
    );
    const shown = JSON.parse((await call(server.adminPort as number, '/mappings')).text);
    expect(shown.bridges[0]).toMatchObject({ present: 'mcp', endpoint: '/mcp' });
  });

  test('has the rules that the settings choose', async () => {
    const bank = await startBank(0);
    onTestFinished(() => bank.close());
    const namesWith = async (more: Readonly<Record<string, string>>) => {
      const { url } = await serve(bank.url, { mapping: bankMapping(TWO), ...more });
      const { tools } = await (await httpClient(url)).listTools();
      return tools.map(({ name }) => name);
    };
    expect(await namesWith({})).toEqual(['get-account', 'change-account']);
    expect(await namesWith({ tools: 'get-*' })).toEqual(['get-account']);
    expect(await namesWith({ tools: '!PUT *' })).toEqual(['get-account']);
    expect(await namesWith({ tools: 'PUT /v1/accounts/*' })).toEqual(['change-account']);
    expect(await namesWith({ readOnly: 'true' })).toEqual(['get-account']);
    expect(await problemsOf({ tools: 'get-acount' })).toEqual(['tools: "get-acount" fits no rule']);
    const table = bankMapping(TABLE.replace('soapstone: 2', 'soapstone: 2\nonly: soap-to-rest'));
    expect(await problemsOf({ mapping: table })).toEqual([
      'present: mcp calls a SOAP service, and all rules of the table are soap-to-rest',
    ]);
  });

  test('is at a path of its own, and made from a contract alone', async () => {
    const contract = new URL('../../mappings/10-first-row/contract/accounts.wsdl', import.meta.url).pathname;
    const bank = await startBank(0);
    onTestFinished(() => bank.close());
    const { port } = await serve(bank.url, { contract, path: '/agents/tools' });
    const client = await httpClient(`http://127.0.0.1:${port}/agents/tools`);
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: tools[0].name, arguments: { accountId: 7 } });
    expect(result.structuredContent).toMatchObject({ status: 200 });
    expect((await call(port, '/mcp', post(toolCall('{}')))).status).toBe(404);
  });

  test('admits callers as other faces do, before the message is read', async () => {
    process.env.MCP_TEST_KEY = 'sesame';
    onTestFinished(() => void delete process.env.MCP_TEST_KEY);
    const auth = JSON.stringify({
      front: [{ apiKey: { header: 'X-Key' } }],
      callers: [{ key: { env: 'MCP_TEST_KEY' } }],
    });
    const { url, port, lines } = await bankFace({ auth });
    const client = await httpClient(url, 'auto', { 'X-Key': 'sesame' });
    expect((await client.callTool({ name: 'get-account', arguments: { id: 7 } })).isError).toBeUndefined();
    for (const era of ['auto', 'legacy'] as const)
      await expect(httpClient(url, era, { 'X-Key': 'wrong' })).rejects.toThrow();
    const { status, text } = await call(port, '/mcp', post('no JSON'));
    expect({ status, problem: JSON.parse(text) }).toMatchObject({ status: 401, problem: { code: 'UNAUTHENTICATED' } });
    await until(() => lines().some(({ status: logged }) => logged === 401));
    expect(JSON.stringify(lines())).not.toContain('sesame');
  });

  test.each(['auto', 'legacy'] as const)(
    'cancels the call of the service with the call of the tool (%s)',
    async (era) => {
      const bank = await slowBank();
      const { url, lines } = await serve(bank.url);
      const client = await httpClient(url, era);
      const abort = new AbortController();
      const cancelled = client.callTool({ name: 'get-account', arguments: { id: 7 } }, { signal: abort.signal });
      const outcome = expect(cancelled).rejects.toThrow();
      await until(() => bank.waiting() === 1);
      abort.abort();
      await outcome;
      await until(() => bank.gone() === 1);
      await until(() => lines().some(({ rule }) => rule === 'get-account'));
      expect(lines().find(({ rule }) => rule === 'get-account')).toMatchObject({ status: 499, code: 'CLIENT_GONE' });
    },
  );

  test('cancels by stdio too, and numbers reach the service with their characters', async () => {
    const bodies: string[] = [];
    const bank = await slowBank((body) => bodies.push(body));
    const decimals = contract.replace('name="accountId" type="xsd:long"', 'name="accountId" type="xsd:decimal"');
    const mapping = bankMapping(TABLE, { 'accounts.wsdl': decimals });
    const client = await stdioClient([mapping, '--upstream', bank.url]);
    const abort = new AbortController();
    const cancelled = client.callTool({ name: 'get-account', arguments: { id: '7.0' } }, { signal: abort.signal });
    const outcome = expect(cancelled).rejects.toThrow();
    await until(() => bank.waiting() === 1);
    abort.abort();
    await outcome;
    await until(() => bank.gone() === 1);

    const { port } = await serve(bank.url, { mapping });
    const answer = call(port, '/mcp', post(toolCall('{"id":5.10}')));
    await until(() => bodies.length === 2);
    bank.answer();
    expect((await answer).status).toBe(200);
    expect(bodies.map((body) => />([\d.]+)</.exec(body)?.[1])).toEqual(['7.0', '5.10']);
  });

  test('has the rate limit of callers', async () => {
    const { url, server } = await bankFace({ rateLimit: '1/h' });
    const client = await httpClient(url);
    const ask = () => client.callTool({ name: 'get-account', arguments: { id: 7 } });
    expect((await ask()).structuredContent).toMatchObject({ status: 200 });
    expect(problemOf(await ask())).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const metrics = (await call(server.adminPort as number, '/metrics')).text;
    expect(metrics).toContain('soapstone_limit_rejections_total{bridge="bank",limit="rate"} 1');
  });

  test('ends calls in time, as results', async () => {
    const bank = await slowBank();
    const { url } = await serve(bank.url, { upstreamTimeout: '50ms', retries: '0' });
    const client = await httpClient(url);
    const result = await client.callTool({ name: 'get-account', arguments: { id: 7 } });
    expect(problemOf(result)).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' });
  });

  test('refuses what is hostile, and goes on', async () => {
    const { url, port } = await bankFace({ maxRequestBody: '4KiB', maxDepth: '20', origins: 'app.example.com' });
    const statusOf = async (sending: Sending) => (await call(port, '/mcp', sending)).status;
    // Pages of others, whatever they send.
    expect(await statusOf(post(toolCall('{"id":7}'), { origin: 'https://evil.example' }))).toBe(403);
    expect(await statusOf(post(toolCall('{"id":7}'), { origin: 'null' }))).toBe(403);
    expect(await statusOf(post(toolCall('{"id":7}'), { origin: 'https://app.example.com' }))).toBe(200);
    // Too large, too deep, not JSON, not JSON-RPC.
    expect(await statusOf(post(toolCall(`{"id":"${'7'.repeat(5000)}"}`)))).toBe(413);
    expect(await statusOf(post(toolCall(`{"id":${'['.repeat(30)}${']'.repeat(30)}}`)))).toBe(413);
    for (const text of [
      '',
      '{',
      'null',
      '7',
      '[]',
      '{"jsonrpc":"2.0"}',
      '{"a":1,"a":1}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '\u0000',
    ])
      expect([400, 202]).toContain(await statusOf(post(text)));
    // Other methods and media types; there are no sessions.
    expect(await statusOf({ method: 'GET', headers: ACCEPT })).toBe(405);
    expect(await statusOf({ method: 'DELETE', headers: ACCEPT })).toBe(405);
    expect(await statusOf(post(toolCall('{"id":7}'), { 'content-type': 'text/plain' }))).toBe(415);
    // Arguments that are no values of the rule.
    for (const args of [
      '{"id":"../../x"}',
      '{"id":"7/8"}',
      '{"id":{"a":1}}',
      '{"id":[7,8]}',
      '{"__proto__":{"id":7}}',
      '{"id":7,"constructor":1}',
    ]) {
      const { status, text } = await call(port, '/mcp', post(toolCall(args)));
      expect({ status, result: messageIn(text).result }).toMatchObject({ status: 200, result: { isError: true } });
    }
    const client = await httpClient(url);
    expect((await client.callTool({ name: 'get-account', arguments: { id: 7 } })).structuredContent).toMatchObject({
      status: 200,
    });
  });

  test('takes several messages of one request apart', async () => {
    const { port, lines } = await bankFace();
    const { status, text } = await call(
      port,
      '/mcp',
      post(`[${toolCall('{"id":7}', 1)},${toolCall('{"id":999}', 2)}]`),
    );
    expect(status).toBe(200);
    expect(
      [...text.matchAll(/"id":(\d),"result"|"result".*?"id":(\d)\}/g)].length + text.split('data: ').length,
    ).toBeGreaterThan(2);
    await until(() => lines().filter(({ rule }) => rule === 'get-account').length === 2);
  });

  test('shares no path with another bridge', async () => {
    const file = (mapping: string) =>
      `bridges:\n${['a', 'b'].map((name) => `  - { name: ${name}, mapping: ${mapping}, upstream: "http://127.0.0.1:9/", present: mcp }\n`).join('')}`;
    const config = temp({ 'soapstone.yaml': file(bankMapping()) });
    const settings = await loadSettings({ flags: {}, environment: {}, cwd: config });
    const log = openLog({ ...settings, logFormat: 'off' });
    await expect(startServer({ ...settings, port: 0, adminPort: -1 }, log)).rejects.toThrow('both serve /mcp');
  });
});
