import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorTable, SoapstoneError } from '../../../src/errors/errors.ts';
import { toFault } from '../../../src/fault/fault.ts';
import { AccessLog } from '../../../src/server/log/access-log.ts';
import { shownPath } from '../../../src/server/log/known-names.ts';
import { openLog } from '../../../src/server/log/open-log.ts';
import type { Settings } from '../../../src/server/settings/settings.ts';
import { record } from '../record.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>;

const templates = new Map([['bank', new Map([['get-account', '/accounts/{id}']])]]);

async function linesOf(
  records: readonly ReturnType<typeof record>[],
  settings: Partial<LogSettings> = {},
): Promise<string[]> {
  const file = join(temp(), 'access.log');
  const writer = openLog({ logLevel: 'info', logFormat: 'json', ...settings }, openSync(file, 'a'));
  const log = new AccessLog(writer, templates);
  for (const one of records) log.add(one);
  await writer.end(60_000);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Messages about a connection quote nothing of the response. */
function isAboutContent(code: string): boolean {
  return /BODY|SECURITY|UNDERSTAND|FAULT/.test(code);
}

describe('access log', () => {
  test('one JSON line for each exchange', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const [line] = await linesOf([record({ traceparent, status: 404, code: 'ACCOUNT_NOT_FOUND' })]);
    const { time, ...fields } = JSON.parse(line);
    expect(new Date(time).toISOString()).toBe(time);
    expect(fields).toEqual({
      level: 'info',
      request_id: 'r-1',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      bridge: 'bank',
      rule: 'get-account',
      method: 'GET',
      template: '/accounts/{id}',
      status: 404,
      duration_ms: 12.35,
      upstream_ms: 10.1,
      bytes_in: 0,
      bytes_out: 120,
      code: 'ACCOUNT_NOT_FOUND',
    });
  });

  test('a request of no bridge has none in its line', async () => {
    const [line] = await linesOf([record({ bridge: '', rule: undefined, path: '/a', status: 404, code: 'NOT_FOUND' })]);
    const fields = JSON.parse(line);
    expect(fields).toMatchObject({ path: '/a', status: 404 });
    expect(Object.keys(fields)).not.toContain('bridge');
  });

  test('a value with characters that JSON escapes is one value all the same', async () => {
    for (const event of ['/a"b', '/a\\b', '/é', '/\u0001', '/plain']) {
      const file = join(temp(), 'odd.log');
      const writer = openLog({ logLevel: 'info', logFormat: 'json' }, openSync(file, 'a'));
      writer.write('info', { event, at: undefined, count: 3, last: event });
      await writer.end(60_000);
      const { time, ...fields } = JSON.parse(readFileSync(file, 'utf8'));
      expect(typeof time).toBe('string');
      expect(fields).toEqual({ level: 'info', event, count: 3, last: event });
    }
  });

  test('nothing that a message carried gets in: paths, values, texts of errors', async () => {
    const secret = 'hunter2';
    const causes = [
      new SoapstoneError('CODEC_TYPE', `"${secret}" is not an integer`, { path: '$.pin' }),
      new SoapstoneError('UPSTREAM_BODY', `unexpected ${secret}`),
      new SyntaxError(`Unexpected token in ${secret}`),
      toFault(new TypeError(secret)),
      secret,
    ];
    const lines = await linesOf(
      causes.map((cause) => record({ path: `/accounts/${secret}`, status: 500, code: 'INTERNAL', cause })),
    );
    expect(lines).toHaveLength(causes.length);
    expect(lines.join('\n')).not.toContain(secret);
    expect(JSON.parse(lines[2])).toMatchObject({ level: 'error', reason: 'SyntaxError' });
    expect(JSON.parse(lines[3]).at).toContain('access-log.test.ts');
  });

  test('why a peer failed is said', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const cause = new SoapstoneError('UPSTREAM_CONNECT', 'the service is unreachable', { cause: refused });
    const [line] = await linesOf([record({ status: 502, code: 'UPSTREAM_CONNECT', cause })]);
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      reason: 'the service is unreachable (ECONNREFUSED: nothing listens on this port)',
    });
    const reset = Object.assign(new Error('read'), { code: 'ECONNRESET' });
    const cut = new SoapstoneError('UPSTREAM_BODY', 'the response was cut off', { cause: reset });
    const [other] = await linesOf([record({ status: 502, code: 'UPSTREAM_BODY', cause: cut })]);
    expect(JSON.parse(other)).toMatchObject({
      reason: 'the response was cut off (ECONNRESET: the other side closed the connection)',
    });
  });

  test.each(Object.entries(errorTable).flatMap(([code, [about]]) => (about === 'response' ? [code as ErrorCode] : [])))(
    '%s has a reason, and nothing of the message',
    async (code) => {
      const quoting = new SoapstoneError('XML_SYNTAX', 'unexpected hunter2');
      const causes = [
        new SoapstoneError(code, 'in words of ours', { safeMessage: 'in words of ours' }),
        ...(isAboutContent(code) ? [new SoapstoneError(code, 'hunter2')] : []),
        new SoapstoneError(code, 'cannot be read', { cause: quoting, path: 'Envelope/hunter2' }),
      ];
      const lines = await linesOf(causes.map((cause) => record({ status: 502, code, cause })));
      const reasons = lines.map((line) => JSON.parse(line).reason);
      expect(reasons[0]).toBe('in words of ours');
      for (const reason of reasons) expect(reason).toMatch(/\w{4}/);
      expect(lines.join()).not.toContain('hunter2');
    },
  );

  test('a function of the mapping that refuses a value has its line, and its message is not logged', async () => {
    const thrown = new RangeError(`not hunter2`);
    const refused = new SoapstoneError('CODEC_TYPE', thrown.message, { path: '$.price', cause: thrown });
    const cause = new SoapstoneError('UPSTREAM_BODY', 'a value does not fit', { cause: refused });
    const [line] = await linesOf([record({ status: 502, code: 'UPSTREAM_BODY', cause })]);
    const { reason, at } = JSON.parse(line) as { reason: string; at: string };
    expect(reason).toBe('Value of the wrong type (CODEC_TYPE)');
    expect(at).toMatch(/^at .*access-log\.test\.ts:\d+:\d+\)?$/);
    expect(line).not.toContain('hunter2');
  });

  test('a failed connection has its address, where the bridge is in use', async () => {
    const file = join(temp(), 'access.log');
    const writer = openLog({ logLevel: 'info', logFormat: 'text' }, openSync(file, 'a'));
    const log = new AccessLog(writer, templates);
    log.use(templates, new Map(), new Map([['bank', 'https://host:8443']]));
    const wrong = Object.assign(new Error('write EPROTO'), { code: 'EPROTO' });
    const cause = new SoapstoneError('UPSTREAM_CONNECT', 'the service is unreachable', { cause: wrong });
    log.add(record({ status: 502, code: 'UPSTREAM_CONNECT', cause }));
    await writer.end(60_000);
    expect(readFileSync(file, 'utf8')).toContain(
      'UPSTREAM_CONNECT https://host:8443: the service is unreachable (EPROTO: it does not speak TLS; if it speaks plain HTTP, begin its address with http://)',
    );
  });

  test('a request that no rule takes has its path: bounded, escaped, of long segments the beginning', async () => {
    const unmatched = (path: string) => record({ rule: undefined, status: 404, code: 'NOT_FOUND', path });
    const paths = [
      '/v1/account/7',
      `/reset/${'x'.repeat(41)}/now`,
      '/a\u202e\u0007b',
      '/abc'.repeat(100),
      `/${'y'.repeat(40)}`,
    ];
    const lines = (await linesOf(paths.map(unmatched))).map((line) => JSON.parse(line).path);
    expect(lines).toEqual([
      '/v1/account/7',
      `/reset/${'x'.repeat(12)}…/now`,
      '/a\\u{202e}\\u{7}b',
      `${'/abc'.repeat(50)}…`,
      `/${'y'.repeat(40)}`,
    ]);
    const [text] = await linesOf([unmatched('/v1/account/7')], { logFormat: 'text' });
    expect(text).toContain(' GET /v1/account/7 404 ');
    const [ruled] = await linesOf([record({ status: 404, code: 'NOT_FOUND' })]);
    expect(JSON.parse(ruled)).not.toHaveProperty('path');
  });

  test('a request that is refused before its rule is known has the template of the path, else its path', async () => {
    const refused = { rule: undefined, status: 401, code: 'UNAUTHENTICATED', path: '/v1/accounts/7' };
    const records = [
      record({ ...refused, pathRule: 'get-account' }),
      record(refused),
      record({ ...refused, pathRule: 'get-account', status: 404, code: 'NOT_FOUND' }),
      record({ ...refused, path: '', status: 400, code: undefined }),
    ];
    const lines = (await linesOf(records)).map((line) => JSON.parse(line));
    expect(lines.map(({ template, path, rule }) => [template, path, rule])).toEqual([
      ['/accounts/{id}', undefined, undefined],
      [undefined, '/v1/accounts/7', undefined],
      [undefined, '/v1/accounts/7', undefined],
      [undefined, undefined, undefined],
    ]);
  });

  test('a path is shown as far as the contract and the table have its names', () => {
    const known = (name: string) => ['account', 'odd name', '@id', 'Body'].includes(name);
    const shown = [
      ['$', '$'],
      ['$.account[12].@id', '$.account[12].@id'],
      ['$["odd name"].hunter2["hunter \\" ].account"]', '$["odd name"].….…'],
      ['$.account hunter2', '$.account.…'],
      ['$.account["hunter2', '$.account.…'],
      ['Body/hunter2/@id', 'Body/…/@id'],
      ['hunter2', '…'],
    ];
    for (const [path, expected] of shown) expect(shownPath(path, known)).toBe(expected);
  });

  test('levels and formats', async () => {
    const both = [record(), record({ status: 500 })];
    expect(await linesOf(both, { logLevel: 'error' })).toHaveLength(1);
    expect((await linesOf(both, { logFormat: 'text' }))[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} GET \/accounts\/\{id\} 200 12\.35 ms \(upstream 10\.1 ms\) get-account$/,
    );
    expect(await linesOf(both, { logFormat: 'text', logLevel: 'error' })).toHaveLength(1);
  });

  test('a fault has the status that was sent, and the level of its class', async () => {
    const sent = [record({ status: 500, faultStatus: 422 }), record({ status: 200, faultStatus: 502 })];
    const lines = (await linesOf(sent)).map((line) => JSON.parse(line));
    expect(lines.map(({ level, status }) => [level, status])).toEqual([
      ['info', 500],
      ['warn', 200],
    ]);
  });

  test('an event of the process is text without the parts of an exchange, its problems beneath', async () => {
    const file = join(temp(), 'access.log');
    const writer = openLog({ logLevel: 'info', logFormat: 'text' }, openSync(file, 'a'));
    writer.write('info', { event: 'reloaded', problem: undefined });
    writer.write('error', { event: 'reload failed', problem: 'a.yaml:1:1 A\nb.yaml:1:1 B' });
    await writer.end(60_000);
    const time = String.raw`\d\d:\d\d:\d\d\.\d{3}`;
    expect(readFileSync(file, 'utf8')).toMatch(
      new RegExp(`^${time} reloaded\n${time} reload failed\n  a\\.yaml:1:1 A\n  b\\.yaml:1:1 B\n$`),
    );
  });

  test('lines keep their order, and all are written at the end', async () => {
    const file = join(temp(), 'access.log');
    const writer = openLog({ logLevel: 'info', logFormat: 'json' }, openSync(file, 'a'));
    const write = (n: number) => writer.write('info', { n });
    for (let n = 0; n < 2000; n++) write(n);
    await until(() => readFileSync(file, 'utf8') !== '');
    for (let n = 2000; n < 2010; n++) write(n);
    expect(await writer.end(60_000)).toBe(true);
    const seen = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n);
    expect(seen).toEqual(Array.from({ length: 2010 }, (_, n) => n));
  });

  test('off writes nothing', () => {
    const writer = openLog({ logLevel: 'info', logFormat: 'off' }, -1);
    expect(() => writer.write('info', {})).not.toThrow();
  });
});
