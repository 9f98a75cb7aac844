// Values that name their type, where the contract declares none: one schema for each type that they may have.
import type { ComplexType, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { builtinTypes } from '../../contract/xsd/builtins.ts';
import { XSD_NS } from '../../xml/reader/names.ts';
import type { TypeNaming } from '../model/type-naming.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import type { SchemasOf } from './schemas-of.ts';
import { XML_STRING } from './xml-characters.ts';

/** Types up to which each is described; of more there are the names alone. */
const MOST_TYPES = 100;
/** Built-in types that no value has. */
const BASES: ReadonlySet<string> = new Set(['anyType', 'anySimpleType', 'NOTATION']);

/** Of values declared with `declared`, which is xs:anyType. */
export function typedValues(declared: TypeDef, set: SchemasOf): JsonSchema[] {
  const [naming] = set.source.namings(declared);
  const contractTypes = [...set.source.schemas.types.values()].filter(isConcrete);
  if (contractTypes.length > MOST_TYPES) return [namedValue(naming.key, XML_STRING)];
  const simple = new Map<string, SimpleType>();
  const complex: ComplexType[] = [];
  for (const type of new Set([...builtinTypes.values(), ...contractTypes].filter(isConcrete))) {
    if (type.kind === 'complex') complex.push(type);
    else if (type.name) simple.set(naming.value(type.name), type);
  }
  return [
    ...[...simple].map(([name, type]) => simpleValue(naming.key, name, set.type(type))),
    ...complex.map((type) => complexValue(naming, type, set)),
  ];
}

function isConcrete(type: TypeDef): boolean {
  if (type.name === undefined || (type.name.ns === XSD_NS && BASES.has(type.name.local))) return false;
  return type.kind === 'simple' || !type.abstract;
}

function namedValue(key: string, name: JsonSchema): JsonSchemaObject {
  return { type: 'object', properties: record([[key, name]]), required: [key] };
}

function simpleValue(key: string, name: string, value: JsonSchema): JsonSchemaObject {
  const properties = record<JsonSchema>([
    [key, { const: name }],
    ['$value', value],
  ]);
  return { type: 'object', properties, required: [key, '$value'], additionalProperties: false };
}

/** A type that is told by another member elsewhere has that one in its own schema. */
function complexValue(naming: TypeNaming, type: ComplexType, set: SchemasOf): JsonSchema {
  const hasNaming = set.source.namings(type).some(({ key }) => key === naming.key);
  return hasNaming
    ? { type: 'object', ...set.object(type), required: [naming.key] }
    : namedValue(naming.key, { const: naming.value(type.name!) });
}
