// T-SEC-23, T-SEC-25: where one request ends and the next begins is never in doubt, and fields of a connection stay on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../server/until.ts';
import { Caller, goodXml, openStage, request, type Stage, say, sayXml } from './stage.ts';
import { fieldOf, type Heard, Line } from './wire.ts';

let rest: Stage;
let caller: Caller;

beforeAll(async () => {
  rest = await openStage('rest', { passThrough: '/files' });
  caller = new Caller(rest);
});

afterAll(async () => {
  caller.close();
  await rest.stop();
});

const HIDDEN = 'GET /files/hidden HTTP/1.1\r\nHost: gateway\r\n\r\n';
const post = (fields: string, body: string) =>
  `POST /v1/notes HTTP/1.1\r\nHost: gateway\r\nX-Tenant: t\r\nContent-Type: application/json\r\n${fields}\r\n\r\n${body}`;

/** Framing that two readers could take for two different things. */
const framings: [string, string][] = [
  ['a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`)],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${HIDDEN}`)],
  ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${HIDDEN.length}`, HIDDEN)],
  ['two lengths that agree', post('Content-Length: 0\r\nContent-Length: 0', HIDDEN)],
  ['lengths in a list', post('Content-Length: 0, 4', HIDDEN)],
  ['a length with a sign', post('Content-Length: +0', HIDDEN)],
  ['a length below zero', post('Content-Length: -1', HIDDEN)],
  ['a hexadecimal length', post('Content-Length: 0x10', HIDDEN)],
  ['a length with a space in it', post('Content-Length: 1 0', HIDDEN)],
  ['a length beyond every number', post('Content-Length: 99999999999999999999', HIDDEN)],
  ['an empty length', post('Content-Length: ', HIDDEN)],
  ['an unknown coding', post('Transfer-Encoding: xchunked', HIDDEN)],
  ['an unknown coding after chunks', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`)],
  ['two fields of codings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${HIDDEN}`)],
  ['a coding in quotes', post('Transfer-Encoding: "chunked"', `0\r\n\r\n${HIDDEN}`)],
  ['a coding behind a vertical tab', post('Transfer-Encoding: \x0bchunked', `0\r\n\r\n${HIDDEN}`)],
  ['a space before the colon', post('Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`)],
  ['a tab before the colon', post('Content-Length\t: 0', HIDDEN)],
  ['a folded field', post('X-A: b\r\n c: d', '')],
  ['a folded coding', post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${HIDDEN}`)],
  ['a first field that is folded', `GET /v1/notes/7 HTTP/1.1\r\n Host: gateway\r\n\r\n${HIDDEN}`],
  ['bare line feeds', `GET /v1/notes/7 HTTP/1.1\nHost: gateway\n\n${HIDDEN}`],
  ['one bare line feed', `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\nX-A: b\r\n\r\n${HIDDEN}`],
  ['a bare carriage return', `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\rX-A: b\r\n\r\n${HIDDEN}`],
  [
    'a bare carriage return in a value',
    `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\r\nX-A: b\rContent-Length: 3\r\n\r\n${HIDDEN}`,
  ],
  ['NUL in a value', `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\r\nX-A: b\0c\r\n\r\n${HIDDEN}`],
  ['NUL in a name', `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\r\nX\0A: b\r\n\r\n${HIDDEN}`],
  ['a field without a name', `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\r\n: b\r\n\r\n${HIDDEN}`],
  ['a field without a colon', `GET /v1/notes/7 HTTP/1.1\r\nHost: gateway\r\nfoo\r\n\r\n${HIDDEN}`],
  ['a chunk size with 0x', post('Transfer-Encoding: chunked', `0x0\r\n\r\n${HIDDEN}`)],
  [
    'a chunk size beyond every number',
    post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${HIDDEN}`),
  ],
  ['a chunk size below zero', post('Transfer-Encoding: chunked', `-1\r\n\r\n${HIDDEN}`)],
  ['a chunk that goes on', post('Transfer-Encoding: chunked', `2\r\n{}xx0\r\n\r\n${HIDDEN}`)],
  ['a chunk that ends in a line feed', post('Transfer-Encoding: chunked', `2\n{}\n0\n\n${HIDDEN}`)],
  ['a chunk size with a space before it', post('Transfer-Encoding: chunked', ` 2\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
  [
    'a chunk extension of 20 kB',
    post('Transfer-Encoding: chunked', `2;a=${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n${HIDDEN}`),
  ],
  ['a chunk extension with a line feed', post('Transfer-Encoding: chunked', `2;a\n\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
  ['a trailer that is folded', post('Transfer-Encoding: chunked', `0\r\nX-A: b\r\n c\r\n\r\n${HIDDEN}`)],
  ['another version', `GET /v1/notes/7 HTTP/2.0\r\nHost: gateway\r\n\r\n${HIDDEN}`],
  ['no version', `GET /v1/notes/7\r\n\r\n${HIDDEN}`],
  ['version 1.2', `GET /v1/notes/7 HTTP/1.2\r\nHost: gateway\r\n\r\n${HIDDEN}`],
  ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`],
  ['a space in the target', `GET /v1/notes/7 x HTTP/1.1\r\nHost: gateway\r\n\r\n${HIDDEN}`],
  ['chunks in HTTP/1.0', post('Transfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`).replace('HTTP/1.1', 'HTTP/1.0')],
];

describe('T-SEC-23: one request is one request', () => {
  it.each(framings)('%s: refused, and the connection ends', async (_name, bytes) => {
    rest.peer.script = sayXml(goodXml);
    const before = rest.peer.requests.length;
    const line = await Line.open(rest.port);
    line.send(bytes);
    const replies: Heard[] = [];
    for (let heard = await line.hear(); heard; heard = await line.hear()) replies.push(heard);
    expect(replies.map(({ status }) => status)).toEqual([expect.toSatisfy((status) => status >= 400 && status < 600)]);
    expect(line.left).toBe(0);
    expect(rest.peer.requests.slice(before).map((sent) => sent.line)).toEqual([]);
    await caller.good();
  });

  /** RFC 9112 §6.1: a coding that is not understood is 501, and the body is never acted on. */
  const codings = [
    'gzip, chunked',
    'xchunked, chunked',
    'identity, chunked',
    'identity',
    'chunked, chunked',
    'gzip;q=1, chunked',
    ', chunked',
    'chunked;a=b',
    'trailers, chunked',
  ];
  const chunked = `2\r\n{}\r\n0\r\n\r\n${HIDDEN}`;
  const places: [string, (fields: string) => string][] = [
    ['a rule', (fields) => post(fields, chunked)],
    ['a path that passes through', (fields) => post(fields, chunked).replace('/v1/notes', '/files/a')],
    ['a path that nobody has', (fields) => post(fields, chunked).replace('/v1/notes', '/nothing')],
    ['a rule without a body', (fields) => post(fields, chunked).replace('POST /v1/notes', 'GET /v1/notes/7')],
  ];
  const both = places.flatMap(([place, make]) => codings.map((coding) => [coding, place, make] as const));

  it.each(both)('Transfer-Encoding: %s at %s: 501 or 400, and the connection ends', async (coding, _place, make) => {
    rest.peer.script = sayXml(goodXml);
    const before = rest.peer.requests.length;
    const line = await Line.open(rest.port);
    line.send(make(`Transfer-Encoding: ${coding}`));
    const replies: Heard[] = [];
    for (let heard = await line.hear(); heard; heard = await line.hear()) replies.push(heard);
    // Node itself refuses what does not end in one `chunked`.
    expect(replies.map(({ status }) => status)).toEqual([
      /^[^,]+, chunked$/.test(coding) && coding !== 'chunked, chunked'
        ? 501
        : expect.toSatisfy((status) => status === 501 || status === 400),
    ]);
    expect(fieldOf(replies[0], 'connection')).toBe('close');
    expect(rest.peer.requests.length).toBe(before);
    await caller.good();
  });

  it('Transfer-Encoding in HTTP/1.0 is faulty framing (RFC 9112 §6.1)', async () => {
    for (const path of ['/v1/notes', '/files/a']) {
      const line = await Line.open(rest.port);
      line.send(post('Transfer-Encoding: chunked', chunked).replace('HTTP/1.1', 'HTTP/1.0').replace('/v1/notes', path));
      expect((await line.hear())?.status).toBe(400);
      await line.closed();
    }
  });

  it.each(['CHUNKED', 'Chunked', 'chunked '])('Transfer-Encoding: %s is the one that is understood', async (coding) => {
    rest.peer.script = say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    const line = await Line.open(rest.port);
    line.send(post(`Transfer-Encoding: ${coding}`, '2\r\n{}\r\n0\r\n\r\n').replace('/v1/notes', '/files/a'));
    expect((await line.hear())?.status).toBe(200);
    expect(rest.peer.requests.at(-1)!.body).toBe('{}');
    line.close();
  });

  it('two requests in one piece get two responses, in order', async () => {
    rest.peer.script = sayXml(goodXml);
    const line = await Line.open(rest.port);
    line.send(Buffer.concat([request('GET /v1/notes/7'), request('GET /v1/nothing'), request('GET /v1/notes/8')]));
    const statuses = [(await line.hear())?.status, (await line.hear())?.status, (await line.hear())?.status];
    expect(statuses).toEqual([200, 404, 200]);
    line.close();
  });

  it('a refused body is no request: what follows it is', async () => {
    rest.peer.script = sayXml(goodXml);
    const line = await Line.open(rest.port);
    line.send(post(`Content-Length: ${HIDDEN.length}`, HIDDEN));
    line.send(request('GET /v1/notes/7'));
    expect([(await line.hear())?.status, (await line.hear())?.status]).toEqual([400, 200]);
    line.close();
  });

  it('chunks, extensions and trailers are fine, and a trailer changes nothing', async () => {
    rest.peer.script = sayXml(
      goodXml.replaceAll('GetNoteResponse', 'AddNoteResponse').replace(/<n:note>.*<\/n:note>/, '<n:id>1</n:id>'),
    );
    const line = await Line.open(rest.port);
    line.send(
      post(
        'Transfer-Encoding: chunked\r\nTrailer: X-Tenant',
        '3;a=b\r\n{"t\r\nc\r\nitle":"abc"}\r\n0\r\nX-Tenant: evil\r\nHost: evil\r\n\r\n',
      ),
    );
    expect((await line.hear())?.status).toBe(201);
    expect(rest.peer.requests.at(-1)!.body).toMatch(/>t<\/(\w+:)?Tenant>/);
    line.close();
  });
});

describe('T-SEC-25: fields of a connection', () => {
  const passed = say(
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive, x-peer\r\nKeep-Alive: timeout=5\r\nUpgrade: h2c\r\nX-Peer: 1\r\n\r\nok',
  );

  it('do not get to the peer through a path that passes through, nor back', async () => {
    rest.peer.script = passed;
    const own = [
      'Connection: keep-alive, Upgrade, HTTP2-Settings',
      'Keep-Alive: timeout=9',
      'TE: trailers',
      'Upgrade: h2c',
      'HTTP2-Settings: AAA',
      'Proxy-Connection: close',
      'Expect: 100-continue',
    ];
    const heard = await caller.ask(request('GET /files/a', own));
    expect(heard?.status).toBe(200);
    const { headers } = rest.peer.requests.at(-1)!;
    for (const name of ['keep-alive', 'te', 'upgrade', 'http2-settings', 'proxy-connection', 'expect'])
      expect([name, headers.get(name)]).toEqual([name, undefined]);
    expect(headers.get('connection')).toBe('keep-alive');
    expect([fieldOf(heard!, 'keep-alive'), fieldOf(heard!, 'upgrade')]).toEqual([undefined, undefined]);
    expect(fieldOf(heard!, 'connection')).toMatch(/^(keep-alive|close)$/);
    await caller.good();
  });

  it.each(['authorization', 'X-Tenant', 'Cookie', 'Content-Length', 'Host', 'close, x-forwarded-for'])(
    'Connection: %s takes nothing away from the peer',
    async (option) => {
      rest.peer.script = passed;
      const before = rest.peer.requests.length;
      const fields = [
        `Connection: ${option}`,
        'Authorization: Basic eA==',
        'X-Tenant: t',
        'Cookie: a=b',
        'X-Forwarded-For: 1.2.3.4',
      ];
      expect((await caller.ask(request('POST /files/a', fields, 'abc')))?.status).toBe(400);
      expect(rest.peer.requests.length).toBe(before);
      await caller.good();
    },
  );

  it('none of the caller gets to the peer of a rule but what the rule says', async () => {
    rest.peer.script = sayXml(goodXml);
    const fields = [
      'Authorization: Bearer x',
      'Cookie: a=b',
      'X-Forwarded-For: 1.2.3.4',
      'Forwarded: for=1.2.3.4',
      'X_Tenant: evil',
      'traceparent: 00-junk',
      'tracestate: a=b',
      'baggage: c=d',
      'Proxy-Authorization: x',
      'SOAPAction: "evil"',
      'X-Request-Id: evil id',
    ];
    expect((await caller.ask(request('GET /v1/notes/7', fields)))?.status).toBe(200);
    const { headers } = rest.peer.requests.at(-1)!;
    expect([...headers.keys()].toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'soapaction',
      'x-request-id',
    ]);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}-/);
    expect(headers.get('soapaction')).toBe('"urn:example:notes#GetNote"');
  });

  it('no field changes the method, the path or who is asked', async () => {
    const fields = [
      'X-HTTP-Method-Override: DELETE',
      'X-HTTP-Method: PUT',
      'X-Method-Override: PUT',
      'X-Original-URL: /v1/admin/secret',
    ];
    for (const field of [
      ...fields,
      'X-Rewrite-URL: /v1/admin/secret',
      'X-Forwarded-Host: evil',
      'Forwarded: host=evil',
    ]) {
      rest.peer.script = sayXml(goodXml);
      expect((await caller.ask(request('GET /v1/notes/7', [field])))?.status).toBe(200);
      expect(rest.peer.requests.at(-1)!.body).toMatch(/>7<\/(\w+:)?id>/);
    }
  });

  it.each(['h2c', 'websocket', 'TLS/1.0'])(
    'Upgrade: %s is not answered, and does not get to the peer',
    async (protocol) => {
      const fields = ['Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAA'];
      for (const [port, path, script] of [
        [rest.port, '/files/a', passed],
        [rest.port, '/v1/notes/7', sayXml(goodXml)],
        [rest.adminPort, '/livez', passed],
      ] as const) {
        rest.peer.script = script;
        const line = await Line.open(port);
        for (const more of [fields, []]) {
          line.send(request(`GET ${path}`, more));
          expect([path, (await line.hear())?.status]).toEqual([path, 200]);
        }
        line.close();
      }
      for (const { headers } of rest.peer.requests.slice(-4)) expect(headers.get('upgrade')).toBe(undefined);
      await caller.good();
    },
  );

  it('the admin port frames requests as strictly', async () => {
    for (const [bytes, status] of [
      ['TRACE /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
      ['CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 501],
      ['POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 501],
      ['POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n', 400],
      ['GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
      ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ] as const) {
      const line = await Line.open(rest.adminPort);
      line.send(bytes);
      expect([bytes, (await line.hear())?.status]).toEqual([bytes, status]);
      await line.closed();
    }
  });

  it('more fields, or larger ones, than allowed are refused', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `X-${i}: a`);
    expect((await caller.ask(request('GET /v1/notes/7', many)))?.status).toBe(431);
    expect((await caller.ask(request('GET /v1/notes/7', [`X-A: ${'a'.repeat(17_000)}`])))?.status).toBe(431);
    await caller.good();
  });
});

describe('T-SEC-23: what passes through is framed by the gateway', () => {
  const fine = say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each(methods)('%s: chunks stay the body of one request, on a connection that is kept', async (method) => {
    rest.peer.script = (socket, { line }) =>
      void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${line.startsWith('HEAD') ? '' : 'ok'}`);
    const before = rest.peer.requests.length;
    const line = await Line.open(rest.port);
    const size = HIDDEN.length.toString(16);
    const fields = 'Transfer-Encoding: ChUnked\r\nTrailer: X-A';
    line.send(
      `${method} /files/a HTTP/1.1\r\nHost: gateway\r\n${fields}\r\n\r\n${size};x\r\n${HIDDEN}\r\n0\r\nX-A: b\r\n\r\n`,
    );
    await until(() => rest.peer.requests.length > before);
    line.close();
    await caller.good();
    const [sent, ...others] = rest.peer.requests.slice(before, -1);
    expect([sent.line, sent.body, others]).toEqual([`${method} /files/a HTTP/1.1`, HIDDEN, []]);
    expect(sent.headers.get('transfer-encoding')).toBe('chunked');
    expect([sent.headers.get('content-length'), sent.headers.get('trailer')]).toEqual([undefined, undefined]);
    expect(sent.headers.get('connection')).toBe('keep-alive');
  });

  it.each(['GET', 'POST', 'DELETE', 'OPTIONS'])('%s: a length stays the length', async (method) => {
    rest.peer.script = fine;
    expect((await caller.ask(request(`${method} /files/a`, [], HIDDEN)))?.status).toBe(200);
    const { headers, body } = rest.peer.requests.at(-1)!;
    expect([body, headers.get('content-length'), headers.get('transfer-encoding')]).toEqual([
      HIDDEN,
      String(HIDDEN.length),
      undefined,
    ]);
    await caller.good();
  });

  it.each([
    ['/files/a', 501],
    ['/v1/notes/7', 405],
    ['/nothing', 404],
    ['*', 404],
  ])('TRACE of %s is %i and CONNECT is 501, and nothing comes back', async (path, status) => {
    const before = rest.peer.requests.length;
    for (const method of ['TRACE', 'CONNECT']) {
      const line = await Line.open(rest.port);
      line.send(`${method} ${path} HTTP/1.1\r\nHost: gateway\r\nCookie: secret\r\nConnection: close\r\n\r\n`);
      const heard = await line.hear();
      if (method === 'CONNECT' && heard?.status === 400) continue;
      expect([method, heard?.status]).toEqual([method, method === 'TRACE' ? status : 501]);
      expect(heard!.text).not.toContain('secret');
      await line.closed();
    }
    expect(rest.peer.requests.length).toBe(before);
    await caller.good();
  });

  it('Max-Forwards of OPTIONS is counted, and at 0 the gateway answers', async () => {
    rest.peer.script = fine;
    const before = rest.peer.requests.length;
    expect((await caller.ask(request('OPTIONS /files/a', ['Max-Forwards: 0'])))?.status).toBe(204);
    expect(rest.peer.requests.length).toBe(before);
    expect((await caller.ask(request('OPTIONS /files/a', ['Max-Forwards: 7'])))?.status).toBe(200);
    expect((await caller.ask(request('GET /files/a', ['Max-Forwards: 0'])))?.status).toBe(200);
    expect(rest.peer.requests.slice(before).map(({ headers }) => headers.get('max-forwards'))).toEqual(['6', '0']);
  });

  it.each(['Transfer_Encoding: chunked', 'Content_Length: 0', 'X_Forwarded_For: 1.2.3.4', 'Proxy_Authorization: x'])(
    '%s is no second name of another field',
    async (field) => {
      const before = rest.peer.requests.length;
      expect((await caller.ask(request('POST /files/a', ['X-Forwarded-For: 9.9.9.9', field], 'abc')))?.status).toBe(
        400,
      );
      expect(rest.peer.requests.length).toBe(before);
      await caller.good();
    },
  );

  it('fields for proxies stay here, those of the client go on', async () => {
    rest.peer.script = fine;
    const fields = ['Proxy: http://evil', 'Proxy-Authorization: Basic eA==', 'X_Own: 1', 'Authorization: Basic eA=='];
    expect((await caller.ask(request('GET /files/a', fields)))?.status).toBe(200);
    const { headers } = rest.peer.requests.at(-1)!;
    expect([headers.get('proxy'), headers.get('proxy-authorization')]).toEqual([undefined, undefined]);
    expect([headers.get('x_own'), headers.get('authorization')]).toEqual(['1', 'Basic eA==']);
  });

  const oddities: [string, string, { status: number; length?: string; text?: string }][] = [
    [
      'chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
      { status: 200, text: 'ok' },
    ],
    [
      'trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n2\r\nok\r\n0\r\nX-A: b\r\n\r\n',
      { status: 200, text: 'ok' },
    ],
    ['no length', 'HTTP/1.1 200 OK\r\n\r\nok', { status: 200, text: 'ok' }],
    [
      'an unknown coding before chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
      { status: 502 },
    ],
    ['an unknown coding alone', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok', { status: 502 }],
    ['204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', { status: 204 }],
    ['204 with chunks', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n', { status: 204 }],
    ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', { status: 304, length: '5' }],
    ['304 with chunks', 'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n', { status: 304 }],
    [
      '1xx first',
      'HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      { status: 200, text: 'ok', length: '2' },
    ],
    [
      'fields of the connection',
      'HTTP/1.1 200 OK\r\nConnection: x-a, trailer, content-length\r\nX-A: b\r\nTrailer: X-B\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nok',
      { status: 200, text: 'ok' },
    ],
  ];

  it.each(oddities)('%s of the service: one response, on a connection that goes on', async (_name, response, said) => {
    rest.peer.script = say(response, true);
    for (const method of ['GET', 'HEAD']) {
      if (method === 'HEAD' && said.text !== undefined) continue;
      const line = await Line.open(rest.port);
      line.send(`${method} /files/a HTTP/1.1\r\nHost: gateway\r\n\r\n`);
      const heard = method === 'HEAD' && said.status === 502 ? undefined : await line.hear();
      if (heard) {
        expect(heard.status).toBe(said.status);
        if (said.text !== undefined) expect(heard.text).toBe(said.text);
        if (said.status !== 502) expect(fieldOf(heard, 'content-length')).toBe(said.length);
        for (const name of ['trailer', 'x-a', 'proxy-authenticate']) expect(fieldOf(heard, name)).toBe(undefined);
        if (said.text === undefined) expect(fieldOf(heard, 'transfer-encoding')).toBe(undefined);
      }
      line.close();
    }
    await caller.good();
  });

  it('a client of HTTP/1.0 gets no chunks', async () => {
    rest.peer.script = say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n');
    const line = await Line.open(rest.port);
    line.send('GET /files/a HTTP/1.0\r\nHost: gateway\r\nConnection: keep-alive\r\n\r\n');
    const heard = await line.hear();
    expect([heard?.text, fieldOf(heard!, 'transfer-encoding')]).toEqual(['ok', undefined]);
  });

  it('the answer to HEAD has no body, whatever the service says', async () => {
    for (const framing of ['Content-Length: 9', 'Transfer-Encoding: chunked', 'X-A: none']) {
      rest.peer.script = say(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n`, true);
      const line = await Line.open(rest.port);
      line.send('HEAD /files/a HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n');
      await line.closed();
      const text = line.all;
      expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
      expect(/content-length: (\d+)/i.exec(text)?.[1]).toBe(framing.startsWith('Content') ? '9' : undefined);
    }
  });
});

describe('responses of a peer that are no HTTP', () => {
  const ok = 'Content-Type: text/xml\r\nContent-Length: 5\r\n\r\n<a/>\n';
  const replies: [string, string][] = [
    ['noise', 'no HTTP at all'],
    ['a status below 200', `HTTP/1.1 099 OK\r\n${ok}`],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc'],
    ['a reason with control characters', `HTTP/1.1 200 O\x01K\r\n${ok}`],
    ['a reason of other bytes', `HTTP/1.1 200 \xff\xfe\r\n${ok}`],
    ['a status of four digits', `HTTP/1.1 2000 OK\r\n${ok}`],
    ['status 999', `HTTP/1.1 999 OK\r\n${ok}`],
    ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 9\r\n${ok}`],
    ['a length and chunks', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${ok}`],
    ['chunks that are none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a body where none may be', 'HTTP/1.1 204 OK\r\nContent-Length: 5\r\n\r\n<a/>\n'],
    ['more than it said', `HTTP/1.1 200 OK\r\n${ok}HTTP/1.1 200 OK\r\n${ok}`],
    ['less than it said', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<a/>'],
    ['a field that is folded', `HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\n${ok}`],
    ['NUL in a field', `HTTP/1.1 200 OK\r\nX-A: b\0c\r\n${ok}`],
    ['a head of 100 kB', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n${ok}`],
    ['10,000 fields', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}${ok}`],
    ['one 1xx after another', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)}HTTP/1.1 200 OK\r\n${ok}`],
    ['a head that does not end', 'HTTP/1.1 200 OK\r\nX-A: b'],
    ['nothing', ''],
  ];

  it.each(replies)('%s: an answer for the caller, and the next one is fine', async (_name, response) => {
    for (const line of ['GET /v1/notes/7', 'GET /files/a']) {
      rest.peer.script = say(Buffer.from(response, 'latin1'), true);
      const heard = await caller.ask(request(line));
      // What passes through is the peer's own, as far as it is HTTP; a response that breaks off ends the caller's connection.
      if (line.includes('/v1/')) expect(heard?.status).toBe(502);
      else
        expect(
          heard === undefined ||
            heard.status === 502 ||
            fieldOf(heard, 'content-type') === 'text/xml' ||
            heard.status === 204,
        ).toBe(true);
      await caller.good();
    }
  });
});
