// Faults of the contract that an operation throws. Knows nothing about envelopes.
import type { Operation } from '../../contract/model/contract.ts';
import { Fault } from '../../fault/fault.ts';
import { constantCase } from '../../fault/fault-names.ts';
import { fromJs } from '../../json/value.ts';
import { SOAP11_NS } from '../../xml/reader/names.ts';

/** What an operation throws instead of a response. */
export class DeclaredFault extends Error {
  /** Local name of the fault's element in the contract. */
  readonly element: string;
  /** Content of the element, in the JSON dialect. */
  readonly detail: unknown;
  /** `Client` or `Server`, with a code of the service after a dot: `Server.userException` (SOAP 1.1 §4.4.1). */
  readonly code: string;

  /** Clients see `reason`. */
  constructor(element: string, reason: string, detail: unknown, code = 'Server') {
    super(reason);
    this.name = 'DeclaredFault';
    this.element = element;
    this.detail = detail;
    this.code = code;
  }
}

/** The fault as the fronts write it. @throws Error where the operation does not declare it. */
export function faultOf(thrown: DeclaredFault, { name, version, faults }: Operation): Fault {
  const declared = faults.find(({ element }) => element.name.local === thrown.element);
  if (!declared)
    throw new Error(`the operation ${name} does not declare the fault ${thrown.element}`, { cause: thrown });
  const code = { ns: SOAP11_NS, local: thrown.code };
  const detail = [{ name: declared.element.name, value: fromJs(thrown.detail) }];
  return new Fault({
    status: thrown.code.startsWith('Client') ? 400 : 500,
    code: constantCase(thrown.element),
    title: thrown.element,
    detail: thrown.message,
    soap: { version, code, subcodes: [], reason: thrown.message, detail },
  });
}
