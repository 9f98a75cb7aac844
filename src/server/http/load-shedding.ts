// Sheds load while the event loop is late, as its timers show, or while what was admitted waits. Knows nothing about requests.

/** Calls `run` once, in `ms`. */
export type Schedule = (run: () => void, ms: number) => unknown;

/** Admitted requests that have not begun: their number, and ms that the first one has waited. */
interface Waiting {
  readonly length: number;
  readonly waited: number;
}

/** ms between two checks, as long as there is work. */
const LOOK_MS = 10;
/** Consecutive late checks, and their ms, that make an overload: one long task (a reload, a large message) is none. */
const LATE_LOOKS = 5;
const LATE_MS = 200;
/** So few requests between two checks are no overload: the machine is slow. */
const FEW = 10;
/** So many may wait before it is one: clients that ask for large messages, each after its last response, wait for each other. */
const PATIENT = 100;
/** Target delay during an overload, as a part of `longest`: refused clients wait as long as each turn of the loop takes. */
const AIM = 0.1;
/** ms without a refusal after which an overload is over. */
const CALM_MS = 1000;
/** Utilization of the loop below which others cause the delay. */
const BUSY = 0.95;
/** Utilization below which there is time for what is refused, and ms of it after which an overload is over: its large requests have been answered. */
const SPARE = 0.5;
const SPARE_MS = 50;
/** Factors of the admitted rate at each check: when late, when in time. */
const LESS = 0.97;
const INCREASE = 1.005;
/** Least admitted rate, as a part of that at the start. If it is still too much, neighbours make the process late, and refusing more does not help. */
const LEAST = 0.75;

/**
 * Once checks have been late for a while, admits only as much work as keeps them in time, and refuses the rest:
 * no client waits long then, whatever the response.
 */
export class Overload {
  /** Refused requests. */
  refused = 0;
  private readonly longest: number;
  private readonly excused: () => boolean;
  private readonly now: () => number;
  private readonly schedule: Schedule;
  private readonly busy: () => number;
  private readonly queue: Waiting;
  private looking = false;
  private due = 0;
  private last = 0;
  /** Requests, and begun ones, since the last check. */
  private demand = 0;
  private intake = 0;
  private idle = 0;
  /** Consecutive late checks, their ms, and the requests begun in them. */
  private late = 0;
  private lateMs = 0;
  private lateTaken = 0;
  /** Admitted requests per ms during an overload; undefined: no overload. */
  private rate: number | undefined = undefined;
  private least = 0;
  /** A token bucket: tokens, time of the last refill, and size. */
  private allowed = 0;
  private filled = 0;
  private burst = 1;
  private calm = 0;
  private spare = 0;

  /** `longest`: ms that a check may be late; 0: no limit. `excused`: late for another reason. `now`: ms, monotonic. `busy`: utilization since the last call, 0 to 1. `queue`: admitted requests that have not begun. */
  constructor(
    longest: number,
    excused: () => boolean = () => false,
    now: () => number = () => performance.now(),
    schedule: Schedule = later,
    busy: () => number = loopBusy(),
    queue: Waiting = { waited: 0, length: 0 },
  ) {
    this.longest = longest;
    this.excused = excused;
    this.now = now;
    this.schedule = schedule;
    this.busy = busy;
    this.queue = queue;
  }

  /** Called for each request: whether to refuse it. */
  refuses(): boolean {
    if (this.longest === 0) return false;
    if (!this.looking) this.start();
    this.demand++;
    if (this.rate !== undefined && !this.takes(this.rate)) {
      this.refused++;
      this.calm = 0;
      return true;
    }
    return false;
  }

  /** Called when an admitted request begins. */
  begin(): void {
    this.intake++;
  }

  /** Evenly in time: a burst makes one long turn of the loop. */
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
    const waiting = !this.excused() && this.queue.waited > this.longest ? this.queue.length : 0;
    if (this.rate === undefined) this.detect(waiting > PATIENT || (late > this.longest && this.intake > FEW), passed);
    else this.continue(waiting > FEW || late > this.longest * AIM, passed, this.rate);
    this.idle = this.demand === 0 ? this.idle + passed : 0;
    this.demand = 0;
    this.intake = 0;
    this.last = now;
    if (this.idle > CALM_MS && this.rate === undefined) this.looking = false;
    else this.next(now);
  };

  private detect(isLate: boolean, passed: number): void {
    this.late = isLate ? this.late + 1 : 0;
    this.lateMs = isLate ? this.lateMs + passed : 0;
    this.lateTaken = isLate ? this.lateTaken + this.intake : 0;
    if (this.late < LATE_LOOKS || this.lateMs < LATE_MS) return;
    this.rate = this.lateTaken / this.lateMs;
    this.least = this.rate * LEAST;
    this.allowed = 1;
    this.filled = this.last + passed;
    this.calm = 0;
    this.spare = 0;
    this.busy();
  }

  /** `isLate`: for what was admitted; who is refused does not wait for it. */
  private continue(isLate: boolean, passed: number, rate: number): void {
    const busy = this.busy();
    this.calm += passed;
    this.spare = busy < SPARE && this.queue.length === 0 ? this.spare + passed : 0;
    if (this.calm > CALM_MS || this.spare > SPARE_MS) {
      this.rate = undefined;
      this.late = 0;
    } else this.adjust(busy > BUSY && isLate, passed, rate);
  }

  private adjust(isLate: boolean, passed: number, rate: number): void {
    this.rate = Math.max(this.least, rate * (isLate ? LESS : INCREASE));
    // The requests of one interval: after a pause by neighbours, all that arrived meanwhile come at once.
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
