/** Bounds on one JSON document (design §11). */
export interface JsonLimits {
  /** Containers inside each other. */
  readonly depth: number;
  /** Member names in the whole document. */
  readonly keys: number;
  /** Members of one object. */
  readonly members: number;
  /** Entries of the tape: values and member names together. */
  readonly entries: number;
  /** Bytes of one string or number, as written. */
  readonly text: number;
}

export const defaultJsonLimits: JsonLimits = {
  depth: 100,
  keys: 100_000,
  members: 10_000,
  entries: 1_000_000,
  text: 10_000_000,
};
