/** One piece of work of a candidate, run again and again. */
export interface Mode {
  /** Once. The outcome is returned so that no compiler may drop the work. */
  readonly run: () => unknown;
  /** Throws when the outcome is not what the data says: a benchmark of an error path is worth nothing. */
  readonly check: () => void;
}

/** Names of modes: `decode list`, `decode list in chunks`, `decode one`, `encode list`, `encode one`. */
export type Modes = ReadonlyMap<string, Mode>;
