// Problems of a table for the page.
import { coded, formatError, Problems, SoapstoneError } from '../../errors/errors.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Problem } from '../protocol/api.ts';

/** Most problems that are of use; a contract that cannot be read may bring thousands. */
const MOST = 500;

export function problemsIn(error: unknown): Problem[] {
  const all = error instanceof Problems ? error.problems : [coded(error)];
  return all.slice(0, MOST).map(problemOf);
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof SoapstoneError))
    return { level: 'error', code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
  const { code, place, path, rule, suggestion } = error;
  const message = path === undefined ? error.message : `${error.message} at ${path}`;
  return { level: 'error', code, message, suggestion, rule, ...place };
}

/** What the contract leaves out, and no rule uses. */
export function notesIn({ contract, lacks = [] }: Mapping): Problem[] {
  const broken = new Map(
    (contract.broken ?? []).flatMap(({ problems }) => problems.map((one) => [formatError(one), one])),
  );
  const left = [...broken.values()].map((one): Problem => ({ ...problemOf(one), level: 'note' }));
  const lacking = lacks.map((name): Problem => {
    return {
      level: 'note',
      code: 'TYPE_LACKING',
      message: `the contract has no type "${name}": its rules are left out`,
    };
  });
  return [...left, ...lacking].slice(0, MOST);
}
