// Parameters of a request: path, query and header fields, from the row of a rule.

import type { JsonSchema, JsonSchemaObject } from '../../codec/schema/json-schema.ts';
import { extended } from '../../codec/schema/numerals.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import type { BodySchemas } from './body.ts';
import { companionTexts } from './companions.ts';
import type { ParameterObject } from './document-types.ts';
import { holesOf, type PathTemplate } from './paths.ts';
import type { Places } from './places.ts';
import { parameterExample, type RuleSamples } from './rule-samples.ts';

/** Fields that OpenAPI describes elsewhere (§4.8.12.1): media types and security. */
const ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);
const SIMPLE = { style: 'simple', explode: false } as const;
const PREFER: ParameterObject = {
  ...preference('Prefer', 'respond-async'),
  description: 'respond-async (RFC 7240 §4.1) requests a job: the response is then 202, with the URL of its status.',
};

export function parametersOf(
  rule: MappingRule,
  path: PathTemplate,
  places: Places,
  bodies: BodySchemas,
  samples: RuleSamples | undefined = undefined,
): ParameterObject[] {
  const { line, headers, job } = rule.restSide;
  const beside = companionTexts(rule);
  const query = line.value.query.map(({ name, parts: pieces }) => {
    const entry = withCompanions(parameter(name, 'query', pieces, places, bodies), pieces, beside);
    const schema = bounded(entry.schema, pieces, rule);
    return { ...entry, ...(entry.required && parameterExample(schema, samples?.query.get(name))), schema };
  });
  const fields = headers
    .filter(({ name }) => !ELSEWHERE.has(name.toLowerCase()))
    .map(({ name, parts: pieces }) =>
      name.toLowerCase() === 'prefer' && !pieces.some(isHole)
        ? preference(name, pieces.join(''))
        : withCompanions(parameter(name, 'header', pieces, places, bodies), pieces, beside),
    );
  const prefer = job?.phase === 'submit' && job.needsPrefer ? [PREFER] : [];
  return [...pathParameters(rule, path, places, samples), ...query, ...fields, ...prefer];
}

/** Does the rule read `Authorization`, and is it required? */
export function authorizationOf({ restSide }: MappingRule, bodies: BodySchemas): 'required' | 'optional' | undefined {
  const field = restSide.headers.find(({ name }) => name.toLowerCase() === 'authorization');
  return field && (bodies.isRequiredText(field.parts) ? 'required' : 'optional');
}

/** OpenAPI 3.1 has no parameter of several segments: `allowReserved` is one of queries there. */
const TAIL: Pick<ParameterObject, 'description' | 'x-segments'> = {
  description: 'One segment or several, with slashes between them.',
  'x-segments': true,
};

function pathParameters(
  { restSide }: MappingRule,
  path: PathTemplate,
  places: Places,
  samples: RuleSamples | undefined = undefined,
): ParameterObject[] {
  return holesOf(restSide.line.value).map(({ hole, segment }, i) => {
    const { schema, description } = places.text([hole], hole.tail ? 'tail' : segment.length === 1 ? 'segment' : 'path');
    return {
      name: path.names[i],
      in: 'path',
      ...(description && { description }),
      ...(hole.tail && TAIL),
      required: true,
      ...(isArray(schema) && SIMPLE),
      ...parameterExample(schema, samples?.path[i]),
      schema: isArray(schema) ? withText(schema) : schema,
    };
  });
}

function parameter(
  name: string,
  location: 'query' | 'header',
  pieces: readonly Part[],
  places: Places,
  bodies: BodySchemas,
): ParameterObject {
  const { schema, commas, description, style = 'form' } = places.text(pieces, location);
  const required = bodies.isRequiredText(pieces);
  return {
    name,
    in: location,
    ...(description && { description }),
    ...(required && { required }),
    ...(isArray(schema) && (location === 'query' ? { style, explode: !commas } : SIMPLE)),
    schema: required && !commas && isArray(schema) ? withItem(schema) : schema,
  };
}

/** Without `required`, readers would think that each of them can be left out alone. */
function withCompanions(
  entry: ParameterObject,
  pieces: readonly Part[],
  beside: ReadonlyMap<string, string>,
): ParameterObject {
  const text = pieces.flatMap((part) => (isHole(part) ? (beside.get(part.name) ?? []) : []))[0];
  if (text === undefined || entry.required) return entry;
  const { description } = entry;
  return { ...entry, description: description === undefined ? text : `${description} ${text}` };
}

function preference(name: string, text: string): ParameterObject {
  const description = `${text}; other preferences are allowed (RFC 7240 §2).`;
  return { name, in: 'header', description, required: true, schema: { type: 'string', examples: [text] } };
}

function isArray(schema: JsonSchema): boolean {
  return schema !== true && schema.type === 'array';
}

/** A list of repeated values has one item at least. */
function withItem(schema: JsonSchema): JsonSchema {
  return { ...(schema as JsonSchemaObject), minItems: 1 };
}

/** A segment is never empty. */
function withText(schema: JsonSchema): JsonSchema {
  return { ...(schema as JsonSchemaObject), minItems: 1, contains: { not: { const: '' } } };
}

/** Bounds of page parameters: the largest page, and safe integers. */
function bounded(schema: JsonSchema, [part]: readonly Part[], { flow, variables }: MappingRule): JsonSchema {
  if (flow?.kind !== 'pages' || part === undefined || !isHole(part) || schema === true) return schema;
  const { limit, offset, maxLimit } = flow.plan;
  if (part.name === variables[limit]) return extended(integral(schema), { minimum: 0, maximum: maxLimit });
  if (offset === undefined || part.name !== variables[offset]) return schema;
  const maximum = Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return extended(integral(schema), { minimum: 0, maximum });
}

/** Texts of a query have no quotes, also where `numbers: string` writes numbers of JSON as strings. */
function integral(schema: JsonSchemaObject): JsonSchemaObject {
  if (schema.type !== 'string') return schema;
  const { pattern: _, default: standard, ...others } = schema;
  return { ...others, type: 'integer', ...(standard !== undefined && { default: Number(standard) }) };
}
