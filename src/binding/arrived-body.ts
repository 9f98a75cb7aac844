// The body of one response as far as it has arrived, with the memory that it takes. Knows nothing about what the bytes mean.
import { Pieces } from '../bytes/pieces.ts';
import type { ArrivingBytes, MemoryShare } from '../rule/exchange.ts';
import { type Coding, expectedBytes, type InflateProblem, inflate } from './inflate.ts';

export class ArrivedBody {
  /** Bytes that have arrived, also those that are held no longer. */
  length = 0;
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

  /**
   * Removes a content coding. `copies`: how often the result is held. It is counted before it is made: bodies that are inflated at the same time
   * would fill more than there is. `isNeeded`: false once nobody waits for it.
   */
  inflate(
    coding: Coding,
    limit: number,
    copies: number,
    done: (problem: InflateProblem | undefined) => void,
    isNeeded: () => boolean,
    client?: string,
  ): void {
    const rawBytes = this.joined();
    this.bodyPieces = new Pieces();
    const reserved = copies * expectedBytes(coding, rawBytes, limit);
    const inflated = (problem: InflateProblem | undefined, bytes: Uint8Array) => {
      if (!isNeeded()) return;
      this.replace(bytes);
      this.hold(Math.max(0, copies * bytes.length - reserved));
      done(problem);
    };
    const begin = () => inflate(coding, rawBytes, limit, inflated, isNeeded, client);
    if (this.hold(reserved)) begin();
    else this.waiting = begin;
  }
}
