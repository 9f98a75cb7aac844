// A client of HTTP/2 that writes its frames itself (RFC 9113 §4.1), to do what no library lets it do.
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

const TYPES = ['DATA', 'HEADERS', 'PRIORITY', 'RST_STREAM', 'SETTINGS', 'PUSH', 'PING', 'GOAWAY', 'WINDOW', 'CONT'];

interface Frame {
  readonly type: string;
  readonly stream: number;
  readonly payload: Buffer;
}

export function frame(type: string, flags: number, stream: number, payload: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(9);
  head.writeUIntBE(bytes.length, 0, 3);
  head[3] = TYPES.includes(type) ? TYPES.indexOf(type) : 0x77;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, bytes]);
}

/** RFC 7541 §5.1, with a prefix of seven bits. */
function length(value: number): number[] {
  if (value < 127) return [value];
  const bytes = [127];
  let left = value - 127;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return [...bytes, left];
}

type Fields = readonly (readonly [name: string, value: string])[];

/** Literal fields without indexing (RFC 7541 §6.2.2): any bytes. */
export function block(fields: Fields): Buffer {
  return Buffer.concat(
    fields.flatMap(([name, value]) => [
      Buffer.from([0, ...length(name.length)]),
      Buffer.from(name, 'latin1'),
      Buffer.from(length(value.length)),
      Buffer.from(value, 'latin1'),
    ]),
  );
}

export const END_STREAM = 1;
export const END_HEADERS = 4;

export function head(path: string, fields: Fields = [], method = 'GET'): Buffer {
  return block([[':method', method], [':scheme', 'http'], [':path', path], [':authority', 'gateway'], ...fields]);
}

/** A whole request without a body. */
export function get(stream: number, path: string, fields: Fields = []): Buffer {
  return frame('HEADERS', END_STREAM + END_HEADERS, stream, head(path, fields));
}

export async function openFrames(port: number, settings: Buffer | string = '') {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const frames: Frame[] = [];
  const state = { isClosed: false };
  let rest = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('close', () => {
    state.isClosed = true;
  });
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (
      let size = 0;
      rest.length >= 9 && rest.length >= (size = 9 + rest.readUIntBE(0, 3));
      rest = rest.subarray(size)
    )
      frames.push({
        type: TYPES[rest[3]],
        stream: rest.readUInt32BE(5),
        payload: Buffer.from(rest.subarray(9, size)),
      });
  });
  socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame('SETTINGS', 0, 0, settings)]));
  return {
    socket,
    frames,
    send: (...parts: Buffer[]) => void socket.write(Buffer.concat(parts)),
    has: (type: string, stream: number) => frames.some((one) => one.type === type && one.stream === stream),
    /** Code of the RST_STREAM of a stream. */
    resetOf: (stream: number) =>
      frames.find((one) => one.type === 'RST_STREAM' && one.stream === stream)?.payload.readUInt32BE(0),
    /** Code of the last GOAWAY. */
    get goaway() {
      return frames.findLast(({ type }) => type === 'GOAWAY')?.payload.readUInt32BE(4);
    },
    get isClosed() {
      return state.isClosed;
    },
  };
}
