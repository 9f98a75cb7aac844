// A set of members as a JSON object.
import type { Member } from '../model/members.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { memberSchema } from './member-schema.ts';
import type { SchemasOf } from './schemas-of.ts';
import { XML_STRING, XML_TEXT } from './xml-characters.ts';

/** ajv passes over a property of this name, but not over a pattern for it. */
const PASSED_OVER = '__proto__';

/** An object with these members and no others; `@*` lets further attributes in. `$mixed` is left to the type that has it. */
export function membersSchema(members: readonly Member[], set: SchemasOf): JsonSchemaObject {
  const namedMembers = members.filter((m) => m.kind !== 'anyAttribute' && m.kind !== 'mixed' && m.kind !== 'spread');
  const schemas = namedMembers.map((m) => [m.key, memberSchema(m, set)] as const);
  const patterns = schemas
    .filter(([key]) => key === PASSED_OVER)
    .map(([key, s]): [string, JsonSchema] => [`^${key}$`, s]);
  if (members.some((m) => m.kind === 'anyAttribute')) patterns.push([otherAttributes(namedMembers), XML_STRING]);
  const properties = record(schemas.filter(([key]) => key !== PASSED_OVER));
  const spread = members.find((m) => m.kind === 'spread');
  const additionalProperties = spread === undefined ? false : memberSchema(spread, set);
  const schema: JsonSchemaObject = { type: 'object', properties, additionalProperties };
  const required = namedMembers.filter((m) => m.required).map((m) => m.key);
  if (required.length > 0) schema.required = required;
  if (spread !== undefined) schema.propertyNames = { pattern: XML_TEXT };
  if (patterns.length > 0) schema.patternProperties = record(patterns);
  return schema;
}

/** Attributes that are not declared are texts; the pattern stays clear of those that are. */
function otherAttributes(members: readonly Member[]): string {
  const declared = members
    .filter((m) => m.kind === 'attribute')
    .map((m) => m.key.slice(1).replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'));
  return declared.length === 0 ? '^@' : `^@(?!(?:${declared.join('|')})$)`;
}
