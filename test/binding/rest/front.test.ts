import { connect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type RequestRecord, requestChannel } from '../../../src/binding/channels.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { scanned } from '../../../src/json/tape.ts';
import { fromJs, json, toJs } from '../../../src/json/value.ts';
import type { Handler } from '../../../src/rule/exchange.ts';
import { type Routes, ThingService, thingRule } from './thing-service.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Reads what was bound, as every back does, and shows it: the body it got. */
const echo: Handler = async (exchange) => {
  const [, body] = exchange.bindings;
  return { bindings: [undefined, undefined, body ? scanned(body) : fromJs({ none: true })], streamed: false };
};

const routes: Routes = {
  'GET /v1/things': [thingRule('things.list', false)],
  'POST /v1/things': [thingRule('things.create', true, { status: 201, headers: { location: '/v1/things/1' } })],
  'DELETE /v1/things/1': [thingRule('things.delete', false, { status: 204, replyBody: false })],
  'GET /v1/special': [thingRule('special', false, { media: 'application/vnd.thing+json; v=1' })],
};

async function listen(
  table: Routes = routes,
  back: Handler = echo,
  options: Parameters<typeof ThingService.listen>[2] = {},
) {
  const service = await ThingService.listen(table, back, options);
  closers.push(() => service.close());
  return service;
}

async function problem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const body = (await response.json()) as Record<string, unknown>;
  expect(body.status).toBe(response.status);
  expect(body.type).toBe(`urn:soapstone:error:${body.code}`);
  expect(body.instance).toBe(`urn:soapstone:request:${response.headers.get('x-request-id')}`);
  return body;
}

function post(
  service: ThingService,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${service.url}/v1/things`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Sends bytes as they are, then `more` when something has come back, and returns all that comes until the connection closes. */
function raw(service: ThingService, bytes: string, more = ''): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
    socket.once('data', () => socket.write(more));
    socket.on('data', (piece) => (text += piece));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

describe('a request that has a rule', () => {
  it('is answered with status, fields and body of the rule', async () => {
    const service = await listen();
    const response = await post(service, '{"a": 1.10}');
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('/v1/things/1');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBe('11');
    expect(await response.text()).toBe('{"a": 1.10}');
  });

  it('keeps the request id of the caller, or gets one', async () => {
    const service = await listen();
    const own = await fetch(`${service.url}/v1/things`, { headers: { 'x-request-id': 'abc-1' } });
    expect(own.headers.get('x-request-id')).toBe('abc-1');
    expect(service.exchanges[0].id).toBe('abc-1');
    const bad = await fetch(`${service.url}/v1/things`, { headers: { 'x-request-id': 'a b' } });
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('passes a valid traceparent on, and no other', async () => {
    const service = await listen();
    const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await fetch(`${service.url}/v1/things`, { headers: { traceparent: valid } });
    await fetch(`${service.url}/v1/things`, { headers: { traceparent: `${valid}-x` } });
    expect(service.exchanges.map((x) => x.traceparent)).toEqual([valid, undefined]);
  });

  it('has no body where the response has none', async () => {
    const service = await listen();
    const response = await fetch(`${service.url}/v1/things/1`, { method: 'DELETE' });
    expect(response.status).toBe(204);
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('content-type')).toBeNull();
  });

  it('goes to the next rule when the first one differs', async () => {
    const never = thingRule('never', false, { match: () => undefined });
    const service = await listen({ 'GET /v1/things': [never, thingRule('second', false)] });
    expect((await fetch(`${service.url}/v1/things`)).status).toBe(200);
    expect(service.exchanges[0].rule.id).toBe('second');
  });

  it('is 404 when all rules of the path differ', async () => {
    const service = await listen({ 'GET /v1/things': [thingRule('never', false, { match: () => undefined })] });
    expect((await problem(await fetch(`${service.url}/v1/things`))).code).toBe('NOT_FOUND');
  });

  it('reports what match says is wrong', async () => {
    const match = () => {
      throw new SoapstoneError('BAD_QUERY', 'not a number', { path: 'size' });
    };
    const service = await listen({ 'GET /v1/things': [thingRule('strict', false, { match })] });
    const body = await problem(await fetch(`${service.url}/v1/things?size=x`));
    expect(body).toMatchObject({ status: 400, code: 'BAD_QUERY', errors: [{ path: 'size', message: 'not a number' }] });
  });
});

describe('HEAD, OPTIONS and other methods', () => {
  it('answers HEAD as GET without the body', async () => {
    const service = await listen();
    const response = await fetch(`${service.url}/v1/things`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('13');
    expect(await response.text()).toBe('');
  });

  it('answers OPTIONS with what is allowed', async () => {
    const service = await listen();
    const response = await fetch(`${service.url}/v1/things`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  });

  it('refuses other methods with Allow', async () => {
    const service = await listen();
    const response = await fetch(`${service.url}/v1/things`, { method: 'PATCH', body: '{}' });
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    expect((await problem(response)).status).toBe(405);
  });
});

describe('a path without rule', () => {
  it('is 404, with a problem body', async () => {
    const service = await listen();
    expect((await problem(await fetch(`${service.url}/v1/none`))).status).toBe(404);
  });

  it('is passed on where something comes after the front', async () => {
    const service = await listen(routes, echo, { next: true });
    expect((await fetch(`${service.url}/other`)).status).toBe(418);
    expect((await fetch(`${service.url}/other//x`)).status).toBe(418);
    expect((await problem(await fetch(`${service.url}/v1//things`))).code).toBe('BAD_PATH');
  });
});

describe('negotiation', () => {
  it.each([
    '*/*',
    'application/*',
    'application/json',
    'text/html, application/json;q=0.1',
    'application/json; charset=utf-8',
  ])('takes Accept: %s', async (accept) => {
    const service = await listen();
    expect((await fetch(`${service.url}/v1/things`, { headers: { accept } })).status).toBe(200);
  });

  it.each([
    'text/html',
    'application/json;q=0',
    '*/*, application/json;q=0',
    'application/xml, text/*',
    'application/json;q=x',
  ])('refuses Accept: %s', async (accept) => {
    const service = await listen();
    const body = await problem(await fetch(`${service.url}/v1/things`, { headers: { accept } }));
    expect(body.code).toBe('NOT_ACCEPTABLE');
    expect(service.exchanges).toHaveLength(0);
  });

  it('says so too where another rule of the path, whose response has no body, does not take the request', async () => {
    const job = thingRule('job', false, { status: 202, replyBody: false, match: () => undefined });
    const service = await listen({ 'GET /v1/things': [job, thingRule('things', false)] });
    const said = await problem(await fetch(`${service.url}/v1/things`, { headers: { accept: 'text/html' } }));
    expect(said).toMatchObject({ code: 'NOT_ACCEPTABLE', detail: 'the response can only be application/json' });
  });

  it('takes application/json for every +json', async () => {
    const service = await listen();
    const response = await fetch(`${service.url}/v1/special`, { headers: { accept: 'application/json' } });
    expect(response.headers.get('content-type')).toBe('application/vnd.thing+json; v=1');
  });
});

describe('a request body', () => {
  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/merge-patch+json',
    'Application/JSON',
  ])('may be %s', async (type) => {
    expect((await post(await listen(), '{}', { 'content-type': type })).status).toBe(201);
  });

  it.each(['text/xml', 'application/x-www-form-urlencoded', 'application/json; charset=iso-8859-1', 'json'])(
    'may not be %s',
    async (type) => {
      const service = await listen();
      expect((await problem(await post(service, '{}', { 'content-type': type }))).status).toBe(415);
      expect((await post(service, '{}')).status).toBe(201);
    },
  );

  it('says where its JSON is wrong', async () => {
    const body = await problem(await post(await listen(), '{"a": 1,\n "b": }'));
    expect(body).toMatchObject({ status: 400, code: 'JSON_SYNTAX' });
    expect(body.detail).toContain('2:7');
  });

  it('must not have a key twice', async () => {
    const body = await problem(await post(await listen(), '{"a":{"x":1,"\\u0078":2}}'));
    expect(body).toMatchObject({ status: 400, code: 'JSON_DUPLICATE_KEY', errors: [{ path: '$.a.x' }] });
  });

  it('may be absent or empty as far as the pattern goes', async () => {
    const response = await post(await listen(), '');
    expect(await response.json()).toEqual({ none: true });
  });

  it('is refused where no rule has one', async () => {
    const service = await listen();
    const response = await fetch(`${service.url}/v1/things/1`, { method: 'DELETE', body: '{}' });
    expect((await problem(response)).code).toBe('BAD_BODY');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('may be %s', async (coding, compress) => {
    const text = JSON.stringify({ text: 'x'.repeat(5000) });
    const response = await post(await listen(), compress(Buffer.from(text)), { 'content-encoding': coding });
    expect(await response.text()).toBe(text);
  });

  it.each(['gzip, gzip', 'compress', 'zstd'])('may not be coded %s', async (coding) => {
    expect((await problem(await post(await listen(), gzipSync('{}'), { 'content-encoding': coding }))).status).toBe(
      415,
    );
  });

  it('is refused when its coding is broken', async () => {
    const cut = gzipSync('{"a":1}').subarray(0, -9);
    expect((await problem(await post(await listen(), cut, { 'content-encoding': 'gzip' }))).code).toBe('BAD_BODY');
  });

  it('is refused when it inflates beyond measure', async () => {
    const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024, 0x20));
    expect(bomb.length * 100).toBeLessThan(1024 * 1024);
    expect((await problem(await post(await listen(), bomb, { 'content-encoding': 'gzip' }))).status).toBe(413);
  });

  it('is refused by its announced length, and the connection stays good', async () => {
    const service = await listen(routes, echo, { maxBodyBytes: 1000 });
    const big = 'x'.repeat(1500);
    const one = `POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${big.length}\r\n\r\n${big}`;
    const two = 'GET /v1/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const replies = await raw(service, one + two);
    expect(replies.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('is read on for clients that read nothing before they have sent all', async () => {
    const service = await listen(routes, echo, { maxBodyBytes: 1024 * 1024 });
    const body = Buffer.alloc(7 * 1024 * 1024, 0x20);
    const head = `POST /v1/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const reply = await new Promise<string>((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1').on('error', reject);
      let text = '';
      socket.write(head);
      socket.write(body, () => {
        socket.on('data', (piece) => (text += piece.toString())).on('close', () => resolve(text));
      });
    });
    expect(reply).toMatch(/^HTTP\/1.1 413[\s\S]*PAYLOAD_TOO_LARGE/);
  });

  it('is refused while it comes in, and cut off when it does not end', async () => {
    const service = await listen(routes, echo, { maxBodyBytes: 1000 });
    const piece = `400\r\n${'x'.repeat(1024)}\r\n`;
    const head = 'POST /v1/things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const response = await raw(service, head + piece.repeat(2), piece.repeat(2000));
    expect(response).toMatch(/^HTTP\/1.1 413/);
    expect((await fetch(`${service.url}/v1/things`)).status).toBe(200);
  });

  it('is not waited for when the caller goes away', async () => {
    const service = await listen(routes, echo, { bridge: 'half' });
    const records = listenTo('half');
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write('POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"a"', () => socket.destroy());
    });
    await expect.poll(() => records.length).toBe(1);
    expect(records[0]).toMatchObject({ status: 499, code: 'CLIENT_GONE' });
    expect(service.exchanges).toHaveLength(0);
  });
});

describe('a failure', () => {
  const failing =
    (error: unknown): Handler =>
    () =>
      Promise.reject(error);

  it('is a problem body with the data of the fault', async () => {
    const fault = new Fault({
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
      title: 'Account not found',
      detail: 'No account 7',
      headers: { 'retry-after': '5' },
      data: json(Buffer.from('{"id":12345678901234567890}')),
      soap: {
        version: '1.1',
        code: { ns: 'http://schemas.xmlsoap.org/soap/envelope/', local: 'Client' },
        subcodes: [{ ns: 'urn:bank', local: 'NotFound' }],
        reason: 'stack trace of the peer',
        actor: 'urn:actor',
        detail: [
          { name: { ns: 'urn:bank', local: 'AccountNotFound' }, value: json(Buffer.from('{"id":7.0}')) },
          { name: { ns: 'urn:internal', local: 'trace' } },
        ],
      },
    });
    const service = await listen(routes, failing(fault));
    const response = await fetch(`${service.url}/v1/things`);
    expect(response.headers.get('retry-after')).toBe('5');
    const text = await response.clone().text();
    expect(text).toContain('12345678901234567890');
    expect(text).toContain('"value":{"id":7.0}');
    expect(text).not.toContain('trace');
    expect(await problem(response)).toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
      title: 'Account not found',
      detail: 'No account 7',
      fault: {
        code: 'Client',
        subcodes: ['{urn:bank}NotFound'],
        actor: 'urn:actor',
        detail: [{ name: '{urn:bank}AccountNotFound' }],
      },
    });
  });

  it('goes through the fault table of the rule when a SOAP peer said it', async () => {
    const fault = (f: Fault) => new Fault({ ...f.init, status: 409, code: 'TAKEN' });
    const soap = { version: '1.1', code: { ns: '', local: 'X' }, subcodes: [], reason: 'r', detail: [] } as const;
    const said = new Fault({ status: 502, code: 'UPSTREAM_FAULT', title: 'Upstream fault', soap });
    const service = await listen({ 'GET /v1/things': [thingRule('things', false, { fault })] }, failing(said));
    expect(await problem(await fetch(`${service.url}/v1/things`))).toMatchObject({ status: 409, code: 'TAKEN' });
  });

  it('shows nothing of what nobody expected', async () => {
    const service = await listen(routes, failing(new TypeError('secret of the house')));
    const response = await fetch(`${service.url}/v1/things`);
    expect(await response.clone().text()).not.toContain('secret');
    expect(await problem(response)).toEqual({
      type: 'urn:soapstone:error:INTERNAL',
      title: 'Internal error',
      status: 500,
      instance: expect.stringMatching(/^urn:soapstone:request:/),
      code: 'INTERNAL',
    });
  });

  it('is the same when it is thrown at once', async () => {
    const service = await listen(routes, () => {
      throw new SoapstoneError('CODEC_MISSING', 'no value', { path: '$.id' });
    });
    expect(await problem(await fetch(`${service.url}/v1/things`))).toMatchObject({
      status: 422,
      errors: [{ path: '$.id' }],
    });
  });

  it('of a response that cannot be shown is about the peer', async () => {
    const table = { 'GET /v1/things': [thingRule('bad', false, { headers: { location: '/a\r\nSet-Cookie: x=1' } })] };
    const service = await listen(table);
    const response = await fetch(`${service.url}/v1/things`);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await problem(response)).toMatchObject({ status: 502, code: 'UPSTREAM_BODY' });
  });

  it('comes when the time of the exchange is over', async () => {
    const hanging: Handler = (exchange) => new Promise((_, reject) => exchange.onCancel(reject));
    const service = await listen({ 'GET /v1/things': [thingRule('slow', false, { timeout: 5 })] }, hanging);
    expect(await problem(await fetch(`${service.url}/v1/things`))).toMatchObject({
      status: 504,
      code: 'UPSTREAM_TIMEOUT',
    });
  });
});

describe('a caller that goes away', () => {
  it('cancels the exchange', async () => {
    let reason: Error | undefined;
    const hanging: Handler = (exchange) =>
      new Promise((_, reject) =>
        exchange.onCancel((r) => {
          reason = r;
          reject(r);
        }),
      );
    const service = await listen(routes, hanging, { bridge: 'gone' });
    const records = listenTo('gone');
    const socket = connect(service.port, '127.0.0.1', () => socket.write('GET /v1/things HTTP/1.1\r\nHost: a\r\n\r\n'));
    await expect.poll(() => service.exchanges.length).toBe(1);
    socket.destroy();
    await expect.poll(() => records.length).toBe(1);
    expect((reason as SoapstoneError).code).toBe('CLIENT_GONE');
    expect(records[0]).toMatchObject({ status: 499, code: 'CLIENT_GONE', rule: 'things.list' });
  });
});

describe('a streamed response', () => {
  const table = { 'GET /v1/things': [thingRule('stream', false, { stream: true })] };

  it('goes out piece by piece, between prefix and suffix', async () => {
    let write: (text: string) => boolean = () => false;
    let finish: () => void = () => {};
    const back: Handler = (exchange) =>
      new Promise((resolve) => {
        exchange.sink?.start([]);
        write = (text) => exchange.sink!.write(Buffer.from(text));
        finish = () => resolve({ bindings: [], streamed: true });
      });
    const service = await listen(table, back);
    const response = await fetch(`${service.url}/v1/things`);
    expect(response.headers.get('content-length')).toBeNull();
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('{"items":');
    write('[1,');
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('[1,');
    write('2]');
    finish();
    let rest = '';
    for (let r = await reader.read(); !r.done; r = await reader.read()) rest += Buffer.from(r.value).toString();
    expect(rest).toBe('2],"end":true}');
  });

  it('is cut, not ended, when it fails in the middle', async () => {
    const back: Handler = (exchange) => {
      exchange.sink!.start([]);
      exchange.sink!.write(Buffer.from('[1,'));
      return Promise.reject(new SoapstoneError('UPSTREAM_BODY', 'cut off'));
    };
    const service = await listen(table, back, { bridge: 'cut' });
    const records = listenTo('cut');
    await expect(fetch(`${service.url}/v1/things`).then((response) => response.text())).rejects.toThrow();
    await expect.poll(() => records.length).toBe(1);
    expect(records[0]).toMatchObject({ status: 502, code: 'UPSTREAM_BODY' });
  });

  it('is not streamed for HEAD', async () => {
    const service = await listen(table, (exchange) => {
      expect(exchange.sink).toBeUndefined();
      return echo(exchange);
    });
    expect((await fetch(`${service.url}/v1/things`, { method: 'HEAD' })).status).toBe(200);
  });
});

function listenTo(bridge: string): RequestRecord[] {
  const records: RequestRecord[] = [];
  const listener = (record: unknown): void => {
    if ((record as RequestRecord).bridge === bridge) records.push(record as RequestRecord);
  };
  requestChannel.subscribe(listener);
  closers.push(() => void requestChannel.unsubscribe(listener));
  return records;
}

describe('the record of a request', () => {
  it('says what was asked and answered', async () => {
    const service = await listen(routes, echo, { bridge: 'books' });
    const records = listenTo('books');
    const response = await fetch(`${service.url}/v1/things?secret=1`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
    });
    expect(toJs(json(Buffer.from(await response.text())))).toEqual({ a: 1 });
    await expect.poll(() => records.length).toBe(1);
    expect(records[0]).toMatchObject({
      bridge: 'books',
      id: 'r1',
      rule: 'things.create',
      method: 'POST',
      path: '/v1/things',
      status: 201,
      code: undefined,
      requestBytes: 7,
      responseBytes: 7,
    });
  });
});
