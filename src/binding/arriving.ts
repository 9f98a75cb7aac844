// Counts what arrives of one response of the service, and pauses it while there is no room. Knows nothing about its bytes.
import type { MemoryReservation } from './memory-account.ts';
import type { PausedResponse } from './memory-budget.ts';
import { upstream } from './upstream.ts';

export class ArrivingResponse implements PausedResponse {
  readonly memory: MemoryReservation;
  private readonly resumed: () => void;
  private readonly failed: (error: unknown) => void;
  private counted = 0;
  private waiting = false;

  /** `resumed`: there is room again. `failed`: there was none for too long. */
  constructor(memory: MemoryReservation, resumed: () => void, failed: (error: unknown) => void) {
    this.memory = memory;
    this.resumed = resumed;
    this.failed = failed;
  }

  /** False: wait until it is resumed. */
  add(bytes: number): boolean {
    this.counted += bytes;
    if (this.memory.arrive(bytes)) return true;
    if (!this.waiting) this.memory.pause(this);
    this.waiting = true;
    return false;
  }

  resume(): void {
    this.waiting = false;
    this.resumed();
  }

  giveUp(): void {
    this.waiting = false;
    this.memory.refuse();
    this.failed(upstream('UPSTREAM_LIMIT', 'the gateway has no memory for the response'));
  }

  /** It is over; `retainedBytes`: bytes of it that go on being held. */
  end(retainedBytes: number): void {
    if (this.waiting) this.memory.withdraw(this);
    this.waiting = false;
    this.memory.arrived(this.counted, retainedBytes);
    this.counted = 0;
  }
}
