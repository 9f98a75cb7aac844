// How many bytes of requests' bodies may be there at once, of all callers together. Knows nothing about what they mean.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SoapstoneError } from '../errors.ts';
import { Fault, toFault } from '../fault/fault.ts';

const ROOM = Symbol('room');

type Roomed = IncomingMessage & { [ROOM]?: BodyShare };

export class BodyRoom {
  /** Requests that were refused. */
  refused = 0;
  /** Bytes */
  readonly most: number;
  private held = 0;

  /** `most`: bytes; what has arrived counts until the reply is over. */
  constructor(most: number) {
    this.most = most;
  }

  /** Counts what will be read of a body. */
  share(req: IncomingMessage, res: ServerResponse): void {
    const { headers } = req;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    const share = new BodyShare(this);
    (req as Roomed)[ROOM] = share;
    res.once('close', () => share.release());
  }

  take(bytes: number): boolean {
    if (this.held + bytes > this.most) return false;
    this.held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.held -= bytes;
  }
}

/** What one request has of it. */
export class BodyShare {
  private readonly room: BodyRoom;
  private held = 0;
  private over = false;

  constructor(room: BodyRoom) {
    this.room = room;
  }

  /** @throws SoapstoneError PAYLOAD_TOO_LARGE: it could never be taken. Fault OVERLOADED: it may come again. */
  take(bytes: number): void {
    const { room } = this;
    if (this.over || room.take(bytes)) {
      if (!this.over) this.held += bytes;
      return;
    }
    room.refused++;
    if (this.held + bytes > room.most)
      throw new SoapstoneError('PAYLOAD_TOO_LARGE', `the body has more than ${room.most} bytes`);
    this.release();
    const { init } = toFault(
      new SoapstoneError('OVERLOADED', 'the gateway has as many bodies of requests as it can hold'),
    );
    throw new Fault({ ...init, headers: { 'Retry-After': '1' } });
  }

  release(): void {
    if (this.over) return;
    this.over = true;
    this.room.release(this.held);
  }
}

export function shareOf(req: IncomingMessage): BodyShare | undefined {
  return (req as Roomed)[ROOM];
}
