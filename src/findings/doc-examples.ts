// Examples that the table says of a rule (`doc.examples`): each must be what the description of the rule allows at its place.
import type { JsonSchema } from '../codec/schema/json-schema.ts';
import { SchemaCheck, type ValuePath } from '../codec/schema/schema-check.ts';
import { Problems, SoapstoneError } from '../errors/errors.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { hasExamples } from '../mapping/runtime/deferred-rule.ts';
import type { DocExample } from '../mapping/syntax/doc.ts';
import { placeIn } from '../mapping/syntax/doc.ts';
import { exampleIn, requestBodiesOf } from '../openapi/export/body-examples.ts';
import { placesOf } from '../openapi/export/places.ts';
import { ruleResponses } from '../openapi/export/responses.ts';
import { isShown } from '../openapi/export/rule-outlines.ts';
import { Schemas } from '../openapi/export/schemas.ts';
import { type Finding, problemFindings } from './finding.ts';

/** Problems of one example. */
const MOST = 20;

/** Compiles the rules that have examples, and no others. */
export function exampleFindings(mapping: Mapping): Finding[] {
  const rules = mapping.rules.filter((rule) => hasExamples(rule) && isShown(rule));
  const schemas = new Schemas(mapping, new Set());
  const check = new SchemaCheck((name) => schemas.components[name]);
  const problems = rules.flatMap((rule) => [...problemsOf(rule, mapping, schemas, check)]);
  return problems.length === 0 ? [] : problemFindings(new Problems(problems));
}

function* problemsOf(rule: MappingRule, mapping: Mapping, schemas: Schemas, check: SchemaCheck) {
  const places = placesOf(rule, schemas, mapping);
  const { body } = rule.restSide;
  const requested = exampleIn(rule, 'request');
  const request = body && requestBodiesOf(rule, places).bodySchema(body);
  if (requested) yield* misfitsOf('request', requested, request, rule, check);
  const responded = exampleIn(rule, 'response');
  const [content] = [...ruleResponses(rule, places).values()].flatMap((response) =>
    Object.values(response.content ?? {}),
  );
  if (responded) yield* misfitsOf('response', responded, content?.schema, rule, check);
}

function misfitsOf(
  side: 'request' | 'response',
  { value, node }: DocExample,
  schema: JsonSchema | undefined,
  { id }: MappingRule,
  check: SchemaCheck,
): SoapstoneError[] {
  if (schema === undefined) {
    const message = `the ${side} has no body that an example could be of`;
    return [
      new SoapstoneError('MAPPING_TYPE', message, { place: node.place, rule: id, suggestion: 'remove the example' }),
    ];
  }
  const misfits = [...check.misfits(value, schema)].slice(0, MOST);
  return misfits.map(({ path, message, suggestion }) => {
    const details = { path: textOf(path), place: placeIn(node, path), rule: id, suggestion };
    return new SoapstoneError('MAPPING_TYPE', `example of the ${side}: ${message}`, details);
  });
}

/** `$.items[2].name` */
function textOf(path: ValuePath): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[\p{L}_$@][\p{L}\p{N}_$-]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return `$${steps.join('')}`;
}
