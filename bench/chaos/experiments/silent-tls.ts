// Clients that open a TLS connection and say nothing: how long they keep others out, and whether the process ends beside them.
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Experiment } from '../experiment.ts';
import { startReplica } from '../replica.ts';
import { root } from '../root.ts';

const SOCKETS = 100;
const HEADERS_MS = 2000;
/** Between two looks of the gateway, and for a machine that is busy. */
const LOOK_MS = 1500;
const DRAIN_MS = 1000;

function silent(port: number): Promise<Socket[]> {
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {});
      socket.resume();
    });
  return Promise.all(Array.from({ length: SOCKETS }, open));
}

export const silentTls: Experiment = {
  title: `${SOCKETS} TLS connections that say nothing, at maxConnections ${SOCKETS}; then SIGTERM beside as many`,
  async run(say) {
    const file = (name: string) => join(root, 'test', 'fixtures', 'tls', name);
    const flags = ['--tls-cert', file('server.pem'), '--tls-key', file('server.key')];
    const times = ['--headers-timeout', `${HEADERS_MS}ms`, '--drain-delay', '0', '--drain-timeout', `${DRAIN_MS}ms`];
    const replica = await startReplica({
      upstream: 'http://127.0.0.1:9/',
      flags: [...flags, ...times, '--max-connections', `${SOCKETS}`],
    });
    const sockets = await silent(replica.port);
    await pause(HEADERS_MS + LOOK_MS);
    const alive = sockets.filter(({ closed }) => !closed).length;
    say(`${alive} of ${SOCKETS} are alive after headersTimeout`);
    await silent(replica.port);
    const began = performance.now();
    await replica.stop();
    const ms = performance.now() - began;
    say(`gone ${ms.toFixed(0)} ms after SIGTERM`);
    return [
      { what: 'silent TLS: alive after headersTimeout', bound: 0, sense: 'at most', measured: alive },
      {
        what: 'silent TLS: s from SIGTERM to the end',
        bound: DRAIN_MS / 1000 + 1,
        sense: 'at most',
        measured: ms / 1000,
      },
    ];
  },
};
