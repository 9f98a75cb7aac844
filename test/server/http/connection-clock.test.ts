// What connections may take, by a clock that is turned: no test waits.
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectionOf } from '../../../src/server/http/connection.ts';
import { type ConnectionBounds, Connections } from '../../../src/server/http/connections.ts';

const bounds: ConnectionBounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  sendTimeout: 60_000,
  minSendRate: 1024,
  minReceiveRate: 1024,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(changed: Partial<ConnectionBounds> = {}, secure = false) {
  const opening = secure ? 'tls' : 'none';
  const server = createServer();
  const late: Socket[] = [];
  const connections = new Connections(server, opening, { ...bounds, ...changed }, (socket) => late.push(socket));
  onTestFinished(() => connections.stop());
  /** Takes nothing of what is written to it. */
  const connect = () => {
    const socket = new Duplex({ read: () => {}, write: () => {} }) as unknown as Socket;
    Object.assign(socket, { resetAndDestroy: () => socket.destroy(), bytesRead: 0 });
    server.emit('connection', socket);
    return socket;
  };
  return { connections, connect, late };
}

test('a client may be 2 s late in closing its side', () => {
  const { connections, connect } = open();
  connect().end();
  vi.advanceTimersByTime(3000);
  expect(connections.cutCounts.close).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(connections.cutCounts.close).toBe(1);
});

test('all clocks are looked at every second', () => {
  const { connections, connect } = open({}, true);
  connect();
  vi.advanceTimersByTime(10_000);
  expect(connections.cutCounts.handshake).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(connections.cutCounts.handshake).toBe(1);
});

test('of a time in which the process was busy elsewhere two seconds count', () => {
  const { connections, connect } = open();
  connect().write('x');
  vi.advanceTimersByTime(1000);
  // No look for half an hour.
  const later = performance.now() + 1_800_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  vi.advanceTimersByTime(1000);
  expect(connections.cutCounts.response).toBe(0);
});

test('10,000 pipelined requests wait, of all connections together', () => {
  const { connections, connect } = open();
  const sockets = Array.from({ length: 101 }, connect);
  const park = (socket: Socket) => connections.park(socket, { once: () => {} } as unknown as ServerResponse, () => {});
  for (const socket of sockets.slice(0, 100)) for (let i = 0; i < 100; i++) park(socket);
  expect(connections.cutCounts.pipeline).toBe(0);
  park(sockets[100]);
  expect([connections.cutCounts.pipeline, sockets[0].destroyed, sockets[100].destroyed]).toEqual([1, true, false]);
});

test('with a least rate of 0 a body has all the time of its request', () => {
  for (const [minReceiveRate, tooLate] of [
    [1024, 1],
    [0, 0],
  ]) {
    const { connect, late } = open({ minReceiveRate });
    const socket = connect();
    const res = { req: { complete: false, readableFlowing: true, readableLength: 0, readableHighWaterMark: 1 } };
    connectionOf(socket)?.begin(res as unknown as ServerResponse);
    vi.advanceTimersByTime(60_000 + 2000);
    expect(late.length > 0 ? 1 : 0).toBe(tooLate);
  }
});
