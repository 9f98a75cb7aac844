// Runs golden exchanges through the patterns of a mapping, each way, offline.

import { ByteBuffer } from '../bytes/buffer.ts';
import type { Program } from '../codec/codec.ts';
import { Mismatch } from '../codec/codec.ts';
import type { Shape } from '../codec/shape.ts';
import type { ElementDecl } from '../contract/model.ts';
import { describe, type Place, Problems, SoapstoneError } from '../errors.ts';
import { Fault } from '../fault/fault.ts';
import type { Json } from '../json/value.ts';
import { stringOf } from '../json/walk.ts';
import { clark, parseClark } from '../xml/names.ts';
import { readTree } from '../xml/read-tree.ts';
import type { Case, CaseMessage, CaseReply, CaseRequest } from './cases.ts';
import { compareHeaders, compareReply, compareRequest, compareXml, same, show, Wrong } from './golden/compare.ts';
import { pickRule } from './pick.ts';
import type { Bindings, Mapping, RestRequest, Rule, SoapPattern } from './rule.ts';

export interface CaseOutcome {
  readonly name: string;
  readonly place: Place;
  /** Which rule took it; undefined when none did. */
  readonly rule?: string;
  /** How many of the four steps ran. */
  readonly steps: number;
  /** What was not as the case says; empty: it passed. */
  readonly problems: readonly string[];
}

/** Cases of one call for one; see `runFlowCases` for the others. */
export function runCases(mapping: Mapping, cases: readonly Case[]): CaseOutcome[] {
  return cases.filter((one) => one.calls === undefined).map((one) => new Run(mapping, one).outcome());
}

/** Values that the gateway supplies, the same in every run. */
const SUPPLIED: ReadonlyMap<string, Json> = new Map([
  ['$now', stringOf('2000-01-01T00:00:00.000Z')],
  ['$uuid', stringOf('00000000-0000-4000-8000-000000000000')],
]);

export class Run {
  protected readonly mapping: Mapping;
  protected readonly one: Case;
  protected readonly problems: string[] = [];
  protected steps = 0;

  constructor(mapping: Mapping, one: Case) {
    this.mapping = mapping;
    this.one = one;
  }

  outcome(): CaseOutcome {
    const { one } = this;
    const found = this.step('REST request', () => this.find());
    if (found) this.directions(found.rule, found.bindings);
    return { name: one.name, place: one.place, rule: found?.rule.id, steps: this.steps, problems: this.problems };
  }

  private directions(rule: Rule, bindings: Bindings): void {
    const only = this.one.only ?? rule.only;
    const failure = this.one.soap.fault !== undefined || this.one.rest.reply?.problem !== undefined;
    if (only !== 'soap-to-rest') {
      this.step('REST request → SOAP request', () => this.sent(rule, bindings.slice()));
      this.step('SOAP reply → REST reply', () => this.answered(rule, bindings.slice()));
    }
    if (only !== 'rest-to-soap') {
      const back = this.step('SOAP request → REST request', () => this.reversed(rule, bindings));
      if (!failure) this.step('REST reply → SOAP reply', () => this.replied(rule, (back ?? bindings).slice()));
      else if (this.one.soap.fault) this.step('REST problem → SOAP fault', () => this.faulted(rule));
    }
  }

  private step<T>(name: string, run: () => T): T | undefined {
    this.steps++;
    try {
      return run();
    } catch (e) {
      if (!(e instanceof Wrong || e instanceof Mismatch || e instanceof SoapstoneError || e instanceof Problems))
        throw e;
      const text =
        e instanceof SoapstoneError ? describe(e) : e instanceof Mismatch ? `${e.message} at ${e.path}` : e.message;
      this.problems.push(`${name}: ${text}`);
      return undefined;
    }
  }

  /** The rule that takes the REST request; for rules that only answer SOAP callers, the one that takes the SOAP request. */
  protected find(): { rule: Rule; bindings: Bindings } {
    const { one, mapping } = this;
    const bySoap = one.only === 'soap-to-rest' || mapping.rules.find((r) => r.id === one.rule)?.only === 'soap-to-rest';
    const found = bySoap ? this.findBySoap() : this.findByRest();
    if (one.rule !== undefined && one.rule !== found.rule.id)
      throw new Wrong(`rule "${found.rule.id}" takes it, not "${one.rule}"`);
    return { rule: found.rule, bindings: supplied(found.rule, found.bindings) };
  }

  private findByRest(): { rule: Rule; bindings: Bindings } {
    const { request } = this.one.rest;
    const look = this.mapping.lookup(request.method, request.path);
    if (look.kind === 'none') throw new Wrong(`no rule has the path ${request.path}`);
    if (look.kind === 'method') throw new Wrong(`the path takes ${look.allow.join(', ')}, not ${request.method}`);
    const found = pickRule(look.rules, view(request, look.segments));
    if (found === undefined) throw new Wrong('no rule takes this request');
    return found;
  }

  protected findBySoap(): { rule: Rule; bindings: Bindings } {
    const { request } = this.one.soap;
    const root = request.body.length === 0 ? '' : clark(readTree(Buffer.from(request.body[0]), 'soap.request').name);
    for (const rule of this.mapping.lookupSoap(root)) {
      const bindings = this.decode(rule.request.soap, request, supplied(rule, new Array(rule.variables.length)));
      if (bindings) return { rule, bindings };
    }
    throw new Wrong(`no rule takes the SOAP request ${root}`);
  }

  private sent(rule: Rule, bindings: Bindings): void {
    this.compareMessage(rule.request.soap, bindings, this.one.soap.request);
  }

  private answered(rule: Rule, bindings: Bindings): void {
    const { soap, rest } = this.one;
    if (soap.fault) return this.compareFault(rule.faults.fromSoap(this.faultOf(soap.fault)), rest.reply);
    if (soap.reply === undefined) {
      if (rest.reply === undefined) return;
      throw new Wrong('the case has a REST reply, but no SOAP reply or fault');
    }
    const failed = this.failure(rule, soap.reply, true);
    if (failed) return this.compareFault(failed, rest.reply);
    const matched = this.decode(rule.reply.soap, soap.reply, bindings);
    if (matched) return compareReply(rule, matched, rest.reply);
    const other = this.failure(rule, soap.reply, false);
    if (other === undefined) throw new Wrong('neither the reply pattern nor a fault row takes the SOAP reply');
    this.compareFault(other, rest.reply);
  }

  protected failure(rule: Rule, message: CaseMessage, first: boolean): Fault | undefined {
    for (const row of rule.faults.replies) {
      if (row.first !== first) continue;
      const bindings = this.decode(row.soap, message, new Array(row.variables.length));
      if (bindings) return row.fault(bindings);
    }
    return undefined;
  }

  private reversed(rule: Rule, expected: Bindings): Bindings {
    const found = this.findBySoap();
    if (found.rule.id !== rule.id) throw new Wrong(`rule "${found.rule.id}" takes the SOAP request, not "${rule.id}"`);
    const parts = rule.request.rest.fill(found.bindings.slice());
    const [path, query = ''] = splitTarget(parts.target);
    const headers = Object.fromEntries(Object.entries(parts.headers).map(([k, v]) => [k.toLowerCase(), v]));
    const body = parts.body && { bytes: parts.body, start: 0, end: parts.body.length };
    const written: CaseRequest = { method: parts.method, path, query, headers, body };
    if (rule.only === 'soap-to-rest') compareRequest(written, this.one.rest.request);
    else this.compareBindings(rule, written, expected);
    return found.bindings;
  }

  /** The written request is the expected one when it says the same: order and defaults of a query do not count. */
  private compareBindings(rule: Rule, written: CaseRequest, expected: Bindings): void {
    const shown = `${written.method} ${written.path}${written.query === '' ? '' : `?${written.query}`}`;
    const look = this.mapping.lookup(written.method, written.path);
    const again = look.kind === 'found' ? rule.request.rest.match(view(written, look.segments)) : undefined;
    if (again === undefined) throw new Wrong(`the request written, ${shown}, is not taken by the rule`);
    rule.variables.forEach((name, i) => {
      if (name.startsWith('$') || same(again[i], expected[i])) return;
      throw new Wrong(
        `the request written, ${shown}, has {${name}} = ${show(again[i])}, expected ${show(expected[i])}`,
      );
    });
  }

  private replied(rule: Rule, bindings: Bindings): void {
    const { soap, rest } = this.one;
    if (soap.reply === undefined || rest.reply === undefined) return;
    const { status, headers, body } = rest.reply;
    const matched = rule.reply.rest.match({ status, headers, body }, bindings);
    if (matched === undefined) throw new Wrong('the rule does not take the REST reply');
    this.compareMessage(rule.reply.soap, matched, soap.reply);
  }

  private faulted(rule: Rule): void {
    const { reply } = this.one.rest;
    const { fault } = this.one.soap;
    if (reply?.problem === undefined || fault === undefined) return;
    const { code = '', title = '', detail, data } = reply.problem;
    const back = rule.faults.fromRest(new Fault({ status: reply.status, code, title, detail, data })).init.soap;
    const expected = this.faultOf(fault).init.soap;
    for (const entry of expected?.detail ?? []) {
      const written = back?.detail.find((d) => clark(d.name) === clark(entry.name));
      if (written === undefined) throw new Wrong(`the fault written has no detail ${clark(entry.name)}`);
      if (!same(written.value, entry.value))
        throw new Wrong(`the fault's detail is ${show(written.value)}, expected ${show(entry.value)}`);
    }
  }

  // --- SOAP messages ---------------------------------------------------------------------------------------------------------------

  private program(pattern: SoapPattern, element: ElementDecl, shape: Shape): Program {
    return this.mapping.codec.program(element, shape, pattern.slots);
  }

  protected compareMessage(pattern: SoapPattern, bindings: Bindings, expected: CaseMessage): void {
    const slots = pattern.fill(bindings);
    pattern.body.forEach(({ element, shape }, i) => {
      compareXml(this.encode(pattern, element, shape, slots), expected.body[i]);
    });
    if (expected.body.length > pattern.body.length) throw new Wrong('the case has more body elements than the message');
    for (const { part, shape } of pattern.headers) {
      const text = expected.headers.get(part.part) ?? expected.headers.get(part.element.name.local);
      compareXml(this.encode(pattern, part.element, shape, slots), text);
    }
  }

  private encode(
    pattern: SoapPattern,
    element: ElementDecl,
    shape: Shape,
    slots: readonly (Json | undefined)[],
  ): Uint8Array {
    const out = new ByteBuffer();
    this.program(pattern, element, shape).encode(slots, out);
    return out.slice();
  }

  /** undefined: another message. */
  protected decode(pattern: SoapPattern, message: CaseMessage, bindings: Bindings): Bindings | undefined {
    const slots: (Json | undefined)[] = new Array(pattern.slots);
    try {
      pattern.body.forEach(({ element, shape }, i) => {
        this.decodeInto(slots, this.program(pattern, element, shape), message.body[i] ?? '');
      });
      for (const { part, shape } of pattern.headers) {
        const text = message.headers.get(part.part) ?? message.headers.get(part.element.name.local);
        if (text !== undefined) this.decodeInto(slots, this.program(pattern, part.element, shape), text);
      }
    } catch (e) {
      if (e instanceof Mismatch) return undefined;
      throw e;
    }
    return pattern.match(slots, bindings);
  }

  private decodeInto(slots: (Json | undefined)[], program: Program, text: string): void {
    const decoder = program.decoder();
    decoder.write(Buffer.from(text));
    decoder.end().forEach((value, i) => {
      if (value !== undefined) slots[i] = value;
    });
  }

  // --- faults ----------------------------------------------------------------------------------------------------------------------

  protected faultOf({ code, reason, detail }: NonNullable<Case['soap']['fault']>): Fault {
    const entries = detail === undefined ? [] : [this.detailOf(detail)];
    const soap = { version: '1.1' as const, code: parseClark(code), subcodes: [], reason, detail: entries };
    return new Fault({ status: 502, code: 'UPSTREAM_FAULT', title: '', detail: reason, soap });
  }

  private detailOf(xml: string) {
    const { name } = readTree(Buffer.from(xml), 'soap.fault.detail');
    const element = this.mapping.contract.schemas.elements.get(clark(name));
    if (element === undefined) return { name };
    const slots: (Json | undefined)[] = [undefined];
    this.decodeInto(slots, this.mapping.codec.program(element, { kind: 'hole', slot: 0 }, 1), xml);
    return { name, value: slots[0] };
  }

  protected compareFault({ init }: Fault, expected: CaseReply | undefined): void {
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
}

function supplied(rule: Rule, bindings: Bindings): Bindings {
  rule.variables.forEach((name, i) => {
    bindings[i] ??= SUPPLIED.get(name);
  });
  return bindings;
}

function view(request: CaseRequest, segments: readonly string[]): RestRequest {
  return { method: request.method, segments, query: request.query, headers: request.headers, body: request.body };
}

function splitTarget(target: string): string[] {
  const question = target.indexOf('?');
  return question < 0 ? [target] : [target.slice(0, question), target.slice(question + 1)];
}
