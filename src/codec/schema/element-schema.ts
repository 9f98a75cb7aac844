// The value of one element: its type, nil, a fixed value and documentation.
import type { ComplexType, ElementDecl, TypeDef } from '../../contract/model/model.ts';
import { isEnumerated } from '../datatypes/presented-types.ts';
import { isAnySimpleType } from '../datatypes/type-kind.ts';
import type { Codes } from '../model/members.ts';
import { isPresentedList } from '../presentation/presented-list.ts';
import { anySimpleTypeSchema } from './any-element.ts';
import { constantOf } from './enumeration.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { described, extended } from './numerals.ts';
import type { SchemasOf } from './schemas-of.ts';

export function elementSchema(decl: ElementDecl, set: SchemasOf): JsonSchema {
  const fixed = decl.type.kind === 'simple' ? constantOf(decl.type, decl.fixed, set.source.dialect) : undefined;
  const { codes } = set.source;
  const plain = fixed === undefined ? valueSchema(decl, set) : { const: fixed };
  const schema = codes && isEnumerated(decl.type) ? orCode(plain, codes) : plain;
  return described(decl.nillable ? orNil(schema, decl.type, set) : schema, decl.doc);
}

function valueSchema({ type, name }: ElementDecl, set: SchemasOf): JsonSchema {
  return isAnySimpleType(type) ? anySimpleTypeSchema(set.source.namings(type)[0].key) : set.type(type, name);
}

/** A value, or its code object. */
function orCode(schema: JsonSchema, { key, label }: Codes): JsonSchema {
  const properties = record<JsonSchema>([
    [key, schema],
    [label, { type: 'string' }],
  ]);
  return { anyOf: [schema, { type: 'object', properties, additionalProperties: false, required: [key] }] };
}

/** nil (xsi:nil, Part 1 §2.6.2) is null, or an object with `$nil` and attributes. */
export function orNil(schema: JsonSchema, type: TypeDef, set: SchemasOf): JsonSchema {
  if (schema === true) return true;
  if (type.kind === 'complex' && !isPresentedList(type))
    return { anyOf: [schema, { type: 'null' }, nilObject(type, set)] };
  if (typeof schema.type === 'string' && schema.enum === undefined)
    return extended(schema, { type: [schema.type, 'null'] });
  return { anyOf: [schema, { type: 'null' }] };
}

function nilObject(type: ComplexType, { source }: SchemasOf): JsonSchemaObject {
  const attributes = source.members(type).filter((m) => m.kind === 'attribute' && !m.key.startsWith('@'));
  const properties = record<JsonSchema>([
    ['$nil', { const: true }],
    [source.namings(type)[0].key, { type: 'string' }],
    ...attributes.map((m): [string, JsonSchema] => [m.key, true]),
  ]);
  return {
    type: 'object',
    properties,
    patternProperties: { '^@': true },
    additionalProperties: false,
    required: ['$nil'],
  };
}
