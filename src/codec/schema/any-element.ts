// Undeclared content: elements of wildcards, and values of xs:anyType.
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { XML_STRING } from './xml-characters.ts';

const TEXT = XML_STRING;
/** Text may be written as any scalar; it is read as a string. */
const SCALAR: JsonSchema = { ...XML_STRING, type: ['string', 'number', 'boolean'] };
const ATTRIBUTES: Record<string, JsonSchema> = { '^@': TEXT };

/**
 * `$name` names the element. A declared element has its value in `$value`; of others, attributes and content are
 * texts. `self`: a reference to this schema.
 */
export function anyElementSchema(self: JsonSchema): JsonSchemaObject {
  const properties = record<JsonSchema>([
    ['$name', TEXT],
    ['$xmlns', { type: 'object', additionalProperties: TEXT }],
    ['$value', true],
    ['$mixed', content(self)],
  ]);
  return {
    type: 'object',
    properties,
    patternProperties: ATTRIBUTES,
    additionalProperties: false,
    required: ['$name'],
  };
}

/** Text, an object of attributes and content, or a value with its type. */
export function anyTypeSchema(element: JsonSchema, typed: readonly JsonSchema[]): JsonSchemaObject {
  const properties = record<JsonSchema>([
    ['$value', SCALAR],
    ['$mixed', content(element)],
  ]);
  const untyped: JsonSchemaObject = {
    type: 'object',
    properties,
    patternProperties: ATTRIBUTES,
    additionalProperties: false,
  };
  return { anyOf: [SCALAR, untyped, ...typed] };
}

/** The same for xs:anySimpleType: text, or a value with its type. */
export function anySimpleTypeSchema(naming: string): JsonSchemaObject {
  return { anyOf: [SCALAR, { type: 'object', properties: record([[naming, TEXT]]), required: [naming] }] };
}

function content(element: JsonSchema): JsonSchemaObject {
  return { type: 'array', items: { anyOf: [TEXT, element] } };
}
