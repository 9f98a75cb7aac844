// Undeclared content: elements of wildcards, and values of xs:anyType.
import type { Wildcard } from '../../contract/model/model.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { undeclaredAttributes } from './attribute-names.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { XML_STRING } from './xml-characters.ts';

const TEXT = XML_STRING;
const ANY: Wildcard = { namespaces: { kind: 'any' }, process: 'lax' };
/** Text may be written as any scalar; it is read as a string. */
const SCALAR: JsonSchema = { ...XML_STRING, type: ['string', 'number', 'boolean'] };

/** Prefixes that texts use, with their namespaces. */
export const DECLARATIONS: JsonSchemaObject = { type: 'object', additionalProperties: TEXT };

/** A text, or one with the prefixes that it uses. */
export function prefixedText(text: JsonSchema): JsonSchemaObject {
  const properties = record<JsonSchema>([
    ['$value', text],
    ['$xmlns', DECLARATIONS],
  ]);
  return { anyOf: [text, { type: 'object', properties, additionalProperties: false, required: ['$value'] }] };
}

/**
 * `$name` names the element. A declared element has its value in `$value`; of others, attributes and content are
 * texts. `self`: a reference to this schema.
 */
export function anyElementSchema(self: JsonSchema, dialect: Dialect): JsonSchemaObject {
  const properties = record<JsonSchema>([
    ['$name', TEXT],
    ['$xmlns', DECLARATIONS],
    ['$value', true],
    ['$mixed', content(self)],
  ]);
  return {
    type: 'object',
    properties,
    patternProperties: attributes(dialect),
    additionalProperties: false,
    required: ['$name'],
  };
}

/** Text, an object of attributes and content, or a value with its type. */
export function anyTypeSchema(element: JsonSchema, typed: readonly JsonSchema[], dialect: Dialect): JsonSchemaObject {
  const properties = record<JsonSchema>([
    ['$value', SCALAR],
    ['$mixed', content(element)],
    ['$xmlns', DECLARATIONS],
  ]);
  const untyped: JsonSchemaObject = {
    type: 'object',
    properties,
    patternProperties: attributes(dialect),
    additionalProperties: false,
  };
  return { anyOf: [SCALAR, untyped, ...typed] };
}

/** The same for xs:anySimpleType: text, or a value with its type. */
export function anySimpleTypeSchema(naming: string): JsonSchemaObject {
  return { anyOf: [SCALAR, { type: 'object', properties: record([[naming, TEXT]]), required: [naming] }] };
}

function attributes(dialect: Dialect): Record<string, JsonSchema> {
  return { [undeclaredAttributes(ANY, dialect, [])]: TEXT };
}

function content(element: JsonSchema): JsonSchemaObject {
  return { type: 'array', items: { anyOf: [TEXT, element] } };
}
