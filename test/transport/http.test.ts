import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from '../../src/transport/http.ts';
import type { InFlight, OutgoingRequest } from '../../src/transport/transport.ts';
import { http, RawPeer, type Script } from './raw-peer.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function pair(script: Script, options: Partial<HttpTransportOptions> = {}) {
  const peer = await RawPeer.listen(script);
  const transport = httpTransport({ origin: peer.origin, ...options });
  closers.push(
    () => peer.close(),
    () => transport.destroy(new Error('test over')),
  );
  return { peer, transport };
}

interface Outcome {
  status?: number;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  error?: Error;
  ends: number;
  unsent?: boolean;
}

const post: OutgoingRequest = {
  method: 'POST',
  path: '/in?x=1',
  headers: ['content-type', 'text/xml'],
  body: Buffer.from('<a/>'),
};

function send(
  transport: HttpTransport,
  request: OutgoingRequest = post,
  began: (flight: InFlight) => void = () => {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const outcome: Outcome = { body: '', ends: 0 };
    const end = () => {
      outcome.ends++;
      setImmediate(() => resolve(outcome));
    };
    began(
      transport.send(request, {
        onHead: (status, headers) => Object.assign(outcome, { status, headers }),
        onData: (chunk) => {
          outcome.body += Buffer.from(chunk).toString();
          return true;
        },
        onEnd: end,
        onError: (error, unsent) => {
          outcome.error = error;
          outcome.unsent = unsent;
          end();
        },
      }),
    );
  });
}

function codeOf(outcome: Outcome): string {
  expect(outcome.error).toBeInstanceOf(SoapstoneError);
  expect(outcome.ends).toBe(1);
  return (outcome.error as SoapstoneError).code;
}

describe('httpTransport', () => {
  it('sends method, path, fields and body, and hands over the response', async () => {
    const { peer, transport } = await pair((socket) => socket.write(http(200, 'text/xml', '<b/>', ['X-One: 1'])));
    const outcome = await send(transport);
    expect(outcome).toMatchObject({ status: 200, body: '<b/>', ends: 1 });
    expect(outcome.headers?.['x-one']).toBe('1');
    expect(peer.requests[0].line).toBe('POST /in?x=1 HTTP/1.1');
    expect(peer.requests[0].body).toBe('<a/>');
  });

  it('keeps connections', async () => {
    const { peer, transport } = await pair((socket) => socket.write(http(200, 'text/xml', '<b/>')));
    for (let i = 0; i < 6; i++) expect((await send(transport)).status).toBe(200);
    // undici frees a connection one turn of the event loop after the response; a request in between opens a second one.
    expect(peer.connections).toBeLessThanOrEqual(2);
    expect(transport.stats()).toMatchObject({ running: 0, pending: 0 });
  });

  it('does not follow redirects', async () => {
    const { peer, transport } = await pair((socket) =>
      socket.write(http(302, undefined, '', ['Location: http://127.0.0.1:1/'])),
    );
    expect((await send(transport)).status).toBe(302);
    expect(peer.requests).toHaveLength(1);
  });

  it.each([
    ['103', ['103 Early Hints\r\nLink: </x>']],
    ['100', ['100 Continue']],
    ['100 with fields, and others', ['100 Continue\r\nServer: x', '102 Processing', '100 Continue']],
  ])('skips 1xx heads: %s', async (_title, heads) => {
    const early = heads.map((head) => `HTTP/1.1 ${head}\r\n\r\n`).join('');
    const { peer, transport } = await pair((socket) => {
      socket.write(early);
      setImmediate(() => socket.write(http(200, 'text/xml', '<b/>')));
    });
    for (let i = 0; i < 3; i++) expect(await send(transport)).toMatchObject({ status: 200, body: '<b/>', ends: 1 });
    expect(peer.connections).toBeLessThanOrEqual(2);
    peer.script = (socket) => socket.write(Buffer.concat([Buffer.from(early), http(200, 'text/xml', '<b/>')]));
    expect(await send(transport)).toMatchObject({ status: 200, body: '<b/>', ends: 1 });
  });

  it('says when nobody listens', async () => {
    const peer = await RawPeer.listen(() => {});
    const { origin } = peer;
    await peer.close();
    const transport = httpTransport({ origin });
    closers.push(() => transport.destroy(new Error('test over')));
    const outcome = await send(transport);
    expect(codeOf(outcome)).toBe('UPSTREAM_CONNECT');
    expect(outcome.unsent).toBe(true);
  });

  it('says when the connection closes before a response', async () => {
    const { transport } = await pair((socket) => socket.destroy());
    const outcome = await send(transport);
    expect(codeOf(outcome)).toBe('UPSTREAM_CONNECT');
    expect(outcome.unsent).toBe(false);
  });

  it('says when the peer does not speak HTTP', async () => {
    const { transport } = await pair((socket) => socket.end('220 smtp ready\r\n'));
    expect(codeOf(await send(transport))).toBe('UPSTREAM_CONNECT');
  });

  it('says when a response is cut off', async () => {
    const whole = http(200, 'text/xml', '<b>1234567890</b>');
    const { transport } = await pair((socket) => socket.end(whole.subarray(0, whole.length - 4)));
    expect(codeOf(await send(transport))).toBe('UPSTREAM_BODY');
  });

  it('says when a chunked response is cut off', async () => {
    const { transport } = await pair((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<b/>\r\n'),
    );
    expect(codeOf(await send(transport))).toBe('UPSTREAM_BODY');
  });

  describe('a response without a length', () => {
    const part = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

    it.each([
      ['', true],
      ['Connection: close\r\n', true],
      ['Connection: close\r\n', false],
    ])('is cut off by a reset (%j, read on: %s)', async (field, more) => {
      const { peer, transport } = await pair((socket) => socket.write(`${part}${field}\r\n123`));
      const outcome = await new Promise<unknown>((resolve) => {
        transport.send(post, {
          onHead: () => {},
          onData: () => {
            for (const socket of peer.sockets) socket.resetAndDestroy();
            return more;
          },
          onEnd: () => resolve('end'),
          onError: resolve,
        });
      });
      expect(outcome).toMatchObject({ code: 'UPSTREAM_BODY' });
    });

    it('is whole when the peer closes its connection', async () => {
      const { transport } = await pair((socket) => socket.end(`${part}\r\n123`));
      const { status, body, error } = await send(transport);
      expect({ status, body, error }).toEqual({ status: 200, body: '123', error: undefined });
    });
  });

  it('keeps no connection whose response came before its request was written', async () => {
    const early = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => void socket.pause().write(http(200, 'text/xml', '<b/>')));
    });
    await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
    closers.push(async () => void early.close());
    const transport = httpTransport({
      origin: `http://127.0.0.1:${(early.address() as AddressInfo).port}`,
      connections: 1,
    });
    closers.push(() => transport.destroy(new Error('test over')));
    const large = { ...post, body: Buffer.alloc(64 * 1024 * 1024) };
    expect(await send(transport, large)).toMatchObject({ status: 200, body: '<b/>' });
    await expect.poll(() => transport.stats().connected).toBe(0);
  });

  it.each([
    ['SSH-2\r\n', 'UPSTREAM_CONNECT', 'the response is not HTTP'],
    ['HTTP/1.1 101 Other\r\n\r\n', 'UPSTREAM_CONNECT', 'the response is not HTTP'],
    [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'UPSTREAM_LIMIT', 'the response headers are too large'],
    ['', 'UPSTREAM_CONNECT', 'there is no response: the connection was closed'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc',
      'UPSTREAM_BODY',
      'the response was cut off: the connection was closed',
    ],
    [
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nabc',
      'UPSTREAM_BODY',
      'the response does not have its Content-Length',
    ],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz',
      'UPSTREAM_BODY',
      'the response was cut off, or is not HTTP',
    ],
  ])('says in plain words what is wrong with %.70j', async (response, code, message) => {
    const { transport } = await pair((socket) => socket.end(response));
    expect((await send(transport)).error).toMatchObject({ code, message, cause: expect.any(Error) });
  });

  it('times out while it waits for the head', async () => {
    const { transport } = await pair(() => {});
    const outcome = await send(transport, { ...post, timeout: 1 });
    expect(codeOf(outcome)).toBe('UPSTREAM_TIMEOUT');
    expect(outcome.unsent).toBe(false);
  });

  it('times out in the middle of a body', async () => {
    const { transport } = await pair((socket) => socket.write(http(200, 'text/xml', '<b/>').subarray(0, -1)), {
      timeout: 1,
    });
    const outcome = await send(transport);
    expect(outcome.status).toBe(200);
    expect(codeOf(outcome)).toBe('UPSTREAM_TIMEOUT');
  });

  it('aborts a request in flight with the reason given, and closes its connection', async () => {
    const reason = new SoapstoneError('CLIENT_GONE', 'gone');
    let flight: InFlight | undefined;
    let closed = false;
    const { transport } = await pair((socket) => {
      socket.on('close', () => (closed = true));
      flight?.abort(reason);
    });
    const outcome = await send(transport, post, (f) => (flight = f));
    expect(outcome.error).toBe(reason);
    expect(outcome.ends).toBe(1);
    await expect.poll(() => closed).toBe(true);
  });

  it('aborts a request that still waits for a connection', async () => {
    const { peer, transport } = await pair(() => {}, { connections: 1 });
    const first = send(transport);
    await expect.poll(() => peer.requests.length).toBe(1);
    const reason = new Error('never mind');
    const second = await send(transport, post, (f) => f.abort(reason));
    expect(second).toMatchObject({ error: reason, unsent: true });
    peer.script = (socket) => socket.write(http(200, 'text/xml', '<late/>'));
    for (const socket of peer.sockets) socket.write(http(200, 'text/xml', '<first/>'));
    expect((await first).body).toBe('<first/>');
    expect((await send(transport)).body).toBe('<late/>');
    expect(peer.requests).toHaveLength(2);
  });

  it('holds the peer back while the handler pauses', async () => {
    const size = 64 * 1024 * 1024;
    let written = 0;
    const { transport } = await pair((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      const piece = Buffer.alloc(256 * 1024);
      const pump = (): void => {
        while (written < size) {
          written += piece.length;
          if (!socket.write(piece)) {
            socket.once('drain', pump);
            return;
          }
        }
      };
      pump();
    });
    let received = 0;
    let paused = false;
    let flight: InFlight | undefined;
    await new Promise<void>((resolve, reject) => {
      flight = transport.send(post, {
        onHead: () => {},
        onData: (chunk) => {
          received += chunk.length;
          if (paused || received < 1024 * 1024) return true;
          paused = true;
          let last = -1;
          // Until the peer stands still: its socket buffers are full.
          const look = (): void => {
            if (written !== last) {
              last = written;
              setTimeout(look, 50);
              return;
            }
            expect(written).toBeLessThan(size);
            flight?.resume();
          };
          look();
          return false;
        },
        onEnd: resolve,
        onError: reject,
      });
    });
    expect(received).toBe(size);
  });

  describe('a response that the reader pauses', () => {
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const sized = `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n${'x'.repeat(1000)}`;
    const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}0\r\n\r\n`;
    const unsized = `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${'x'.repeat(1000)}`;

    /** Sends the bytes, lets the peer do something when the reader pauses, and resumes the reader if it is told to. */
    async function paused(
      bytes: string,
      then: (socket: Socket, flight: InFlight) => void,
    ): Promise<{ received: number; error?: Error }> {
      const { peer, transport } = await pair((socket) => socket.write(bytes));
      return new Promise((resolve) => {
        let received = 0;
        const flight = transport.send(post, {
          onHead: () => {},
          onData: (data) => {
            received += data.length;
            for (const socket of peer.sockets) then(socket, flight);
            return false;
          },
          onEnd: () => resolve({ received }),
          onError: (error) => resolve({ received, error }),
        });
      });
    }

    // The reader never asks for more: nothing is left that could be asked for.
    it.each([sized, unsized])('is whole when the peer ends the connection %#', async (bytes) => {
      expect(await paused(bytes, (socket) => socket.end())).toEqual({ received: 1000 });
    });

    it('is whole when the reader goes on after the end', async () => {
      const outcome = paused(chunked, (socket, flight) => socket.end(() => flight.resume()));
      expect(await outcome).toEqual({ received: 1000 });
    });

    it.each([sized.slice(0, -10), chunked.slice(0, -20)])('fails when the peer breaks it off %#', async (bytes) => {
      const { error } = await paused(bytes, (socket) => socket.resetAndDestroy());
      expect(error).toMatchObject({ code: 'UPSTREAM_BODY' });
    });

    it.each([sized.slice(0, -10), chunked.slice(0, -20)])('fails when the peer ends it too early %#', async (bytes) => {
      const { error } = await paused(bytes, (socket) => socket.end());
      expect(error).toMatchObject({ code: 'UPSTREAM_BODY' });
    });
  });

  it('fails what is in flight when it is destroyed', async () => {
    const { peer, transport } = await pair(() => {});
    const outcome = send(transport);
    await expect.poll(() => peer.requests.length).toBe(1);
    await transport.destroy(new SoapstoneError('CLIENT_GONE', 'the client closed the connection'));
    expect(codeOf(await outcome)).toBe('CLIENT_GONE');
  });

  it('waits for what is in flight when it is closed', async () => {
    const { peer, transport } = await pair(() => {});
    const outcome = send(transport);
    await expect.poll(() => peer.requests.length).toBe(1);
    const closed = transport.close();
    for (const socket of peer.sockets) socket.write(http(200, 'text/xml', '<b/>'));
    expect((await outcome).body).toBe('<b/>');
    await closed;
    expect(codeOf(await send(transport))).toBe('UPSTREAM_CONNECT');
  });
});
