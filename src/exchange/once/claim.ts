// One key of idempotency in the store: claimed by one request, then holding what came of it.
import type { Keeper } from '../flows/keeper.ts';
import { type OnceRecord, type Outcome, type Running, readRecord, writeRecord } from './record.ts';

const KIND = 'once';
/** In place of a claim that was given back: whoever finds it may take it. */
const FREE = Buffer.from('free');

export class Claim {
  private readonly keeper: Keeper;
  private readonly parts: readonly string[];
  private readonly running: Running;
  private readonly bytes: Uint8Array;
  private readonly keep: number;

  /** `keep`: ms that the outcome is kept. */
  constructor(keeper: Keeper, parts: readonly string[], running: Running, keep: number) {
    this.keeper = keeper;
    this.parts = parts;
    this.running = running;
    this.bytes = writeRecord(running);
    this.keep = keep;
  }

  /** undefined: the key is ours. Otherwise what is there already. */
  async make(): Promise<OnceRecord | undefined> {
    const { keeper, parts } = this;
    for (;;) {
      if (await keeper.claim(KIND, parts, this.bytes, this.keep)) return undefined;
      const there = await keeper.bytes(KIND, parts);
      // Expired between the two: free again.
      if (there === undefined) continue;
      if (Buffer.compare(there, FREE) !== 0) return readRecord(there);
      if (await keeper.replace(KIND, parts, FREE, this.bytes, this.keep)) return undefined;
    }
  }

  /** Over our own claim alone: a store that has lost it may have given the key to somebody else. */
  async settle(outcome: Outcome): Promise<void> {
    await this.keeper.replace(KIND, this.parts, this.bytes, writeRecord(outcome), this.keep);
  }

  /** Over our own claim alone, as `settle`: what a request that took the key later has sent would be sent again. */
  async release(): Promise<void> {
    await this.keeper.replace(KIND, this.parts, this.bytes, FREE, 1);
  }

  get request(): string {
    return this.running.request;
  }
}
