// Whether this process has more to do than it can: by how late its timers are. Knows nothing about requests.

/** Calls `run` once, in `ms`. */
export type Schedule = (run: () => void, ms: number) => unknown;

/** ms between two looks, as long as there is work. */
const LOOK_MS = 10;
/** Looks that were late one after the other, and ms that they last: one long task (a reload, a large message) is no overload. */
const LATE_LOOKS = 5;
const LATE_MS = 200;
/** So many at a look are never what makes it late: where callers ask one by one, the machine is slow. */
const FEW = 10;
/** Part of the lateness that begins it which is aimed at from then on: those who are refused wait as long as the others make each turn. */
const AIM = 0.1;
/** ms without anything refused, after which it is over. */
const CALM_MS = 1000;
/** Part of the time that the loop may be busy: where it still finds time to wait, what makes looks late are others. */
const BUSY = 0.95;
/** What becomes of the work that is taken on, from look to look. */
const LESS = 0.97;
const INCREASE = 1.005;
/** Of what was taken on when it began. Where that is still too much, something else makes the process late (its neighbours), and refusing more does not help. */
const LEAST = 0.5;

/**
 * While every look has been later than is wanted for a while, so much work is taken on as keeps looks in time, and the rest is refused:
 * nobody waits long then, whatever the answer.
 */
export class Overload {
  /** What was refused. */
  refused = 0;
  private readonly longest: number;
  private readonly excused: () => boolean;
  private readonly now: () => number;
  private readonly schedule: Schedule;
  private readonly busy: () => number;
  private looking = false;
  private due = 0;
  private last = 0;
  /** Asked for and taken on since the last look. */
  private demand = 0;
  private intake = 0;
  private idle = 0;
  /** Looks that were late in a row, the ms that they last, and what was taken on in them. */
  private late = 0;
  private lateMs = 0;
  private lateTaken = 0;
  /** Work taken on in a ms while there is too much; undefined: all of it. */
  private rate: number | undefined = undefined;
  private least = 0;
  /** What may be taken on at once, when that was worked out, and the most that is saved up. */
  private allowed = 0;
  private filled = 0;
  private burst = 1;
  private calm = 0;

  /** `longest`: ms that a look may be late; 0: as long as it likes. `excused`: while it is, for another reason. `now`: ms, monotonic. `busy`: part of the time since it was last asked for, 0 to 1. */
  constructor(
    longest: number,
    excused: () => boolean = () => false,
    now: () => number = () => performance.now(),
    schedule: Schedule = later,
    busy: () => number = loopBusy(),
  ) {
    this.longest = longest;
    this.excused = excused;
    this.now = now;
    this.schedule = schedule;
    this.busy = busy;
  }

  /** Asked for each request: true for those that are to be refused. */
  refuses(): boolean {
    if (this.longest === 0) return false;
    if (!this.looking) this.start();
    this.demand++;
    if (this.rate !== undefined && !this.takes(this.rate)) {
      this.refused++;
      this.calm = 0;
      return true;
    }
    this.intake++;
    return false;
  }

  /** Evenly, not look by look: what comes at once makes one long turn. */
  private takes(rate: number): boolean {
    const now = this.now();
    this.allowed = Math.min(this.burst, this.allowed + rate * (now - this.filled));
    this.filled = now;
    if (this.allowed < 1) return false;
    this.allowed--;
    return true;
  }

  private start(): void {
    this.looking = true;
    this.idle = 0;
    this.last = this.now();
    this.next(this.last);
  }

  private next(now: number): void {
    this.due = now + LOOK_MS;
    this.schedule(this.look, LOOK_MS);
  }

  private readonly look = () => {
    const now = this.now();
    const passed = now - this.last;
    const late = this.excused() ? 0 : now - this.due;
    if (this.rate === undefined) this.judge(late > this.longest && this.intake > FEW, passed);
    else this.adjust(this.busy() > BUSY && late > this.longest * AIM, passed, this.rate);
    this.idle = this.demand === 0 ? this.idle + passed : 0;
    this.demand = 0;
    this.intake = 0;
    this.last = now;
    if (this.idle > CALM_MS && this.rate === undefined) this.looking = false;
    else this.next(now);
  };

  private judge(isLate: boolean, passed: number): void {
    this.late = isLate ? this.late + 1 : 0;
    this.lateMs = isLate ? this.lateMs + passed : 0;
    this.lateTaken = isLate ? this.lateTaken + this.intake : 0;
    if (this.late < LATE_LOOKS || this.lateMs < LATE_MS) return;
    this.rate = this.lateTaken / this.lateMs;
    this.least = this.rate * LEAST;
    this.allowed = 1;
    this.filled = this.last + passed;
    this.calm = 0;
  }

  private adjust(isLate: boolean, passed: number, rate: number): void {
    this.calm += passed;
    if (this.calm > CALM_MS) {
      this.rate = undefined;
      this.late = 0;
      return;
    }
    this.rate = Math.max(this.least, rate * (isLate ? LESS : INCREASE));
    // As much as one look takes: whom others keep from working for a while finds all that came meanwhile at once.
    this.burst = Math.max(1, this.rate * Math.max(passed, LOOK_MS));
  }
}

export function later(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}

function loopBusy(): () => number {
  let previous = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, previous);
    previous = now;
    return utilization;
  };
}
