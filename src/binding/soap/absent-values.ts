// Values that a SOAP message requires and the REST message beside it lacks: in words and places of the REST message. Off the hot path.
import { slotGroups } from '../../codec/model/slot-groups.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Bindings, RestRequestPattern, SoapPattern } from '../../rule/pattern.ts';
import type { Message } from './message.ts';

export type Places = Pick<RestRequestPattern, 'placeOf'>;

/** The problem with the place of the first value that its slot lacks; undefined: the REST message has no place for it. */
export function absentValue(
  problem: SoapstoneError,
  side: SoapPattern,
  bindings: Bindings,
  rest: Places,
): SoapstoneError | undefined {
  const { slot } = problem;
  if (slot === undefined) return undefined;
  const lacking = side.variablesOf(slot).filter((variable) => bindings[variable] === undefined);
  const [path] = placesOf(lacking, rest);
  if (path === undefined) return undefined;
  const message = absentMessage(companionsOf(side, slot, bindings, rest));
  return new SoapstoneError(problem.code, message, { ...problem, path, safeMessage: message, cause: problem });
}

const names = new Intl.ListFormat('en-GB');

function absentMessage(companions: readonly string[]): string {
  return companions.length === 0 ? 'required, but absent' : `required beside ${names.format(companions)}`;
}

/** Places of the values that make the value of `slot` required. */
function companionsOf(side: SoapPattern, slot: number, bindings: Bindings, rest: Places): string[] {
  const variables = slotGroups(side)
    .filter(({ required }) => required.includes(slot))
    .flatMap(({ slots }) => slots.flatMap((one) => side.variablesOf(one)))
    .filter((variable) => bindings[variable] !== undefined);
  return placesOf([...new Set(variables)], rest);
}

function placesOf(variables: readonly number[], rest: Places): string[] {
  return variables.flatMap((variable) => rest.placeOf(variable, '$') ?? []);
}

/** `error`: why the message cannot be written. */
export function firstAbsentValue(
  error: unknown,
  { program, side }: Message,
  bindings: Bindings,
  rest: Places,
): unknown {
  if (!(error instanceof SoapstoneError) || error.code !== 'CODEC_MISSING') return error;
  const slots = side.fill(bindings);
  const absent = program.problems(slots).filter(({ slot }) => slot !== undefined && slots[slot] === undefined);
  return absent.map((problem) => absentValue(problem, side, bindings, rest)).find(Boolean) ?? error;
}
