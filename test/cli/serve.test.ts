import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { bankMapping } from '../server/bank-mapping.ts';
import { begin, call } from '../server/http-client.ts';
import { slowBank } from '../server/slow-bank.ts';
import { temp } from '../server/temp.ts';
import { tlsFile } from '../server/tls-files.ts';
import { until } from '../server/until.ts';
import { type Running, run, type SpawnOptions, start } from './spawn-cli.ts';

const LOCAL = ['--host', '127.0.0.1', '--admin-host', '127.0.0.1', '--port', '0', '--admin-port', '0'];

async function serve(args: readonly string[], options: SpawnOptions = {}) {
  const running = start(['serve', ...LOCAL, ...args], options);
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || /listening on port \d+\n/.test(running.err()));
  expect(ended, running.err()).toBe(false);
  const port = Number(/listening on port (\d+)/.exec(running.err())![1]);
  const adminPort = Number(/admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(running.err())![1]);
  return { ...running, port, adminPort };
}

async function bank(): Promise<string> {
  const started = await startBank(0);
  onTestFinished(() => started.close());
  return started.url;
}

function signal(running: Running, name: NodeJS.Signals): void {
  running.child.kill(name);
}

describe('serve', () => {
  test('names the address of the contract where the upstream has no path', async () => {
    const { origin } = new URL(await bank());
    const running = await serve(['--mapping', bankMapping(), '--upstream', origin]);
    expect(running.err()).toContain(`, SOAP at ${origin}/accounts\n`);
  });

  test('the note about another upstream than that of the contract names its path too', async () => {
    const { origin } = new URL(await bank());
    const running = await serve(['--contract', join(bankMapping(), 'accounts.wsdl'), '--upstream', origin]);
    expect(running.err()).toContain(`note: SOAP goes to ${origin}/accounts; the contract names `);
    expect(running.err()).not.toContain('to choose another one');
  });

  test('a table over a contract that is broken in part: a few causes, where all are named, and a line of the log', async () => {
    const mapping = bankMapping();
    const file = join(mapping, 'accounts.wsdl');
    const lost = (at: number) => `<operation name="Lost${at}"><input message="bank:Missing${at}"/></operation>`;
    const bound = (at: number) => `<operation name="Lost${at}"><input><soap:body use="literal"/></input></operation>`;
    const all = (one: (at: number) => string) => [1, 2, 3, 4, 5].map(one).join('');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace('</portType>', `${all(lost)}</portType>`).replace('</binding>', `${all(bound)}</binding>`),
    );
    const running = await serve(['--mapping', mapping, '--upstream', await bank(), '--name', 'bank']);
    const lines = running.err().match(/^left out: .*$/gm) ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^left out: bank: .*accounts\.wsdl:\d+:\d+ CONTRACT_REFERENCE: .*Missing1/);
    expect(lines[3]).toBe(`left out: bank: 2 further causes: soapstone check '${mapping}'`);
    signal(running, 'SIGTERM');
    const logged = (await running.ended).out.split('\n').filter((line) => line.includes('left out'));
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        event: expect.stringMatching(/^bridge bank: 5 of \d+ operations of the contract left out$/),
        problem: expect.stringMatching(/Missing1.*, and 4 further causes$/),
      }),
    ]);
  });

  test('names the docs page of a mapping, once where bridges share it, and none that is off', async () => {
    const upstream = await bank();
    const args = ['--mapping', bankMapping(), '--upstream', upstream];
    const running = await serve(args);
    expect(running.err()).toMatch(/docs: http:\/\/127\.0\.0\.1:\d+\/v1\/docs\ntry: /);
    expect((await call(running.port, '/v1/docs')).status).toBe(200);
    expect((await serve([...args, '--docs', 'off'])).err()).not.toContain('docs:');
    const faults = join(import.meta.dirname, '../../mappings/70-faults');
    const bridges = [bankMapping(), faults].map((mapping, i) => ({
      name: `bridge-${i}`,
      mapping,
      upstream,
      docs: '/docs',
    }));
    const config = join(temp({ 'soapstone.yaml': JSON.stringify({ bridges }) }), 'soapstone.yaml');
    expect((await serve(['--config', config])).err().match(/^docs: /gm)).toEqual(['docs: ']);
  });

  test('a table whose GET needs a parameter and a header prints a request with both', async () => {
    const table = `soapstone: 2
contract: ${join(bankMapping(), 'accounts.wsdl')}
only: rest-to-soap
rules:
  - { id: GetAccount, rest: { request: { line: "GET /accounts?number={accountId}", headers: { X-Shop: web } }, response: { body: "{a}" } }, soap: { request: { GetAccount: { accountId: "{accountId}" } }, response: { GetAccountResponse: { account: "{a}" } } } }
`;
    const running = await serve(['--mapping', temp({ 'mapping.yaml': table }), '--upstream', await bank()]);
    expect(running.err()).toMatch(/^try: curl -H 'X-Shop: web' '.*\/accounts\?number=.+'$/m);
  });

  test('an MCP face prints a line that lists its tools', async () => {
    const args = ['--mapping', bankMapping(), '--upstream', 'http://127.0.0.1:1/', '--present', 'mcp'];
    const running = await serve(args);
    const [, line = ''] = /^try: (.+)$/m.exec(running.err()) ?? [];
    expect(line).toContain(`'http://127.0.0.1:${running.port}/mcp'`);
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    expect(stdout).toContain('"name":"get-account"');
  });

  test('runs hardened: says what is where, answers, logs JSON lines, passes through, ends on SIGTERM with 0', async () => {
    const upstream = await bank();
    const args = [
      '--mapping',
      bankMapping(),
      '--upstream',
      upstream,
      '--present',
      'rest',
      '--drain-delay',
      '0',
      '--name',
      'front',
    ];
    const running = await serve([...args, '--pass-through', '/accounts']);
    expect(running.err()).toContain(
      `front: 1 rule, REST at http://127.0.0.1:${running.port}/v1, SOAP at ${upstream}\n`,
    );
    expect(running.err()).toContain(`try: curl 'http://127.0.0.1:${running.port}/v1/accounts/1'\n`);
    expect(JSON.parse((await call(running.port, '/v1/accounts/7')).text).owner).toBe('Ada & Sons');
    expect((await call(running.port, '/v1/accounts/x')).status).toBe(400);
    expect((await call(running.port, '/accounts', { method: 'POST' })).text).toContain('faultcode');
    expect((await call(running.port, '/none')).status).toBe(404);
    expect((await call(running.adminPort, '/metrics')).text).toContain('soapstone_build_info');
    signal(running, 'SIGTERM');
    const { code, out } = await running.ended;
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ status }) => status)).toEqual([200, 400, 500, 404]);
  });

  test('SIGTERM lets a slow request finish', async () => {
    const peer = await slowBank();
    const running = await serve(['--mapping', bankMapping(), '--upstream', peer.url, '--drain-delay', '0']);
    const { got } = begin(running.port, '/v1/accounts/7');
    await until(() => peer.waiting() === 1);
    signal(running, 'SIGTERM');
    await until(() => running.err().includes('SIGTERM: draining'));
    expect((await call(running.adminPort, '/readyz')).status).toBe(503);
    peer.answer();
    expect((await got).status).toBe(200);
    expect((await running.ended).code).toBe(0);
    expect(running.err()).toContain('all requests done');
  });

  test('what is not done in time is cut, and the exit code says so', async () => {
    const peer = await slowBank();
    const args = ['--mapping', bankMapping(), '--upstream', peer.url, '--drain-timeout', '10ms'];
    const running = await serve(args);
    const failed = expect(begin(running.port, '/v1/accounts/7').got).rejects.toThrow();
    await until(() => peer.waiting() === 1);
    signal(running, 'SIGINT');
    await failed;
    expect((await running.ended).code).toBe(1);
    expect(running.err()).toContain('1 request was cut after 0.01 s');
  });

  test('a request with a key is done or cut, though its client has left', async () => {
    const peer = await slowBank();
    const mapping = join(import.meta.dirname, '../../mappings/70-faults');
    const args = ['--mapping', mapping, '--upstream', peer.url, '--drain-timeout', '10ms'];
    const running = await serve(args);
    const left = new AbortController();
    const got = fetch(`http://127.0.0.1:${running.port}/v1/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({ from: 'A', to: 'B', amount: 1 }),
      signal: left.signal,
    });
    await until(() => peer.waiting() === 1);
    left.abort();
    await expect(got).rejects.toThrow();
    await until(() => running.out().includes('CLIENT_GONE'));
    signal(running, 'SIGINT');
    expect((await running.ended).code).toBe(1);
    expect(running.err()).toContain('1 request was cut after 0.01 s');
    expect(running.err()).not.toContain('all requests done');
  });

  test('SIGTERM ends it without a delay where only this machine reaches it', async () => {
    const running = await serve(['--mapping', bankMapping(), '--upstream', 'http://127.0.0.1:9/']);
    signal(running, 'SIGTERM');
    expect((await running.ended).code).toBe(0);
    expect(running.err()).toContain('SIGTERM: draining\n');
  });

  test('a second signal ends it at once', async () => {
    const peer = await slowBank();
    const running = await serve(['--mapping', bankMapping(), '--upstream', peer.url, '--drain-delay', '5s']);
    const failed = expect(begin(running.port, '/v1/accounts/7').got).rejects.toThrow();
    await until(() => peer.waiting() === 1);
    signal(running, 'SIGTERM');
    await until(() => running.err().includes('serving on for 5 s'));
    signal(running, 'SIGINT');
    expect((await running.ended).code).toBe(1);
    await failed;
  });

  test('a reload that fails names every problem on standard error and in the log', async () => {
    const mapping = bankMapping();
    const running = await serve(['--mapping', mapping, '--upstream', 'http://127.0.0.1:9/', '--drain-delay', '0']);
    const rules = '  - GET /a/{x}: NoSuchOperation\n  - GET /b/{x}: NoOtherOperation\n';
    writeFileSync(join(mapping, 'mapping.yaml'), `soapstone: 2\ncontract: accounts.wsdl\nrules:\n${rules}`);
    signal(running, 'SIGHUP');
    const problems = [/mapping\.yaml:4:\d+ .*NoSuchOperation/, /mapping\.yaml:5:\d+ .*NoOtherOperation/];
    await until(() => problems.every((problem) => problem.test(running.err())));
    expect(running.err()).toContain('reload failed, the previous configuration stays in use:');
    signal(running, 'SIGTERM');
    const line = (await running.ended).out.split('\n').find((text) => text.includes('reload failed'));
    for (const problem of problems) expect(JSON.parse(line as string).problem).toMatch(problem);
  });

  test('settings come from a file too', async () => {
    const file = `bridges:\n  - { mapping: ${bankMapping()}, upstream: ${await bank()}, name: filed }\nlogFormat: text\ndrainDelay: 0\n`;
    const running = await serve([], { cwd: temp({ 'soapstone.yaml': file }) });
    await call(running.port, '/v1/accounts/7');
    signal(running, 'SIGTERM');
    expect((await running.ended).out).toMatch(/GET \/v1\/accounts\/\{id\} 200 /);
  });

  test('its first lines name what else the admin port has', async () => {
    const args = ['--mapping', bankMapping(), '--upstream', 'http://127.0.0.1:9/'];
    const plain = await serve(args);
    expect(plain.err()).toContain(`admin: http://127.0.0.1:${plain.adminPort}/readyz /livez /metrics /mappings\n`);
    const open = await serve([...args, '--studio', 'true', '--debug-wire', '*']);
    const paths = '/readyz /livez /metrics /mappings /studio /exchanges';
    expect(open.err()).toContain(`admin: http://127.0.0.1:${open.adminPort}${paths}\n`);
  });

  test('its first lines say https where the port speaks it, and what certificates lack', async () => {
    const [cert, key, ca] = ['server.pem', 'server.key', 'ca.pem'].map(tlsFile);
    const args = ['--mapping', bankMapping(), '--upstream', 'http://127.0.0.1:9/'];
    const running = await serve([...args, '--drain-delay', '0', '--tls-cert', cert, '--tls-key', key]);
    expect(running.err()).toContain(`REST at https://127.0.0.1:${running.port}/v1,`);
    expect(running.err()).toContain(`try: curl 'https://127.0.0.1:${running.port}/v1/accounts/`);
    expect(running.err()).toContain(`admin: http://127.0.0.1:${running.adminPort}/`);
    signal(running, 'SIGTERM');
    expect((await running.ended).code).toBe(0);

    const refused = async (more: string[]) => (await run(['serve', ...LOCAL, ...args, ...more])).err;
    expect(await refused(['--client-ca', ca])).toContain('clientCa needs tlsCert and tlsKey');
    expect(await refused(['--tls-cert', cert])).toContain('tlsCert and tlsKey need each other');
    const other = ['--tls-cert', cert, '--tls-key', tlsFile('client.key')];
    expect(await refused(other)).toContain('tlsCert and tlsKey: the key does not match the certificate');
  });

  test('a broken table stops it with the list that check prints', async () => {
    const broken =
      'soapstone: 2\ncontract: accounts.wsdl\nrules:\n  - GET /a/{x}: NoSuchOperation\n  - GET /b/{id: GetAccount\n';
    const cwd = bankMapping(broken);
    const served = await run(['serve', ...LOCAL, '--mapping', '.', '--upstream', 'http://127.0.0.1:9/'], { cwd });
    const checked = await run(['check', '.'], { cwd });
    expect([served.code, served.out, checked.code]).toEqual([1, '', 1]);
    expect(served.err).toMatch(/^mapping\.yaml:4:\d+ .*MAPPING_UNKNOWN_OPERATION/m);
    expect(checked.out.startsWith(served.err)).toBe(true);
    expect(checked.out).toMatch(/^\d+ problems in 1 mapping\n$/m);
  });
});
