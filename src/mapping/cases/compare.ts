// What a case says against what was written.
import type { Fault, SoapFault } from '../../fault/fault.ts';
import { type Json, textOf } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import { canonicalXml } from '../../xml/c14n.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Bindings, Rule } from '../model/rule.ts';
import type { CaseReply, CaseRequest } from './cases.ts';

/** A difference between a case and the mapping. */
export class Wrong extends Error {}

export function compareXml(written: Uint8Array, expected: string | undefined): void {
  const got = written.length === 0 ? '' : canonicalXml(written);
  const wanted = expected === undefined ? '' : canonicalXml(Buffer.from(expected), 'case');
  if (got !== wanted) throw new Wrong(`the XML written differs\n${firstDifference(got, wanted)}`);
}

function firstDifference(got: string, wanted: string): string {
  const [a, b] = [got.split('\n'), wanted.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at < 0 ? a.length : at;
  return `  written:  ${(a[line] ?? '(nothing)').trim()}\n  expected: ${(b[line] ?? '(nothing)').trim()}`;
}

export function compareRequest(written: CaseRequest, expected: CaseRequest): void {
  const text = (r: CaseRequest) => `${r.method} ${r.path} ${r.query.split('&').toSorted().join('&')}`;
  if (text(written) !== text(expected))
    throw new Wrong(`the request written is ${text(written)}, expected ${text(expected)}`);
  compareHeaders(written.headers, expected.headers);
  if (!same(written.body, expected.body))
    throw new Wrong(`the body is ${show(written.body)}, expected ${show(expected.body)}`);
}

export function compareReply(rule: Rule, bindings: Bindings, expected: CaseReply | undefined): void {
  if (expected === undefined) return;
  const parts = rule.reply.rest.fill(bindings);
  if (parts.status !== expected.status) throw new Wrong(`the status is ${parts.status}, expected ${expected.status}`);
  compareHeaders(parts.headers, expected.headers);
  const body = parts.body && { bytes: parts.body, start: 0, end: parts.body.length };
  if (!same(body, expected.body)) throw new Wrong(`the body is ${show(body)}, expected ${show(expected.body)}`);
}

export function compareHeaders(
  written: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
): void {
  const found = new Map(Object.entries(written).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of Object.entries(expected)) {
    if (found.get(name) !== value) throw new Wrong(`the header ${name} is "${found.get(name)}", expected "${value}"`);
  }
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

export function show(value: Json | undefined): string {
  return value === undefined ? 'absent' : textOf(value);
}

/** Only what the case says of a problem is compared. */
export function compareFault({ init }: Fault, expected: CaseReply | undefined): void {
  if (expected === undefined) return;
  if (init.status !== expected.status) throw new Wrong(`the status is ${init.status}, expected ${expected.status}`);
  compareHeaders(init.headers ?? {}, expected.headers);
  for (const key of ['code', 'title', 'detail'] as const) {
    const wanted = expected.problem?.[key];
    if (wanted !== undefined && init[key] !== wanted)
      throw new Wrong(`the problem's ${key} is "${init[key]}", expected "${wanted}"`);
  }
  const data = expected.problem?.data;
  if (data && !same(init.data, data))
    throw new Wrong(`the problem's data is ${show(init.data)}, expected ${show(data)}`);
}

/** Every detail element of the case must have been written. */
export function compareDetail(written: SoapFault | undefined, expected: SoapFault | undefined): void {
  for (const entry of expected?.detail ?? []) {
    const found = written?.detail.find((d) => clark(d.name) === clark(entry.name));
    if (found === undefined) throw new Wrong(`the fault written has no detail ${clark(entry.name)}`);
    if (!same(found.value, entry.value))
      throw new Wrong(`the fault's detail is ${show(found.value)}, expected ${show(entry.value)}`);
  }
}
