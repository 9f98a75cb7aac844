// T-SEC-13, T-SEC-15: responses that are cut off, empty, packed or of another kind are failures, never successes; requests too.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE } from '../sample-size.ts';
import { addNote, envelope, NOTES } from './documents.ts';
import {
  Caller,
  expectFault,
  expectProblem,
  getRest,
  goodJson,
  goodXml,
  openStage,
  postXml,
  request,
  type Stage,
  say,
  sayXml,
} from './stage.ts';

let soap: Stage;
let rest: Stage;
let soapCaller: Caller;
let restCaller: Caller;

beforeAll(async () => {
  [soap, rest] = await Promise.all([openStage('soap', { retries: '0' }), openStage('rest', { retries: '0' })]);
  soapCaller = new Caller(soap);
  restCaller = new Caller(rest);
});

afterAll(async () => {
  soapCaller.close();
  restCaller.close();
  await Promise.all([soap.stop(), rest.stop()]);
});

const getNote = postXml(envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`));

type Framing = (type: string, body: Buffer, cut: number) => Buffer;
const head = (type: string, ...fields: string[]) =>
  Buffer.from(['HTTP/1.1 200 OK', `Content-Type: ${type}`, ...fields, '', ''].join('\r\n'));

/** Ways in which the first `cut` bytes of a body can arrive and nothing more. */
const framings: [string, Framing][] = [
  [
    'with a length that is not reached',
    (type, body, cut) => Buffer.concat([head(type, `Content-Length: ${body.length}`), body.subarray(0, cut)]),
  ],
  [
    'with the length of what is there',
    (type, body, cut) => Buffer.concat([head(type, `Content-Length: ${cut}`), body.subarray(0, cut)]),
  ],
  [
    'until the connection ends',
    (type, body, cut) => Buffer.concat([head(type, 'Connection: close'), body.subarray(0, cut)]),
  ],
  [
    'in chunks without a last one',
    (type, body, cut) =>
      Buffer.concat([
        head(type, 'Transfer-Encoding: chunked'),
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body.subarray(0, cut),
      ]),
  ],
  [
    'packed, and unpacked as far as it goes',
    (type, body, cut) => {
      const packed = gzipSync(body);
      const part = packed.subarray(0, Math.floor((cut * packed.length) / body.length));
      return Buffer.concat([head(type, 'Content-Encoding: gzip', `Content-Length: ${part.length}`), part]);
    },
  ],
];

const refused = async (present: 'rest' | 'soap') => {
  if (present === 'rest') return expectProblem(await restCaller.ask(getRest), [502]);
  return expectFault(await soapCaller.ask(getNote));
};

describe('T-SEC-15: a response of which only the beginning comes', () => {
  it.each(framings)('%s, at every byte', async (_name, frame) => {
    const xml = Buffer.from(goodXml);
    const json = Buffer.from(goodJson);
    for (let cut = 0; cut < xml.length; cut += WHOLE ? 1 : 7) {
      rest.peer.script = say(frame('text/xml', xml, cut), true);
      await refused('rest');
    }
    for (let cut = 0; cut < json.length; cut++) {
      soap.peer.script = say(frame('application/json', json, cut), true);
      await refused('soap');
    }
    await restCaller.good();
    await soapCaller.good();
  });

  it('after its head, in its head, and not at all', async () => {
    const whole = Buffer.concat([
      head('text/xml', `Content-Length: ${Buffer.byteLength(goodXml)}`),
      Buffer.from(goodXml),
    ]);
    const end = whole.indexOf('\r\n\r\n') + 4;
    for (let cut = 0; cut <= end; cut++) {
      rest.peer.script = say(whole.subarray(0, cut), true);
      await refused('rest');
    }
    await restCaller.good();
  });
});

describe('T-SEC-15: a response of another kind', () => {
  const kinds: [string, string, string][] = [
    ['nothing', 'text/xml', ''],
    ['white space', 'text/xml', ' \r\n '],
    ['a page', 'text/html', '<!DOCTYPE html><title>Login</title>'],
    ['a page that is XML', 'text/html', goodXml],
    ['a page in XHTML', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['text', 'text/plain', goodXml],
    ['JSON', 'application/json', goodJson],
    ['another charset', 'text/xml; charset=utf-16', goodXml],
    ['an unknown charset', 'text/xml; charset=x-none', goodXml],
    [
      'several parts of another kind',
      'multipart/mixed; boundary=b; type="text/xml"',
      `--b\r\nContent-Type: text/xml\r\n\r\n${goodXml}\r\n--b--`,
    ],
    ['two envelopes', 'text/xml', goodXml + goodXml],
    ['something behind the envelope', 'text/xml', `${goodXml}\0`],
    ['half an envelope twice', 'text/xml', goodXml.slice(0, 90) + goodXml],
  ];
  it.each(kinds)('%s', async (_name, type, body) => {
    rest.peer.script = say(
      Buffer.concat([head(type, `Content-Length: ${Buffer.byteLength(body)}`), Buffer.from(body)]),
    );
    await refused('rest');
    await restCaller.good();
    if (type === 'application/json') return;
    soap.peer.script = say(
      Buffer.concat([head(type, `Content-Length: ${Buffer.byteLength(body)}`), Buffer.from(body)]),
    );
    await refused('soap');
    await soapCaller.good();
  });
});

describe('T-SEC-12: messages in several parts that are none', () => {
  const types = [
    'multipart/related; boundary=b; type="text/xml"; start="<a>"',
    'multipart/related',
    `multipart/related; boundary=${'b'.repeat(9_000)}`,
    'multipart/form-data; boundary=b',
    'application/xop+xml; type="text/xml"',
  ];
  it.each(types)('%s', async (type) => {
    const before = soap.peer.requests.length;
    for (const body of [`--b\r\n\r\n${addNote({})}\r\n--b--`, '--b\r\n'.repeat(10_000), addNote({})]) {
      expectFault(await soapCaller.ask(postXml(body, type)));
    }
    expect(soap.peer.requests.length).toBe(before);
    await soapCaller.good();
  });
});

/** So many MiB of zeros, 1000 : 1. */
const zeros = (mebibytes: number) => Buffer.concat(new Array(mebibytes).fill(gzipSync(Buffer.alloc(1 << 20))));

describe('T-SEC-13: packed bodies', () => {
  const whole = Buffer.from(goodXml);
  const bombs: [string, string, Buffer][] = [
    ['zeros', 'gzip', zeros(64)],
    ['zeros in one piece', 'gzip', gzipSync(Buffer.alloc(64 << 20))],
    ['zeros, deflated', 'deflate', deflateSync(Buffer.alloc(64 << 20))],
    ['zeros, deflated without a head', 'deflate', deflateRawSync(Buffer.alloc(64 << 20))],
    ['zeros by brotli', 'br', brotliCompressSync(Buffer.alloc(64 << 20), { params: { 0: 0, 1: 3 } })],
    ['ten gigabytes of zeros', 'gzip', zeros(WHOLE ? 10_240 : 1_024).subarray(0, 9 << 20)],
    ['a good message packed twice', 'gzip, gzip', gzipSync(gzipSync(whole))],
    ['an unknown coding', 'compress', whole],
    ['a coding that is none', 'gzip;q=1', gzipSync(whole)],
    ['a coding that it is not in', 'gzip', whole],
    ['another coding than it says', 'br', gzipSync(whole)],
    ['something behind it', 'gzip', Buffer.concat([gzipSync(whole), Buffer.from('<x/>')])],
    ['a wrong checksum', 'gzip', Buffer.concat([gzipSync(whole).subarray(0, -8), Buffer.alloc(8)])],
    ['a dictionary that nobody has', 'deflate', deflateSync(whole, { dictionary: Buffer.from('soap:Envelope') })],
  ];
  it.each(bombs)('%s: refused in both directions', async (name, coding, body) => {
    const before = soap.peer.requests.length;
    const fields = [`Content-Encoding: ${coding}`, 'Content-Type: text/xml'];
    expectFault(await soapCaller.ask(request('POST /soap', fields, body)));
    expect(soap.peer.requests.length).toBe(before);
    const json = [`Content-Encoding: ${coding}`, 'Content-Type: application/json', 'X-Tenant: t'];
    expectProblem(await restCaller.ask(request('POST /v1/notes', json, body)), [400, 413, 415]);
    rest.peer.script = say(
      Buffer.concat([head('text/xml', `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`), body]),
    );
    // Most of them are JSON that is none as well: it must not get as far as that.
    const { code } = (await refused('rest')) as { code: string };
    if (name.includes('zeros')) expect(code).toBe('UPSTREAM_LIMIT');
    await restCaller.good();
    await soapCaller.good();
  });

  it('several fields of codings are several codings', async () => {
    rest.peer.script = sayXml(gzipSync(gzipSync(whole)), 200, ['Content-Encoding: gzip', 'Content-Encoding: gzip']);
    await refused('rest');
  });

  it('a packed message within the limits is taken', async () => {
    for (const [coding, body] of [
      ['gzip', gzipSync(whole)],
      ['deflate', deflateSync(whole)],
      ['br', brotliCompressSync(whole)],
    ] as const) {
      rest.peer.script = sayXml(body, 200, [`Content-Encoding: ${coding}`]);
      expect((await restCaller.ask(getRest))?.status).toBe(200);
    }
  });
});

describe('bodies larger than the limit', () => {
  it('are refused by their length before they are read, and by their bytes', async () => {
    const length = 11 << 20;
    const early = request('POST /v1/notes', [
      `Content-Length: ${length}`,
      'X-Tenant: t',
      'Content-Type: application/json',
      'Connection: close',
    ]);
    expectProblem(await restCaller.ask(early), [413]);
    const chunked = request('POST /v1/notes', [
      'Transfer-Encoding: chunked',
      'X-Tenant: t',
      'Content-Type: application/json',
    ]);
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1 << 20, 0x20), Buffer.from('\r\n')]);
    expectProblem(
      await restCaller.ask(Buffer.concat([chunked, ...new Array(11).fill(chunk), Buffer.from('0\r\n\r\n')])),
      [413],
    );
    await restCaller.good();
    rest.peer.script = say(head('text/xml', `Content-Length: ${40 << 20}`));
    expect((await refused('rest'))?.['code']).toBe('UPSTREAM_LIMIT');
    await restCaller.good();
  });
});
