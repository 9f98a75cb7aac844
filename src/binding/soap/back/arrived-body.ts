// The body of one response as far as it has arrived, with the memory that it takes. Knows nothing about what the bytes mean.
import { Pieces } from '../../../bytes/pieces.ts';
import type { ArrivingBytes, MemoryShare } from '../../../rule/exchange.ts';
import { encodingOf, Transcoder, toUtf8 } from '../../../xml/reader/encoding.ts';
import { type Coding, expectedBytes, type InflateProblem, inflate } from '../../inflate.ts';

export class ArrivedBody {
  /** Bytes that have arrived, also those that are held no longer. */
  length = 0;
  charset: string | undefined = undefined;
  private bodyPieces = new Pieces();
  private arriving: ArrivingBytes | undefined = undefined;
  /** Goes on when there is room for what the body becomes. */
  private waiting: (() => void) | undefined = undefined;

  /** From now on its bytes are counted. `resume`: there is room for more. `failed`: there was none for too long. */
  count(memory: MemoryShare, resume: () => void, failed: (error: unknown) => void): void {
    const resumed = () => {
      const { waiting } = this;
      this.waiting = undefined;
      if (waiting) waiting();
      else resume();
    };
    this.arriving = memory.receive(resumed, failed);
  }

  /** Counts bytes that are held. False: wait until there is room. */
  hold(bytes: number): boolean {
    return this.arriving?.add(bytes) ?? true;
  }

  add(piece: Uint8Array): void {
    this.bodyPieces.add(piece);
  }

  replace(bytes: Uint8Array): void {
    this.bodyPieces = new Pieces(bytes);
  }

  /** An envelope in UTF-8 takes the place of what it was taken from. */
  become(envelope: Uint8Array): void {
    this.replace(envelope);
    this.charset = 'utf-8';
  }

  /** Nothing is kept; `retainedBytes` of it are still held elsewhere. */
  release(retainedBytes: number): void {
    this.bodyPieces = new Pieces();
    this.arriving?.end(retainedBytes);
  }

  get pieces(): readonly Uint8Array[] {
    return this.bodyPieces.list;
  }

  joined(): Uint8Array {
    return this.bodyPieces.joined();
  }

  /** In UTF-8, also where not all of it is there. */
  text(): Uint8Array {
    const bytes = this.joined();
    const encoding = encodingOf(bytes, this.charset);
    return encoding === undefined ? bytes : new Transcoder(encoding).write(bytes);
  }

  /** All of it, in UTF-8. */
  utf8(): Uint8Array {
    return toUtf8(this.joined(), this.charset);
  }

  /** Removes a content coding. The result is counted before it is made: bodies that are inflated at the same time would fill more than there is. */
  inflate(
    coding: Coding,
    limit: number,
    done: (problem: InflateProblem | undefined) => void,
    isNeeded: () => boolean,
    client?: string,
  ): void {
    const rawBytes = this.joined();
    this.bodyPieces = new Pieces();
    const reserved = 2 * expectedBytes(coding, rawBytes, limit);
    const inflated = (problem: InflateProblem | undefined, bytes: Uint8Array) => {
      if (!isNeeded()) return;
      this.replace(bytes);
      this.hold(Math.max(0, 2 * bytes.length - reserved));
      done(problem);
    };
    const begin = () => inflate(coding, rawBytes, limit, inflated, isNeeded, client);
    if (this.hold(reserved)) begin();
    else this.waiting = begin;
  }
}
