// Text on its way to a file descriptor: gathered, and written in the background. The one door to pino, of which only the writer is
// used; it is loaded by the first line, because a start takes longer with it and needs none.
import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

type Stream = DestinationStream & { flushSync(): void; on(event: 'error', listener: () => void): unknown };

/** Handing over a line costs more than making it: so many UTF-16 units go at once. */
const GATHERED = 16 * 1024;
/** What may wait for a reader that does not read; lines beyond it are dropped rather than held for ever. */
const MOST_WAITING = 16 * 1024 * 1024;
const FLUSH_MS = 500;

export class BufferedOutput {
  private readonly fd: number;
  private stream: Stream | undefined = undefined;
  private loading = false;
  private gathered = '';
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(fd: number) {
    this.fd = fd;
  }

  write(text: string): void {
    this.gathered += text;
    if (!this.stream) void this.load();
    else if (this.gathered.length >= GATHERED) this.handOver();
    else this.timer ??= setTimeout(() => this.handOver(), FLUSH_MS).unref();
  }

  /** Everything is written when this returns, or there is nobody to write to. */
  flush(): void {
    try {
      if (!this.stream) writeSync(this.fd, this.gathered);
      else this.handOver();
      this.stream?.flushSync();
    } catch {
      // The reader went away.
    }
    this.gathered = '';
  }

  private handOver(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.gathered !== '') this.stream?.write(this.gathered);
    this.gathered = '';
  }

  private async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    const { destination } = await import('pino');
    const stream: Stream = destination({ dest: this.fd, sync: false, maxLength: MOST_WAITING });
    // A reader that went away (EPIPE) must not end the server.
    stream.on('error', () => {});
    this.stream = stream;
    this.handOver();
  }
}
