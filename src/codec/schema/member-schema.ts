// One member of a complex type as a property.
import type { AttributeUse, TypeDef } from '../../contract/model/model.ts';
import { levelOf } from '../model/content.ts';
import type { ElementMember, GroupMember, ItemVariant, KeyedItems, Member } from '../model/members.ts';
import { Keys } from '../presentation/list-members.ts';
import { constantOf } from './enumeration.ts';
import {
  alternativesOf,
  constrained,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonSchemaType,
  record,
} from './json-schema.ts';
import { described, extended } from './numerals.ts';
import { presenceOf } from './presence.ts';
import type { SchemasOf } from './schemas-of.ts';
import { XML_TEXT } from './xml-characters.ts';

/** Members that are one property each. */
export type PropertyMember = Exclude<Member, { kind: 'anyAttribute' | 'mixed' }>;

export function memberSchema(member: PropertyMember, set: SchemasOf): JsonSchema {
  const schema = valueSchema(member, set);
  if (!('readOnly' in member) || member.readOnly !== true) return schema;
  return extended(schema === true ? {} : schema, { readOnly: true });
}

function valueSchema(member: PropertyMember, set: SchemasOf): JsonSchema {
  switch (member.kind) {
    case 'attribute':
      return attributeSchema(member.use, set);
    case 'text':
      return set.type(member.type);
    case 'element':
      return member.nullable ? orNull(elementsSchema(member, set)) : elementsSchema(member, set);
    case 'spread':
      return entrySchema(member.element.type, member.items, set);
    case 'group':
      return listOf(groupItem(member, set), member);
    case 'any':
      return listOf(set.anyElement(), member);
  }
}

function elementsSchema(member: ElementMember, set: SchemasOf): JsonSchema {
  if (member.keyed !== undefined) return entriesSchema(member, set);
  return member.list ? listOf(memberItem(member, set), member) : memberItem(member, set);
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'boolean', 'integer', 'number']);

function orNull(schema: JsonSchema): JsonSchema {
  if (schema === true || !SCALARS.has(schema.type) || schema.enum !== undefined || schema.const !== undefined)
    return { anyOf: [...alternativesOf(schema), { type: 'null' }] };
  return extended(schema, { type: [schema.type as JsonSchemaType, 'null'] });
}

/** One value of an element member. For the head of a substitution group, an object whose only key names the element. */
export function memberItem(member: ElementMember, set: SchemasOf): JsonSchema {
  return member.substituted ? substitutesSchema(member, set) : set.element(member.element);
}

function substitutesSchema(member: ElementMember, set: SchemasOf): JsonSchemaObject {
  const { element } = member;
  const keys = new Keys(set.source.dialect, '');
  const all = element.abstract ? element.substitutes : [element, ...element.substitutes];
  const properties = record(all.map((decl) => [keys.take(decl.name), set.element(decl)] as const));
  return { type: 'object', properties, additionalProperties: false, minProperties: 1, maxProperties: 1 };
}

function entriesSchema({ element, keyed, min, max }: ElementMember, set: SchemasOf): JsonSchemaObject {
  const propertyNames = keyed!.names === undefined ? namesOf(keyed!.key, set) : { pattern: keyed!.names.source };
  const additionalProperties = entrySchema(element.type, keyed!, set);
  const schema: JsonSchemaObject = { type: 'object', propertyNames, additionalProperties };
  if (min > 0) schema.minProperties = min;
  if (Number.isFinite(max)) schema.maxProperties = max;
  return schema;
}

/** Schema of the names of keyed items: the text of the key. */
function namesOf(key: KeyedItems['key'], set: SchemasOf): JsonSchema {
  const schema = memberSchema(key as PropertyMember, set);
  return schema !== true && schema.type === 'string' ? schema : { pattern: XML_TEXT };
}

/** Schema of an item without its key. */
function entrySchema(type: TypeDef, items: KeyedItems, set: SchemasOf): JsonSchema {
  const { key, value } = items;
  if (items.variants !== undefined) return variantsSchema(items.variants, items.listIn, set);
  if (value === undefined) return set.without(type, key.key);
  const schema = memberSchema(value as PropertyMember, set);
  return value.required ? schema : orNull(schema);
}

/** A value of one of several types. */
function variantsSchema(variants: readonly ItemVariant[], listIn: string | undefined, set: SchemasOf): JsonSchema {
  const schemas = variants.map(({ value }) => {
    const schema = memberSchema(value, set);
    return value.list && listIn !== undefined ? listObject(listIn, schema) : schema;
  });
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 ? different[0] : { anyOf: different };
}

function listObject(name: string, schema: JsonSchema): JsonSchemaObject {
  return { type: 'object', properties: record([[name, schema]]), required: [name], additionalProperties: false };
}

/** One repetition of a repeated group. */
function groupItem(member: GroupMember, set: SchemasOf): JsonSchemaObject {
  const level = levelOf({ ...member.particle, min: 1, max: 1 });
  return constrained(set.members(member.members), presenceOf(level, member.members));
}

/** Absence means no items, so a lower bound matters only if the member is required. */
function listOf(items: JsonSchema, { min, max }: { min: number; max: number }): JsonSchemaObject {
  const schema: JsonSchemaObject = { type: 'array', items };
  if (min > 0) schema.minItems = min;
  if (Number.isFinite(max)) schema.maxItems = max;
  return schema;
}

function attributeSchema(use: AttributeUse, set: SchemasOf): JsonSchema {
  const { dialect } = set.source;
  const fixed = constantOf(use.type, use.fixed, dialect);
  if (fixed !== undefined) return described({ const: fixed }, use.doc);
  const schema = set.type(use.type);
  const standard = constantOf(use.type, use.default, dialect);
  const full = standard === undefined || schema === true ? schema : extended(schema, { default: standard });
  return described(full, use.doc);
}
