// Problems as lines for people.
import { describe, Problems, SoapstoneError } from '../errors.ts';

export const OK = 0;
export const PROBLEMS = 1;
export const USAGE = 2;

/** One line each, files named relative to where the user is. */
export function problemLines(error: unknown): string[] {
  const problems = error instanceof Problems ? error.problems : error instanceof SoapstoneError ? [error] : undefined;
  return problems?.map((problem) => describe(nearby(problem))) ?? [`unexpected error: ${stackOf(error)}`];
}

/** Writes to standard error. Wrong settings are wrong usage, wrong tables and contracts are problems. */
export function reportError(error: unknown): number {
  for (const line of problemLines(error)) process.stderr.write(`${line}\n`);
  const first = error instanceof Problems ? error.problems[0] : error;
  return first instanceof SoapstoneError && first.code === 'SETTINGS' ? USAGE : PROBLEMS;
}

function nearby(problem: SoapstoneError): SoapstoneError {
  const { place } = problem;
  const here = `${process.cwd()}/`;
  if (!place?.file.startsWith(here)) return problem;
  const { code, message, path, suggestion, rule } = problem;
  return new SoapstoneError(code, message, {
    path,
    suggestion,
    rule,
    place: { ...place, file: place.file.slice(here.length) },
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
