// A process of callers who send the head of a request byte by byte and never finish. Told a port, it begins; told to stop, it says how many
// connections were ended meanwhile.
import { connect, type Socket } from 'node:net';

const SOCKETS = 1000;
/** Each sends a byte so often, ms. */
const DRIP = 1000;

const HEAD = `GET /v1/payments/7 HTTP/1.1\r\nHost: a\r\nX-Slow: ${'x'.repeat(1000)}`;

/** Opens another one for each that is closed. */
class SlowCallers {
  private readonly port: number;
  private readonly sockets: Socket[] = [];
  private readonly sent: number[] = [];
  private readonly timer: NodeJS.Timeout;
  private next = 0;
  private readonly began = performance.now();
  private dripped = 0;
  private closing = false;
  /** Connections that the gateway has ended. */
  ended = 0;

  constructor(port: number) {
    this.port = port;
    for (let i = 0; i < SOCKETS; i++) this.open(i);
    this.timer = setInterval(() => this.drip(), 1);
  }

  private open(i: number): void {
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    this.sockets[i] = socket;
    this.sent[i] = 0;
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.closing) return;
      this.ended++;
      this.open(i);
    });
  }

  /** One after the other: they are slow, not in step. */
  private drip(): void {
    const due = Math.floor(((performance.now() - this.began) / DRIP) * SOCKETS);
    for (; this.dripped < due; this.dripped++) {
      const i = this.next;
      this.next = (i + 1) % SOCKETS;
      if (this.sockets[i].writable) this.sockets[i].write(HEAD[this.sent[i]++ % HEAD.length]);
    }
  }

  close(): void {
    this.closing = true;
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.destroy();
  }
}

let callers: SlowCallers | undefined;
process.on('message', (port: number | 'stop') => {
  if (port !== 'stop') {
    callers = new SlowCallers(port);
    return;
  }
  callers?.close();
  process.send?.(callers?.ended ?? 0);
});
