// Stub cases that fail since their rule was edited: they have the values that new ones would have, so that those take their places.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Json, textOf } from '../json/value.ts';
import { type Case, parseCases, readCases } from '../mapping/cases/cases.ts';

/** What tells a failed case apart: its name, and where it stands. */
type FailedCase = Pick<Case, 'name' | 'place'>;

/** Takes the failed cases out of their files that say what a new stub says, under other names of REST. Returns those that it has taken. */
export function takeOutgrown(folder: string, failed: readonly FailedCase[], stubs: readonly string[]): FailedCase[] {
  const fresh = new Set(stubs.flatMap((text) => parseCases(text, 'stub').map(valuesOf)));
  const outgrown = readCases(folder)
    .filter((testCase) => failed.some((failure) => isSame(failure, testCase)))
    .filter((testCase) => fresh.has(valuesOf(testCase)) && beginsLine(testCase));
  for (const [file, cases] of Map.groupBy(outgrown, ({ place }) => place.file)) takeOut(file, cases);
  return outgrown;
}

/** Is it the same case of the same file? */
export function isSame(testCase: FailedCase, { name, place }: FailedCase): boolean {
  return testCase.name === name && testCase.place.file === place.file && testCase.place.line === place.line;
}

/** Equal for equal messages of the service and equal values in bodies of REST: paths and names of members do not count. */
function valuesOf({ rest, soap, calls }: Case): string {
  const sides = [{ rest, soap }, ...(calls?.list ?? [])];
  const texts = sides.map(({ rest: { request, response }, soap: { request: sent, response: received, fault } }) => [
    ...[sent, received].map((message) => message && [message.body, [...message.headers]]),
    fault,
    ...[request.body, response?.body].map((body) => leavesOf(body).toSorted()),
  ]);
  return JSON.stringify(texts);
}

function leavesOf(body: Json | undefined): string[] {
  const leaves: string[] = [];
  if (body === undefined) return leaves;
  JSON.parse(textOf(body), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) leaves.push(JSON.stringify(value));
    return value;
  });
  return leaves;
}

const ITEM = /^- /;

function beginsLine({ place }: Case): boolean {
  return ITEM.test(linesOf(place.file)[place.line - 1]);
}

/** A file without a case is gone. */
function takeOut(file: string, cases: readonly FailedCase[]): void {
  const firsts = new Set(cases.map(({ place }) => place.line - 1));
  let isTaken = false;
  const kept = linesOf(file).filter((line, i) => {
    if (ITEM.test(line)) isTaken = firsts.has(i);
    return !isTaken;
  });
  if (kept.some((line) => ITEM.test(line))) writeFileSync(file, kept.join('\n'));
  else rmSync(file);
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}
