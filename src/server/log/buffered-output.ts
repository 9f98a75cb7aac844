// Writes lines to a file descriptor: batched, in the background, with a limit where the reader is slow. Knows nothing about their content.
import { fstatSync, write } from 'node:fs';

/** UTF-16 units of a batch: a write costs as much as composing a hundred lines. */
const GATHERED = 64 * 1024;
const FLUSH_MS = 500;
/** Most bytes of waiting lines. Further lines are dropped: lines from before the trouble say most about it. */
const MOST_WAITING = 8 * 1024 * 1024;
/** ms before the next try, for a slow reader (EAGAIN) and for a failed write. */
const BUSY_MS = 50;
const FAILED_MS = 1000;

/** Most bytes that a pipe takes as a whole (PIPE_BUF of Linux): what another process writes does not come between them. */
const WHOLE = 4096;

/** Called when lines cannot be written, and when they can again. */
export type Notice = (text: string) => void;

export class BufferedOutput {
  /** Lines that were never written. */
  droppedLines = 0;
  private readonly fd: number;
  private readonly notice: Notice;
  /** What is written at once must be whole lines. */
  private readonly isShared: boolean;
  private gathered = '';
  private queue: Buffer[] = [];
  /** Bytes in `queue`. */
  private waiting = 0;
  private writing = false;
  private inTrouble = false;
  private droppedBefore = 0;
  private flushTimer: NodeJS.Timeout | undefined = undefined;
  private retryTimer: NodeJS.Timeout | undefined = undefined;
  private readonly settled = new Set<() => void>();

  /** `writers`: whether other processes write there too. */
  constructor(fd: number, notice: Notice = () => {}, writers: 'alone' | 'with others' = 'alone') {
    this.fd = fd;
    this.notice = notice;
    this.isShared = writers === 'with others' && isPipe(fd);
  }

  write(text: string): void {
    if (this.waiting + this.gathered.length + text.length > MOST_WAITING) return this.drop(text);
    this.gathered += text;
    if (this.gathered.length >= GATHERED) this.handOver();
    else this.flushTimer ??= setTimeout(() => this.handOver(), FLUSH_MS).unref();
  }

  /** Whether everything is written within `ms`; a failed write ends the wait. */
  async end(ms: number): Promise<boolean> {
    this.handOver();
    if (this.waiting > 0) await this.awaitFlush(ms);
    return this.waiting === 0;
  }

  /** Resolves when all lines are written, when a write fails, or after `ms`. */
  private awaitFlush(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        this.settled.delete(over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      this.settled.add(over);
    });
  }

  private settle(): void {
    for (const over of this.settled) over();
  }

  private handOver(): void {
    this.gather();
    this.pump();
  }

  private gather(): void {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    if (this.gathered === '') return;
    const bytes = Buffer.from(this.gathered);
    this.gathered = '';
    this.queue.push(bytes);
    this.waiting += bytes.length;
  }

  private pump(): void {
    if (this.writing || this.queue.length === 0) return;
    clearTimeout(this.retryTimer);
    this.writing = true;
    const [first] = this.queue;
    write(this.fd, this.isShared ? wholeLines(first) : first, (error, count) => {
      this.writing = false;
      if (error) this.failed(error);
      else {
        this.take(count);
        this.pump();
      }
    });
  }

  private take(count: number): void {
    const [first] = this.queue;
    this.waiting -= count;
    if (count < first.length) this.queue[0] = first.subarray(count);
    else this.queue.shift();
    if (this.waiting > 0) return;
    this.settle();
    if (this.inTrouble) this.recovered();
  }

  private failed({ code = 'error' }: NodeJS.ErrnoException): void {
    if (code === 'EAGAIN') return this.retry(BUSY_MS);
    this.trouble(code);
    this.retry(FAILED_MS);
    this.settle();
  }

  private retry(ms: number): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.pump(), ms).unref();
  }

  private drop(text: string): void {
    this.trouble('nothing reads it');
    this.droppedLines += text.split('\n').length - 1;
  }

  private trouble(reason: string): void {
    if (this.inTrouble) return;
    this.inTrouble = true;
    this.droppedBefore = this.droppedLines;
    this.notice(`cannot write the log (${reason}): lines beyond ${MOST_WAITING / 1024 ** 2} MiB are dropped`);
  }

  private recovered(): void {
    this.inTrouble = false;
    this.notice(`writing the log again; ${this.droppedLines - this.droppedBefore} lines were dropped`);
  }
}

/** As many lines as a pipe takes as a whole; a longer line alone. */
function wholeLines(bytes: Buffer): Buffer {
  if (bytes.length <= WHOLE) return bytes;
  const end = bytes.lastIndexOf('\n', WHOLE - 1);
  return bytes.subarray(0, (end === -1 ? bytes.indexOf('\n') : end) + 1);
}

/** Files take every write as a whole. */
function isPipe(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}
