// The gateway in an app: its own bound on bodies, beside responses and connections that belong to the app.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type RequestRecord, requestChannel } from '../../../src/binding/channels.ts';
import { createSoapService, type Gateway, loadContract, type SoapstoneOptions, soapstone } from '../../../src/index.ts';
import { parcelFiles, soapRequest, startParcels } from '../parcels.ts';
import { raw } from '../raw.ts';
import { temp } from '../temp.ts';
import { tlsText } from '../tls-files.ts';
import { until } from '../until.ts';

const MIB = 1024 * 1024;
const BUDGET = 32 * MIB;
const CLIENTS = 12;
/** More than the system takes of a response for a client who reads nothing. */
const BYTES = 9_000_000;
/** Of each service connection one piece is there before anybody can say stop, as it came and as it was read. */
const MORE = CLIENTS * 2 * 65_536;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** An app with a path of its own. */
function app(gateway: Gateway): RequestListener {
  return (req, res) => gateway(req, res, () => res.end('the app'));
}

async function open(more: Partial<SoapstoneOptions> = {}) {
  const service = await startParcels(BYTES);
  const gateway = await soapstone({
    mapping: temp(parcelFiles),
    upstream: service.url,
    queueTimeout: '60s',
    ...more,
  } as SoapstoneOptions);
  onTestFinished(async () => {
    await gateway.close();
    service.close();
  });
  return { service, gateway };
}

function silent(port: number, request: string, tls = false): Socket {
  const send = () => socket.write(request);
  const socket: Socket = tls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, send)
    : connect({ port, host: '127.0.0.1' }, send);
  socket.on('error', () => {});
  socket.pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

function status(port: number, request: string, tls = false): Promise<number> {
  return new Promise((resolve) => {
    const socket = silent(port, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), tls);
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.on('close', () => resolve(Number(text.slice(9, 12))));
    socket.resume();
  });
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (body: string) =>
  `POST /soap HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const soap = { present: 'soap', path: '/soap' } as const;

const cases = [
  { what: 'REST in front', request: get('/v1/whole/1'), good: get('/v1/parcels/7') },
  { what: 'REST in front, TLS', request: get('/v1/whole/1'), good: get('/v1/parcels/7'), tls: true },
  {
    what: 'SOAP in front',
    options: soap,
    request: post(soapRequest('List', '1')),
    good: post(soapRequest('Get', '7')),
  },
];

describe('clients of an app that read nothing', () => {
  test.each(cases)('$what: stay within maxBodies, and others are served', { timeout: 120_000 }, async (one) => {
    const { gateway, service } = await open({ maxBodies: BUDGET, ...one.options });
    const secure = { cert: tlsText('server.pem'), key: tlsText('server.key') };
    const port = await listen(
      one.tls ? (createTlsServer(secure, app(gateway)) as unknown as Server) : createServer(app(gateway)),
    );
    const codes: (string | undefined)[] = [];
    const hear = (record: unknown) => void codes.push((record as RequestRecord).code);
    requestChannel.subscribe(hear);
    onTestFinished(() => void requestChannel.unsubscribe(hear));
    expect(await status(port, one.good, one.tls)).toBe(200);
    const before = process.memoryUsage().arrayBuffers;
    let [used, outside, served] = [0, 0, 0];
    const sockets = Array.from({ length: CLIENTS }, () => silent(port, one.request, one.tls));
    await until(async () => {
      used = Math.max(used, gateway.bodyMemory().used);
      outside = Math.max(outside, process.memoryUsage().arrayBuffers - before);
      if ((await status(port, one.good, one.tls)) === 200) served++;
      return served >= 3 && service.requests() > CLIENTS && gateway.bodyMemory().cut > 0;
    });
    expect(used).toBeGreaterThan(BUDGET / 4);
    expect(used).toBeLessThan(BUDGET + MORE);
    // Garbage is in it: in an app its collection is left to V8.
    expect(outside).toBeLessThan(6 * BUDGET);
    // The record comes when the connection has closed, after the cut.
    await until(() => codes.includes('CLIENT_SLOW'));
    for (const socket of sockets) socket.destroy();
    await until(() => gateway.bodyMemory().used === 0);
  });
});

/** Of this budget a client alone may hold 8,000 bytes in small exchanges. A body counts twice while it is read: less is left than another request needs. */
const SIZE = 8500;
const HELD = 8000;
const filling = (path: string, fields: string) => {
  const bytes = HELD / 2;
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
};

test('while there is no room, requests of the gateway are 503 and the app answers its own', async () => {
  const { gateway } = await open({ maxBodies: SIZE, ...soap });
  const port = await listen(createServer(app(gateway)));
  const filler = silent(port, filling('/soap', 'Content-Type: text/xml\r\n'));
  await until(() => gateway.bodyMemory().used === HELD);
  const refused = await raw(port, post(soapRequest('Get', '7')).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(refused).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 1\r\n.*<faultcode>/is);
  expect(gateway.bodyMemory()).toEqual({ used: HELD, size: SIZE, refused: 1, cut: 0 });
  expect(await status(port, get('/own'))).toBe(200);
  filler.destroy();
  await until(() => gateway.bodyMemory().used === 0);
  expect(await status(port, post(soapRequest('Get', '7')))).toBe(200);
});

test('a pipelined request holds nothing after its connection', async () => {
  const { gateway, service } = await open({ maxBodies: 4 * BUDGET });
  const port = await listen(createServer(app(gateway)));
  const socket = silent(port, get('/v1/whole/1').repeat(3));
  await until(() => service.requests() === 3 && gateway.bodyMemory().used > BYTES);
  socket.destroy();
  await until(() => gateway.bodyMemory().used === 0);
});

test('a client that leaves before the gateway sees its request leaves nothing behind', async () => {
  const { gateway, service } = await open({ maxBodies: BUDGET });
  let [waiting, passed] = [0, 0];
  const slow = async (req: IncomingMessage, res: ServerResponse) => {
    waiting++;
    if (req.url !== '/v1/parcels/7') await once(res, 'close');
    gateway(req, res, () => passed++);
  };
  const port = await listen(createServer((req, res) => void slow(req, res)));
  const sockets = Array.from({ length: 8 }, () => silent(port, get('/v1/whole/1')));
  await until(() => waiting === 8);
  for (const socket of sockets) socket.destroy();
  await until(() => passed === 8);
  expect(await status(port, get('/v1/parcels/7'))).toBe(200);
  expect([service.requests(), gateway.bodyMemory().used]).toEqual([1, 0]);
});

test('two gateways in one app count their own bytes', async () => {
  const { gateway: first } = await open({ maxBodies: BUDGET });
  const { gateway: second } = await open({ maxBodies: BUDGET, ...soap });
  const port = await listen(createServer((req, res) => first(req, res, () => second(req, res))));
  silent(port, get('/v1/whole/1'));
  await until(() => first.bodyMemory().used > 0);
  expect(second.bodyMemory().used).toBe(0);
  const socket = silent(port, post(soapRequest('List', '1')));
  await until(() => second.bodyMemory().used > 0);
  socket.destroy();
  await until(() => second.bodyMemory().used === 0);
  expect(first.bodyMemory().used).toBeGreaterThan(0);
});

test('maxBodies: 0 is no bound; the default is a part of the memory', async () => {
  expect((await open({ maxBodies: 0 })).gateway.bodyMemory().size).toBe(Number.POSITIVE_INFINITY);
  const { size } = (await open()).gateway.bodyMemory();
  expect(size).toBeGreaterThan(MIB);
  expect(size).toBeLessThan(Number.MAX_SAFE_INTEGER);
});

test('a SOAP service of functions has the same bound', async () => {
  const contract = await loadContract(`${temp(parcelFiles)}/parcels.wsdl`);
  const handle = createSoapService({
    contract,
    path: '/soap',
    maxBodies: SIZE,
    operations: { Get: async () => ({ parcel: { id: '7', note: 'n' } }) },
  });
  const port = await listen(createServer((req, res) => handle(req, res)));
  const good = post(soapRequest('Get', '7'));
  expect(await status(port, good)).toBe(200);
  expect(handle.bodyMemory()).toEqual({ used: 0, size: SIZE, refused: 0, cut: 0 });
  const filler = silent(port, filling('/soap', 'Content-Type: text/xml\r\n'));
  await until(async () => (await status(port, good)) === 503);
  expect(handle.bodyMemory().used).toBeGreaterThan(0);
  expect(handle.bodyMemory().refused).toBeGreaterThan(0);
  filler.destroy();
  await until(async () => (await status(port, good)) === 200);
  await until(() => handle.bodyMemory().used === 0);
});
