// The JSON object of one complex type: its members as properties, mixed content as a list.
import type { ComplexType, TypeDef } from '../../contract/model/model.ts';
import type { QName } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { mayUsePrefixes } from '../datatypes/presented-types.ts';
import { levelOf } from '../model/content.ts';
import type { ElementMember, Member, MixedMember, SpreadMember } from '../model/members.ts';
import { TYPE_KEY, type TypeNaming } from '../model/type-naming.ts';
import { isAnyType, isOrdered } from '../presentation/list-members.ts';
import { DECLARATIONS } from './any-element.ts';
import { undeclaredAttributes } from './attribute-names.ts';
import { constrained, type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { memberItem, memberSchema } from './member-schema.ts';
import { described } from './numerals.ts';
import { presenceOf } from './presence.ts';
import type { SchemasOf } from './schemas-of.ts';
import { hasRelatives } from './typed-values.ts';
import { XML_STRING, XML_TEXT } from './xml-characters.ts';

/** `without`: a member that is left out. */
export function objectSchema(type: ComplexType, set: SchemasOf, without?: string): JsonSchemaObject {
  const schema = plainObject(type, set, (key) => key !== without);
  if (type.content.kind === 'elements' && !isOrdered(type)) {
    const members = set.source.members(type).filter((m) => m.key !== without);
    constrained(schema, presenceOf(levelOf(type.content.particle), members));
  }
  return described(schema, type.doc) as JsonSchemaObject;
}

/** Members of the type, without constraints between members. */
export function plainObject(type: ComplexType, set: SchemasOf, has: (key: string) => boolean): JsonSchemaObject {
  const members = set.source.members(type).filter((m) => has(m.key));
  const schema = set.members(members);
  if (type.name !== undefined)
    for (const [key, namings] of Map.groupBy(set.source.namings(type), (naming) => naming.key))
      if (key === TYPE_KEY ? set.mayBeNamed(type) : hasRelatives(type, set))
        schema.properties![key] = typeName(type, type.name, namings, set);
  for (const key of set.source.computed(type)) schema.properties![key] = { readOnly: true };
  const mixed = members.find((m) => m.kind === 'mixed');
  if (mixed) schema.properties!.$mixed = mixedSchema(mixed, type.mixed, set);
  if (mixed || members.some((m) => hasPrefixes(m, set.source.dialect))) schema.properties!.$xmlns = DECLARATIONS;
  return schema;
}

/** `namings` have the same key: the declared type of an element, this one or a base, decides which of them counts there. */
function typeName(type: ComplexType, name: QName, namings: readonly TypeNaming[], set: SchemasOf): JsonSchema {
  const values = new Set(
    declaredNamings(type, set).flatMap((naming) => (namings.includes(naming) ? [naming.value(name)] : [])),
  );
  const [first = namings[0].value(name), ...further] = values;
  return further.length === 0 ? { const: first } : { enum: [first, ...further] };
}

function declaredNamings(type: TypeDef | undefined, set: SchemasOf): TypeNaming[] {
  if (type?.kind !== 'complex' || isAnyType(type)) return [];
  return [set.source.namings(type)[0], ...declaredNamings(type.base, set)];
}

/** Is this a text of the object itself in which prefixes are looked for? */
function hasPrefixes(m: Member, dialect: Dialect): boolean {
  if (m.kind === 'attribute') return mayUsePrefixes(m.use.type, dialect);
  return m.kind === 'anyAttribute' || (m.kind === 'text' && mayUsePrefixes(m.type, dialect));
}

/** ajv ignores a property of this name, but not a pattern for it. */
const PASSED_OVER = '__proto__';

/** An object with only these members; `@*` allows further attributes. The type adds `$mixed`. */
export function membersSchema(members: readonly Member[], set: SchemasOf): JsonSchemaObject {
  const namedMembers = members.filter((m) => m.kind !== 'anyAttribute' && m.kind !== 'mixed' && m.kind !== 'spread');
  const attributes = namedMembers.filter((m) => m.kind === 'attribute').map((m) => m.key);
  const schemas = namedMembers.map((m) => [m.key, memberSchema(m, set)] as const);
  const patterns = schemas
    .filter(([key]) => key === PASSED_OVER)
    .map(([key, s]): [string, JsonSchema] => [`^${key}$`, s]);
  const open = members.find((m) => m.kind === 'anyAttribute');
  if (open !== undefined)
    patterns.push([undeclaredAttributes(open.wildcard, set.source.dialect, attributes), XML_STRING]);
  const properties = record(schemas.filter(([key]) => key !== PASSED_OVER));
  const spread = members.find((m) => m.kind === 'spread');
  const further = spread && furtherSchema(spread, members, set);
  const names = spread?.items.names;
  const schema: JsonSchemaObject = { type: 'object', properties, additionalProperties: (!names && further) ?? false };
  const required = namedMembers.filter((m) => m.required).map((m) => m.key);
  if (required.length > 0) schema.required = required;
  if (names !== undefined) patterns.push([namesApart(names, properties), further!]);
  else if (spread !== undefined) schema.propertyNames = { pattern: XML_TEXT };
  if (patterns.length > 0) schema.patternProperties = record(patterns);
  return schema;
}

/** An item of a spread list; null where the type has a list of null members. */
function furtherSchema(spread: SpreadMember, members: readonly Member[], set: SchemasOf): JsonSchema {
  const schema = memberSchema(spread, set);
  const clears = members.some((m) => m.kind === 'element' && m.nullable) && spread.items.value?.required !== false;
  const further: JsonSchema = clears ? { anyOf: [schema, { type: 'null' }] } : schema;
  return spread.items.names === undefined ? further : set.long(further, spread.element.name);
}

/** A pattern also holds for declared properties: it must not have their names. */
function namesApart({ source }: RegExp, properties: JsonSchemaObject['properties']): string {
  const declared = Object.keys(properties ?? {}).filter((key) => new RegExp(source).test(key));
  return declared.length === 0 ? source : `^(?!(?:${declared.map(escaped).join('|')})$)${source.replace(/^\^/, '')}`;
}

function escaped(text: string): string {
  return text.replace(/[\^$\\.+*?()[\]{}|/]/g, '\\$&');
}

/** Content in document order. `texts`: the type is mixed, so texts are allowed between the elements. */
export function mixedSchema(member: MixedMember, texts: boolean, set: SchemasOf): JsonSchemaObject {
  const inside = flat(member.members);
  const options: JsonSchema[] = texts ? [XML_STRING] : [];
  for (const m of inside) if (m.kind === 'element') options.push(single(m, set));
  if (inside.some((m) => m.kind === 'any')) options.push(set.anyElement());
  if (options.length === 0) return { type: 'array', maxItems: 0 };
  return { type: 'array', items: options.length === 1 ? options[0] : { anyOf: options } };
}

/** Elements of repeated groups are items like all others. */
function flat(members: readonly Member[]): Member[] {
  return members.flatMap((m) => (m.kind === 'group' ? flat(m.members) : [m]));
}

function single(member: ElementMember, set: SchemasOf): JsonSchemaObject {
  const properties = Object.create(null);
  properties[member.key] = memberItem(member, set);
  return { type: 'object', properties, required: [member.key], additionalProperties: false };
}
