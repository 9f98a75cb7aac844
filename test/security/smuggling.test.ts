// T-SEC-23, T-SEC-25: where one request ends and the next begins is never in doubt, and fields of a connection stay on it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('two requests in one piece get two replies, in order', async () => {
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
    ]);
    expect(headers.get('soapaction')).toBe('"urn:example:notes#GetNote"');
  });

  it('more fields, or larger ones, than allowed are refused', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `X-${i}: a`);
    expect((await caller.ask(request('GET /v1/notes/7', many)))?.status).toBe(431);
    expect((await caller.ask(request('GET /v1/notes/7', [`X-A: ${'a'.repeat(17_000)}`])))?.status).toBe(431);
    await caller.good();
  });
});

describe('replies of a peer that are no HTTP', () => {
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

  it.each(replies)('%s: an answer for the caller, and the next one is fine', async (_name, reply) => {
    for (const line of ['GET /v1/notes/7', 'GET /files/a']) {
      rest.peer.script = say(Buffer.from(reply, 'latin1'), true);
      const heard = await caller.ask(request(line));
      // What passes through is the peer's own, as far as it is HTTP; a reply that breaks off ends the caller's connection.
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
