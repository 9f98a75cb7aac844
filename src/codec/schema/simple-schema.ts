// JSON Schema of a simple type.
import type { Facets, SimpleType } from '../../contract/model/model.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { integerRange } from '../datatypes/type-kind.ts';
import { enumerationOf } from './enumeration.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';
import { decimalSchema, fits, integerSchema, realSchema } from './number-schema.ts';
import { stringSchema } from './string-schema.ts';
import { XML_STRING } from './xml-characters.ts';

/** Leaves out facets that JSON Schema cannot express exactly, so that it accepts all valid values. */
export function simpleSchema(type: SimpleType, dialect: Dialect): JsonSchema {
  const schema = shapeOf(type, dialect);
  const values = enumerationOf(type, dialect);
  return values === undefined || schema === true ? schema : narrowed(schema, values);
}

/** An enumeration replaces the other facets, but not the JSON type. */
function narrowed(schema: JsonSchemaObject, values: unknown[]): JsonSchemaObject {
  return typeof schema.type === 'string' ? { type: schema.type, enum: values } : { enum: values };
}

function shapeOf(type: SimpleType, dialect: Dialect): JsonSchema {
  if (type.variety === 'union') return unionSchema(type, dialect);
  if (type.variety === 'list') return listSchema(type, dialect);
  // Requests may have any scalar.
  if (type.builtin === 'anySimpleType') return { ...XML_STRING, type: ['string', 'number', 'boolean'] };
  if (type.builtin === 'boolean') return booleanSchema(type);
  if (type.builtin === 'float' || type.builtin === 'double') return realSchema(type);
  if (integerRange(type.builtin)) return integerSchema(type, dialect);
  if (type.builtin === 'decimal') return decimalSchema(type, dialect);
  return stringSchema(type);
}

/** A pattern may leave one of the two values: that is how an OpenAPI constant becomes a type. */
function booleanSchema({ facets }: SimpleType): JsonSchemaObject {
  const values = [true, false].filter((value) => fits(String(value), facets));
  return values.length === 1 ? { type: 'boolean', const: values[0] } : { type: 'boolean' };
}

function listSchema(type: SimpleType, dialect: Dialect): JsonSchemaObject {
  const { length, minLength, maxLength }: Facets = type.facets;
  const schema: JsonSchemaObject = { type: 'array', items: simpleSchema(type.item!, dialect) };
  if (length !== undefined || minLength !== undefined) schema.minItems = length ?? minLength;
  if (length !== undefined || maxLength !== undefined) schema.maxItems = length ?? maxLength;
  return schema;
}

function unionSchema(type: SimpleType, dialect: Dialect): JsonSchema {
  const schemas = new Map<string, JsonSchema>();
  for (const member of type.members ?? []) {
    const schema = simpleSchema(member, dialect);
    if (schema === true) return true;
    schemas.set(JSON.stringify(schema), schema);
  }
  const options = [...schemas.values()];
  return options.length === 1 ? options[0] : { anyOf: options };
}
