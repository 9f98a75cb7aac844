/** Bounds on one contract. Bytes and files count everything that is read, whether it is used or not. */
export interface ContractLimits {
  readonly files: number;
  readonly bytes: number;
  /** Imports and includes from the first file to the last. */
  readonly depth: number;
  /** Global components of all schemas together. */
  readonly components: number;
}

export const contractLimits: ContractLimits = { files: 500, bytes: 64 * 1024 * 1024, depth: 32, components: 50_000 };

/** Nested references between groups, or between attribute groups. */
export const GROUP_DEPTH = 64;
