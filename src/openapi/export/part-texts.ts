// JSON texts of the parts of a document. Parts are never changed, and rules share most of them: each text is made once.
import type { JsonSchemaObject } from '../../codec/schema/json-schema.ts';

const texts = new WeakMap<object, string>();
const meanings = new WeakMap<object, string>();

export function jsonOf(part: object | true): string {
  if (part === true) return 'true';
  let text = texts.get(part);
  if (text === undefined) texts.set(part, (text = JSON.stringify(part)));
  return text;
}

/** JSON whose members are sorted: the order of members means nothing, and rules write theirs in orders of their own. */
export function textInOrder(part: unknown): string {
  if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null';
  let text = meanings.get(part);
  if (text === undefined)
    meanings.set(part, (text = Array.isArray(part) ? `[${part.map(textInOrder).join()}]` : objectInOrder(part)));
  return text;
}

function objectInOrder(part: object): string {
  const members = Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1));
  let text = '';
  for (const [name, value] of members)
    if (value !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${textInOrder(value)}`;
  return `{${text}}`;
}

/** Equal parts have one number. */
export class PartNumbers {
  private readonly byPart = new WeakMap<object, number>();
  private readonly byText = new Map<string, number>();

  of(part: object | true): number {
    if (part === true) return -1;
    const number = this.byPart.get(part) ?? this.ofText(jsonOf(part));
    this.byPart.set(part, number);
    return number;
  }

  private ofText(text: string): number {
    const number = this.byText.get(text) ?? this.byText.size;
    this.byText.set(text, number);
    return number;
  }
}

/** Equal schemas of objects as one, so that what is made of them is made once. Their members are compared by number. */
export class SchemaPool {
  private readonly numbers = new PartNumbers();
  private readonly schemas = new Map<string, JsonSchemaObject>();

  of(schema: JsonSchemaObject): JsonSchemaObject {
    const { properties = {}, ...beside } = schema;
    let key = JSON.stringify(beside);
    for (const name in properties) key += ` ${JSON.stringify(name)}${this.numbers.of(properties[name])}`;
    const pooled = this.schemas.get(key) ?? schema;
    this.schemas.set(key, pooled);
    return pooled;
  }
}
