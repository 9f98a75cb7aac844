// What the place of a text can carry, beside what the type of its value says: segments of a path, parameters of a query, header fields.
import type { JsonSchema, JsonSchemaObject } from '../../codec/schema/json-schema.ts';
import { extended } from '../../codec/schema/numerals.ts';
import { NOT_XML, XML_TEXT } from '../../codec/schema/xml-characters.ts';
import type { Builtin, SimpleType } from '../../contract/model/model.ts';
import { primitive } from '../../contract/xsd/builtins.ts';
import type { VariableType } from '../../mapping/model/variables.ts';

/** `segment`: a hole that is all of a segment. */
export type TextLocation = 'segment' | 'path' | 'query' | 'header';

const NO_SEGMENT = `[^/\\\\${NOT_XML}]`;
const PATTERNS: Readonly<Record<TextLocation, string>> = {
  segment: `^(?!\\.{1,2}$)${NO_SEGMENT}+$`,
  path: `^${NO_SEGMENT}+$`,
  query: XML_TEXT,
  header: '^[\\t -~]*$',
};
/** Items of a list that commas separate: a comma or a backslash of the value has a backslash before it. A path has no backslash. */
const ITEMS: Readonly<Record<TextLocation, string>> = {
  segment: `^[^/,\\\\${NOT_XML}]*$`,
  path: `^[^/,\\\\${NOT_XML}]*$`,
  query: `^(?:[^,\\\\${NOT_XML}]|\\\\[,\\\\])*$`,
  header: '^(?:[\\t -+\\--\\[\\]-~]|\\\\[,\\\\])*$',
};

/** Primitive types with values that are empty, or have more than visible ASCII without slashes. */
const TEXTS: ReadonlySet<Builtin> = new Set([
  'string',
  'anyURI',
  'hexBinary',
  'base64Binary',
  'QName',
  'NOTATION',
  'anySimpleType',
]);

/** Is a value of the variable a text that a place may not be able to carry? */
export function isText(type: VariableType | undefined): boolean {
  if (type?.kind === 'value') return type.type.kind === 'simple' && isTextual(type.type);
  return type === undefined || type.kind === 'any' || (type.kind === 'text' && type.values === undefined);
}

function isTextual(type: SimpleType): boolean {
  if (type.facets.enumeration !== undefined) return false;
  if (type.variety === 'union') return (type.members ?? []).some(isTextual);
  return type.variety === 'list' || (type.builtin !== 'language' && TEXTS.has(primitive(type.builtin)));
}

/** A text at its place. */
export function carried(schema: JsonSchema, location: TextLocation): JsonSchema {
  return narrowed(schema, PATTERNS[location]);
}

/** An item of a list in one text. */
export function carriedItem(schema: JsonSchema, location: TextLocation): JsonSchema {
  return narrowed(schema, ITEMS[location]);
}

/** A pattern speaks of strings alone: values of other types are as they were. */
function narrowed(schema: JsonSchema, pattern: string): JsonSchema {
  if (schema === true) return { type: 'string', pattern };
  if (schema.enum !== undefined || schema.const !== undefined || schema.pattern === pattern) return schema;
  if (schema.pattern === undefined || schema.pattern === XML_TEXT) return extended(schema, { pattern });
  return both(schema, pattern);
}

function both(schema: JsonSchemaObject, pattern: string): JsonSchemaObject {
  return extended(schema, { allOf: [...(schema.allOf ?? []), { pattern }] });
}
