// Archives in the format of ustar (POSIX.1-2001), with pax headers for long names. The same files give the same bytes: no time, no owner.

export interface TarEntry {
  /** Without a slash at its beginning; folders end with one. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
/** Of the field for names (bytes). */
const LONGEST_NAME = 100;
const FILE = '0';
const FOLDER = '5';
const PAX = 'x';

/** Readable for everybody, and written by root alone. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(({ path, bytes }) => withHeader(path, bytes)), Buffer.alloc(2 * BLOCK)]);
}

function withHeader(path: string, bytes: Uint8Array): Uint8Array[] {
  const type = path.endsWith('/') ? FOLDER : FILE;
  const isShort = Buffer.byteLength(path) <= LONGEST_NAME && /^[\x20-\x7e]*$/.test(path);
  if (isShort) return [header(path, bytes.length, type), bytes, padding(bytes.length)];
  const pax = Buffer.from(paxRecord('path', path));
  const name = Buffer.from(path)
    .toString('latin1', 0, LONGEST_NAME)
    .replace(/[^\x20-\x7e]/g, '_');
  return [
    header('pax', pax.length, PAX),
    pax,
    padding(pax.length),
    header(name, bytes.length, type),
    bytes,
    padding(bytes.length),
  ];
}

/** `LENGTH key=value\n`: the length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const record = ` ${key}=${value}\n`;
  const size = Buffer.byteLength(record);
  let length = size + 1;
  while (length !== size + String(length).length) length = size + String(length).length;
  return `${length}${record}`;
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, LONGEST_NAME, 'latin1');
  octal(type === FOLDER ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\0', 257, 'latin1');
  block.write('00', 263, 'latin1');
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  );
  return block;
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The plain files of an archive whose names are short, by their names; undefined: it is no such archive. */
export function readTar(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  const files = new Map<string, Uint8Array>();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const field = (at: number, width: number) => text.toString('latin1', at, at + width).replace(/[\0 ]+$/, '');
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const end = at + BLOCK + size;
    if (field(at + 257, 5) !== 'ustar' || !(end <= bytes.length)) return undefined;
    if (/^[0\0]?$/.test(field(at + 156, 1)))
      files.set(field(at, LONGEST_NAME).replace(/^\.\//, ''), bytes.subarray(at + BLOCK, end));
    at = end + padding(size).length;
  }
  return files.size > 0 ? files : undefined;
}
