// Values of a client that its SOAP request cannot have: all of them, in words and places of the REST request. Off the hot path.
import { slotGroups } from '../../../codec/model/slot-groups.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault, placesOf, summary, toFault } from '../../../fault/fault.ts';
import type { Json } from '../../../json/value.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';
import type { CompiledRule } from './request-headers.ts';

const names = new Intl.ListFormat('en-GB');

/** The first problem stops the encoder. The others are found here, off the hot path. */
export function refusal(
  error: unknown,
  { rule, request: { program, side } }: CompiledRule,
  slots: readonly (Json | undefined)[],
  bindings: Bindings,
): unknown {
  if (!(error instanceof SoapstoneError) || error.code === 'PATTERN_LIMIT') return error;
  const placeOf = (slot: number | undefined, path = '$') =>
    slot === undefined ? undefined : rule.request.rest.placeOf(variableIn(side, slot, bindings), path);
  const problems = program.problems(slots).map((problem) => {
    const { slot, path } = problem;
    const place = placeOf(slot, path);
    if (slot === undefined || slots[slot] !== undefined || place === undefined)
      return inRequest(problem, place, slot === undefined || isCut(slots[slot]));
    return absent(problem, place, companionsOf(side, slot, slots, placeOf));
  });
  const first = toFault(error).init;
  if (problems.length === 0) return error;
  const errors = placesOf(problems);
  const detail = summary(errors);
  const wrong = new Set(problems.map((p) => p.slot));
  const variables = Array.from(bindings, (_, i) => i).filter((v) => wrong.has(side.slotOf(v) ?? -1));
  const cause = new SoapstoneError(error.code, error.message, { ...error, variables, cause: error });
  return new Fault({ ...first, detail, errors, cause });
}

function variableIn(side: SoapPattern, slot: number, bindings: Bindings): number {
  return bindings.findIndex((_, variable) => side.slotOf(variable) === slot);
}

/** Places of the values that make the value of `slot` required. */
function companionsOf(
  side: SoapPattern,
  slot: number,
  slots: readonly (Json | undefined)[],
  placeOf: (slot: number) => string | undefined,
): string[] {
  const present = slotGroups(side)
    .filter(({ required }) => required.includes(slot))
    .flatMap((group) => group.slots.filter((one) => slots[one] !== undefined));
  return [...new Set(present)].flatMap((one) => placeOf(one) ?? []);
}

function absent(problem: SoapstoneError, place: string, companions: readonly string[]): SoapstoneError {
  const message = companions.length === 0 ? 'required, but absent' : `required beside ${names.format(companions)}`;
  return new SoapstoneError(problem.code, message, { ...problem, path: place, cause: problem });
}

/** Is the value a part of the client's body as it stands? Paths are then those of the body. */
function isCut(value: Json | undefined): boolean {
  return value?.tape !== undefined && value.node !== 0;
}

/** The problem at the place in the client's request. A value that stands outside of the body has no JSON path. */
function inRequest(problem: SoapstoneError, place: string | undefined, isPlaced: boolean): SoapstoneError {
  const stays = place?.startsWith('$') ? isPlaced : !/^\$(\[\d+\])?$/.test(problem.path ?? '$');
  if (place === undefined || stays) return problem;
  return new SoapstoneError(problem.code, problem.message, { ...problem, path: place, cause: problem });
}
