// Values of a client that its SOAP request cannot have: all of them, in words and places of the REST request. Off the hot path.
import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault, placesOf, summary, toFault } from '../../../fault/fault.ts';
import { Unsent } from '../../../fault/unsent.ts';
import type { Json } from '../../../json/value.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';
import { absentValue } from '../absent-values.ts';
import type { CompiledRule } from './request-headers.ts';

/** The first problem stops the encoder. The others are found here, off the hot path. */
export function refusal(
  error: unknown,
  { rule, request: { program, side } }: CompiledRule,
  slots: readonly (Json | undefined)[],
  bindings: Bindings,
): unknown {
  if (!(error instanceof SoapstoneError) || error instanceof Unsent || error.code === 'PATTERN_LIMIT') return error;
  const { rest } = rule.request;
  const found = program.problems(slots);
  const field = lackingField(found, rule, side, slots);
  if (field !== undefined) return new SoapstoneError('CREDENTIAL', `the gateway has no value for {${field}}`);
  const problems = found.map((problem) => {
    const { slot, path } = problem;
    const absent =
      slot === undefined || slots[slot] !== undefined ? undefined : absentValue(problem, side, bindings, rest);
    if (absent) return absent.path?.startsWith('?') ? inQuery(absent) : absent;
    const place = slot === undefined ? undefined : rest.placeOf(variableIn(side, slot, bindings), path ?? '$');
    return inRequest(problem, place, slot === undefined || isCut(slots[slot]));
  });
  if (problems.length === 0) return error;
  const { init: first } = toFault(problems.every(({ code }) => code === 'BAD_QUERY') ? problems[0] : error);
  const errors = placesOf(problems);
  const detail = summary(errors);
  const wrong = new Set(problems.map((p) => p.slot));
  const variables = Array.from(bindings, (_, i) => i).filter((v) => wrong.has(side.slotOf(v) ?? -1));
  const cause = new SoapstoneError(error.code, error.message, { ...error, variables, cause: error });
  return new Fault({ ...first, detail, errors, cause });
}

/** A parameter that another one requires is missing in the query as one that each request requires. */
function inQuery(absent: SoapstoneError): SoapstoneError {
  return new SoapstoneError('BAD_QUERY', absent.message, { ...absent, cause: absent });
}

/** The field of the credential that a place lacks: no mistake of the client. */
function lackingField(
  problems: readonly SoapstoneError[],
  { credentialFields = [] }: CompiledRule['rule'],
  side: SoapPattern,
  slots: readonly (Json | undefined)[],
): string | undefined {
  const lacking = problems.flatMap(({ slot }) =>
    slot !== undefined && slots[slot] === undefined ? side.variablesOf(slot) : [],
  );
  return credentialFields.find(({ variable }) => lacking.includes(variable))?.name;
}

function variableIn(side: SoapPattern, slot: number, bindings: Bindings): number {
  return bindings.findIndex((_, variable) => side.slotOf(variable) === slot);
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
