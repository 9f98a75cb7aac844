// `soapstone check`: every problem of every mapping, one a line. Problems of a contract that affect no rule are notes.

import { connectionCause } from '../errors/connection-cause.ts';
import { counted } from '../errors/wording.ts';
import { atOnce } from '../event-loop/time-slices.ts';
import { type Finding, noteOf, problemFindings } from '../findings/finding.ts';
import { findingsOf } from '../findings/notes.ts';
import { type LoadOptions, loadMapping } from '../mapping/load.ts';
import type { Figures } from '../mapping/model/stats.ts';
import type { Bridge } from '../server/bridges/bridge.ts';
import { withGeneration } from '../server/config-snapshot.ts';
import { loadSettings } from '../server/settings/load.ts';
import type { Store } from '../store/store.ts';
import { type Format, printableReport, type Writers } from './output/format.ts';
import { type JunitCase, junitOf } from './output/junit.ts';
import { paint, painted } from './output/paint.ts';
import { sarifOf } from './output/sarif.ts';
import { MOST_ALIKE, OK, PROBLEMS } from './report.ts';
import { statsLines } from './stats.ts';

interface CheckedMapping {
  readonly mapping: string;
  /** 0 where the mapping cannot be loaded. */
  readonly rules: number;
  readonly findings: readonly Finding[];
  readonly figures?: Figures;
}

export async function check(
  dirs: readonly string[],
  options: LoadOptions = {},
  format: Format = 'text',
  isStrict = false,
): Promise<number> {
  const all: CheckedMapping[] = [];
  for (const dir of dirs) all.push(await checkOne(dir, options));
  return report(all, format, isStrict);
}

/** Everything that a start with this settings file needs, as far as it goes without a port. `flags` and environment variables count as in `serve`. */
export async function checkConfig(
  flags: { readonly config: string },
  format: Format,
  isStrict: boolean,
): Promise<number> {
  return report(await checkAll(flags), format, isStrict);
}

async function checkAll(flags: { readonly config: string }): Promise<CheckedMapping[]> {
  try {
    const settings = await loadSettings({ flags, environment: process.env, cwd: process.cwd() });
    return await withGeneration(settings, ({ bridges }) => Promise.all(bridges.map(checkBridge)));
  } catch (error) {
    return [{ mapping: flags.config, rules: 0, findings: problemFindings(error) }];
  }
}

async function checkBridge({ settings: { name, store }, mapping, resources }: Bridge): Promise<CheckedMapping> {
  const findings = atOnce(findingsOf(mapping));
  const trouble = await storeTrouble(resources.store.value);
  // Not a problem: the gateway starts without its Redis, and the Redis may let only pods of the gateway in.
  if (trouble !== undefined) findings.push(noteOf('STORE_AWAY', `bridge ${name}: ${store}: ${trouble}`));
  return { mapping: name, rules: mapping.rules.length, findings };
}

/** Why a Redis does not serve; waits no longer than `storeTimeout`. */
async function storeTrouble({ durability }: Store): Promise<string | undefined> {
  try {
    await durability?.();
    return undefined;
  } catch (error) {
    return connectionCause(error) ?? (error as Error).message;
  }
}

function report(all: readonly CheckedMapping[], format: Format, isStrict: boolean): number {
  if (format === 'text') printText(all, isStrict);
  else process.stdout.write(printableReport(format, WRITERS[format](all)));
  return all.some(({ findings }) => findings.some((one) => isStrict || isProblem(one))) ? PROBLEMS : OK;
}

async function checkOne(mapping: string, options: LoadOptions): Promise<CheckedMapping> {
  try {
    const loaded = await loadMapping(mapping, options);
    const findings = atOnce(findingsOf(loaded));
    return { mapping, rules: loaded.rules.length, findings, figures: loaded.figures };
  } catch (error) {
    return { mapping, rules: 0, findings: problemFindings(error) };
  }
}

function isProblem({ level }: Finding): boolean {
  return level === 'error';
}

function printText(all: readonly CheckedMapping[], isStrict: boolean): void {
  const findings = all.flatMap((one) => one.findings);
  const problems = findings.filter(isProblem);
  const lines = [
    ...all.flatMap(({ mapping, figures }) => (figures ? statsLines(mapping, figures) : [])),
    ...noteLines(findings.filter((one) => !isProblem(one))),
    ...problems.map(({ line }) => painted(line, process.stdout)),
    summary(all, problems.length, isStrict ? findings.length - problems.length : 0),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Notes of one message: the first stands for many. */
function noteLines(notes: readonly Finding[]): string[] {
  const alike = Map.groupBy(notes, ({ code, message }) => `${code} ${message}`);
  return [...alike.values()].flatMap((all) => {
    const isMany = all.length > MOST_ALIKE;
    const more = isMany ? ` (and at ${all.length - 1} more places: --format json lists all)` : '';
    return all.slice(0, isMany ? 1 : all.length).map(({ line }) => painted(`note: ${line}${more}`, process.stdout));
  });
}

/** `failing`: notes that fail the check. */
function summary(all: readonly CheckedMapping[], problems: number, failing: number): string {
  const scope = counted(all.length, 'mapping');
  const rules = all.reduce((total, one) => total + one.rules, 0);
  const failures = [
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
    ...(failing > 0 ? [counted(failing, 'note')] : []),
  ];
  if (failures.length > 0) return paint('red', `${failures.join(' and ')} in ${scope}`, process.stdout);
  return paint('green', `${scope}, ${counted(rules, 'rule')}: no problems`, process.stdout);
}

const WRITERS: Writers<CheckedMapping> = {
  json: (all) => {
    const findings = all.flatMap((one) => one.findings);
    const problems = findings.filter(isProblem).length;
    const mappings = all.map(({ findings: found, ...rest }) => ({ ...rest, findings: found.map(jsonOf) }));
    return `${JSON.stringify({ problems, notes: findings.length - problems, mappings }, undefined, 2)}\n`;
  },
  sarif: (all) =>
    sarifOf(
      all.flatMap(({ findings }) =>
        findings.map((finding) => ({ ...finding, ruleId: finding.code, text: adviceOf(finding) })),
      ),
    ),
  junit: (all) => junitOf(all.map(({ mapping, findings }) => ({ name: mapping, cases: casesOf(findings) }))),
};

/** The line of the text format is for people alone. */
function jsonOf({ line: _, ...finding }: Finding): object {
  return finding;
}

function adviceOf({ message, suggestion }: Finding): string {
  return suggestion === undefined ? message : `${message} (${suggestion})`;
}

/** A case for each problem, as linters have it; one that passes where there is none. */
function casesOf(findings: readonly Finding[]): JunitCase[] {
  const problems = findings.filter(isProblem);
  if (problems.length === 0) return [{ name: 'check' }];
  return problems.map(({ code, message, line, place }) => ({
    name: place === undefined ? code : `${code} ${place.file}:${place.line}:${place.col}`,
    file: place?.file,
    line: place?.line,
    failure: { message, type: code, text: line },
  }));
}
