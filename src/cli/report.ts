// Exit codes, and what goes to standard error.

import type { Contract } from '../contract/model/contract.ts';
import { lossesOf, lossIn } from '../contract/model/lost-operations.ts';
import { docsCommand } from '../errors/docs-reference.ts';
import { formatError, Problems, SoapstoneError } from '../errors/errors.ts';
import { counted } from '../errors/wording.ts';
import { brokenProblems } from '../findings/contract-problems.ts';
import { type Finding, problemFindings } from '../findings/finding.ts';
import { painted } from './output/paint.ts';

/** Exit codes (docs/reference/cli.md). */
export const OK = 0;
export const PROBLEMS = 1;
export const USAGE = 2;

export function problemLines(error: unknown): string[] {
  return problemFindings(error).map(({ line }) => line);
}

/** Lines that differ in a place or a name alone, above which the first stands for all. */
export const MOST_ALIKE = 3;

const MOST_LOSSES = 3;

/** Problems of ports and operations that are left out of a contract. */
export function brokenLines(contract: Contract): string[] {
  const broken = brokenProblems(contract);
  return broken.length === 0 ? [] : linesOf(problemFindings(new Problems(broken)));
}

/** Lines about what a table's contract loses: at most `MOST_LOSSES`, then where all are named. */
export function boundedLosses(contract: Contract, command: string): string[] {
  const causes = [...lossesOf(contract).values()];
  if (causes.length === 0) return [];
  const lines = linesOf(problemFindings(new Problems(causes)));
  const more = lines.length - MOST_LOSSES;
  return [...lines.slice(0, MOST_LOSSES), ...(more > 0 ? [`${counted(more, 'further cause')}: ${command}`] : [])];
}

/** What a contract loses, in one line with the first cause; undefined where nothing is lost. */
export function lossWarning(contract: Contract): string | undefined {
  const loss = lossIn(contract);
  if (loss === undefined) return undefined;
  const { lost, first, further } = loss;
  const furtherCauses = further > 0 ? ` (and ${counted(further, 'further cause')}, named above)` : '';
  return `warning: left out: ${lost}, because of ${formatError(first)}${furtherCauses}`;
}

/** One for problems of the contract that differ in names of operations and ports alone, which are in double quotes. */
function linesOf(findings: readonly Finding[]): string[] {
  const alike = Map.groupBy(findings, ({ code, message, line }) =>
    code === 'CONTRACT_UNSUPPORTED' ? message.replace(/"[\w.-]+"/, '') : line,
  );
  return [...alike.values()].flatMap((all) => {
    if (all.length <= MOST_ALIKE) return all.map(({ line }) => line);
    return [`${all[0].line} (and ${all.length - 1} more like it; ${docsCommand('limits')} says what is carried)`];
  });
}

/** Lines for standard error, and the exit code: wrong settings are wrong usage, wrong tables and contracts are problems. */
export function errorReport(error: unknown): { readonly lines: readonly string[]; readonly code: number } {
  const lines = linesOf(problemFindings(error)).map((line) => painted(line, process.stderr));
  const first = error instanceof Problems ? error.problems[0] : error;
  return { lines, code: first instanceof SoapstoneError && first.code === 'SETTINGS' ? USAGE : PROBLEMS };
}

/** Writes to standard error. */
export function reportError(error: unknown): number {
  const { lines, code } = errorReport(error);
  for (const line of lines) process.stderr.write(`${line}\n`);
  return code;
}

/** Bytes that may wait for standard error. */
const MOST_WAITING = 64 * 1024;

/** Writes to standard error. Nobody may read it: that costs neither memory nor the process. */
export function tell(text: string): void {
  if (process.stderr.writableLength < MOST_WAITING) process.stderr.write(text);
}

/** A closed standard error (EPIPE, ENOSPC) is no reason to stop serving. */
export function surviveItsEnd(): void {
  process.stderr.on('error', () => {});
}
