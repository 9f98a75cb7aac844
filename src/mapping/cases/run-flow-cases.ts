// Runs the golden exchanges of flows offline: the case plays the upstream service.

import { withPreference } from '../../bytes/preferences.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Mapping } from '../model/mapping.ts';
import type { ErrorBodies } from './case-faults.ts';
import type { Case, CaseCall, CaseResponse } from './cases.ts';
import { compareRequest, compareResponse, same, show, Wrong } from './compare.ts';
import { type CaseOutcome, isFor, Run, reasonOf } from './run-cases.ts';
import { withCredential } from './supplied-values.ts';

/** Carries a request through the filters; `back` answers each call. */
export type Carry = (
  present: 'rest' | 'soap',
  rule: Rule,
  bindings: Bindings,
  back: Back,
) => Promise<{ readonly bindings: Bindings; readonly rule?: Rule }>;
/** `deferred`: the response may come later; `accepted` is then the address of the status. */
export type Back = (
  rule: Rule,
  bindings: Bindings,
  deferred: boolean,
) => { readonly bindings: Bindings; readonly accepted?: string };

/** Runs the cases that list their calls, in order: a later case may use what an earlier one has stored. */
export async function runFlowCases(
  mapping: Mapping,
  cases: readonly Case[],
  carry: Carry,
  errors?: ErrorBodies,
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const testCase of cases)
    if (testCase.calls && isFor(testCase, mapping))
      outcomes.push(await new FlowRun(mapping, testCase, carry, errors).outcomeOf(testCase.calls));
  return outcomes;
}

type Calls = NonNullable<Case['calls']>;

class FlowRun extends Run {
  private readonly carry: Carry;
  private wrong: Wrong | undefined = undefined;
  private callCount = 0;

  constructor(mapping: Mapping, testCase: Case, carry: Carry, errors?: ErrorBodies) {
    super(mapping, testCase, errors);
    this.carry = carry;
  }

  async outcomeOf(calls: Calls): Promise<CaseOutcome> {
    const { name, place } = this.testCase;
    let rule: Rule | undefined;
    try {
      const match = calls.side === 'soap' ? this.find() : this.findBySoap();
      rule = match.rule;
      await this.run(rule, match.bindings, calls);
    } catch (e) {
      if (!this.refused(e, calls)) this.problems.push(reasonOf(e));
    }
    const direction = calls.side === 'soap' ? 'rest-to-soap' : 'soap-to-rest';
    return { name, place, rule: rule?.id, direction, steps: this.callCount + 2, problems: this.problems, laws: [] };
  }

  /** True where the case has no calls and expects this refusal of the request. */
  private refused(error: unknown, { side, list }: Calls): boolean {
    const { response } = this.testCase.rest;
    if (!(error instanceof SoapstoneError) || side !== 'soap' || list.length > 0) return false;
    if (errorIn(response) === undefined) return false;
    try {
      this.compareFailure(toFault(error));
    } catch (e) {
      this.problems.push(reasonOf(e));
    }
    return true;
  }

  private async run(rule: Rule, bindings: Bindings, calls: Calls): Promise<void> {
    const { side, list } = calls;
    const present = side === 'soap' ? 'rest' : 'soap';
    const play: Back = (part, callBindings, deferred) => this.play(part, callBindings, deferred, calls);
    const outcome = await this.carry(present, rule, bindings, play).catch((error: Error) => error);
    const answering = outcome instanceof Error ? rule : (outcome.rule ?? rule);
    // The job that a request names says whose result it is.
    const isExpected = [undefined, rule.id, answering.id].includes(this.testCase.rule);
    if (!isExpected) throw new Wrong(`rule "${answering.id}" matches, not "${this.testCase.rule}"`);
    if (this.wrong) throw this.wrong;
    if (outcome instanceof Fault) this.failed(rule, outcome, present);
    else if (outcome instanceof Error) throw outcome;
    else this.compared(answering, outcome.bindings, present);
    if (this.callCount < list.length) throw new Wrong(`only ${this.callCount} of ${list.length} calls were made`);
  }

  private compared(rule: Rule, bindings: Bindings, present: 'rest' | 'soap'): void {
    if (present === 'rest') compareResponse(rule, bindings, this.testCase.rest.response);
    else if (this.testCase.soap.response)
      this.messages.compare(rule.response.soap, bindings, this.testCase.soap.response);
  }

  /** Answers the next call from the case. */
  private play(rule: Rule, bindings: Bindings, deferred: boolean, { list, side }: Calls): ReturnType<Back> {
    try {
      const call = list[this.callCount];
      // A value that the message cannot hold is refused before the call.
      if (call === undefined && side === 'soap') this.messages.encodeRequest(rule, withCredential(rule, bindings));
      if (call === undefined) throw new Wrong(`the case does not list the call of ${rule.id}`);
      this.callCount++;
      return side === 'soap'
        ? { bindings: this.soapCall(rule, bindings, call) }
        : this.restCall(rule, bindings, deferred, call);
    } catch (e) {
      if (e instanceof Wrong) this.wrong ??= new Wrong(`call ${this.callCount}: ${e.message}`);
      throw e;
    }
  }

  private soapCall(rule: Rule, bindings: Bindings, { soap }: CaseCall): Bindings {
    this.messages.compareRequest(rule, bindings, soap.request);
    if (soap.fault) throw this.messages.fault(soap.fault);
    if (soap.response === undefined) throw new Wrong('the case has no response for this call');
    const first = this.failure(rule, soap.response, true);
    if (first) throw first;
    const matched = this.messages.decodeResponse(rule.response.soap, soap.response, bindings);
    if (matched) return matched;
    throw this.failure(rule, soap.response, false) ?? new Wrong('the SOAP response does not match the rule');
  }

  private restCall(rule: Rule, bindings: Bindings, deferred: boolean, { rest }: CaseCall): ReturnType<Back> {
    const parts = rule.request.rest.fill(withCredential(rule, bindings));
    const [path, query = ''] = parts.target.split('?');
    const fields = Object.entries(parts.headers).map(([k, v]): [string, string] => [k.toLowerCase(), v]);
    const headers = Object.fromEntries(fields);
    if (deferred) headers['prefer'] = withPreference(headers['prefer'], 'respond-async');
    const body = parts.body && { bytes: parts.body, start: 0, end: parts.body.length };
    compareRequest({ method: parts.method, path, query, headers, body }, rest.request);
    const { response } = rest;
    if (response === undefined) throw new Wrong('the case has no response for this call');
    if (response.problem) {
      const { code = '', title = '', detail, data } = response.problem;
      const rest = { headers: response.headers, code: response.problem.code };
      throw new Fault({ status: response.status, code, title, detail, data, rest });
    }
    if (deferred && response.status === 202) return { bindings, accepted: response.headers['location'] };
    const matched = rule.response.rest.match(
      { status: response.status, headers: response.headers, body: response.body },
      bindings,
    );
    if (matched === undefined && response.status >= 400 && this.errors) throw this.errors.read(response);
    if (matched === undefined) throw new Wrong('the REST response does not match the rule');
    return { bindings: matched };
  }

  private failed(rule: Rule, fault: Fault, present: 'rest' | 'soap'): void {
    const { rest, soap } = this.testCase;
    const expected = present === 'rest' ? errorIn(rest.response) : soap.fault;
    if (expected === undefined) throw new Wrong(`the request fails: ${fault.init.code}: ${fault.init.detail}`);
    if (present === 'rest') return this.compareFailure(fault);
    const { soap: actual } = fault.init.soap ? fault.init : rule.faults.fromRest(fault).init;
    const expectedSoap = this.messages.fault(soap.fault as NonNullable<Case['soap']['fault']>).init.soap;
    if (actual?.reason !== expectedSoap?.reason)
      throw new Wrong(`the reason is "${actual?.reason}", expected "${expectedSoap?.reason}"`);
    for (const entry of expectedSoap?.detail ?? []) {
      const actualDetail = actual?.detail.find((d) => clark(d.name) === clark(entry.name));
      if (!same(actualDetail?.value, entry.value))
        throw new Wrong(`the fault's detail is ${show(actualDetail?.value)}, expected ${show(entry.value)}`);
    }
  }
}

/** The problem, or the body in a form of the table. */
function errorIn(response: CaseResponse | undefined): CaseResponse['problem'] | CaseResponse['body'] {
  if (response === undefined || response.problem) return response?.problem;
  return response.status >= 400 ? response.body : undefined;
}
