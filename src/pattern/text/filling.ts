// Whose value it is that cannot be filled in.
import { SoapstoneError } from '../../errors/errors.ts';
import type { Bound } from './bound-values.ts';

/** The same error, with the variables of the holes at its place. `path`: where it has none of its own. */
export function aboutHoles(error: unknown, holes: readonly Bound[], path?: string): unknown {
  if (!(error instanceof SoapstoneError) || error.variables !== undefined) return error;
  const variables = holes.map((hole) => hole.variable);
  return new SoapstoneError(error.code, error.message, { ...error, path: error.path ?? path, variables, cause: error });
}
