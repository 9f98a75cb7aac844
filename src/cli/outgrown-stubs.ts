// Stub cases that fail since their rule was edited: they have the values that new ones would have, so that those take their places.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stubName } from '../init/table/stub-cases.ts';
import { type Json, textOf } from '../json/value.ts';
import { type Case, parseCases, readCases } from '../mapping/cases/cases.ts';

/** What tells a failed case apart: its name, and where it stands. */
type FailedCase = Pick<Case, 'name' | 'place'>;

/**
 * Takes the failed cases out of their files that say what a new stub says, under other names of REST. Returns how many those were, and the failed cases
 * that remain, where they stand now.
 */
export function takeOutgrown(
  folder: string,
  failed: readonly FailedCase[],
  stubs: readonly string[],
): { readonly removed: number; readonly remaining: readonly FailedCase[] } {
  const fresh = new Set(stubs.flatMap((text) => parseCases(text, 'stub').map(valuesOf)));
  const hasFailed = (testCase: Case) => failed.some((failure) => isSame(failure, testCase));
  const isOutgrown = (testCase: Case) =>
    hasFailed(testCase) && hasStubName(testCase) && fresh.has(valuesOf(testCase)) && beginsLine(testCase);
  const cases = readCases(folder);
  const outgrown = cases.filter(isOutgrown);
  for (const [file, ofFile] of Map.groupBy(outgrown, ({ place }) => place.file)) takeOut(file, ofFile);
  const remaining = cases.filter((testCase) => !outgrown.includes(testCase));
  return { removed: outgrown.length, remaining: readCases(folder).filter((_, i) => hasFailed(remaining[i])) };
}

/** Another name is a hand's work. */
function hasStubName({ name, rule }: Case): boolean {
  return rule !== undefined && name === stubName(rule);
}

/** Is it the same case of the same file? */
function isSame(testCase: FailedCase, { name, place }: FailedCase): boolean {
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
  const lines = linesOf(file);
  const starts = lines.flatMap((line, i) => (ITEM.test(line) ? [i] : []));
  const items = starts.map((start, i) => ({ start, text: lines.slice(start, starts[i + 1]) }));
  const remainingLines = [
    ...lines.slice(0, starts[0]),
    ...items.flatMap(({ start, text }) => (firsts.has(start) ? commentBelow(text) : text)),
  ];
  if (remainingLines.some((line) => ITEM.test(line))) writeFileSync(file, `${remainingLines.join('\n').trimEnd()}\n`);
  else rmSync(file);
}

/** It belongs to the next case. */
function commentBelow(lines: readonly string[]): string[] {
  const below = lines.slice(lines.findLastIndex((line) => !/^(?:#|\s*$)/.test(line)) + 1);
  const comment = below.findIndex((line) => line.startsWith('#'));
  return comment === -1 ? [] : below.slice(comment);
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}
