// Compares the messages of a case with the written ones.

import { Fault, type FaultInit, type SoapFault } from '../../fault/fault.ts';
import { detailWithPlace, shownFault } from '../../fault/texts.ts';
import { type Json, json, textOf } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { canonicalTree } from '../../xml/c14n.ts';
import { readTree } from '../../xml/read-tree.ts';
import { clark } from '../../xml/reader/names.ts';
import { inSpellingOf } from '../../xml/spelling.ts';
import type { MappingRule } from '../model/mapping.ts';
import type { CaseRequest, CaseResponse } from './cases.ts';

/** A difference between a case and the mapping. */
export class Wrong extends Error {}

export function compareXml(actual: Uint8Array, expected: string | undefined): void {
  const actualTree = actual.length === 0 ? undefined : readTree(actual, 'xml');
  const read = expected === undefined ? undefined : readTree(Buffer.from(expected), 'case');
  const got = actualTree === undefined ? '' : canonicalTree(actualTree);
  const expectedXml = read === undefined ? '' : canonicalTree(actualTree ? inSpellingOf(actualTree, read) : read);
  if (got !== expectedXml)
    throw new Wrong(`the written XML differs from the case\n${firstDifference(got, expectedXml)}`);
}

function firstDifference(got: string, expected: string): string {
  const [a, b] = [got.split('\n'), expected.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `  written:  ${(a[line] ?? '(nothing)').trim()}\n  expected: ${(b[line] ?? '(nothing)').trim()}`;
}

export function compareRequest(actual: CaseRequest, expected: CaseRequest): void {
  const text = (r: CaseRequest) => `${r.method} ${r.path} ${r.query.split('&').toSorted().join('&')}`;
  if (text(actual) !== text(expected))
    throw new Wrong(`the written request is ${text(actual)}, expected ${text(expected)}`);
  compareHeaders(actual.headers, expected.headers);
  if (!same(actual.body, expected.body))
    throw new Wrong(`the body is ${show(actual.body)}, expected ${show(expected.body)}`);
}

export function compareResponse(rule: Rule, bindings: Bindings, expected: CaseResponse | undefined): void {
  if (expected === undefined) return;
  const parts = rule.response.rest.fill(bindings);
  if (parts.status !== expected.status) throw new Wrong(`the status is ${parts.status}, expected ${expected.status}`);
  compareHeaders(parts.headers, expected.headers);
  const body = parts.body && { bytes: parts.body, start: 0, end: parts.body.length };
  if (!same(body, expected.body)) throw new Wrong(`the body is ${show(body)}, expected ${show(expected.body)}`);
}

function compareHeaders(actual: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>): void {
  const actualHeaders = new Map(Object.entries(actual).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of Object.entries(expected)) {
    if (actualHeaders.get(name) !== value)
      throw new Wrong(`the header ${name} is "${actualHeaders.get(name)}", expected "${value}"`);
  }
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

export function show(value: Json | undefined): string {
  return value === undefined ? 'absent' : textOf(value);
}

/** Compares only the members of a problem that the case has; a body as a whole. `write`: the body that clients get. */
export function compareFault(
  fault: Fault,
  expected: CaseResponse | undefined,
  write?: (fault: Fault) => Uint8Array,
): void {
  if (expected === undefined) return;
  const { init } = fault;
  if (init.status !== expected.status) throw new Wrong(`the status is ${init.status}, expected ${expected.status}`);
  compareHeaders(init.headers ?? {}, expected.headers);
  const shown = shownForms(init);
  for (const key of ['code', 'title', 'detail'] as const) {
    const expectedText = expected.problem?.[key];
    if (expectedText !== undefined && !shown.some((one) => one[key] === expectedText))
      throw new Wrong(`the problem's ${key} is "${init[key]}", expected "${expectedText}"`);
  }
  const data = expected.problem?.data;
  if (data && !same(init.data, data))
    throw new Wrong(`the problem's data is ${show(init.data)}, expected ${show(data)}`);
  if (expected.body !== undefined && write !== undefined) compareErrorBody(fault, expected.body, write);
}

function compareErrorBody(fault: Fault, expected: Json, write: (fault: Fault) => Uint8Array): void {
  if ([fault, shownFault(fault, 'hide')].some((shown) => same(json(write(shown)), expected))) return;
  throw new Wrong(`the body is ${show(json(write(fault)))}, expected ${show(expected)}`);
}

/** As clients may see it: the settings of a bridge decide whether texts of the service are hidden, and the front adds the place of a problem. */
function shownForms(init: FaultInit): readonly FaultInit[] {
  const hidden = shownFault(new Fault(init), 'hide').init;
  return [init, hidden].flatMap((one) => [one, { ...one, detail: detailWithPlace(one) }]);
}

/** The written fault must have every detail element of the case. */
export function compareDetail(actual: SoapFault | undefined, expected: SoapFault | undefined): void {
  for (const entry of expected?.detail ?? []) {
    const actualDetail = actual?.detail.find((d) => clark(d.name) === clark(entry.name));
    if (actualDetail === undefined) throw new Wrong(`the written fault has no detail ${clark(entry.name)}`);
    if (!same(actualDetail.value, entry.value))
      throw new Wrong(`the fault's detail is ${show(actualDetail.value)}, expected ${show(entry.value)}`);
  }
}

/** REST clients are shown something else than what a service says. */
export function isView({ restSide }: MappingRule): boolean {
  return restSide.schemaChanges.size > 0;
}
