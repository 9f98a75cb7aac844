// What `check` finds, in one form for all formats of output.
import { coded, formatError, type Place, Problems, SoapstoneError } from '../errors/errors.ts';

export interface Finding {
  /** As in SARIF (§3.27.10): an error fails the check, a note does not. */
  readonly level: 'error' | 'note';
  /** Of docs/reference/errors.md, or of the notes in docs/reference/cli.md. */
  readonly code: string;
  readonly message: string;
  /** The whole line of the text format, with the place. */
  readonly line: string;
  readonly place?: Place;
  /** Id of the rule. */
  readonly rule?: string;
  /** What to do. */
  readonly suggestion?: string;
}

export function problemFindings(error: unknown): Finding[] {
  if (error instanceof Problems) return error.problems.map(problemFinding);
  const e = coded(error);
  if (e instanceof SoapstoneError) return [problemFinding(e)];
  const stack = e instanceof Error ? (e.stack ?? e.message) : String(e);
  return [{ level: 'error', code: 'INTERNAL', message: String(e), line: `unexpected error: ${stack}` }];
}

function problemFinding(problem: SoapstoneError): Finding {
  const { code, place, path, rule, suggestion } = problem;
  const message = path === undefined ? problem.message : `${problem.message} at ${path}`;
  return { level: 'error', code, message, line: formatError(problem), place, rule, suggestion };
}

export function noteOf(code: string, message: string, place?: Place): Finding {
  const line = place === undefined ? message : `${place.file}:${place.line}:${place.col} ${message}`;
  return { level: 'note', code, message, line, place };
}
