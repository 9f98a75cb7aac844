// A JSON Schema in few words, for people: the shape of the value, its facets behind it. Named schemas are links.
import type { JsonSchema, JsonSchemaObject } from '../../codec/schema/json-schema.ts';
import { html, type Markup } from './html.ts';

const SCHEMA_REF = '#/components/schemas/';
/** Stands for names that are not known. */
const ANY_NAME = '…';
const INDENT = '  ';

export function outline(schema: JsonSchema | false | undefined, indent = ''): Markup {
  if (schema === undefined || schema === true) return html`any value`;
  if (schema === false) return html`nothing`;
  const pieces = [...alternatives(schema, indent), ...facets(schema)];
  return html`${shape(schema, indent)}${pieces.map((piece) => html` ${piece}`)}`;
}

function shape(schema: JsonSchemaObject, indent: string): Markup {
  const { $ref, type, items, prefixItems } = schema;
  if ($ref?.startsWith(SCHEMA_REF))
    return html`<a href="#schema-${$ref.slice(SCHEMA_REF.length)}">${$ref.slice(SCHEMA_REF.length)}</a>`;
  if (schema.const !== undefined) return html`<b>${JSON.stringify(schema.const)}</b>`;
  if (schema.enum)
    return html`${schema.enum.map((value, i) => html`${i > 0 && ' | '}<b>${JSON.stringify(value)}</b>`)}`;
  if (prefixItems) return html`[ ${prefixItems.map((item, i) => html`${i > 0 && ', '}${outline(item, indent)}`)} ]`;
  if (items !== undefined) return html`list of ${outline(items, indent)}`;
  if (schema.properties || schema.additionalProperties || schema.patternProperties) return members(schema, indent);
  const types = Array.isArray(type) ? type : [type ?? ''];
  return html`${types.join(' or ')}`;
}

function members(schema: JsonSchemaObject, indent: string): Markup {
  const inner = indent + INDENT;
  const required = new Set(schema.required);
  const wildcards = [
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.additionalProperties ? [schema.additionalProperties] : []),
  ];
  const lines = [
    ...Object.entries(schema.properties ?? {}).map(
      ([name, value]) =>
        html`\n${inner}${name}${required.has(name) && html`<b title="required">*</b>`}: ${outline(value, inner)}${remark(value)}`,
    ),
    ...wildcards.map((value) => html`\n${inner}${ANY_NAME}: ${outline(value, inner)}`),
  ];
  return lines.length === 0 ? html`{}` : html`{${lines}\n${indent}}`;
}

function remark(schema: JsonSchema): Markup | undefined {
  return schema === true || !schema.description ? undefined : html`  <i>${schema.description}</i>`;
}

/** Constraints on which members stand beside each other (`required`, `not`) say nothing about shapes. */
function alternatives({ oneOf, anyOf, allOf }: JsonSchemaObject, indent: string): Markup[] {
  const choices = [...(oneOf ?? []), ...(anyOf ?? [])].filter(hasShape);
  const also = (allOf ?? []).filter(hasShape);
  return [
    ...(choices.length > 0
      ? [html`${choices.map((choice, i) => html`${i > 0 && ' or '}${outline(choice, indent)}`)}`]
      : []),
    ...also.map((part) => html`and ${outline(part, indent)}`),
  ];
}

function hasShape(schema: JsonSchema): boolean {
  return schema === true || ['$ref', 'type', 'properties', 'const', 'enum', 'items'].some((key) => key in schema);
}

const FACETS = [
  ['format', ''],
  ['pattern', 'pattern '],
  ['minLength', 'length ≥ '],
  ['maxLength', 'length ≤ '],
  ['minimum', '≥ '],
  ['maximum', '≤ '],
  ['exclusiveMinimum', '> '],
  ['exclusiveMaximum', '< '],
  ['minItems', 'items ≥ '],
  ['maxItems', 'items ≤ '],
  ['contentEncoding', ''],
] as const;

function facets(schema: JsonSchemaObject): Markup[] {
  const texts = FACETS.flatMap(([key, label]) => (schema[key] === undefined ? [] : [`${label}${schema[key]}`]));
  if (schema.default !== undefined) texts.push(`default ${JSON.stringify(schema.default)}`);
  return texts.length === 0 ? [] : [html`<small>(${texts.join(', ')})</small>`];
}
