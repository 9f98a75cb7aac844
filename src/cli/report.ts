// Lines for people: problems and notes, and what goes to standard error.

import { costlyTypes } from '../codec/datatypes/costly-patterns.ts';
import type { Contract } from '../contract/model/contract.ts';
import { coded, formatError, Problems, SoapstoneError } from '../errors/errors.ts';
import { Fault } from '../fault/fault.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';

/** Most values of an enumeration in one note. */
const MOST_VALUES = 5;

export const OK = 0;
export const PROBLEMS = 1;
export const USAGE = 2;

export function problemLines(error: unknown): string[] {
  if (error instanceof Problems) return error.problems.map(formatError);
  const e = coded(error);
  return [e instanceof SoapstoneError ? formatError(e) : `unexpected error: ${stackOf(e)}`];
}

/** Problems of ports and operations that are left out of a contract. */
export function brokenLines({ broken = [] }: Contract): string[] {
  return [...new Set(broken.flatMap(({ problems }) => problems.map(formatError)))];
}

/** Values of the contract that value tables leave out, a line for each table. It may be intended. */
export function uncoveredLines({ uncovered = [] }: Mapping): string[] {
  return [...Map.groupBy(uncovered, ({ table }) => table)].map(([table, all]) => {
    const { file, line, col } = all[0].place;
    const lacking = all.map(({ of, values }) => `${quoted(values)} of ${of}`);
    return `${file}:${line}:${col} table "${table}" has no row for ${lacking.join(', nor for ')}`;
  });
}

/** `<column>` that nothing fills in. */
export function plainColumnLines({ plainColumns = [] }: Mapping): string[] {
  return plainColumns.map(({ column, place: { file, line, col }, tables }) => {
    const hint = tables.length > 0 ? `; write forEach: ${tables.join(' or forEach: ')}` : '';
    return `${file}:${line}:${col} <${column}> is plain text, since the rule has no "forEach"${hint}`;
  });
}

/** Types of the contract with patterns so costly that long texts may be refused. */
export function dearLines({ schemas }: Contract): string[] {
  return costlyTypes(schemas).map(({ type: { place }, label, steps, characters }) => {
    const location = place === undefined ? '' : `${place.file}:${place.line}:${place.col} `;
    const limit = `values above ${characters} characters may be refused (PATTERN_LIMIT)`;
    return `${location}${label}: a character can cost its patterns ${steps} steps: ${limit}; give the type a maxLength`;
  });
}

/** Fault rows whose response is read but never written, where SOAP clients would need it. */
export function unwrittenLines({ rules }: Mapping): string[] {
  const heard = rules.filter(({ direction }) => direction !== 'rest-to-soap');
  const lacking = heard.flatMap(({ faults }) => faults.responses.flatMap(({ lacks }) => lacks));
  return [
    ...new Set(
      lacking.map(
        ({ message, place: { file, line, col } }) =>
          `${file}:${line}:${col} SOAP clients get a fault, never this response: ${message}`,
      ),
    ),
  ];
}

/** Declared faults whose detail a REST service with few words leaves incomplete, so that SOAP clients get none. */
export function incompleteLines({ rules }: Mapping): string[] {
  const heard = rules.filter(({ direction }) => direction !== 'rest-to-soap');
  // In a table for both directions, most faults without a row come from a SOAP service.
  const gaps = heard.flatMap(({ faults, direction }) =>
    faults.incomplete.filter(({ bare }) => !bare || direction === 'soap-to-rest'),
  );
  return [
    ...new Set(
      gaps.map(
        ({ fault, message, place: { file, line, col }, hint }) =>
          `${file}:${line}:${col} SOAP clients get the fault "${fault}" without detail where the REST service says little: ${message}; ${hint}`,
      ),
    ),
  ];
}

/** List operations of SOAP clients in which the failure of one item hides what was done for the others. */
export function unansweredLines({ rules }: Mapping): string[] {
  const lists = rules.filter(
    ({ direction, flow }) => direction !== 'rest-to-soap' && flow?.kind === 'each' && flow.inner,
  );
  return lists.flatMap(({ place: { file, line, col }, id, flow }) => {
    if (flow?.kind !== 'each' || flow.outcome.size > 0 || [499, 599].every((status) => isItem(flow.single, status)))
      return [];
    const hint = 'write rows with response: and status: 4XX and 5XX, or name {….ok} in its response';
    return [`${file}:${line}:${col} "${id}" has no response for an item that fails: ${hint}`];
  });
}

/** Is the failure of an item with this status a response? */
function isItem({ faults }: MappingRule, status: number): boolean {
  const fault = new Fault({ status, code: 'UPSTREAM_FAULT', title: 'Failed', rest: { headers: {} } });
  return faults.asResponse(fault, undefined, true) !== undefined;
}

/** Bodies that may name another object than the path, where the mapping does not decide which one counts. */
export function undecidedLines({ undecided = [] }: Mapping): string[] {
  return undecided.map(({ place: { file, line, col }, rest, key, rule }) => {
    const advice = `write $absent: [ ${/^\w+$/.test(key) ? key : JSON.stringify(key)} ] beside $rest, or name "${key}" there`;
    return `${file}:${line}:${col} {${rest}} may have "${key}", which is the key in the path of "${rule}": ${advice}`;
  });
}

function quoted(values: readonly string[]): string {
  const excerpt = values.slice(0, MOST_VALUES).map((value) => `"${value}"`);
  const remainder = values.length - excerpt.length;
  return `${excerpt.join(', ')}${remainder > 0 ? ` and ${remainder} more values` : ''}`;
}

/** Writes to standard error. Wrong settings are wrong usage, wrong tables and contracts are problems. */
export function reportError(error: unknown): number {
  for (const line of problemLines(error)) process.stderr.write(`${line}\n`);
  const first = error instanceof Problems ? error.problems[0] : error;
  return first instanceof SoapstoneError && first.code === 'SETTINGS' ? USAGE : PROBLEMS;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
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
