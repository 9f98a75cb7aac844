// The JSON object of one complex type: its members as properties.
import type { ComplexType } from '../../contract/model/model.ts';
import { levelOf } from '../model/content.ts';
import { isOrdered } from '../presentation/list-members.ts';
import { constrained, type JsonSchemaObject } from './json-schema.ts';
import { mixedSchema } from './mixed-schema.ts';
import { described } from './numerals.ts';
import { presenceOf } from './presence.ts';
import type { SchemasOf } from './schemas-of.ts';

/** `without`: a member that is left out. */
export function objectSchema(type: ComplexType, set: SchemasOf, without?: string): JsonSchemaObject {
  const schema = plainObject(type, set, (key) => key !== without);
  if (type.content.kind === 'elements' && !isOrdered(type)) {
    const members = set.source.members(type).filter((m) => m.key !== without);
    constrained(schema, presenceOf(levelOf(type.content.particle), members));
  }
  return described(schema, type.doc) as JsonSchemaObject;
}

/** Members and names of the type, without what it says about members beside each other. */
export function plainObject(type: ComplexType, set: SchemasOf, has: (key: string) => boolean): JsonSchemaObject {
  const members = set.source.members(type).filter((m) => has(m.key));
  const schema = set.members(members);
  if (type.name !== undefined)
    for (const naming of set.source.namings(type)) schema.properties![naming.key] = { const: naming.value(type.name) };
  for (const key of set.source.computed(type)) schema.properties![key] = { readOnly: true };
  const mixed = members.find((m) => m.kind === 'mixed');
  if (mixed) schema.properties!.$mixed = mixedSchema(mixed, type.mixed, set);
  return schema;
}
