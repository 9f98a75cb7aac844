// What is fuzzed. Knows nothing about where inputs come from.
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { Fault } from '../../src/fault/fault.ts';

export interface Target {
  readonly name: string;
  /** Inputs to begin with. */
  readonly seeds: readonly string[];
  /** Pieces that mean something. */
  readonly words: readonly string[];
  /** Throws for what must not be: an error without a code, or a law that does not hold. */
  run(input: Uint8Array): void | Promise<void>;
}

/** What a user gets to see: everything else is a mistake of ours. */
export function isCoded(error: unknown): error is SoapstoneError | Problems | Fault {
  if (error instanceof Fault) return error.init.code !== 'INTERNAL';
  return error instanceof SoapstoneError || (error instanceof Problems && error.problems.length > 0);
}

/** The value, or the coded error. Other errors are findings. */
export function outcomeOf<T>(
  run: () => T,
): { readonly value: T } | { readonly error: SoapstoneError | Problems | Fault } {
  try {
    return { value: run() };
  } catch (error) {
    if (isCoded(error)) return { error };
    throw error;
  }
}

export class BrokenLaw extends Error {}

export function holds(law: string, condition: boolean, ...told: unknown[]): asserts condition {
  if (!condition) throw new BrokenLaw(`${law}: ${told.map((one) => JSON.stringify(one)).join(' / ')}`);
}

/** Pieces of `bytes` whose sizes follow from the bytes themselves: the same in every run. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let seed = bytes.length;
  for (let at = 0; at < bytes.length; ) {
    seed = (seed * 31 + bytes[at] + at) >>> 0;
    const size = 1 + (seed % (seed & 8 ? 3 : 17));
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
