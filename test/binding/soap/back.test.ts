import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { SoapBackOptions } from '../../../src/binding/soap/back/back.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { HttpTransportOptions } from '../../../src/transport/http.ts';
import { readTree } from '../../../src/xml/read-tree.ts';
import { elements, type XmlElement } from '../../../src/xml/tree.ts';
import { http, type Script } from '../../transport/raw-peer.ts';
import { failure, Scene, texts } from './call.ts';
import { book, envelope, fault11, typeOf } from './responses.ts';

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function open(
  script: Script,
  options: Partial<SoapBackOptions> = {},
  transport: Partial<HttpTransportOptions> = {},
) {
  const scene = await Scene.open(script, options, transport);
  scenes.push(scene);
  return scene;
}

const good = http(200, typeOf('1.1'), envelope('1.1', book()));
const goodBook = '{"title":"Öl & Wasser","price":12.50}';

/** After whatever came before, a good response still is one. */
async function expectGood(scene: Scene): Promise<void> {
  scene.peer.script = (socket) => socket.write(good);
  const response = await scene.call(scene.shelf.getBook('1.1'));
  expect(texts(response.bindings)[1]).toBe(goodBook);
}

/** `Envelope/Body/GetBook/id=7`, with namespaces of prefixed names resolved. */
function lines(e: XmlElement, path = ''): string[] {
  const here = `${path}/${e.name.local}`;
  const inner = elements(e);
  return inner.length > 0
    ? inner.flatMap((child) => lines(child, here))
    : [`${here}=${e.children.join('')} (${e.name.ns})`];
}

describe('the request', () => {
  it('is an envelope of the version of the port, with its fields', async () => {
    const scene = await open((socket) => socket.write(good));
    await scene.call(scene.shelf.getBook('1.1'), [fromJs(7), undefined, fromJs('s3 & co')]);
    const [request] = scene.peer.requests;
    expect(request.line).toBe('POST /soap/shelf?v=1 HTTP/1.1');
    expect(request.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(request.headers.get('soapaction')).toBe('"urn:shelf#get%20%22book%22"');
    expect(request.headers.get('accept')).toBe('text/xml');
    expect(request.headers.get('accept-encoding')).toBe('identity');
    expect(request.body).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?></);
    expect(lines(readTree(Buffer.from(request.body), 'request.xml'))).toEqual([
      '/Envelope/Header/Session/token=s3 & co (urn:shelf)',
      '/Envelope/Body/GetBook/id=7 (urn:shelf)',
    ]);
  });

  it('of SOAP 1.2 has its action in the media type', async () => {
    const scene = await open((socket) => socket.write(http(200, typeOf('1.2'), envelope('1.2', book()))));
    const response = await scene.call(scene.shelf.getBook('1.2'));
    expect(texts(response.bindings)[1]).toBe(goodBook);
    const [request] = scene.peer.requests;
    expect(request.line).toBe('POST /soap12 HTTP/1.1');
    expect(request.headers.get('content-type')).toBe(
      'application/soap+xml; charset=utf-8; action="urn:shelf#get%20%22book%22"',
    );
    expect(request.headers.has('soapaction')).toBe(false);
    expect(request.body).toContain('http://www.w3.org/2003/05/soap-envelope');
  });

  it('leaves out a header that has no value', async () => {
    const scene = await open((socket) => socket.write(good));
    await scene.call(scene.shelf.getBook('1.1'));
    expect(scene.peer.requests[0].body).not.toContain('Header');
  });

  it('has an empty SOAPAction where the binding has none', async () => {
    const scene = await open((socket) => socket.write(http(202, undefined, '')));
    await scene.call(scene.shelf.ping('1.1'), [fromJs('hi')]);
    await scene.call(scene.shelf.ping('1.2'), [fromJs('hi')]);
    expect(scene.peer.requests[0].headers.get('soapaction')).toBe('""');
    expect(scene.peer.requests[1].headers.get('content-type')).toBe('application/soap+xml; charset=utf-8');
  });

  it('goes where it is told, with more fields and the trace', async () => {
    const options = { target: () => '/elsewhere', headers: ['x-tenant', 't1'] };
    const scene = await open((socket) => socket.write(good), options);
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const exchange = Object.assign(scene.exchange(scene.shelf.getBook('1.1')), { traceparent: trace });
    await scene.back.handle(exchange);
    const [request] = scene.peer.requests;
    expect(request.line).toContain(' /elsewhere ');
    expect(request.headers.get('x-tenant')).toBe('t1');
    expect(request.headers.get('traceparent')).toBe(trace);
  });

  it('is not sent when a value does not fit its type', async () => {
    const scene = await open((socket) => socket.write(good));
    const failed = await failure(scene.call(scene.shelf.getBook('1.1'), [fromJs('seven')]));
    expect(failed).toMatchObject({ status: 422, code: 'CODEC_TYPE' });
    expect(scene.peer.requests).toHaveLength(0);
    await expectGood(scene);
  });

  it('can be had without sending it', async () => {
    const scene = await open(() => {});
    const request = scene.back.request(scene.shelf.getBook('1.1'), [fromJs(7)]);
    expect(Buffer.from(request.body).toString()).toContain('>7<');
    expect(request.path).toBe('/soap/shelf?v=1');
  });
});

describe('a good response', () => {
  it('binds variables of body and headers', async () => {
    const quota = '<q:Quota xmlns:q="urn:shelf">3</q:Quota>';
    const other = '<o:Trace xmlns:o="urn:other" o:level="2"><o:x/></o:Trace>';
    for (const header of [quota, other + quota, quota + other, other + quota + other]) {
      const scene = await open((socket) => socket.write(http(200, typeOf('1.1'), envelope('1.1', book(), header))));
      const response = await scene.call(scene.shelf.getBook('1.1'));
      expect(texts(response.bindings)).toEqual(['7', goodBook, undefined, '3']);
      expect(response.streamed).toBe(false);
    }
  });

  it.each([
    ['text/xml', book()],
    ['TEXT/XML;charset=UTF-8', book()],
    ['application/xml', book()],
    ['application/vnd.shelf+xml', book()],
    [undefined, book()],
  ])('may come as %s', async (type, body) => {
    const scene = await open((socket) => socket.write(http(200, type, envelope('1.1', body))));
    expect(texts((await scene.call(scene.shelf.getBook('1.1'))).bindings)[1]).toBe(goodBook);
  });

  it.each([1, 7, 100, 299])('may come in pieces of %i bytes', async (size) => {
    const scene = await open((socket) => {
      let at = 0;
      const next = (): void => {
        if (at >= good.length || socket.destroyed) return;
        socket.write(good.subarray(at, (at += size)));
        setImmediate(next);
      };
      next();
    });
    expect(texts((await scene.call(scene.shelf.getBook('1.1'))).bindings)[1]).toBe(goodBook);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('may be %s although nobody asked', async (coding, compress) => {
    const body = compress(Buffer.from(envelope('1.1', book())));
    const scene = await open((socket) => socket.write(http(200, typeOf('1.1'), body, [`Content-Encoding: ${coding}`])));
    expect(texts((await scene.call(scene.shelf.getBook('1.1'))).bindings)[1]).toBe(goodBook);
  });

  it('may be in another encoding: by charset, by declaration, by byte order mark', async () => {
    const text = envelope('1.1', book('Öl'));
    const latin = Buffer.from(text, 'latin1');
    const declared = Buffer.from(text.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"'), 'latin1');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const cases: [string, Buffer][] = [
      ['text/xml; charset=iso-8859-1', latin],
      ['text/xml', declared],
      ['text/xml; charset=iso-8859-1', declared],
      ['text/xml', utf16],
    ];
    const scene = await open(() => {});
    for (const [type, bytes] of cases) {
      scene.peer.script = (socket) => socket.write(http(200, type, bytes));
      const response = await scene.call(scene.shelf.getBook('1.1'));
      expect(texts(response.bindings)[1]).toBe('{"title":"Öl","price":12.50}');
    }
  });

  it('may declare another encoding than its charset: the charset counts', async () => {
    const text = envelope('1.1', book('Öl')).replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"');
    const scene = await open((socket) => socket.write(http(200, 'text/xml; charset=utf-8', text)));
    expect(texts((await scene.call(scene.shelf.getBook('1.1'))).bindings)[1]).toContain('Öl');
  });

  it('of a one-way operation is an accepted request, or an empty envelope', async () => {
    const scene = await open(() => {});
    const replies = [
      http(202, undefined, ''),
      http(200, 'text/xml', ''),
      http(204, undefined, ''),
      http(200, 'text/xml', envelope('1.1', '')),
    ];
    for (const bytes of replies) {
      scene.peer.script = (socket) => socket.write(bytes);
      expect(texts((await scene.call(scene.shelf.ping('1.1'), [fromJs('hi')])).bindings)).toEqual(['"hi"']);
    }
  });

  it('measures the time of the peer', async () => {
    const scene = await open((socket) => socket.write(good));
    const exchange = scene.exchange(scene.shelf.getBook('1.1'));
    await scene.back.handle(exchange);
    expect(exchange.upstreamMs).toBeGreaterThan(0);
  });
});

describe('a response that is no use', () => {
  const xml = typeOf('1.1');
  const ok = envelope('1.1', book());
  const cases: [string, Buffer, string][] = [
    ['empty', http(200, xml, ''), 'UPSTREAM_EMPTY'],
    ['empty, without type', http(200, undefined, ''), 'UPSTREAM_EMPTY'],
    ['only accepted', http(202, undefined, ''), 'UPSTREAM_EMPTY'],
    ['white space', http(200, xml, ' \r\n '), 'UPSTREAM_BODY'],
    ['HTML', http(200, 'text/html', '<html><body>Welcome</body></html>'), 'UPSTREAM_MEDIA_TYPE'],
    ['HTML that calls itself XML', http(200, xml, '<html><body>Welcome</body></html>'), 'UPSTREAM_BODY'],
    ['HTML 5 that calls itself XML', http(200, xml, '<!DOCTYPE html><html></html>'), 'UPSTREAM_BODY'],
    ['JSON', http(200, 'application/json', '{"ok":true}'), 'UPSTREAM_MEDIA_TYPE'],
    ['JSON that calls itself XML', http(200, xml, '{"ok":true}'), 'UPSTREAM_BODY'],
    ['text without type', http(200, undefined, 'all is well'), 'UPSTREAM_MEDIA_TYPE'],
    ['XML that calls itself text', http(200, 'text/plain', ok), 'UPSTREAM_MEDIA_TYPE'],
    [
      'multipart of another kind',
      http(200, 'multipart/mixed; type="text/xml"; boundary=b', `--b\r\n\r\n${ok}\r\n--b--`),
      'UPSTREAM_MEDIA_TYPE',
    ],
    ['coded twice', http(200, xml, gzipSync(gzipSync(ok)), ['Content-Encoding: gzip, gzip']), 'UPSTREAM_MEDIA_TYPE'],
    ['coded by nobody knows what', http(200, xml, ok, ['Content-Encoding: zstd']), 'UPSTREAM_MEDIA_TYPE'],
    ['not what its coding says', http(200, xml, ok, ['Content-Encoding: gzip']), 'UPSTREAM_BODY'],
    ['a cut gzip', http(200, xml, gzipSync(ok).subarray(0, -9), ['Content-Encoding: gzip']), 'UPSTREAM_BODY'],
    ['a bomb', http(200, xml, gzipSync(Buffer.alloc(8 << 20, 0x20)), ['Content-Encoding: gzip']), 'UPSTREAM_LIMIT'],
    ['a redirect', http(302, xml, ok, ['Location: /else']), 'UPSTREAM_STATUS'],
    ['not modified', Buffer.from('HTTP/1.1 304 Same\r\n\r\n'), 'UPSTREAM_STATUS'],
    ['not found', http(404, 'text/html', '<html/>'), 'UPSTREAM_STATUS'],
    ['an error page', http(500, 'text/html', '<html/>'), 'UPSTREAM_STATUS'],
    ['an empty error', http(500, xml, ''), 'UPSTREAM_STATUS'],
    ['unavailable', http(503, undefined, ''), 'UPSTREAM_STATUS'],
    ['a part of a response', http(206, xml, ok), 'UPSTREAM_STATUS'],
    ['a good body with an error status', http(500, xml, ok), 'UPSTREAM_STATUS'],
    ['a broken body with an error status', http(500, xml, ok.slice(0, -5)), 'UPSTREAM_STATUS'],
    ['of the other version', http(200, xml, envelope('1.2', book())), 'UPSTREAM_BODY'],
    ['in the wrong namespace', http(200, xml, ok.replace('urn:shelf', 'urn:shelf:v2')), 'UPSTREAM_BODY'],
    ['in no namespace', http(200, xml, ok.replace(' xmlns="urn:shelf"', '')), 'UPSTREAM_BODY'],
    ['no envelope', http(200, xml, book()), 'UPSTREAM_BODY'],
    ['an envelope without body', http(200, xml, ok.replace(/<e:Body>.*<\/e:Body>/, '')), 'UPSTREAM_BODY'],
    ['an empty envelope', http(200, xml, envelope('1.1', '')), 'UPSTREAM_BODY'],
    [
      'another message',
      http(200, xml, envelope('1.1', '<Ping xmlns="urn:shelf"><note>x</note></Ping>')),
      'UPSTREAM_BODY',
    ],
    ['two messages', http(200, xml, envelope('1.1', book() + book())), 'UPSTREAM_BODY'],
    ['two documents', http(200, xml, ok + ok.slice(ok.indexOf('?>') + 2)), 'UPSTREAM_BODY'],
    ['of the wrong type', http(200, xml, ok.replace('12.50', 'cheap')), 'UPSTREAM_BODY'],
    ['without something required', http(200, xml, ok.replace('<price>12.50</price>', '')), 'UPSTREAM_BODY'],
    ['with something unknown', http(200, xml, ok.replace('<price>', '<extra/><price>')), 'UPSTREAM_BODY'],
    ['another constant', http(200, xml, envelope('1.1', book('x', 'failed'))), 'UPSTREAM_BODY'],
    ['not well-formed', http(200, xml, ok.replace('</title>', '</titel>')), 'UPSTREAM_BODY'],
    ['not UTF-8', http(200, xml, Buffer.from(ok, 'latin1')), 'UPSTREAM_BODY'],
    ['in an unknown encoding', http(200, 'text/xml; charset=x-klingon', ok), 'UPSTREAM_BODY'],
    ['an entity', http(200, xml, `<!DOCTYPE e [<!ENTITY x "y">]>${ok.slice(ok.indexOf('?>') + 2)}`), 'UPSTREAM_BODY'],
    ['too deep', http(200, xml, envelope('1.1', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`)), 'UPSTREAM_BODY'],
    ['two heads', Buffer.from('HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\n\r\n'), 'UPSTREAM_CONNECT'],
  ];

  it.each(cases)('%s', async (_name, bytes, code) => {
    const scene = await open((socket) => socket.write(bytes));
    expect(await failure(scene.call(scene.shelf.getBook('1.1')))).toMatchObject({ code, status: 502 });
    await expectGood(scene);
  });

  it('names the place', async () => {
    const scene = await open((socket) => socket.write(http(200, xml, ok.replace('12.50', 'cheap'))));
    const { message, error } = await failure(scene.call(scene.shelf.getBook('1.1')));
    expect((error as SoapstoneError).path).toMatch(/Body\/.*GetBookResponse\/.*book\/.*price/);
    // Once: problem bodies and lines of `check` show the path beside the message.
    expect(message).not.toContain('price');
  });

  it('names no place where there is none', async () => {
    const scene = await open((socket) => socket.write(http(200, xml, `<!DOCTYPE e>${ok.slice(ok.indexOf('?>') + 2)}`)));
    const { message, error } = await failure(scene.call(scene.shelf.getBook('1.1')));
    expect((error as SoapstoneError).path).toBeUndefined();
    expect(message).toMatch(/a document type declaration is not allowed at byte 0$/);
  });

  it('is larger than allowed, by its length or by what comes', async () => {
    const scene = await open(() => {}, { maxResponseBytes: 1000 });
    const long = envelope('1.1', book('x'.repeat(2000)));
    const chunked = Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`,
    );
    for (const bytes of [http(200, xml, long), chunked, http(200, xml, gzipSync(long), ['Content-Encoding: gzip'])]) {
      scene.peer.script = (socket) => socket.write(bytes);
      expect(await failure(scene.call(scene.shelf.getBook('1.1')))).toMatchObject({ code: 'UPSTREAM_LIMIT' });
      await expectGood(scene);
    }
  });

  it('may break the contract where the bridge is lenient', async () => {
    const scene = await open((socket) => socket.write(http(200, xml, ok.replace('<price>', '<extra/><price>'))), {
      lenient: true,
    });
    expect(texts((await scene.call(scene.shelf.getBook('1.1'))).bindings)[1]).toBe(goodBook);
  });
});

describe('a response that does not come', () => {
  it('is a timeout', async () => {
    const scene = await open(() => {}, {}, { timeout: 1 });
    expect(await failure(scene.call(scene.shelf.getBook('1.1')))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      status: 504,
    });
    await expectGood(scene);
  });

  it('stops in the middle', async () => {
    const scene = await open((socket) => socket.write(good.subarray(0, -20)), {}, { timeout: 1 });
    expect(await failure(scene.call(scene.shelf.getBook('1.1')))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      status: 504,
    });
    await expectGood(scene);
  });

  it('is not waited for when the exchange is cancelled', async () => {
    let closed = false;
    const scene = await open((socket) => socket.on('close', () => (closed = true)));
    const exchange = scene.exchange(scene.shelf.getBook('1.1'));
    const failed = failure(scene.back.handle(exchange));
    await expect.poll(() => scene.peer.requests.length).toBe(1);
    exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
    expect(await failed).toMatchObject({ code: 'CLIENT_GONE' });
    await expect.poll(() => closed).toBe(true);
    await expectGood(scene);
  });

  it('is not asked for when the exchange is over before', async () => {
    const scene = await open((socket) => socket.write(good));
    const exchange = scene.exchange(scene.shelf.getBook('1.1'));
    exchange.cancel(new SoapstoneError('CLIENT_GONE', 'gone'));
    expect(await failure(scene.back.handle(exchange))).toMatchObject({ code: 'CLIENT_GONE' });
    expect(scene.peer.requests).toHaveLength(0);
  });

  it('is cancelled in the middle', async () => {
    const scene = await open((socket) => socket.write(good.subarray(0, -20)));
    const exchange = scene.exchange(scene.shelf.getBook('1.1'));
    const failed = failure(scene.back.handle(exchange));
    await expect.poll(() => scene.peer.requests.length).toBe(1);
    exchange.cancel(new SoapstoneError('UPSTREAM_TIMEOUT', 'late'));
    expect(await failed).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await expectGood(scene);
  });
});

describe('a response cut at any byte', () => {
  const body = envelope('1.1', book());
  const chunked = Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );
  const unsized = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n${body}`);
  const fault = http(500, typeOf('1.1'), envelope('1.1', fault11()));

  it.each([
    ['with a length', good],
    ['in chunks', chunked],
    ['without a length', unsized],
    ['that is a fault', fault],
  ])('%s is never a success', async (_name, bytes) => {
    const scene = await open(() => {});
    for (let cut = 0; cut < bytes.length; cut++) {
      scene.peer.script = (socket) => socket.end(bytes.subarray(0, cut));
      const { code } = await failure(scene.call(scene.shelf.getBook('1.1')));
      expect([
        'UPSTREAM_CONNECT',
        'UPSTREAM_BODY',
        'UPSTREAM_EMPTY',
        'UPSTREAM_MEDIA_TYPE',
        'UPSTREAM_STATUS',
      ]).toContain(code);
    }
    await expectGood(scene);
  });
});
