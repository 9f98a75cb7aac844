// Exit codes, and what goes to standard error.

import type { Contract } from '../contract/model/contract.ts';
import { lossesOf, lostNames } from '../contract/model/lost-operations.ts';
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

/** Problems of ports and operations that are left out of a contract. */
export function brokenLines(contract: Contract): string[] {
  const broken = brokenProblems(contract);
  return broken.length === 0 ? [] : linesOf(problemFindings(new Problems(broken)));
}

/** What a contract loses, in one line with the first cause; undefined where nothing is lost. */
export function lossWarning(contract: Contract): string | undefined {
  const { operations, ports } = lostNames(contract);
  const usable = new Set(contract.operations.map(({ name }) => name)).size;
  const lost = [
    ...(operations.length > 0 ? [`${operations.length} of ${counted(usable + operations.length, 'operation')}`] : []),
    ...(ports.length > 0 ? [`the whole ${ports.length === 1 ? 'port' : 'ports'} ${ports.join(', ')}`] : []),
  ];
  if (lost.length === 0) return undefined;
  const causes = [...lossesOf(contract).values()];
  const furtherCauses = causes.length > 1 ? ` (and ${counted(causes.length - 1, 'further cause')}, named above)` : '';
  return `warning: left out: ${lost.join(' and ')}, because of ${formatError(causes[0])}${furtherCauses}`;
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
