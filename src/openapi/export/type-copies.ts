// Schemas of bodies with the members of a type of the contract: where the type is a component too, they refer to it.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import { jsonOf, textInOrder } from './part-texts.ts';

/** Characters of JSON from which a reference is shorter. */
const LEAST = 400;
/** The member by which a type and a body with its members differ. */
const TYPE = '$type';

export class TypeCopies {
  /** Names of types by their members. */
  private readonly types = new Map<string, string>();

  add(name: string, schema: JsonSchema): void {
    if (isLarge(schema) && TYPE in schema.properties!) this.types.set(membersText(schema), name);
  }

  /** A reference to the type that the schema is without the name; else the schema. */
  of(schema: JsonSchema): JsonSchema {
    if (!isLarge(schema) || TYPE in schema.properties!) return schema;
    const type = this.types.get(membersText(schema));
    return type === undefined ? schema : copyOf(type, schema);
  }
}

function isLarge(schema: JsonSchema): schema is JsonSchemaObject {
  return schema !== true && schema.properties !== undefined && jsonOf(schema).length >= LEAST;
}

function membersText({ examples: _, properties = {}, ...rest }: JsonSchemaObject): string {
  const { [TYPE]: _type, ...members } = properties;
  return textInOrder({ ...rest, properties: members });
}

function copyOf(type: string, { examples }: JsonSchemaObject): JsonSchemaObject {
  return {
    type: 'object',
    allOf: [{ $ref: `#/components/schemas/${type}` }],
    properties: record([[TYPE, { not: {} }]]),
    ...(examples && { examples }),
  };
}
