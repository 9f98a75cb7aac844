// Sends a complete body, no faster than the client reads it. Knows nothing about its content.
import type { ServerResponse } from 'node:http';
import { reservationOf } from './response-memory.ts';

/** Bytes in one write. TLS copies what waits in a socket, and does not say how much of it has been sent. */
const PIECE = 65_536;

/** `shared`: the bytes are held elsewhere too, so that only those in the socket count. */
export function sendBody(res: ServerResponse, body: Uint8Array, shared = false): void {
  if (body.length <= PIECE) {
    res.end(body);
    if (res.writableLength > 0) reservationOf(res)?.replace(body.length);
    return;
  }
  reservationOf(res)?.replace(shared ? PIECE : body.buffer.byteLength);
  const sending = new Sending(res, body);
  res.on('drain', () => sending.next());
  sending.next();
}

class Sending {
  private readonly res: ServerResponse;
  private readonly body: Uint8Array;
  private at = 0;

  constructor(res: ServerResponse, body: Uint8Array) {
    this.res = res;
    this.body = body;
  }

  next(): void {
    const { res, body } = this;
    for (let ready = true; ready && this.at < body.length; ) {
      const piece = body.subarray(this.at, this.at + PIECE);
      this.at += piece.length;
      if (this.at === body.length) res.end(piece);
      else ready = res.write(piece);
    }
  }
}
