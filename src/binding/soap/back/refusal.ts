// Lists all problems of values that do not fit the contract.

import type { Program } from '../../../codec/model/codec.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault, placesOf, summary, toFault } from '../../../fault/fault.ts';
import type { Json } from '../../../json/value.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';

/** The first problem stops the encoder. The others are found here, off the hot path. */
export function refusal(
  error: unknown,
  program: Program,
  side: SoapPattern,
  slots: readonly (Json | undefined)[],
  bindings: Bindings,
): unknown {
  if (!(error instanceof SoapstoneError) || error.code === 'PATTERN_LIMIT') return error;
  const problems = program.problems(slots);
  const first = toFault(error).init;
  if (problems.length === 0) return error;
  const errors = placesOf(problems);
  const detail = summary(errors);
  const wrong = new Set(problems.map((p) => p.slot));
  const variables = Array.from(bindings, (_, i) => i).filter((v) => wrong.has(side.slotOf(v) ?? -1));
  const cause = new SoapstoneError(error.code, error.message, { ...error, variables, cause: error });
  return new Fault({ ...first, detail, errors, cause });
}
