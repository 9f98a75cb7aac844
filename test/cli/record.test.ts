// Captured exchanges of a running gateway become cases, and `soapstone test` runs them green.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startPhpAccounts, startPhpPeople } from '../peers/php.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

/** A copy of a tutorial without its cases. */
function copyOf(tutorial: string): string {
  const folder = join(temp(), tutorial);
  cpSync(fileURLToPath(new URL(`../../mappings/${tutorial}`, import.meta.url)), folder, { recursive: true });
  rmSync(join(folder, 'cases'), { recursive: true });
  return folder;
}

async function serve(mapping: string, upstream: string, ...more: readonly string[]) {
  const ports = ['--host', '127.0.0.1', '--port', '0', '--admin-host', '127.0.0.1', '--admin-port', '0'];
  const running = start([
    'serve',
    '--mapping',
    mapping,
    '--upstream',
    upstream,
    ...ports,
    '--debug-wire',
    '*',
    ...more,
  ]);
  let over = false;
  void running.ended.then(() => (over = true));
  await until(() => over || running.err().includes('listening on port'));
  expect(over, running.err()).toBe(false);
  const portIn = (pattern: RegExp) => Number(pattern.exec(running.err())?.[1]);
  return { port: portIn(/listening on port (\d+)/), admin: `http://127.0.0.1:${portIn(/admin: http:\S+?:(\d+)/)}` };
}

async function captured(admin: string, count: number): Promise<void> {
  const page = async () => (await (await fetch(`${admin}/exchanges`)).json()) as { exchanges: unknown[] };
  await until(async () => (await page()).exchanges.length === count);
}

const header = { 'content-type': 'application/json' };

test('REST in front of PHP: cases from the admin port, which pass; nothing is overwritten or recorded twice', async () => {
  const peer = await startPhpAccounts();
  onTestFinished(() => peer.stop());
  const mapping = copyOf('10-first-row');
  const { port, admin } = await serve(mapping, `${peer.origin}/accounts`);
  expect((await call(port, '/v1/accounts/7')).status).toBe(200);
  expect(
    (await call(port, '/v1/accounts/7?currency=EUR', { headers: { authorization: 'Basic hunter2' } })).status,
  ).toBe(200);
  expect((await call(port, '/v1/accounts/404404')).status).toBe(422);
  expect((await call(port, '/v1/accounts/seven')).status).toBe(400);
  expect((await call(port, '/elsewhere')).status).toBe(404);
  await captured(admin, 5);

  const { code, out, err } = await run(['record', mapping, admin]);
  expect([code, err], out).toEqual([0, '']);
  expect(out).toContain('4 cases, in ');
  expect(out).toMatch(/left out {2}no rule \(\S+\): no rule has taken it\n/);
  const file = join(mapping, 'cases', 'recorded-1.yaml');
  expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
  const tested = await run(['test', mapping]);
  expect([tested.code, tested.out.split('\n').at(-2)], tested.out).toEqual([0, '4 passed, 0 failed']);

  const before = readFileSync(file, 'utf8');
  const again = await run(['record', mapping, admin, '--json']);
  expect(again.code).toBe(1);
  expect(JSON.parse(again.out).exchanges.map(({ reason }: { reason: string }) => reason)).toContain(
    'it is recorded already',
  );
  await call(port, '/v1/accounts/8');
  await captured(admin, 6);
  const mistyped = await run(['record', mapping, admin, '--rule', 'GetAcount']);
  expect([mistyped.code, mistyped.out]).toEqual([1, '']);
  expect(mistyped.err).toContain('no rule has the id "GetAcount" (did you mean "GetAccount"?)');
  expect((await run(['record', mapping, admin])).out).toContain('1 case, in ');
  expect(readdirSync(join(mapping, 'cases'))).toEqual(['recorded-1.yaml', 'recorded-2.yaml']);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect((await run(['test', mapping])).out).toContain('5 passed, 0 failed');
});

test('several calls for one, from a capture file', async () => {
  const peer = await startPhpPeople();
  onTestFinished(() => peer.stop());
  const mapping = copyOf('50-calls');
  const file = join(temp(), 'wire.jsonl');
  const { port } = await serve(mapping, `${peer.origin}/people`, '--debug-wire-file', file);
  const order = JSON.stringify({ email: 'ada@example.com', items: ['tea'] });
  await call(port, '/v1/balances/ada@example.com');
  await call(port, '/v1/people?id=2,1,99');
  await call(port, '/v1/orders', { method: 'POST', headers: header, body: order });
  await call(port, '/v1/person/1');
  const lines = () => readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').length - 1;
  await until(() => lines() === 4);
  const { code, out } = await run(['record', mapping, file]);
  expect([code, out.split('\n').at(-2)?.slice(0, 7)], out).toEqual([0, '4 cases']);
  const tested = await run(['test', mapping]);
  expect([tested.code, tested.out.split('\n').at(-2)], tested.out).toEqual([0, '4 passed, 0 failed']);
});

test('SOAP in front of a REST service that indents its JSON', async () => {
  const account = (id: number) => ({
    account: { id, owner: 'Grace & "Co"', balance: 1.5, currency: 'EUR', opened: '2020-02-29', frozen: false },
  });
  const service = createServer((req, res) => {
    const id = Number(/(\d+)$/.exec(req.url as string)?.[1]);
    const problem = {
      code: 'ACCOUNT_NOT_FOUND',
      title: 'Account not found',
      status: 422,
      detail: 'No account 9',
      data: { accountId: 9 },
    };
    if (id === 9) res.writeHead(422, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    else res.writeHead(200, header).end(JSON.stringify(account(id), undefined, 2));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const mapping = copyOf('10-first-row');
  const { port, admin } = await serve(
    mapping,
    `http://127.0.0.1:${(service.address() as AddressInfo).port}/api`,
    '--present',
    'soap',
  );
  const envelope = (id: number, ns: string) =>
    `<s:Envelope xmlns:s="${ns}"><s:Body><b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>${id}</b:accountId></b:GetAccount></s:Body></s:Envelope>`;
  const path = '/accounts';
  const soap11 = { 'content-type': 'text/xml', soapaction: '""' };
  for (const id of [7, 9])
    await call(port, path, {
      method: 'POST',
      headers: soap11,
      body: envelope(id, 'http://schemas.xmlsoap.org/soap/envelope/'),
    });
  await call(port, path, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: envelope(9, 'http://www.w3.org/2003/05/soap-envelope'),
  });
  await captured(admin, 3);
  const { code, out } = await run(['record', mapping, admin]);
  expect([code, out.split('\n').at(-2)?.slice(0, 7)], out).toEqual([0, '2 cases']);
  const tested = await run(['test', mapping]);
  expect([tested.code, tested.out.split('\n').at(-2)], tested.out).toEqual([0, '2 passed, 0 failed']);
});

test('sources that cannot be read, and captures that make no case', async () => {
  const mapping = copyOf('10-first-row');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closed = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
  const folder = temp({ 'a.json': '{"exchanges":[{"id":7}]}', 'b.json': 'x', 'c.json': '[]' });
  for (const [source, message] of [
    [closed, `CAPTURE: ${closed}/exchanges cannot be read: ECONNREFUSED: nothing listens on this port`],
    [join(folder, 'a.json'), 'has something else than captured exchanges'],
    [join(folder, 'b.json'), 'is not JSON'],
    [join(folder, 'none'), 'cannot be read: ENOENT'],
  ]) {
    const { code, err } = await run(['record', mapping, source]);
    expect([code, err.includes(message)], err).toEqual([1, true]);
  }
  const none = await run(['record', mapping, join(folder, 'c.json')]);
  expect([none.code, none.out]).toEqual([1, '0 cases\n']);
  writeFileSync(
    join(folder, 'd.json'),
    JSON.stringify({
      id: 'r',
      time: 't',
      rule: 'GetAccount',
      present: 'rest',
      request: { method: 'GET', target: '/v1/accounts/7', headers: [], bytes: 0 },
      response: { status: 200, headers: [], bytes: 9, body: '{"ac', cut: true },
      calls: [],
    }),
  );
  expect((await run(['record', mapping, join(folder, 'd.json')])).out).toContain(
    'a body is cut off: capture more of it (debugWireBody)',
  );
});
