/** Bounds on one document (design §11). Sizes in bytes. */
export interface Limits {
  readonly depth: number;
  readonly elements: number;
  readonly attributes: number;
  /** Bytes of one tag, attributes included. */
  readonly tag: number;
  /** Bytes of one text run. */
  readonly text: number;
  readonly name: number;
  /** Namespace declarations in scope. */
  readonly namespaces: number;
  /** Bytes of the document. */
  readonly bytes: number;
}

export const defaultLimits: Limits = {
  depth: 100,
  elements: 1_000_000,
  attributes: 256,
  tag: 64 * 1024,
  text: 10_000_000,
  name: 512,
  namespaces: 256,
  bytes: 32 * 1024 * 1024,
};

/** Limits for the operator's files. */
export const fileLimits: Limits = { ...defaultLimits, bytes: 64 * 1024 * 1024, depth: 256, tag: 1024 * 1024 };

/** For further readings of a message whose size has been judged. */
export const arrivedLimits: Limits = {
  ...defaultLimits,
  depth: 512,
  elements: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
};
