/** Bounds on one contract. Bytes and files count everything that is read, whether it is used or not. */
interface ContractLimits {
  readonly files: number;
  readonly bytes: number;
  /** Imports and includes from the first file to the last. */
  readonly depth: number;
  /** Global components of all schemas together. */
  readonly components: number;
  /** Particles of one content model, with those of groups and bases. */
  readonly particles: number;
  /** Members of one union, with those of unions inside of it: a value is tried with each. */
  readonly members: number;
  /** Particles, attributes and substitutes of all types and elements, with those of groups and bases. */
  readonly parts: number;
}

export const contractLimits: ContractLimits = {
  files: 500,
  bytes: 64 * 1024 * 1024,
  depth: 32,
  components: 50_000,
  particles: 50_000,
  members: 10_000,
  parts: 1_000_000,
};

/** Groups in groups of one content model, named ones written out. A document alone nests 256 elements at most. */
export const MODEL_DEPTH = 256;

/** Nested references between attribute groups. */
export const GROUP_DEPTH = 64;

/** Steps from a type to what it is derived from or made of, and from an element to the head of its substitution group. */
export const DERIVATION_DEPTH = 200;
