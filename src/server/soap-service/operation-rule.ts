// An operation as a rule without patterns: body and header parts are bound as a whole. Knows nothing about its function.

import type { Contract, Message, Operation } from '../../contract/model/contract.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import type { SoapFrontRule } from '../../rule/rule.ts';
import { clark } from '../../xml/reader/names.ts';

/** Bindings of a message: its body element first, then its header parts in the order of the contract. */
export const BODY = 0;

export interface OperationRule extends SoapFrontRule {
  /** Names of the header parts of the response, in the order of their bindings after the body. */
  readonly responseParts: readonly string[];
  readonly requestParts: readonly string[];
}

/** @throws Error for an operation whose body is not one element (rpc style has one too). */
function operationRule(operation: Operation): OperationRule {
  const { input, output } = operation;
  return {
    id: operation.name,
    operation,
    variables: new Array<string>(1 + Math.max(input.headers.length, output?.headers.length ?? 0)).fill(''),
    request: { soap: wholeMessage(input) },
    response: { soap: wholeMessage(output ?? { body: [], headers: [] }) },
    faults: { fromRest: (fault) => fault, asResponse: () => undefined },
    requestParts: partNames(input),
    responseParts: partNames(output),
  };
}

/** By the Clark name of the body element. An operation of several ports has one rule. */
export function operationRules({ operations }: Contract): ReadonlyMap<string, OperationRule> {
  const rules = new Map<string, OperationRule>();
  for (const operation of operations) {
    const [element] = operation.input.body;
    const key = element ? clark(element.name) : '';
    if (!rules.has(key)) rules.set(key, operationRule(operation));
  }
  return rules;
}

function partNames(message: Message | undefined): readonly string[] {
  return (message?.headers ?? []).map(({ element }) => element.name.local);
}

function wholeMessage({ body, headers }: Message): SoapPattern {
  return {
    body: body.slice(0, 1).map((element) => ({ element, shape: { kind: 'hole', slot: BODY } })),
    headers: headers.map((part, k) => ({ part, shape: { kind: 'hole', slot: k + 1 } })),
    slots: headers.length + 1,
    slotOf: (variable) => (variable <= headers.length ? variable : undefined),
    variablesOf: (slot) => [slot],
    fill: (bindings) => bindings.slice(0, headers.length + 1),
    match: (slots) => [...slots],
  };
}
