// Reports response patterns of fault rules that never match, because the rule's own response matches every message.

import type { SoapPattern } from '../../rule/pattern.ts';
import { FAULT_ROW_KEYS, SOAP_FAULT_KEYS } from '../syntax/fault-keys.ts';
import { fieldsAt, fieldsOf } from '../syntax/fields.ts';
import { Report } from '../syntax/report.ts';
import type { YamlNode } from '../syntax/yaml.ts';
import type { Scope } from './scope.ts';
import { isOpen } from './soap-message.ts';

export function checkHiddenResponses(
  faults: readonly YamlNode[],
  response: SoapPattern,
  scope: Scope,
  report: Report,
): void {
  if (!takesAll(response, scope)) return;
  // Other mistakes are reported where the fault rules are compiled.
  const discarded = new Report();
  for (const node of faults) {
    const soap = fieldsOf(node, FAULT_ROW_KEYS, '', discarded).get('soap');
    const fields = soap && fieldsAt(soap, SOAP_FAULT_KEYS, discarded, '');
    const pattern = fields?.get('response');
    const first = fields?.get('first');
    if (pattern === undefined || (first?.value.kind === 'scalar' && first.value.value === true)) continue;
    report.add(
      'MAPPING_UNREACHABLE',
      'this fault rule never matches: the rule accepts every response as a success',
      pattern.place,
      'set first: true, or add a constant to the response that only a success has',
    );
  }
}

/** Does the pattern match every valid response? False where that is unclear. */
function takesAll(response: SoapPattern, scope: Scope): boolean {
  if (response.body.length === 0 || !response.body.every(({ shape }) => isOpen(shape))) return false;
  for (const { uses, number } of scope.all()) {
    if (!uses.some(({ side }) => side === 'soap.response')) continue;
    // A value of the request may differ here, and converters, texts and functions may refuse a value.
    if (uses.some(({ side }) => side === 'soap.request' || side === 'rest.request')) return false;
    if (response.slotOf(number) === undefined) return false;
  }
  return true;
}
