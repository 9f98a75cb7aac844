// What becomes of requests when connections of the pool end: closed by the service while they were idle, or too old.
import { createServer } from 'node:http';
import { type AddressInfo, type LookupFunction, Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { trackConnection } from '../../src/transport/connection.ts';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from '../../src/transport/http.ts';
import type { OutgoingRequest } from '../../src/transport/transport.ts';
import { http, RawPeer, type Script } from './raw-peer.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function open(options: HttpTransportOptions): HttpTransport {
  const transport = httpTransport(options);
  closers.push(() => transport.destroy(new Error('test over')));
  return transport;
}

async function pair(script: Script, options: Partial<HttpTransportOptions> = {}) {
  const peer = await RawPeer.listen(script);
  closers.push(() => peer.close());
  return { peer, transport: open({ origin: peer.origin, ...options }) };
}

const get: OutgoingRequest = { method: 'GET', path: '/', headers: [], retryable: true };
const post: OutgoingRequest = { method: 'POST', path: '/', headers: [], body: Buffer.from('x') };

/** `status body`, or the code of the failure and whether nothing was sent. */
function send(transport: HttpTransport, request = get): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    transport.send(request, {
      onHead: (status) => (text = `${status} `),
      onData: (chunk) => {
        text += Buffer.from(chunk).toString();
        return true;
      },
      onEnd: () => resolve(text),
      onError: (error, unsent) => resolve(`${(error as { code?: string }).code ?? error.message} unsent=${unsent}`),
    });
  });
}

/** How a service ends a connection that it does not want any more, at the moment when a request arrives on it. */
const ends: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['closes', (socket) => void socket.end()],
  ['resets', (socket) => void socket.resetAndDestroy()],
];

/** Every `n`th request of a connection is the one that it ends with. */
function endsAt(n: number, end: (socket: Socket) => void): Script {
  const counts = new WeakMap<Socket, number>();
  return (socket) => {
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    if (count === n) end(socket);
    else socket.write(http(200, 'text/plain', 'ok'));
  };
}

async function many(
  transport: HttpTransport,
  all: number,
  lanes: number,
  request = get,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  let left = all;
  const lane = async () => {
    while (left-- > 0) {
      const outcome = await send(transport, request);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

describe.each(ends)('a service that %s a kept connection instead of a response', (_what, end) => {
  it.each([
    [2, 1],
    [2, 16],
    [5, 16],
  ])('fails none of 1,200 retryable requests (every %i., %i at once)', async (n, lanes) => {
    const { peer, transport } = await pair(endsAt(n, end));
    expect(await many(transport, 1200, lanes)).toEqual({ '200 ok': 1200 });
    // Nothing is sent more than twice.
    expect(peer.requests.length).toBeLessThanOrEqual(2400);
  });

  it('sees each other request once', async () => {
    const { peer, transport } = await pair(endsAt(2, end), { connections: 1 });
    expect(await send(transport, post)).toBe('200 ok');
    expect(await send(transport, post)).toBe('UPSTREAM_CONNECT unsent=false');
    expect(peer.requests).toHaveLength(2);
  });

  it('on a new connection sees each request once', async () => {
    const { peer, transport } = await pair(endsAt(1, end));
    expect(await send(transport)).toBe('UPSTREAM_CONNECT unsent=false');
    expect(peer.requests).toHaveLength(1);
  });

  it('has begun a response: it is not asked again', async () => {
    const first = endsAt(2, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-', () => end(socket));
    });
    const { peer, transport } = await pair(first, { connections: 1 });
    expect(await many(transport, 2, 1)).toEqual({ '200 ok': 1, 'UPSTREAM_CONNECT unsent=false': 1 });
    expect(peer.requests).toHaveLength(2);
  });
});

it('sends no request that was aborted while it went to a new connection', async () => {
  const { peer, transport } = await pair(
    endsAt(2, (socket) => void socket.end()),
    { connections: 1 },
  );
  await send(transport);
  let flight: ReturnType<HttpTransport['send']> | undefined;
  peer.script = (socket) => {
    socket.destroy();
    flight?.abort(new Error('never mind'));
  };
  const outcome = await new Promise<Error>((resolve) => {
    flight = transport.send(get, { onHead: () => {}, onData: () => true, onEnd: () => {}, onError: resolve });
  });
  expect(outcome.message).toBe('never mind');
  expect(peer.requests).toHaveLength(2);
});

describe('a response that nobody asked for', () => {
  const ok = http(200, 'text/plain', 'ok');
  const surplus = http(200, 'text/plain', 'surplus');

  it('ends its connection where it comes with another one', async () => {
    const { peer, transport } = await pair((socket) => socket.write(Buffer.concat([ok, surplus])), { connections: 1 });
    expect(await many(transport, 10, 2, post)).toEqual({ '200 ok': 10 });
    expect(peer.connections).toBe(10);
  });

  it('is taken for the answer to a request that was sent before it came, and so on until the connection rests', async () => {
    const told = (text: string) => http(200, 'text/plain', text);
    // The first response comes twice, the second time when the next request is there; each later one is late by one request.
    const replies = [told('to 1'), told('late'), told('to 2'), told('to 3')];
    const { peer, transport } = await pair((socket) => socket.write(replies.shift() as Buffer), { connections: 1 });
    const heard: string[] = [];
    for (let i = 1; i <= 4; i++) heard.push(await send(transport, post));
    expect(heard).toEqual(['200 to 1', '200 late', '200 to 2', '200 to 3']);
    expect(peer.connections).toBe(1);
    for (const socket of peer.sockets) socket.write(told('to 4'));
    await expect.poll(() => transport.stats().connected).toBe(0);
  });

  it('ends its connection where it comes while that is idle', async () => {
    const { peer, transport } = await pair((socket) => socket.write(ok), { connections: 1 });
    for (let i = 1; i <= 3; i++) {
      expect(await send(transport, post)).toBe('200 ok');
      for (const socket of peer.sockets) socket.write(surplus);
      await expect.poll(() => transport.stats().connected).toBe(0);
    }
    expect(peer.connections).toBe(3);
  });
});

it('has one request on each connection where connections are not reused', async () => {
  const { peer, transport } = await pair((socket) => socket.write(http(200, 'text/plain', 'ok')), {
    connections: 2,
    reuse: false,
  });
  expect(await many(transport, 20, 4)).toEqual({ '200 ok': 20 });
  expect([peer.connections, peer.requests[0].headers.get('connection')]).toEqual([20, 'close']);
});

it('opens a new connection before the time that the service says for idle ones is over', async () => {
  const { peer, transport } = await pair(
    (socket) => socket.write(http(200, 'text/plain', 'ok', ['Keep-Alive: timeout=2'])),
    { connections: 1 },
  );
  for (let i = 0; i < 3; i++) expect(await send(transport)).toBe('200 ok');
  expect(peer.connections).toBe(3);
});

describe('the greatest age of a connection', () => {
  it('ends idle ones', async () => {
    const { peer, transport } = await pair((socket) => socket.write(http(200, 'text/plain', 'ok')), { maxAge: 20 });
    expect(await send(transport)).toBe('200 ok');
    await expect.poll(() => peer.sockets.size).toBe(0);
    expect(await send(transport)).toBe('200 ok');
    expect(peer.connections).toBe(2);
  });

  it('is up to a tenth less, so that connections that were opened together do not all end together', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    for (const [random, age] of [
      [0, 100_000],
      [0.5, 95_000],
      [1 - 1e-9, 90_000],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValueOnce(random);
      const connection = trackConnection(new Socket(), 100_000);
      vi.advanceTimersByTime(age - 2);
      expect(connection.expired).toBe(false);
      vi.advanceTimersByTime(4);
      expect(connection.expired).toBe(true);
    }
  });

  it('ends one in use after its response', async () => {
    let answer: (() => void) | undefined;
    const { peer, transport } = await pair(
      (socket) => (answer = () => void socket.write(http(200, 'text/plain', 'ok'))),
      { maxAge: 1, connections: 1 },
    );
    for (let i = 1; i <= 3; i++) {
      const outcome = send(transport);
      await expect.poll(() => peer.requests.length).toBe(i);
      // A timer of the same process that is set later fires later.
      await new Promise((resolve) => setTimeout(resolve, 1));
      answer?.();
      expect(await outcome).toBe('200 ok');
    }
    expect(peer.connections).toBe(3);
  });

  it('lets requests follow a name to its new address, and loses none', async () => {
    const named = async (address: string, port: number) => {
      const server = createServer((_req, res) => void res.end(address));
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, address, resolve);
      });
      closers.push(async () => {
        server.closeAllConnections();
        server.close();
      });
      return (server.address() as AddressInfo).port;
    };
    const port = await named('127.0.0.1', 0);
    await named('127.0.0.2', port);
    let current = '127.0.0.1';
    const lookup: LookupFunction = (_name, options, done) => {
      const { all } = options;
      if (all) done(null, [{ address: current, family: 4 }]);
      else done(null, current, 4);
    };
    const transport = open({ origin: `http://service.test:${port}`, maxAge: 50, lookup });
    const seen = new Set<string>();
    const lane = async () => {
      while (!seen.has('200 127.0.0.2')) {
        seen.add(await send(transport, post));
        if (seen.has('200 127.0.0.1')) current = '127.0.0.2';
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect([...seen].sort()).toEqual(['200 127.0.0.1', '200 127.0.0.2']);
  });
});
