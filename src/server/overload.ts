// Whether this process has more to do than it can: by how late its timers are. Knows nothing about requests.

/** Calls `run` once, in `ms`. */
export type Schedule = (run: () => void, ms: number) => unknown;

/** ms between two looks, as long as there is work. */
const LOOK_MS = 10;
/** Looks that were late one after the other, and ms that they last: one long task (a reload, a large message) is no overload. */
const LATE_LOOKS = 5;
const LATE_MS = 200;
/** ms without anything refused, after which it is over. */
const CALM_MS = 1000;
/** What becomes of the work that is taken on, from look to look. */
const LESS = 0.97;
const MORE = 1.005;
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
  private looking = false;
  private due = 0;
  private last = 0;
  /** Asked for and taken on since the last look. */
  private asked = 0;
  private taken = 0;
  private idle = 0;
  /** Looks that were late in a row, the ms that they last, and what was taken on in them. */
  private late = 0;
  private lateMs = 0;
  private lateTaken = 0;
  /** Work taken on in a ms while there is too much; undefined: all of it. */
  private rate: number | undefined = undefined;
  private least = 0;
  private allowed = 0;
  private calm = 0;

  /** `longest`: ms that a look may be late; 0: as long as it likes. `excused`: while it is, for another reason. `now`: ms, monotonic. */
  constructor(
    longest: number,
    excused: () => boolean = () => false,
    now: () => number = () => performance.now(),
    schedule: Schedule = later,
  ) {
    this.longest = longest;
    this.excused = excused;
    this.now = now;
    this.schedule = schedule;
  }

  /** Asked for each request: true for those that are to be refused. */
  refuses(): boolean {
    if (this.longest === 0) return false;
    if (!this.looking) this.start();
    this.asked++;
    if (this.rate !== undefined && this.allowed < 1) {
      this.refused++;
      this.calm = 0;
      return true;
    }
    this.allowed--;
    this.taken++;
    return false;
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
    const isLate = now - this.due > this.longest && !this.excused();
    if (this.rate === undefined) this.judge(isLate, passed);
    else this.adjust(isLate, passed, this.rate);
    this.idle = this.asked === 0 ? this.idle + passed : 0;
    this.asked = 0;
    this.taken = 0;
    this.last = now;
    if (this.idle > CALM_MS && this.rate === undefined) this.looking = false;
    else this.next(now);
  };

  private judge(isLate: boolean, passed: number): void {
    this.late = isLate ? this.late + 1 : 0;
    this.lateMs = isLate ? this.lateMs + passed : 0;
    this.lateTaken = isLate ? this.lateTaken + this.taken : 0;
    if (this.late < LATE_LOOKS || this.lateMs < LATE_MS) return;
    this.rate = this.lateTaken / this.lateMs;
    this.least = this.rate * LEAST;
    this.allowed = 0;
    this.calm = 0;
  }

  private adjust(isLate: boolean, passed: number, rate: number): void {
    this.calm += passed;
    if (this.calm > CALM_MS) {
      this.rate = undefined;
      this.late = 0;
      return;
    }
    this.rate = Math.max(this.least, rate * (isLate ? LESS : MORE));
    // What was not used is not saved up, but for one look.
    this.allowed = Math.max(1, Math.min(this.allowed, 0) + this.rate * Math.max(passed, LOOK_MS));
  }
}

function later(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}
