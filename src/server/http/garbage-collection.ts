// When the gateway has V8 collect garbage: of bodies while it serves, and all of it when it is idle. Knows nothing about requests.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { later, type Schedule } from './load-shedding.ts';

/** Of V8's kinds only this one makes the heap smaller. */
const LAST_RESORT = { type: 'major', execution: 'sync', flavor: 'last-resort' };
const REGULAR = { type: 'major', execution: 'sync', flavor: 'regular' };

type Collector = (how: object) => void;

/** Takes some hundredths of a second; the heap gets as small as it can be. */
export function collectAll(): void {
  collector()(LAST_RESORT);
}

/** Bytes of resident memory above which a start collects before it listens. */
const LARGE = 200e6;

/** Bytes of garbage that small documents of a large table may leave, before the whole heap is searched for it again. */
const LEFT = 50e6;

/** What loads or describes a large table leaves more garbage than memory in use. */
export class LoadGarbage {
  private readonly resident: () => number;
  private readonly collect: () => void;
  /** Bytes: the minimum since the last collection. */
  private floor = 0;

  /** `resident`: bytes. */
  constructor(resident: () => number = process.memoryUsage.rss, collect: () => void = collectAll) {
    this.resident = resident;
    this.collect = collect;
  }

  /** Call it after such work. That of small tables is collected when the gateway is idle. */
  look(): void {
    const now = this.resident();
    this.floor = Math.min(this.floor, now);
    if (now <= LARGE || now - this.floor < LEFT) return;
    this.collect();
    this.floor = this.resident();
  }
}

const loadGarbage = new LoadGarbage();

export function collectAfterLoading(): void {
  loadGarbage.look();
}

/** Bytes of resident memory by which long work may grow before its garbage is collected: each collection takes some tenths of a second, twice. */
const GROWTH = 175e6;

/** ms between two looks: what the system says of resident memory costs as much as a step of the work. */
const LOOK_MS = 50;

/** Collects while long work leaves more garbage than memory in use: V8 lets a heap grow to twice of that, and keeps it. */
export class WorkGarbage {
  private readonly resident: () => number;
  private readonly collect: () => void;
  private readonly now: () => number;
  private last: number;
  /** Time (ms) of the next look. */
  private next = 0;

  /** `resident`: bytes. `now`: ms. */
  constructor(
    resident: () => number = process.memoryUsage.rss,
    collect: () => void = collectAll,
    now: () => number = () => performance.now(),
  ) {
    this.resident = resident;
    this.collect = collect;
    this.now = now;
    this.last = resident();
  }

  /** Call it between the steps of the work. */
  look(): void {
    const now = this.now();
    if (now < this.next) return;
    this.next = now + LOOK_MS;
    if (this.resident() - this.last < GROWTH) return;
    this.collect();
    this.last = this.resident();
  }
}

let kept: Collector | undefined;

/** The heap keeps its size, since it will fill again. */
export function collectGarbage(): void {
  kept ??= collector();
  kept(REGULAR);
}

/** Only contexts that are made after the flag is set have V8's collector; the context lives as long as the collector. */
function collector(): Collector {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as Collector;
  setFlagsFromString('--no-expose-gc');
  return gc;
}

/** Most bytes in use and garbage together, in budgets; and the same while collections take much of the time. */
const MOST = 1.5;
const MOST_OF_ALL = 2;
/** Least garbage that is worth a collection, as a part of the budget. */
const WORTH = 1 / 4;
/** Part of the time that collections may take before the higher limit applies. */
const SHARE = 1 / 10;

/** Memory of the process, in bytes. */
interface Memory {
  /** Bytes outside of the heap, also garbage. */
  all(): number;
  /** Bytes that are known to be in use. */
  counted(): number;
  collect(): void;
  /** ms */
  now(): number;
}

/**
 * Bodies are small objects in the heap, with large buffers outside of it. V8 sees a heap that hardly fills, and leaves more garbage than the
 * budget has bytes. So the gateway starts a collection itself. While little is in use, V8 collects beside other work.
 */
export class BodyGarbage {
  private readonly size: number;
  private readonly memory: Memory;
  /** Bytes that are neither counted nor garbage: the minimum since the last collection. */
  private uncountedFloor = Number.POSITIVE_INFINITY;
  /** Time (ms) until which collections have used their share. */
  private rest = 0;

  /** `size`: bytes of the budget. */
  constructor(size: number, memory: Memory) {
    this.size = size;
    this.memory = memory;
  }

  /** Call it after a part of the budget has been taken or released. */
  look(): void {
    const { size, memory, rest } = this;
    const counted = memory.counted();
    const uncounted = this.uncounted();
    this.uncountedFloor = Math.min(this.uncountedFloor, uncounted);
    const garbage = uncounted - this.uncountedFloor;
    const bound = size * (memory.now() < rest ? MOST_OF_ALL : MOST);
    if (garbage > size * WORTH && counted + garbage > bound) this.collect();
  }

  private collect(): void {
    const { memory } = this;
    const began = memory.now();
    memory.collect();
    const ended = memory.now();
    this.rest = ended + (ended - began) / SHARE;
    this.uncountedFloor = this.uncounted();
  }

  private uncounted(): number {
    return Math.max(0, this.memory.all() - this.memory.counted());
  }
}

/** ms without a request: one that comes during the collection waits for some hundredths of a second. */
const QUIET_MS = 2000;

/** Collects once after a start or a reload, when no request is in flight, so that the garbage of loading goes back to the system. */
export class IdleCollection {
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

  /** Called for each request. */
  disturb(): void {
    this.hadActivity = true;
  }

  /** Requests one collection. */
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
