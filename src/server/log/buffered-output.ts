// Text on its way to a file descriptor: gathered, and written in the background. The one door to pino, of which only the writer is
// used; it is loaded by the first line, because a start takes longer with it and needs none.
import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

type Stream = DestinationStream & { flushSync(): void; on(event: 'error', listener: () => void): unknown };

const BUFFER_BYTES = 32 * 1024;
/** What may wait for a reader that does not read; lines beyond it are dropped rather than held for ever. */
const MOST_WAITING = 16 * 1024 * 1024;
const FLUSH_MS = 500;

export class BufferedOutput {
  private readonly fd: number;
  private stream: Stream | undefined = undefined;
  /** Lines from before the writer was loaded. */
  private early = '';

  constructor(fd: number) {
    this.fd = fd;
  }

  write(text: string): void {
    if (this.stream) {
      this.stream.write(text);
      return;
    }
    if (this.early === '') void this.load();
    this.early += text;
  }

  /** Everything is written when this returns, or there is nobody to write to. */
  flush(): void {
    try {
      this.stream?.flushSync();
      if (this.early !== '') writeSync(this.fd, this.early);
    } catch {
      // The reader went away.
    }
    this.early = '';
  }

  private async load(): Promise<void> {
    const { destination } = await import('pino');
    const options = {
      dest: this.fd,
      sync: false,
      minLength: BUFFER_BYTES,
      // Must be larger than minLength.
      maxWrite: 2 * BUFFER_BYTES,
      maxLength: MOST_WAITING,
      periodicFlush: FLUSH_MS,
    };
    const stream = destination(options);
    // A reader that went away (EPIPE) must not end the server.
    stream.on('error', () => {});
    stream.write(this.early);
    this.early = '';
    this.stream = stream;
  }
}
