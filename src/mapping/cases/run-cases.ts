// Runs golden exchanges through the patterns of a mapping, each way, offline.

import { Mismatch } from '../../codec/model/codec.ts';
import { formatError, type Place, Problems, SoapstoneError } from '../../errors/errors.ts';
import type { Fault } from '../../fault/fault.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Direction, Rule } from '../../rule/rule.ts';
import { readTree } from '../../xml/read-tree.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Mapping, MappingRule } from '../model/mapping.ts';
import { pickRule } from '../runtime/rule-lookup.ts';
import { likelySlip } from '../runtime/unknown-path.ts';
import { compareShown, type ErrorBodies, faultFrom, problemIn } from './case-faults.ts';
import type { Case, CaseMessage, CaseRequest } from './cases.ts';
import { compareDetail, compareFault, compareRequest, compareResponse, isView, same, show, Wrong } from './compare.ts';
import { asCase, BrokenLaw, CaseSides, checkSide, lawOf, lawText, view } from './round-trip-laws.ts';
import { SoapMessages } from './soap-messages.ts';
import { supplied, withCredential } from './supplied-values.ts';

export interface CaseOutcome {
  readonly name: string;
  readonly place: Place;
  /** Id of the rule that matched, if any. */
  readonly rule?: string;
  /** The only direction in which all of it ran; undefined: both. */
  readonly direction?: Direction;
  /** The number of checks, including those of the laws. */
  readonly steps: number;
  /** Empty: the case passed. */
  readonly problems: readonly string[];
  /** The broken laws, each once. A problem without a law is a difference between the case and the table. */
  readonly laws: readonly string[];
}

/** Runs the cases that have one call; `runFlowCases` runs the others. */
export function runCases(mapping: Mapping, cases: readonly Case[], errors?: ErrorBodies): CaseOutcome[] {
  return cases
    .filter((testCase) => testCase.calls === undefined && isFor(testCase, mapping))
    .map((testCase) => new Run(mapping, testCase, errors).outcome());
}

/** Does the case run under the settings of this mapping? */
export function isFor({ settings }: Case, mapping: Mapping): boolean {
  return [...settings].every(([name, text]) => mapping.settings.get(name) === text);
}

export class Run {
  protected readonly mapping: Mapping;
  protected readonly testCase: Case;
  protected readonly errors: ErrorBodies | undefined;
  protected readonly messages: SoapMessages;
  protected readonly problems: string[] = [];
  private readonly laws = new Set<string>();
  protected steps = 0;
  /** False: the gateway never writes such a REST request, so its response is not one that a service gives. */
  private normal = true;

  constructor(mapping: Mapping, testCase: Case, errors?: ErrorBodies) {
    this.errors = errors;
    this.mapping = mapping;
    this.testCase = testCase;
    this.messages = new SoapMessages(mapping);
  }

  outcome(): CaseOutcome {
    const { testCase } = this;
    const match = this.step('REST request', () => this.find());
    if (match) this.directions(match.rule, match.bindings);
    const { steps, problems, laws } = this;
    return {
      name: testCase.name,
      place: testCase.place,
      rule: match?.rule.id,
      direction: testCase.direction ?? match?.rule.direction ?? (this.normal ? undefined : 'rest-to-soap'),
      steps,
      problems,
      laws: [...laws].toSorted(),
    };
  }

  private directions(rule: MappingRule, bindings: Bindings): void {
    const direction = this.testCase.direction ?? rule.direction;
    if (direction !== 'soap-to-rest') {
      // The response may use what the request has bound.
      const forwardBindings = bindings.slice();
      this.step('REST request → SOAP request', () =>
        this.messages.compareRequest(rule, forwardBindings, this.testCase.soap.request),
      );
      this.step('SOAP response → REST response', () => this.answered(rule, forwardBindings));
    }
    if (direction === 'rest-to-soap') return;
    const exact = direction === 'soap-to-rest';
    const back = this.step('SOAP request → REST request', () => this.reversed(rule, bindings, exact)) ?? bindings;
    if (this.normal) this.backward(rule, back);
    if (direction === undefined) this.sides(rule, bindings, back);
  }

  private backward(rule: MappingRule, bindings: Bindings): void {
    if (this.isFailure())
      this.step(`REST problem → SOAP ${this.testCase.soap.fault ? 'fault' : 'response'}`, () =>
        this.faulted(rule, bindings),
      );
    else this.step('REST response → SOAP response', () => this.replied(rule, bindings.slice()));
  }

  private isFailure(): boolean {
    return this.testCase.soap.fault !== undefined || this.testCase.rest.response?.problem !== undefined;
  }

  /** The laws of each side by itself. */
  private sides(rule: MappingRule, bindings: Bindings, back: Bindings): void {
    const all = withCredential(rule, bindings);
    const { request, response } = new CaseSides(this.mapping, this.messages, rule, all);
    const { soap, rest } = this.testCase;
    this.step('REST side of the request', () => checkSide(request.rest, rule, all));
    this.step('SOAP side of the request', () => checkSide(request.soap, rule, withCredential(rule, back)));
    if (!this.normal || this.isFailure() || soap.response === undefined || rest.response === undefined) return;
    const { response: answer } = rest;
    const { response: message } = soap;
    const read = tryRead(() => rule.response.rest.match({ ...answer, body: answer.body }, bindings.slice()));
    // A view is made of what the service says, never of what clients were shown.
    if (read && !isView(rule)) this.step('REST side of the response', () => checkSide(response.rest, rule, read));
    const responseBindings = tryRead(() => this.messages.decodeResponse(rule.response.soap, message, bindings.slice()));
    if (responseBindings)
      this.step('SOAP side of the response', () => checkSide(response.soap, rule, responseBindings));
  }

  private step<T>(name: string, run: () => T): T | undefined {
    this.steps++;
    try {
      return run();
    } catch (e) {
      this.problems.push(`${name}: ${reasonOf(e)}`);
      const law = lawOf(e);
      if (law) this.laws.add(lawText(law));
      return undefined;
    }
  }

  /** Matches the REST request. A rule that only SOAP clients use matches the SOAP request. */
  protected find(): { rule: MappingRule; bindings: Bindings } {
    const { testCase, mapping } = this;
    const bySoap =
      testCase.direction === 'soap-to-rest' ||
      mapping.rules.find((r) => r.id === testCase.rule)?.direction === 'soap-to-rest';
    const match = bySoap ? this.findBySoap() : this.findByRest();
    if (testCase.rule !== undefined && testCase.rule !== match.rule.id)
      throw new Wrong(`rule "${match.rule.id}" matches, not "${testCase.rule}"`);
    return { rule: match.rule, bindings: supplied(match.rule, match.bindings, testCase) };
  }

  private findByRest(): { rule: MappingRule; bindings: Bindings } {
    const { request } = this.testCase.rest;
    const look = this.mapping.lookup(request.method, request.path);
    if (look.kind === 'none') {
      const slip = likelySlip(this.mapping, request);
      throw new Wrong([`no rule has the path ${request.path}`, ...slip].join('; '));
    }
    if (look.kind === 'method') throw new Wrong(`the path allows ${look.allow.join(', ')}, not ${request.method}`);
    const match = pickRule(look.rules, view(request, look.segments));
    if (match === undefined) throw new Wrong('no rule matches this request');
    return match;
  }

  protected findBySoap(): { rule: MappingRule; bindings: Bindings } {
    const { request } = this.testCase.soap;
    const root = request.body.length === 0 ? '' : clark(readTree(Buffer.from(request.body[0]), 'soap.request').name);
    for (const rule of this.mapping.lookupSoap(root)) {
      const bindings = this.messages.decode(
        rule.request.soap,
        request,
        supplied(rule, new Array(rule.variables.length), this.testCase),
      );
      if (bindings) return { rule, bindings };
    }
    throw new Wrong(`no rule matches the SOAP request ${root}`);
  }

  private answered(rule: MappingRule, bindings: Bindings): void {
    const { soap, rest } = this.testCase;
    const request = { variables: rule.variables, bindings };
    if (soap.fault) return this.compareFailure(rule.faults.fromSoap(this.messages.fault(soap.fault), request));
    if (soap.response === undefined) {
      if (rest.response === undefined) return;
      throw new Wrong('the case has a REST response, but no SOAP response or fault');
    }
    const failed = this.failure(rule, soap.response, true);
    if (failed) return this.compareFailure(failed);
    const matched = this.messages.decodeResponse(rule.response.soap, soap.response, bindings);
    if (matched) return compareResponse(rule, matched, rest.response);
    const laterFault = this.failure(rule, soap.response, false);
    if (laterFault === undefined)
      throw new Wrong('neither the response pattern nor a fault rule matches the SOAP response');
    this.compareFailure(laterFault);
  }

  /** What REST clients get for the fault is the response of the case. */
  protected compareFailure(fault: Fault): void {
    const { errors } = this;
    compareFault(fault, this.testCase.rest.response, errors && ((shown) => errors.write(shown)));
  }

  protected failure(rule: Rule, message: CaseMessage, first: boolean): Fault | undefined {
    for (const row of rule.faults.responses) {
      if (row.first !== first) continue;
      const bindings = this.messages.decodeResponse(row.soap, message, new Array(row.variables.length));
      if (bindings) return row.fault(bindings);
    }
    return undefined;
  }

  private reversed(rule: MappingRule, expected: Bindings, exact: boolean): Bindings {
    const match = this.findBySoap();
    if (match.rule.id !== rule.id)
      throw new Wrong(`rule "${match.rule.id}" matches the SOAP request, not "${rule.id}"`);
    const actual = asCase(rule.request.rest.fill(withCredential(rule, match.bindings)));
    if (exact) compareRequest(actual, this.testCase.rest.request);
    else this.compareBindings(rule, actual, expected);
    return match.bindings;
  }

  /** Compares by variables, so that the order and the defaults of a query do not matter. */
  private compareBindings(rule: MappingRule, actual: CaseRequest, expected: Bindings): void {
    const requestLine = `${actual.method} ${actual.path}${actual.query === '' ? '' : `?${actual.query}`}`;
    const look = this.mapping.lookup(actual.method, actual.path);
    const actualBindings = look.kind === 'found' ? rule.request.rest.match(view(actual, look.segments)) : undefined;
    if (actualBindings === undefined)
      throw new BrokenLaw(2, `the rule does not match the request that it writes: ${requestLine}`);
    const free = new Set(rule.oneSided.filter(({ free }) => free).map(({ variable }) => variable));
    rule.variables.forEach((name, i) => {
      if (name.startsWith('$') || same(actualBindings[i], expected[i])) return;
      if (free.has(i)) this.normal = false;
      else
        throw new Wrong(
          `the written request, ${requestLine}, has {${name}} = ${show(actualBindings[i])}, expected ${show(expected[i])}`,
        );
    });
  }

  private replied(rule: Rule, bindings: Bindings): void {
    const { soap, rest } = this.testCase;
    if (soap.response === undefined || rest.response === undefined) return;
    const { status, headers, body } = rest.response;
    const matched = rule.response.rest.match({ status, headers, body }, bindings);
    if (matched === undefined) throw new Wrong('the REST response does not match the rule');
    this.messages.compare(rule.response.soap, matched, soap.response);
  }

  private faulted(rule: Rule, bindings: Bindings): void {
    const { response } = this.testCase.rest;
    const { fault, response: message } = this.testCase.soap;
    const problem = response && (problemIn(response) ?? (fault && this.errors?.read(response)));
    if (response === undefined || problem === undefined) return;
    if (message) return this.repliedFault(rule, problem, message);
    if (fault === undefined) return;
    const request = { variables: rule.variables, bindings };
    const { soap } = rule.faults.fromRest(problem, request).init;
    compareDetail(soap, this.messages.fault(fault).init.soap);
    // A row for a class of statuses, or for any code, shows its fault to REST clients with one status and code.
    if (this.testCase.direction === undefined) compareShown(rule.faults.fromSoap(faultFrom(soap), request), response);
  }

  /** The service reports the failure in a normal response. */
  private repliedFault(rule: Rule, problem: Fault, expected: CaseMessage): void {
    const faultResponse = rule.faults.asResponse(problem);
    if (faultResponse) return this.messages.compare(faultResponse.soap, faultResponse.bindings, expected);
    const [lack] = rule.faults.responses.flatMap(({ lacks }) => lacks);
    const reason = lack && `; the fault rule at line ${lack.place.line} is never written: ${lack.message}`;
    throw new Wrong(`no fault rule with response: matches the REST problem${reason ?? ''}`);
  }
}

/** The message of an error of the case or the mapping; throws any other error. */
export function reasonOf(error: unknown): string {
  if (error instanceof SoapstoneError) return formatError(error);
  if (error instanceof Mismatch) return `${error.message} at ${error.path}`;
  if (error instanceof Wrong || error instanceof Problems) return error.message;
  throw error;
}

/** The bindings of a message. A message that does not match was reported by an earlier step. */
function tryRead(read: () => Bindings | undefined): Bindings | undefined {
  try {
    return read();
  } catch (e) {
    reasonOf(e);
    return undefined;
  }
}
