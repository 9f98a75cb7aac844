// The errors of a case: what a REST service says, and how the written fault is shown to REST clients.

import { Fault, type SoapFault } from '../../fault/fault.ts';
import { titleWithout } from '../../fault/fault-names.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { CaseResponse } from './cases.ts';
import { BrokenLaw } from './round-trip-laws.ts';

/** As the gateway reads it from a response of a REST service; undefined: the case has none. */
export function problemIn({ status, headers, problem }: CaseResponse): Fault | undefined {
  if (problem === undefined) return undefined;
  const { code, title, detail, data } = problem;
  const words = { title: title ?? titleWithout(status, code), detail, data };
  const restError = { headers, code, texts: { code, title, detail } };
  return new Fault({ status, code: code ?? 'UPSTREAM_FAULT', ...words, rest: restError });
}

/** Errors as the gateway has them. */
export interface GatewayErrors {
  /** Writes a SOAP request. Throws a Fault with all problems of its values. */
  checkRequest(rule: Rule, bindings: Bindings): void;
  /** Reads an error response of a REST service. */
  read(response: CaseResponse): Fault;
  /** The body that clients get. */
  write(fault: Fault): Uint8Array;
}

export function faultFrom(soap: SoapFault | undefined): Fault {
  return new Fault({ status: 502, code: '', title: '', soap });
}

/** The written fault is shown with the status and the code of the case. */
export function compareShown({ init }: Fault, { status, problem }: CaseResponse): void {
  const code = problem?.code;
  if (init.status === status && (code === undefined || init.code === code)) return;
  const statusAndCode = `${init.status} ${init.code}`;
  throw new BrokenLaw(3, `the written fault is shown as ${statusAndCode}, not ${status} ${code ?? ''}`);
}
