// JSON bodies: the tree of a pattern → the schema of what it takes, or of what it writes.
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import type { SchemaChange } from '../../mapping/model/message-hooks.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import { absentNames, type EachTree, type ListTree, type ObjectTree, type Tree } from '../../pattern/tree.ts';
import type { Places } from './places.ts';

/** Which values are always present. */
interface Presence {
  /** Direction of the body. */
  readonly side: 'request' | 'response';
  /** Variables that are shown otherwise. */
  readonly schemaChanges?: ReadonlyMap<string, SchemaChange>;
  /** The contract lets the variable be absent. */
  optional(name: string): boolean;
  /** Variables without which each request is refused, whatever the table says. */
  readonly needed?: ReadonlySet<string>;
  /** A list with one call per item. */
  readonly called?: { readonly list: string; readonly maxItems: number };
  /** Errors of a value are in the result of its item. */
  readonly itemErrors?: boolean;
}

/** Links that the gateway leaves out where there is no target. */
const LINKS: ReadonlySet<string> = new Set(['$next', '$previous']);

const WRONG_ITEM: JsonSchema = { description: 'Anything else: the result of its item says what is wrong.' };

/** Said aloud: linters take members that a schema does not name for mistakes. */
const OPEN: JsonSchemaObject = { type: 'object', additionalProperties: true };

export class BodySchemas {
  private readonly places: Places;
  private readonly presence: Presence;

  constructor(places: Places, presence: Presence) {
    this.places = places;
    this.presence = presence;
  }

  schema(tree: Tree): JsonSchema {
    switch (tree.kind) {
      case 'hole':
        return this.hole(tree.hole);
      case 'text':
        return this.places.template(tree.parts);
      case 'constant':
        return { const: tree.value };
      case 'object':
        return this.object(tree);
      case 'list':
        return this.list(tree);
      case 'each':
        return this.each(tree);
      case 'absent':
        return { not: {} };
    }
  }

  private hole(hole: Hole): JsonSchema {
    const schema = this.shownAs(hole, this.places.value(hole));
    return this.presence.itemErrors ? { anyOf: [schema, WRONG_ITEM] } : schema;
  }

  private shownAs({ name }: Hole, schema: JsonSchema): JsonSchema {
    const change = this.presence.schemaChanges?.get(name);
    return change ? change(schema, this.places.schemas.components) : schema;
  }

  /** A whole body. Always an object: tools do not accept `true` as a Schema. */
  bodySchema(tree: Tree): JsonSchemaObject {
    const schema = this.schema(tree);
    return schema === true ? {} : schema;
  }

  /** Is the value required in a request, or always present in a response? `root`: the object is the whole body. */
  isRequired(tree: Tree, root = false): boolean {
    const isRequest = this.presence.side === 'request';
    switch (tree.kind) {
      case 'hole':
        return this.sureHole(tree.hole);
      case 'text':
        return this.isRequiredText(tree.parts);
      case 'constant':
        return true;
      case 'absent':
        return false;
      case 'each':
        return !this.presence.optional(tree.list);
      case 'list':
        return isRequest
          ? tree.items.some((item) => this.isRequired(item))
          : tree.items.length > 0 && this.isRequired(tree.items[0]);
      case 'object':
        return (!isRequest && root) || this.isRequiredObject(tree);
    }
  }

  isRequiredText(template: readonly Part[]): boolean {
    const holes = template.filter(isHole);
    return holes.length === 0 || holes.some((hole) => this.sureHole(hole));
  }

  sureHole(hole: Hole): boolean {
    if (hole.supplied) return this.presence.side === 'response' && !LINKS.has(hole.name);
    if (hole.default !== undefined) return false;
    if (this.presence.needed?.has(hole.name)) return true;
    if (hole.optional) return false;
    return hole.required === true || !this.presence.optional(hole.name);
  }

  /** A response has no object that may be empty. An object with `$rest` is as sure as that. */
  private isRequiredObject({ type, entries, rest }: ObjectTree): boolean {
    if (type !== undefined || entries.some((entry) => this.isRequired(entry.value))) return true;
    return this.presence.side === 'response' && rest !== undefined && this.sureHole(rest.hole);
  }

  private object(tree: ObjectTree): JsonSchemaObject {
    const { type, entries, rest } = tree;
    const restSchema = rest && this.rest(rest.hole);
    const presentEntries = entries.filter(({ value }) => value.kind !== 'absent');
    const properties = presentEntries.map(({ key, value }) => [key, this.schema(value)] as const);
    const none = absentNames(tree).map((key) => [key, { not: {} }] as const);
    if (type) properties.unshift(['$type', { const: type.text }]);
    const sure = entries.filter((entry) => this.isRequired(entry.value)).map((entry) => entry.key);
    const required = [...(type ? ['$type'] : []), ...sure, ...(restSchema?.required ?? [])];
    const schema: JsonSchemaObject = {
      type: 'object',
      additionalProperties: false,
      ...restSchema,
      properties: record([...properties, ...Object.entries(restSchema?.properties ?? {}), ...none]),
    };
    if (restSchema && restSchema.additionalProperties === undefined) delete schema.additionalProperties;
    delete schema.required;
    const { pool } = this.places.schemas;
    return pool.of(required.length > 0 ? { ...schema, required: [...new Set(required)] } : schema);
  }

  /** The members of `$rest`; those that a function makes may be any. */
  private rest(hole: Hole): JsonSchemaObject {
    const members = this.places.members(hole) ?? this.places.schemas.members(this.places.type(hole.name)) ?? OPEN;
    const schema = this.shownAs(hole, members);
    return schema === true ? {} : schema;
  }

  private list({ items }: ListTree): JsonSchemaObject {
    const sure = items.map((item) => this.isRequired(item));
    const least = this.presence.side === 'request' ? sure.lastIndexOf(true) + 1 : leading(sure);
    const prefixItems = items.map((item) => this.schema(item));
    return { type: 'array', prefixItems, minItems: least, maxItems: items.length };
  }

  /** Every field of an item is optional. */
  private each(tree: EachTree): JsonSchemaObject {
    const { called } = this.presence;
    const presence = {
      ...this.presence,
      optional: () => true,
      needed: undefined,
      itemErrors: tree.list === called?.list,
    };
    const items = new BodySchemas(this.places.fieldsOf(tree.list), presence).schema(tree.item);
    return { type: 'array', items, ...(presence.itemErrors && { maxItems: called?.maxItems }) };
  }
}

function leading(sure: readonly boolean[]): number {
  const first = sure.indexOf(false);
  return first < 0 ? sure.length : first;
}
