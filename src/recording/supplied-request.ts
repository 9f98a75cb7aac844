// The SOAP request of a case of a rule for which the gateway supplies values: `$now` differs in each exchange, and no case has a secret.
import { parseCases } from '../mapping/cases/cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import { supplied, withCredential } from '../mapping/cases/supplied-values.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { CREDENTIAL } from '../mapping/model/supplied.ts';
import type { Rule } from '../rule/rule.ts';
import { readTree } from '../xml/read-tree.ts';
import { type CaseParts, caseYaml, type SoapPart } from './case-yaml.ts';
import { attempt, messageOf } from './fitted-rest.ts';

export function hasSupplied({ variables }: Rule): boolean {
  return variables.some(
    (name) => name === '$now' || name === '$uuid' || /^\$host(\.|$)/.test(name) || name.startsWith(CREDENTIAL),
  );
}

/** As the first rule that takes the request writes it in cases. undefined: none of them does. */
export function suppliedRequest(
  mapping: Mapping,
  rules: readonly Rule[],
  request: SoapPart['request'],
  parts: CaseParts,
): SoapPart['request'] | undefined {
  const [testCase] = parseCases(caseYaml({ ...parts, soap: [] }), 'case');
  const messages = new SoapMessages(mapping);
  for (const rule of rules) {
    const { soap } = rule.request;
    const bindings = attempt(() => messages.decode(soap, messageOf(request), new Array(rule.variables.length)));
    if (bindings === undefined) continue;
    const values = withCredential(rule, supplied(rule, bindings, testCase));
    const { body, headers } = messages.messageOf(soap, messages.encodeRequest(rule, values));
    return {
      body: body.map(elementOf),
      headers: [...headers].map(([part, xml]) => ({ part, element: elementOf(xml) })),
    };
  }
  return undefined;
}

function elementOf(xml: string) {
  return readTree(Buffer.from(xml), 'the SOAP request of the case');
}
