/** Bounds on one JSON document (design §11). */
export interface JsonLimits {
  /** Nesting of objects and arrays. */
  readonly depth: number;
  /** Members and items of all objects and arrays, and the root value. */
  readonly values: number;
  /** Members of one object. */
  readonly members: number;
  /** Bytes of one string or number, as written. */
  readonly text: number;
}

export const defaultJsonLimits: JsonLimits = {
  depth: 100,
  values: 1_000_000,
  members: 10_000,
  text: 10_000_000,
};

/** For documents that the gateway writes: their sources were within limits. */
export const noJsonLimits: JsonLimits = { depth: Infinity, values: Infinity, members: Infinity, text: Infinity };
