/** Bounds on one JSON document (design §11). */
export interface JsonLimits {
  /** Containers inside each other. */
  readonly depth: number;
  /** Members and items of all containers together, and the value that the document is. */
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

/** For documents of our own making: what they were made from was within its own bounds. */
export const noJsonLimits: JsonLimits = { depth: Infinity, values: Infinity, members: Infinity, text: Infinity };
