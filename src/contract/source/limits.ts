/** Bounds on one contract. `bytes` and `files` include what is read and not used. */
interface ContractLimits {
  readonly files: number;
  readonly bytes: number;
  /** Longest chain of imports and includes. */
  readonly depth: number;
  /** Global components of all schemas together. */
  readonly components: number;
  /** Operations of all ports together. */
  readonly operations: number;
  /** Particles of one content model, with those of groups and bases. */
  readonly particles: number;
  /** Members of one union, nested ones included: each is tried with a value. */
  readonly members: number;
  /** Particles, attributes and substitutes of all types and elements, with those of groups and bases. */
  readonly expandedParticles: number;
}

export const contractLimits: ContractLimits = {
  files: 500,
  bytes: 64 * 1024 * 1024,
  depth: 32,
  components: 50_000,
  operations: 50_000,
  particles: 50_000,
  members: 10_000,
  expandedParticles: 1_000_000,
};

/** Nesting of groups in a content model, with named groups expanded. A document nests 256 elements at most. */
export const MODEL_DEPTH = 256;

/** Nested references between attribute groups. */
export const GROUP_DEPTH = 64;

/** Steps from a type to its base, item or member types, and from an element to its substitution group head. */
export const DERIVATION_DEPTH = 200;
