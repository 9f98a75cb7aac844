// The one door to files that settings and tables name: plain files of a bounded size, and pipes where they are wanted. Nothing here waits for
// ever. Knows nothing about what is in them.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

export interface ReadOptions {
  /** Largest size; 64 MiB unless told. */
  readonly maxBytes?: number;
  /** Takes what comes through a pipe, once: a shell gives secrets so, `file:<(command)`. */
  readonly pipes?: boolean;
  /** ms without a byte after which a pipe is given up; 5 s unless told. */
  readonly silence?: number;
}

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;
const PAUSE = 5;

/** `code` completes "cannot read FILE: ", as those of the system do. */
export class FileError extends Error {
  readonly code: string;
  readonly syscall = 'read';

  constructor(code: string) {
    super(code);
    this.name = 'FileError';
    this.code = code;
  }
}

/** What came through pipes: they can be read once, and are asked for again. */
const piped = new Map<string, Buffer>();

/** @throws FileError, or what the system says. */
export function readFileBounded(path: string, options: ReadOptions = {}): Buffer {
  // Without O_NONBLOCK a pipe that nobody writes to is not even opened.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    const { maxBytes = 64 * MIB } = options;
    if (stats.isFile()) return readPlain(fd, stats.size, maxBytes);
    if (!stats.isFIFO() || !options.pipes) throw new FileError(`it is not a regular file (${kindOf(stats)})`);
    return pipedOnce(path, fd, maxBytes, options.silence ?? 5000);
  } finally {
    closeSync(fd);
  }
}

export function readTextBounded(path: string, options?: ReadOptions): string {
  return readFileBounded(path, options).toString('utf8');
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** A file may grow while it is read. */
function readPlain(fd: number, size: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    if (Math.max(size, total) > maxBytes) throw new FileError(`it has more than ${maxBytes} bytes`);
    const piece = Buffer.allocUnsafe(Math.min(Math.max(size - total + 1, 1024), maxBytes + 1));
    const length = readSync(fd, piece);
    if (length === 0) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    total += length;
    pieces.push(piece.subarray(0, length));
  }
}

function pipedOnce(path: string, fd: number, maxBytes: number, silence: number): Buffer {
  const cached = piped.get(path);
  if (cached) return cached;
  const bytes = readPipe(fd, maxBytes, silence);
  piped.set(path, bytes);
  return bytes;
}

/** No bytes and no writer look the same at first: a writer may only now come to it. */
function readPipe(fd: number, maxBytes: number, silence: number): Buffer {
  const pieces: Buffer[] = [];
  let total = 0;
  let last = performance.now();
  while (performance.now() - last < silence) {
    const piece = Buffer.allocUnsafe(PIECE);
    const length = readAvailable(fd, piece);
    if (length === 0 && total > 0) return Buffer.concat(pieces);
    if (length > 0) {
      total += length;
      pieces.push(piece.subarray(0, length));
      last = performance.now();
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    if (total > maxBytes) throw new FileError(`it has more than ${maxBytes} bytes`);
  }
  throw new FileError(`it is a pipe without data for ${silence / 1000} s`);
}

/** -1: nothing yet, and somebody writes. */
function readAvailable(fd: number, piece: Buffer): number {
  try {
    return readSync(fd, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return -1;
    throw error;
  }
}
