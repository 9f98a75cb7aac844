// What services send and their contracts do not have: counted by operation and kind, and reported once for each path.

import type { AcceptedDeviations, Deviation } from '../../../codec/model/deviation.ts';
import type { ErrorCode } from '../../../errors/errors.ts';

/** Paths that are remembered: a service may make up new names for ever. */
const MOST_PATHS = 1000;
const LONGEST_PATH = 300;

export interface Drift {
  readonly operation: string;
  readonly deviation: Deviation;
  /** Names of elements from the envelope on, and of an attribute after `@`. */
  readonly path: string;
  /** What is wrong with a value. */
  readonly code: ErrorCode | undefined;
}

export interface DriftCount {
  readonly operation: string;
  readonly kind: Deviation;
  readonly count: number;
}

/** One for each service. It outlives reloads. */
export class ContractDrift {
  private readonly counts = new Map<string, Map<Deviation, number>>();
  private readonly paths = new Set<string>();
  private listener: ((drift: Drift) => void) | undefined;

  /** `listener` is called for each path that is new. */
  listen(listener: (drift: Drift) => void): void {
    this.listener = listener;
  }

  all(): DriftCount[] {
    return [...this.counts].flatMap(([operation, kinds]) =>
      [...kinds].map(([kind, count]) => ({ operation, kind, count })),
    );
  }

  /** `accepted`, with this as the place where deviations of the responses of `operation` are noted. */
  of(operation: string, accepted: AcceptedDeviations): AcceptedDeviations {
    return { ...accepted, note: (...noted) => this.note(operation, ...noted) };
  }

  private note(operation: string, deviation: Deviation, path: string | undefined, code?: ErrorCode): void {
    const kinds = this.counts.get(operation) ?? new Map<Deviation, number>();
    this.counts.set(operation, kinds.set(deviation, (kinds.get(deviation) ?? 0) + 1));
    if (path === undefined || this.paths.size >= MOST_PATHS) return;
    const short = path.slice(0, LONGEST_PATH);
    const key = `${operation} ${deviation} ${short}`;
    if (this.paths.has(key)) return;
    this.paths.add(key);
    this.listener?.({ operation, deviation, path: short, code });
  }
}
