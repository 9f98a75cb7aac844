// What of a contract cannot be used, and which operations that takes away.
import type { Broken, Contract } from '../contract/model/contract.ts';
import { formatError, SoapstoneError } from '../errors/errors.ts';
import { type Finding, problemFindings } from './finding.ts';

/** Names in one line. */
const MOST_NAMES = 5;

/** Each problem once, with the operations and ports that it takes away. Those that concern none come last. */
export function brokenProblems({ broken = [], unneeded = [] }: Contract): SoapstoneError[] {
  const causes = Map.groupBy(
    broken.flatMap((entry) => entry.problems.map((problem) => ({ problem, entry }))),
    ({ problem }) => formatError(problem),
  );
  const needed = [...causes.values()].map((all) => withEffect(all[0].problem, lossOf(all)));
  return [...needed, ...unneeded.map((problem) => withEffect(problem, 'no operation needs it'))];
}

export function brokenNotes(contract: Contract): Finding[] {
  return brokenProblems(contract).flatMap((problem) =>
    problemFindings(problem).map((finding): Finding => ({ ...finding, level: 'note' })),
  );
}

type Loss = readonly { readonly problem: SoapstoneError; readonly entry: Broken }[];

/** Undefined where the problem names what is lost. */
function lossOf(loss: Loss): string | undefined {
  const names = new Set(loss.map(({ entry: { port, operation } }) => operation ?? `port "${port}"`));
  const [name] = names;
  if (names.size === 1 && loss[0].problem.message.includes(`"${name}"`)) return undefined;
  const first = [...names].slice(0, MOST_NAMES).join(', ');
  return `it takes away ${first}${names.size > MOST_NAMES ? ` and ${names.size - MOST_NAMES} more` : ''}`;
}

function withEffect(problem: SoapstoneError, effect: string | undefined): SoapstoneError {
  if (effect === undefined) return problem;
  const { code, message, place, suggestion } = problem;
  return new SoapstoneError(code, `${message}; ${effect}`, { place, suggestion, cause: problem });
}
