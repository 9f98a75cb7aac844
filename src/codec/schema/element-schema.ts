// The value of one element: its type, nil, a fixed value and documentation.
import type { ComplexType, ElementDecl, TypeDef } from '../../contract/model/model.ts';
import { isEnumerated, mayUsePrefixes } from '../datatypes/presented-types.ts';
import { isAnySimpleType } from '../datatypes/type-kind.ts';
import type { Codes } from '../model/members.ts';
import { isPresentedList } from '../presentation/presented-list.ts';
import { anySimpleTypeSchema, prefixedText } from './any-element.ts';
import { constantOf } from './enumeration.ts';
import { alternativesOf, type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { described, extended } from './numerals.ts';
import type { SchemasOf } from './schemas-of.ts';

export function elementSchema(decl: ElementDecl, set: SchemasOf): JsonSchema {
  const fixed = decl.type.kind === 'simple' ? constantOf(decl.type, decl.fixed, set.source.dialect) : undefined;
  const { codes } = set.source;
  const plain = fixed === undefined ? valueSchema(decl, set) : { const: fixed };
  const schema = codes && isEnumerated(decl.type) ? orCode(plain, codes) : plain;
  return described(set.mayBeNull(decl) ? orNil(schema, decl.type, set) : schema, decl.doc);
}

function valueSchema({ type, name, contentTypes }: ElementDecl, set: SchemasOf): JsonSchema {
  const schema = isAnySimpleType(type) ? anySimpleTypeSchema(set.source.namings(type)[0].key) : set.type(type, name);
  if (type.kind !== 'simple') return schema;
  if (type.builtin === 'base64Binary') return withContentType(schema, contentTypes);
  return mayUsePrefixes(type, set.source.dialect) ? prefixedText(schema) : schema;
}

/** Ranges, and several types, have no keyword. */
function withContentType(schema: JsonSchema, contentTypes: string | undefined): JsonSchema {
  if (contentTypes === undefined || schema === true || !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(contentTypes))
    return schema;
  return extended(schema, { contentMediaType: contentTypes });
}

/** A value, or its code object. */
function orCode(schema: JsonSchema, { key, label }: Codes): JsonSchema {
  const properties = record<JsonSchema>([
    [key, schema],
    [label, { type: 'string' }],
  ]);
  return { anyOf: [schema, { type: 'object', properties, additionalProperties: false, required: [key] }] };
}

/** nil (xsi:nil, Part 1 §2.6.2) is an object with `$nil` and attributes, or null where no attribute is required. */
export function orNil(schema: JsonSchema, type: TypeDef, set: SchemasOf): JsonSchema {
  if (schema === true) return true;
  if (type.kind === 'complex' && !isPresentedList(type) && saysMoreThanNil(type, set)) {
    const nil = nilObject(type, set, { type: 'string' });
    const nils = [nil, ...nilsOfSubtypes(type, set)];
    return { anyOf: nil.required!.length > 1 ? [schema, ...nils] : [schema, { type: 'null' }, ...nils] };
  }
  if (typeof schema.type === 'string' && schema.enum === undefined)
    return extended(schema, { type: [schema.type, 'null'] });
  return { anyOf: [...alternativesOf(schema), { type: 'null' }] };
}

/** Attributes, or the name of a derived type: otherwise null says all of it. */
function saysMoreThanNil(type: ComplexType, set: SchemasOf): boolean {
  return set.subtypes(type).length > 0 || attributesOf(type, set).length > 0;
}

function attributesOf(type: ComplexType, { source }: SchemasOf) {
  return source.members(type).filter(({ kind }) => kind === 'attribute' || kind === 'anyAttribute');
}

/** Of derived types that have other attributes than the declared one: those name themselves. */
function nilsOfSubtypes(type: ComplexType, set: SchemasOf): JsonSchema[] {
  const [naming] = set.source.namings(type);
  const keysOf = (t: ComplexType) => attributesOf(t, set).map((m) => m.key + m.required);
  const declared = new Set(keysOf(type));
  const differing = set.subtypes(type).filter((t) => keysOf(t).some((k) => !declared.has(k)));
  return differing.map((t) => {
    const nil = nilObject(t, set, { const: naming.value(t.name!) }, naming.key);
    return set.long({ ...nil, required: [naming.key, ...nil.required!] }, t.name!);
  });
}

function nilObject(
  type: ComplexType,
  set: SchemasOf,
  name: JsonSchema,
  key = set.source.namings(type)[0].key,
): JsonSchemaObject {
  const schema = set.members(attributesOf(type, set));
  const nilMembers: [string, JsonSchema][] = [
    ['$nil', { const: true }],
    [key, name],
  ];
  return {
    ...schema,
    properties: record([...nilMembers, ...Object.entries(schema.properties ?? {})]),
    required: ['$nil', ...(schema.required ?? [])],
  };
}
