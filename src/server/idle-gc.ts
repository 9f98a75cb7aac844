// A start or a reload leaves garbage behind, which V8 keeps until it needs the room: it goes back to the system once, when nobody waits.
import { collectAll } from './http/collect-garbage.ts';

/** Calls `run` once, in `ms`. */
export type Schedule = (run: () => void, ms: number) => unknown;

/** ms without a request: who comes in the middle of it waits for a few hundredths of a second. */
const QUIET_MS = 2000;

export class QuietCollection {
  private readonly inFlight: () => number;
  private readonly schedule: Schedule;
  private readonly collect: () => void;
  private hadActivity = false;
  private isDue = false;
  private looking = false;

  /** `inFlight`: requests whose response is not finished. */
  constructor(inFlight: () => number, schedule: Schedule = later, collect: () => void = collectAll) {
    this.inFlight = inFlight;
    this.schedule = schedule;
    this.collect = collect;
  }

  /** There was a request. */
  disturb(): void {
    this.hadActivity = true;
  }

  /** Once, from now on. */
  want(): void {
    this.hadActivity = true;
    this.isDue = true;
    if (!this.looking) this.look();
  }

  stop(): void {
    this.isDue = false;
  }

  private readonly look = () => {
    this.looking = false;
    if (!this.isDue) return;
    if (this.hadActivity || this.inFlight() > 0) {
      this.hadActivity = false;
      this.looking = true;
      this.schedule(this.look, QUIET_MS);
      return;
    }
    this.isDue = false;
    this.collect();
  };
}

function later(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}
