// The sample exchange of a rule, in the parts of an operation: values of its parameters and both bodies.
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { splitPath } from '../../pattern/text/path.ts';
import { type SampleExchange, sampleExchange, sampleResponse } from '../../samples/sample-exchange.ts';
import { isBare } from './examples.ts';

export interface RuleSamples {
  /** JSON value of the request body; undefined where it has none, or nothing in it. */
  readonly request: unknown;
  readonly response: unknown;
  /** Texts of placeholders in the path, in their order; undefined where a segment has more than one. */
  readonly path: readonly (string | undefined)[];
  readonly query: URLSearchParams;
}

/** undefined: no sample goes through the rule. */
export function samplesOf(mapping: Mapping, rule: MappingRule): RuleSamples | undefined {
  const exchange = sampleExchange(mapping, rule);
  if (exchange === undefined) return undefined;
  const [path, query] = exchange.request.target.split('?', 2);
  return {
    request: jsonOf(exchange.request.body),
    response: responseIn(mapping, rule, exchange),
    path: pathTexts(rule, path),
    query: new URLSearchParams(query),
  };
}

/** What a flow makes of several responses has no sample of its own. */
function responseIn(mapping: Mapping, rule: MappingRule, { bindings }: SampleExchange): unknown {
  if (rule.flow !== undefined || rule.restSide.schemaChanges.size > 0 || !rule.response.rest.hasBody) return undefined;
  for (const size of ['full', 'short', 'least'] as const) {
    const body = jsonOf(sampleResponse(mapping, rule, bindings, size)?.body);
    if (body !== undefined) return body;
  }
  return undefined;
}

/** JSON.parse loses digits of long numbers: such a body is none. */
function jsonOf(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  const value: unknown = JSON.parse(body);
  return isBare(value) || JSON.stringify(value) !== body ? undefined : value;
}

function pathTexts({ restSide: { line } }: MappingRule, path: string): (string | undefined)[] {
  const { segments } = line.value;
  const texts = splitPath(path).slice(-segments.length);
  return segments.flatMap((parts, i) => parts.filter(isHole).map(() => (parts.length === 1 ? texts[i] : undefined)));
}

/** The example of a parameter, in the type of its schema. */
export function parameterExample(schema: JsonSchema, text: string | undefined | null): { readonly example?: unknown } {
  const value = typeof text === 'string' ? typed(schema, text) : undefined;
  return value === undefined ? {} : { example: value };
}

function typed(schema: JsonSchema, text: string): unknown {
  if (schema === true) return text;
  if (schema.enum !== undefined) return schema.enum.find((value) => String(value) === text);
  switch (schema.type) {
    case 'string':
      return text;
    case 'integer':
    case 'number':
      return String(Number(text)) === text ? Number(text) : undefined;
    case 'boolean':
      return text === 'true';
    case 'array':
      return listOf(typed(schema.items ?? true, text));
    default:
      return undefined;
  }
}

function listOf(item: unknown): unknown {
  return item === undefined ? undefined : [item];
}
