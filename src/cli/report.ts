// Exit codes, and what goes to standard error.

import type { Contract } from '../contract/model/contract.ts';
import { formatError, Problems, SoapstoneError } from '../errors/errors.ts';
import { problemFindings } from '../findings/finding.ts';
import { brokenProblems } from '../findings/notes.ts';
import { painted } from './output/paint.ts';

/** Exit codes (docs/reference/cli.md). */
export const OK = 0;
export const PROBLEMS = 1;
export const USAGE = 2;

export function problemLines(error: unknown): string[] {
  return problemFindings(error).map(({ line }) => line);
}

/** Problems of ports and operations that are left out of a contract. */
export function brokenLines(contract: Contract): string[] {
  return brokenProblems(contract).map(formatError);
}

/** Writes to standard error. Wrong settings are wrong usage, wrong tables and contracts are problems. */
export function reportError(error: unknown): number {
  for (const line of problemLines(error)) process.stderr.write(`${painted(line, process.stderr)}\n`);
  const first = error instanceof Problems ? error.problems[0] : error;
  return first instanceof SoapstoneError && first.code === 'SETTINGS' ? USAGE : PROBLEMS;
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

/** `1 rule`, `2 rules`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
