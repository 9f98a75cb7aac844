// Callers who send the head of a request byte by byte and never finish, and what the others notice of them.
import { connect, type Socket } from 'node:net';
import { look } from '../asks.ts';
import { Client } from '../client.ts';
import type { Experiment } from '../experiment.ts';
import { loadFor } from '../load.ts';
import { startReplica } from '../replica.ts';
import { startService } from '../start-service.ts';

const SOCKETS = 1000;
const RATE = 200;
/** Rounds without and with them, in turn; length of each, ms. */
const ROUNDS = 6;
const MS = 12_000;
/** Each sends a byte so often, ms. */
const DRIP = 1000;

const HEAD = `GET /v1/payments/7 HTTP/1.1\r\nHost: a\r\nX-Slow: ${'x'.repeat(1000)}`;

/** Opens another one for each that is closed. */
class Slow {
  private readonly open = new Map<Socket, number>();
  private readonly timer: NodeJS.Timeout;
  /** Connections that the gateway has ended. */
  ended = 0;

  constructor(port: number) {
    const more = () => {
      const socket = connect({ port, host: '127.0.0.1' });
      this.open.set(socket, 0);
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!this.open.delete(socket)) return;
        this.ended++;
        more();
      });
    };
    for (let i = 0; i < SOCKETS; i++) more();
    let slice = 0;
    // A tenth of them at a time: they are slow, not in step.
    this.timer = setInterval(() => {
      let i = 0;
      for (const [socket, at] of this.open) {
        if (i++ % 10 !== slice || !socket.writable) continue;
        socket.write(HEAD[at % HEAD.length]);
        this.open.set(socket, at + 1);
      }
      slice = (slice + 1) % 10;
    }, DRIP / 10);
  }

  close(): void {
    clearInterval(this.timer);
    const all = [...this.open.keys()];
    this.open.clear();
    for (const socket of all) socket.destroy();
  }
}

export const slowHeads: Experiment = {
  title: `${SOCKETS} connections that send their heads byte by byte, beside ${RATE} good requests a second`,
  async run(say) {
    const service = await startService();
    const replica = await startReplica({ upstream: service.url, cpu: 1 });
    const client = new Client(replica.port);
    const round = () => loadFor(MS, RATE, (due) => client.ask(look, due));
    await round();
    const ratios: number[] = [];
    let failed = 0;
    let ended = 0;
    for (let i = 0; i < ROUNDS; i++) {
      const without = await round();
      const slow = new Slow(replica.port);
      const withThem = await round();
      ended += slow.ended;
      slow.close();
      failed += withThem.count(({ status }) => status !== 200);
      const [a, b] = [without, withThem].map((tally) => tally.percentile(0.99));
      ratios.push(b / a);
      say(`round ${i + 1}: p99 ${a.toFixed(2)} ms without, ${b.toFixed(2)} ms with them; ${ended} ended so far`);
    }
    client.close();
    await replica.kill();
    await service.stop();
    ratios.sort((a, b) => a - b);
    const median = (ratios[ROUNDS / 2 - 1] + ratios[ROUNDS / 2]) / 2;
    return [
      { what: 'slow heads: p99 of the others, with ÷ without', bound: 1.1, sense: 'at most', measured: median },
      { what: 'slow heads: failed requests of the others', bound: 0, sense: 'at most', measured: failed },
    ];
  },
};
