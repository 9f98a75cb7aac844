// The SOAP request of a case of a rule for which the gateway supplies values: `$now` differs in each exchange, and credentials are no part of a case.
import { type Case, parseCases } from '../mapping/cases/cases.ts';
import { view } from '../mapping/cases/round-trip-laws.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import { supplied } from '../mapping/cases/supplied-values.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { CREDENTIAL } from '../mapping/model/supplied.ts';
import { pickRule } from '../mapping/runtime/rule-lookup.ts';
import { readTree } from '../xml/read-tree.ts';
import { type CaseParts, caseYaml, type SoapPart } from './case-yaml.ts';

export function hasSupplied({ variables }: MappingRule): boolean {
  return variables.some(
    (name) => name === '$now' || name === '$uuid' || /^\$host(\.|$)/.test(name) || name.startsWith(CREDENTIAL),
  );
}

/** As the rule writes it in cases; undefined: the REST request of the case leads to another rule. */
export function suppliedRequest(mapping: Mapping, parts: CaseParts): SoapPart['request'] | undefined {
  const [testCase] = parseCases(caseYaml(parts), 'case');
  const rule = ruleFor(mapping, testCase);
  if (rule === undefined) return undefined;
  const messages = new SoapMessages(mapping);
  const { soap } = rule.rule.request;
  const { body, headers } = messages.messageOf(soap, messages.encodeRequest(rule.rule, rule.bindings));
  return {
    body: body.map(elementOf),
    headers: [...headers].map(([part, xml]) => ({ part, element: elementOf(xml) })),
  };
}

function ruleFor(mapping: Mapping, testCase: Case) {
  const { request } = testCase.rest;
  const lookup = mapping.lookup(request.method, request.path);
  const match = lookup.kind === 'found' ? pickRule(lookup.rules, view(request, lookup.segments)) : undefined;
  return match && { rule: match.rule, bindings: supplied(match.rule, match.bindings, testCase) };
}

function elementOf(xml: string) {
  return readTree(Buffer.from(xml), 'the SOAP request of the case');
}
