// One idempotency key in the store: first the claim of one request, then its outcome.
import { SoapstoneError } from '../../../errors/errors.ts';
import type { ScopedStore } from '../../model/scoped-store.ts';
import { type OnceRecord, type Outcome, type Running, readRecord, writeRecord } from './idempotency-record.ts';

const KIND = 'once';
/** ms after an exchange's deadline in which its outcome may still be recorded. Clocks of replicas may differ as much. */
const GRACE = 5000;
/** Most attempts to claim. A consistent store needs two, more where other requests claim and release meanwhile. */
const MOST_LOOKS = 5;
/** In place of a released claim: the next request may take it. */
const FREE = Buffer.from('free');

interface Claimant {
  /** Digest of the request. */
  readonly request: string;
  /** Unique id of the claim. */
  readonly by: string;
  /** When the exchange is over, by the clock of `performance`, in ms. */
  readonly deadline: number;
  /** Wall-clock time in ms, since replicas compare it. */
  readonly now: number;
  /** ms that the outcome is kept. */
  readonly keep: number;
}

function raiseForeign(): never {
  const message = 'the store holds something else under this key: whether the request was sent is not known';
  throw new SoapstoneError('OUTCOME_UNKNOWN', message, { safeMessage: message });
}

export class Claim {
  private readonly keeper: ScopedStore;
  private readonly parts: readonly string[];
  private readonly running: Running;
  private readonly bytes: Uint8Array;
  private readonly keep: number;
  private readonly deadline: number;

  constructor(keeper: ScopedStore, parts: readonly string[], { request, by, deadline, now, keep }: Claimant) {
    const left = Math.max(0, deadline - performance.now()) + GRACE;
    this.keeper = keeper;
    this.deadline = deadline;
    this.parts = parts;
    this.running = { kind: 'running', request, by, until: now + left };
    this.bytes = writeRecord(this.running);
    this.keep = Math.max(keep, left);
  }

  /** undefined: the key is claimed. Otherwise the record that it has. @throws SoapstoneError STORE_UNAVAILABLE */
  async make(): Promise<OnceRecord | undefined> {
    const { keeper, parts } = this;
    for (let looks = 0; looks === 0 || (looks < MOST_LOOKS && performance.now() < this.deadline); looks++) {
      if (await keeper.claim(KIND, parts, this.bytes, this.keep)) return undefined;
      const there = await keeper.bytes(KIND, parts);
      // Expired between the two: free again.
      if (there === undefined) continue;
      if (Buffer.compare(there, FREE) !== 0) return readRecord(there) ?? raiseForeign();
      if (await keeper.replace(KIND, parts, FREE, this.bytes, this.keep)) return undefined;
    }
    throw new SoapstoneError(
      'STORE_UNAVAILABLE',
      'the store contradicts itself: a key is there to one command, and not to the next',
    );
  }

  /** This client gets its outcome even if the store cannot record it; repeats get OUTCOME_UNKNOWN. */
  settle(outcome: Outcome): Promise<void> {
    return this.instead(writeRecord(outcome), this.keep);
  }

  release(): Promise<void> {
    return this.instead(FREE, 1);
  }

  /** Replaces only its own claim: a store that lost it may have given the key to another request. */
  private async instead(bytes: Uint8Array, keep: number): Promise<void> {
    try {
      await this.keeper.replace(KIND, this.parts, this.bytes, bytes, keep);
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
    }
  }

  get request(): string {
    return this.running.request;
  }
}
