// What a SOAP caller of a contract made from OpenAPI gives and gets for JSON, by the schemas of the description.
import { ncName } from '../../../src/openapi/import/names.ts';
import { resolve, type Schema } from './random-json.ts';

/** Lists stand in an element of their own, free members are entries, names are those of elements. */
export function soapForm(value: unknown, schema: Schema, document: Schema): unknown {
  const whole = resolve(schema, document);
  if (Array.isArray(value)) return value.map((item) => soapForm(item, whole.items ?? {}, document));
  if (typeof value !== 'object' || value === null) return value;
  const entries: object[] = [];
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const own = whole.properties?.[name];
    if (own === undefined) entries.push({ key: name, value: soapForm(member, whole.additionalProperties, document) });
    else members.push([ncName(name), memberForm(member, own, document, whole.required?.includes(name))]);
  }
  return Object.fromEntries(entries.length > 0 ? [...members, ['entry', entries]] : members);
}

function memberForm(member: unknown, own: Schema, document: Schema, required: boolean): unknown {
  const form = soapForm(member, own, document);
  const { minItems = 0, nullable } = resolve(own, document);
  return Array.isArray(form) && !(required && minItems > 0 && !nullable) ? { item: form } : form;
}
