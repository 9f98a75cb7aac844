// What `soapstone test` prints, in each format.
import type { Place } from '../errors/errors.ts';
import type { Finding } from '../findings/finding.ts';
import type { PairOutcome } from '../mapping/cases/pair-laws.ts';
import type { CaseOutcome } from '../mapping/cases/run-cases.ts';
import { type Format, printableReport, type Writers } from './output/format.ts';
import { type JunitCase, junitOf } from './output/junit.ts';
import { paint, painted } from './output/paint.ts';
import { type SarifResult, sarifOf } from './output/sarif.ts';

export interface TestedMapping {
  readonly mapping: string;
  /** Why the mapping cannot be loaded, or has no cases. */
  readonly problems: readonly Finding[];
  readonly cases: readonly CaseOutcome[];
  readonly pairs: readonly PairOutcome[];
}

/** The code of a mapping without cases. */
export const NO_CASES = 'CASES_MISSING';

export function countsOf(all: readonly TestedMapping[]): { readonly passed: number; readonly failed: number } {
  let [passed, failed] = [0, 0];
  for (const { problems, cases, pairs } of all) {
    failed += problems.length === 0 ? 0 : 1;
    for (const one of cases) one.problems.length === 0 ? passed++ : failed++;
    for (const { tried, problem } of pairs)
      if (problem !== undefined) failed++;
      else if (tried !== undefined) passed++;
  }
  return { passed, failed };
}

export function printTested({ mapping, problems, cases, pairs }: TestedMapping): void {
  for (const { code, line } of problems) if (code !== NO_CASES) say(painted(line, process.stdout));
  for (const { code, message } of problems.slice(0, 1))
    say(painted(`failed  ${mapping}: ${code === NO_CASES ? message : 'cannot be loaded'}`, process.stdout));
  for (const one of cases) for (const line of caseLines(one, mapping)) say(painted(line, process.stdout));
  for (const pair of pairs) for (const line of pairLines(mapping, pair)) say(painted(line, process.stdout));
}

function caseLines({ name, place, rule, steps, problems, laws }: CaseOutcome, mapping: string): string[] {
  const location = `${place.file}:${place.line}`;
  if (problems.length === 0) return [`ok      ${location} ${name} (${rule ?? 'no rule takes it'}, ${steps} steps)`];
  return [
    `failed  ${location} ${name}`,
    ...problems.map((problem) => `        ${problem.replaceAll('\n', '\n        ')}`),
    ...(steps > 0 ? [`        ${verdict(laws)}${isStub(name) ? renewal(mapping) : ''}`] : []),
  ];
}

function pairLines(dir: string, { name, tried, problem }: PairOutcome): string[] {
  const location = `${dir}: the pair "${name}"`;
  if (problem !== undefined) return [`failed  ${location}`, `        ${problem}`];
  return [tried === undefined ? `        ${location} declares no laws` : `ok      ${location} (${tried} values)`];
}

function isStub(name: string): boolean {
  return name.endsWith(', sample values');
}

function renewal(mapping: string): string {
  return `; for new sample values of edited rules: soapstone init --cases ${mapping}`;
}

function verdict(laws: readonly string[]): string {
  if (laws.length === 0) return 'correct the case if the mapping is right, else the mapping';
  return `it breaks ${laws.join(', ')}`;
}

/** The last line, or the whole report. */
export function printSummary(all: readonly TestedMapping[], format: Format): void {
  const { passed, failed } = countsOf(all);
  const line = `${passed} passed, ${failed} failed`;
  if (format === 'text') say(paint(failed === 0 ? 'green' : 'red', line, process.stdout));
  else process.stdout.write(printableReport(format, WRITERS[format](all)));
}

const WRITERS: Writers<TestedMapping> = {
  json: (all) => `${JSON.stringify({ ...countsOf(all), mappings: all.map(jsonOf) }, undefined, 2)}\n`,
  sarif: (all) => sarifOf(all.flatMap(sarifResults)),
  junit: (all) => junitOf(all.map((one) => ({ name: one.mapping, cases: junitCases(one) }))),
};

function jsonOf({ problems, ...tested }: TestedMapping): object {
  return { ...tested, problems: problems.map(({ line: _, ...finding }) => finding) };
}

function sarifResults({ problems, cases, pairs }: TestedMapping): SarifResult[] {
  const failed = cases.filter((one) => one.problems.length > 0);
  return [
    ...problems.map(({ code, message, place }) => resultOf(code, message, place)),
    ...failed.map(({ name, place, problems: all, laws }) =>
      resultOf('CASE_FAILED', [name, ...all, verdict(laws)].join('\n'), place),
    ),
    ...pairs.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [resultOf('PAIR_FAILED', `the pair "${name}": ${problem}`)],
    ),
  ];
}

function resultOf(ruleId: string, text: string, place?: Place): SarifResult {
  return { ruleId, level: 'error', text, place };
}

function junitCases({ problems, cases, pairs }: TestedMapping): JunitCase[] {
  return [
    ...problems.map(({ code, message, line, place }) => ({
      name: code,
      file: place?.file,
      line: place?.line,
      failure: { message, type: code, text: line },
    })),
    ...cases.map(({ name, place, problems: all, laws }) => ({
      name,
      file: place.file,
      line: place.line,
      failure: all.length === 0 ? undefined : failureOf('CASE_FAILED', all, verdict(laws)),
    })),
    ...pairs
      .filter(({ tried, problem }) => tried !== undefined || problem !== undefined)
      .map(({ name, problem }) => ({
        name: `the pair "${name}"`,
        failure: problem === undefined ? undefined : failureOf('PAIR_FAILED', [problem]),
      })),
  ];
}

function failureOf(type: string, lines: readonly string[], ...more: readonly string[]): JunitCase['failure'] {
  return { message: lines[0], type, text: [...lines, ...more].join('\n') };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
