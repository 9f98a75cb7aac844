// The description of a REST face by its first path segments. Knows nothing of servers.

import { type JsonSchema, record } from '../../codec/schema/json-schema.ts';
import { atOnce } from '../../event-loop/time-slices.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { OpenApiDocument } from './document-types.ts';
import { outlinesOf } from './rule-outlines.ts';

/** First path segments below the base of each mapping, each once, in the order of the rules. Paths that begin with a hole or an action (`!draft`) have none. */
export function namesOf(mappings: readonly Mapping[]): string[] {
  const names = mappings.flatMap((mapping) => atOnce(outlinesOf(mapping)).flatMap(({ name }) => name ?? []));
  return [...new Set(names)].filter((name) => !name.startsWith('!'));
}

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/**
 * The JSON Schema (2020-12) of the items at `at`: the body that `GET /at/{…}` returns, with all referenced schemas;
 * undefined where there is no such path.
 */
export function itemSchema(document: OpenApiDocument, at: string): JsonSchema | undefined {
  const root = itemResponseSchema(document, at);
  if (root === undefined) return undefined;
  const { schemas } = document.components as { schemas: Readonly<Record<string, JsonSchema>> };
  const defs = new Map<string, JsonSchema>();
  const pending: string[] = [];
  const moved = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      if (key !== '$ref' || !String(value).startsWith(COMPONENTS)) return value;
      pending.push(value.slice(COMPONENTS.length));
      return DEFS + value.slice(COMPONENTS.length);
    });
  const schema = moved(root);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (!defs.has(name)) defs.set(name, moved(schemas[name]));
  }
  const schemaObject = typeof schema === 'object' ? schema : { allOf: [schema] };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schemaObject, $defs: record([...defs]) };
}

function itemResponseSchema({ paths }: OpenApiDocument, at: string): JsonSchema | undefined {
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || !path.startsWith(`${at}/{`) || !path.endsWith('}')) continue;
    const [success] = Object.entries(get.responses).flatMap(([status, response]) =>
      /^2\d\d$/.test(status) ? [response] : [],
    );
    const [content] = success && 'content' in success ? Object.values(success.content ?? {}) : [];
    if (content?.schema !== undefined) return content.schema;
  }
  return undefined;
}
