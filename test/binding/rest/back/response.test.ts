import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { RestBackOptions } from '../../../../src/binding/rest/back/back.ts';
import { SoapstoneError } from '../../../../src/errors/errors.ts';
import { mappingOf, parcels } from '../../../mapping/tables.ts';
import { http, RawPeer, type Script } from '../../../transport/raw-peer.ts';
import { bindingsOf, Scene } from './scene.ts';

const mapping = mappingOf(
  parcels,
  `
rest: { base: /v1 }
rules:
  - id: create
    rest:
      request: { line: "POST /parcels", body: "{parcel}" }
      response: { status: 201, headers: { Location: "/v1/parcels/{id}" }, body: { createdAt: "{at}", price: "{price}", state: new } }
    soap:
      request: { CreateParcel: { parcel: "{parcel}", testOnly: false } }
      response: { CreateParcelResponse: { id: "{id}", createdAt: "{at}", price: "{price}" } }
  - id: find
    rest: { request: "GET /parcels", response: { headers: { X-Total: "{total}" }, body: { items: "{parcels}" } } }
    soap: { request: { FindParcels: { limit: 10 } }, response: { FindParcelsResponse: { total: "{total}", parcel: "{parcels}" } } }
  - id: export
    rest: { request: "GET /export", response: { status: 200, body: { items: "{parcels}" } } }
    soap: { request: { FindParcels: { limit: 1 } }, response: { FindParcelsResponse: { total: 0, parcel: "{parcels}" } } }
  - id: purge
    rest: { request: "DELETE /parcels/{id}", response: { status: 204 } }
    soap: { request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: {} } }
`,
);
const JSON_TYPE = 'application/json';
const created = '{"createdAt":"2026-01-01T00:00:00Z","price":{"@currency":"EUR","$value":1.50},"state":"new","x":1}';

let peer: RawPeer;
let scene: Scene;
afterEach(async () => {
  await scene.close();
  await peer.close();
});

async function open(script: Script, options: Partial<RestBackOptions> = {}, timeouts = {}): Promise<Scene> {
  peer = await RawPeer.listen(script);
  scene = new Scene(mapping, peer.origin, options, timeouts);
  return scene;
}

const says =
  (response: Uint8Array): Script =>
  (socket) =>
    void socket.write(response);
const at = { at: '"2026-01-01T00:00:00Z"', price: '{"@currency":"EUR","$value":1.50}' };

describe('a response of success', () => {
  it('binds header fields and members, digits kept; what the rule does not name is skipped', async () => {
    const response = http(201, JSON_TYPE, created, ['LOCATION: /v1/parcels/12', 'X-Other: 1']);
    await open(says(response));
    expect(await scene.ask('create', { parcel: { a: 1 } })).toEqual({ parcel: '{"a":1}', id: '12', ...at });
    expect(peer.requests[0].line).toBe('POST /v1/parcels HTTP/1.1');
    expect(peer.requests[0].body).toBe('{"a":1}');
    expect(Object.fromEntries(peer.requests[0].headers)).toMatchObject({
      'content-length': '7',
      'content-type': JSON_TYPE,
    });
  });

  it.each([
    'http://elsewhere.example:81/v1/parcels/12',
    '//elsewhere.example/v1/parcels/12',
    'parcels/12',
    './parcels/12',
    '../v1/x/../parcels/12',
    '/api/v1/parcels/12',
    'https://public.example/api/v1/parcels/12',
    '/v1/parcels/%31%32',
  ])('finds the path in Location: %s', async (location) => {
    await open(says(http(201, JSON_TYPE, created, [`Location: ${location}`])), { target: '/api' });
    expect((await scene.ask('create', { parcel: {} }))['id']).toBe('12');
    expect(peer.requests[0].line).toBe('POST /api/v1/parcels HTTP/1.1');
  });

  it.each([200, 203])('may have status %i where the rule says another', async (status) => {
    await open(says(http(status, JSON_TYPE, created, ['Location: /v1/parcels/12'])));
    expect((await scene.ask('create', { parcel: {} }))['id']).toBe('12');
  });

  it.each([
    'application/json; charset=UTF-8',
    'application/hal+json',
    'text/json;charset="utf-8"',
    'application/json;charset=us-ascii',
    undefined,
  ])('is JSON by %s', async (type) => {
    await open(says(http(200, type, '{"items":[]}', ['X-Total: 0'])));
    expect(await scene.ask('find', {})).toEqual({ total: '0', parcels: '[]' });
  });

  it('may begin with a byte order mark', async () => {
    await open(says(http(200, JSON_TYPE, '\ufeff{"items":[]}', ['X-Total: 0'])));
    expect(await scene.ask('find', {})).toEqual({ total: '0', parcels: '[]' });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('may be coded with %s', async (coding, code) => {
    await open(says(http(200, JSON_TYPE, code('{"items":[]}'), ['X-Total: 0', `Content-Encoding: ${coding}`])));
    expect(await scene.ask('find', {})).toEqual({ total: '0', parcels: '[]' });
  });

  it('comes in pieces, in chunks', async () => {
    await open((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Total: 0\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      for (const piece of ['{"ite', 'ms"', ':[', ']}']) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      socket.write('0\r\n\r\n');
    });
    expect(await scene.ask('find', {})).toEqual({ total: '0', parcels: '[]' });
  });

  it('may be without a body where nothing in it is required', async () => {
    await open(says(http(204, undefined, '')));
    expect(await scene.ask('export', {})).toEqual({});
  });

  it('has a body that nobody asked for', async () => {
    for (const [type, text] of [
      [JSON_TYPE, '{"ok":true}'],
      [JSON_TYPE, '{"error":null,"errors":[ ],"id":"3"}'],
      [JSON_TYPE, 'null'],
      ['text/plain', 'OK'],
    ]) {
      await open(says(http(200, type, text)));
      expect(await scene.ask('purge', { id: 3 })).toEqual({ id: '3' });
      await scene.close();
      await peer.close();
    }
  });
});

const good = ['Location: /v1/parcels/12'];

describe('a response that is no use', () => {
  it.each<[string, Uint8Array, string, string?]>([
    ['another success', http(202, JSON_TYPE, created, good), 'UPSTREAM_STATUS'],
    ['a part', http(206, JSON_TYPE, created, good), 'UPSTREAM_STATUS'],
    ['a redirect', http(302, JSON_TYPE, created, ['Location: http://127.0.0.1:9/x']), 'UPSTREAM_STATUS'],
    ['a permanent redirect', http(308, undefined, '', ['Location: /v1/parcels/']), 'UPSTREAM_STATUS'],
    ['not modified', http(304, undefined, ''), 'UPSTREAM_STATUS'],
    ['nothing', http(201, JSON_TYPE, '', good), 'UPSTREAM_EMPTY'],
    ['no content', http(204, undefined, '', good), 'UPSTREAM_EMPTY'],
    ['HTML', http(201, 'text/html', '<p>hi', good), 'UPSTREAM_MEDIA_TYPE'],
    ['HTML that says JSON', http(201, JSON_TYPE, '<p>hi', good), 'UPSTREAM_BODY'],
    ['HTML without a type', http(201, undefined, '<p>hi', good), 'UPSTREAM_BODY'],
    ['XML', http(201, 'application/xml', '<a/>', good), 'UPSTREAM_MEDIA_TYPE'],
    ['text', http(201, 'text/plain', created, good), 'UPSTREAM_MEDIA_TYPE'],
    [
      'UTF-16',
      http(201, 'application/json; charset=utf-16le', Buffer.from(created, 'utf16le'), good),
      'UPSTREAM_MEDIA_TYPE',
    ],
    ['bytes that are not UTF-8', http(201, JSON_TYPE, Buffer.from('{"a":"\xff"}', 'latin1'), good), 'UPSTREAM_BODY'],
    ['half of the JSON', http(201, JSON_TYPE, created.slice(0, 40), good), 'UPSTREAM_BODY'],
    ['two documents', http(201, JSON_TYPE, created + created, good), 'UPSTREAM_BODY'],
    ['a name twice', http(201, JSON_TYPE, `{"state":"old",${created.slice(1)}`, good), 'UPSTREAM_BODY', '$.state'],
    ['a list', http(201, JSON_TYPE, `[${created}]`, good), 'UPSTREAM_BODY', '$'],
    ['no createdAt', http(201, JSON_TYPE, created.replace('createdAt', 'made'), good), 'UPSTREAM_BODY', '$.createdAt'],
    ['another state', http(201, JSON_TYPE, created.replace('new', 'old'), good), 'UPSTREAM_BODY', '$.state'],
    ['no state', http(201, JSON_TYPE, created.replace('state', 'phase'), good), 'UPSTREAM_BODY', '$.state'],
    ['no Location', http(201, JSON_TYPE, created), 'UPSTREAM_BODY', 'Location'],
    ['another Location', http(201, JSON_TYPE, created, ['Location: /v2/parcels/12']), 'UPSTREAM_BODY', 'Location'],
    ['a Location of no type', http(201, JSON_TYPE, created, ['Location: /v1/parcels/x']), 'UPSTREAM_BODY', 'Location'],
    [
      'a Location of no scheme',
      http(201, JSON_TYPE, created, ['Location: javascript:/v1/parcels/1']),
      'UPSTREAM_BODY',
      'Location',
    ],
    [
      'broken gzip',
      http(201, JSON_TYPE, gzipSync(created).subarray(0, 30), ['Content-Encoding: gzip']),
      'UPSTREAM_BODY',
    ],
    ['two codings', http(201, JSON_TYPE, created, ['Content-Encoding: gzip, br']), 'UPSTREAM_MEDIA_TYPE'],
    ['an unknown coding', http(201, JSON_TYPE, created, ['Content-Encoding: zstd']), 'UPSTREAM_MEDIA_TYPE'],
    ['deep JSON', http(201, JSON_TYPE, '['.repeat(200) + ']'.repeat(200), good), 'UPSTREAM_LIMIT'],
    ['a large body', http(201, JSON_TYPE, `"${'x'.repeat(5000)}"`, good), 'UPSTREAM_LIMIT'],
    ['a bomb', http(201, JSON_TYPE, gzipSync('x'.repeat(50_000)), ['Content-Encoding: gzip']), 'UPSTREAM_LIMIT'],
    ['no HTTP', Buffer.from('220 smtp.example\r\n'), 'UPSTREAM_CONNECT'],
  ])('%s', async (_name, response, code, path) => {
    await open(says(response), { maxResponseBytes: 4000 });
    const fault = await scene.fault('create', { parcel: {} });
    expect(fault).toMatchObject({ status: 502, code });
    expect(fault.soap).toBeUndefined();
    expect(fault.errors?.[0]?.path).toBe(path);
    expect(peer.requests.length).toBe(1);
  });

  it('HTML where nothing is expected', async () => {
    await open(says(http(200, 'text/html; charset=utf-8', '<p>Log in')));
    expect(await scene.fault('purge', { id: 3 })).toMatchObject({ status: 502, code: 'UPSTREAM_MEDIA_TYPE' });
  });

  it.each<[string, string, object]>([
    ['half of the JSON', '{"id":', { status: 502, code: 'UPSTREAM_BODY' }],
    ['two documents', '{} {}', { status: 502, code: 'UPSTREAM_BODY' }],
    ['a list', '[]', { status: 502, code: 'UPSTREAM_BODY' }],
    ['an error', '{"error":"not saved"}', { status: 500, code: 'UPSTREAM_FAULT' }],
    ['errors', '{"o:errorDetails":[{"detail":"no"}]}', { status: 500, code: 'UPSTREAM_FAULT' }],
  ])('where nothing is expected, %s', async (_name, text, fault) => {
    await open(says(http(200, JSON_TYPE, text)));
    expect(await scene.fault('purge', { id: 3 })).toMatchObject(fault);
  });

  it('a large body without a length', async () => {
    await open(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
        socket.write(`1000\r\n${'x'.repeat(4096)}\r\n1000\r\n${'x'.repeat(4096)}\r\n`);
      },
      { maxResponseBytes: 5000 },
    );
    expect(await scene.fault('find', {})).toMatchObject({ status: 502, code: 'UPSTREAM_LIMIT' });
  });

  it.each([
    ['in its head', 'HTTP/1.1 201 Created\r\nContent-Type: appl', 'UPSTREAM_CONNECT'],
    [
      'before its body',
      'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
      'UPSTREAM_BODY',
    ],
    [
      'in a complete value',
      `HTTP/1.1 201 Created\r\nLocation: /v1/parcels/1\r\nContent-Length: 900\r\n\r\n${created}`,
      'UPSTREAM_BODY',
    ],
    ['in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nc\r\n{"items":[]}\r\n', 'UPSTREAM_BODY'],
  ])('is cut off %s', async (_where, text, code) => {
    await open((socket) => void socket.end(text));
    expect(await scene.fault('create', { parcel: {} })).toMatchObject({ status: 502, code });
  });

  it('a connection that is reset, and one that is refused', async () => {
    await open((socket) => void socket.resetAndDestroy());
    expect(await scene.fault('find', {})).toMatchObject({ status: 502, code: 'UPSTREAM_CONNECT' });
    await peer.close();
    expect(await scene.fault('find', {})).toMatchObject({ status: 502, code: 'UPSTREAM_CONNECT' });
  });

  it('silence', async () => {
    await open(() => {}, {}, { total: 30 });
    expect(await scene.fault('find', {})).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' });
  });
});

describe('an exchange that is cancelled', () => {
  it('aborts the call', async () => {
    await open(() => {});
    const rule = scene.rule('find');
    const gone = new SoapstoneError('CLIENT_GONE', 'the client closed the connection');
    const call = scene.handle(rule, bindingsOf(rule, {}), (exchange) => {
      peer.script = () => exchange.cancel(gone);
    });
    await expect(call).rejects.toMatchObject({ init: { code: 'CLIENT_GONE' } });
  });

  it('before it is sent, sends nothing', async () => {
    await open(() => {});
    const rule = scene.rule('find');
    const gone = new SoapstoneError('CLIENT_GONE', 'the client closed the connection');
    const call = scene.handle(rule, bindingsOf(rule, {}), (exchange) => exchange.cancel(gone));
    await expect(call).rejects.toMatchObject({ init: { code: 'CLIENT_GONE' } });
    expect(peer.connections).toBe(0);
  });
});

describe('values of another type', () => {
  it('in a header field are the peer’s mistake', async () => {
    await open(says(http(200, JSON_TYPE, '{"items":[]}', ['X-Total: many'])));
    const fault = await scene.fault('find', {});
    expect(fault).toMatchObject({ status: 502, code: 'UPSTREAM_BODY', errors: [{ path: 'X-Total' }] });
  });
});
