// The SOAP request of a case of a rule for which the gateway supplies values: `$now` differs in each exchange, and no case has a secret.
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { parseCases } from '../mapping/cases/cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import { supplied, withCredential } from '../mapping/cases/supplied-values.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { CREDENTIAL } from '../mapping/model/supplied.ts';
import type { Rule } from '../rule/rule.ts';
import { readTree } from '../xml/read-tree.ts';
import { type CaseParts, caseYaml, type SoapPart } from './case-yaml.ts';
import { elementLines } from './element-text.ts';

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

function messageOf({ body, headers }: SoapPart['request']) {
  return {
    body: body.map((element) => elementLines(element).join('\n')),
    headers: new Map(headers.map(({ part, element }) => [part, elementLines(element).join('\n')])),
  };
}

/** undefined: a message that does not fit the rule. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Mismatch) return undefined;
    throw error;
  }
}

function elementOf(xml: string) {
  return readTree(Buffer.from(xml), 'the SOAP request of the case');
}
