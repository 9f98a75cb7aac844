// Schemas of objects that are those of a component but for members that the component leaves open: what a response shows of a record that requests
// write, too. They refer to the component, and say the rest.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import { extended } from '../../codec/schema/numerals.ts';
import { jsonOf } from './part-texts.ts';

export class WideSchemas {
  /** Components by what they say beside the values of their members. */
  private readonly byFrame = new Map<string, { readonly reference: string; readonly schema: JsonSchemaObject }[]>();

  /** `put`: gives a schema a name. Its result is for the schema, or for what it says beyond an earlier one. */
  of(schema: JsonSchemaObject, put: (schema: JsonSchema) => JsonSchema): JsonSchema {
    const { properties, allOf } = schema;
    if (properties === undefined || allOf !== undefined) return put(schema);
    const frame = frameOf(schema);
    const earlier = this.byFrame.get(frame) ?? [];
    for (const { reference, schema: wide } of earlier) {
      const narrowed = narrowedMembers(wide.properties!, properties);
      if (narrowed?.length) return put({ type: 'object', allOf: [{ $ref: reference }], properties: record(narrowed) });
    }
    const part = put(schema);
    if (part !== true && part.$ref !== undefined && Object.values(properties).some(isOpen))
      this.byFrame.set(frame, [...earlier, { reference: part.$ref, schema: extended(schema, {}) }]);
    return part;
  }
}

/** Keywords in one order, and of the members their names alone. */
function frameOf(schema: JsonSchemaObject): string {
  const { properties = {}, ...beside } = schema;
  const keywords = Object.entries(beside).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([keywords, Object.keys(properties).toSorted()]);
}

type Members = Readonly<Record<string, JsonSchema>>;

/** Members of the narrow object that the wide one leaves open; undefined where they differ otherwise. */
function narrowedMembers(wide: Members, narrow: Members): [string, JsonSchema][] | undefined {
  const differing = Object.entries(narrow).filter(
    ([name, member]) => wide[name] !== member && jsonOf(wide[name]) !== jsonOf(member),
  );
  return differing.every(([name]) => isOpen(wide[name])) ? differing : undefined;
}

/** Any value will do. */
function isOpen(member: JsonSchema): boolean {
  return member === true || Object.keys(member).every((key) => key === 'readOnly');
}
