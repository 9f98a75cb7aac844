// Schemas of variables, from their types in the contract.
import type { Codec } from '../../codec/model/codec.ts';
import type { AttributeMember, ElementMember } from '../../codec/model/members.ts';
import { isPresentedList } from '../../codec/presentation/presented-list.ts';
import { orNil } from '../../codec/schema/element-schema.ts';
import { type JsonSchema, type JsonSchemaObject, record } from '../../codec/schema/json-schema.ts';
import { memberItem, memberSchema } from '../../codec/schema/member-schema.ts';
import { mixedSchema } from '../../codec/schema/object-schema.ts';
import { SchemaSet } from '../../codec/schema/schema-set.ts';
import { XML_STRING } from '../../codec/schema/xml-characters.ts';
import { nullAccessors } from '../../codec/soap-encoding/null-accessors.ts';
import type { ComplexType, ElementDecl } from '../../contract/model/model.ts';
import { textOf } from '../../json/value.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { RestType, ValueType, VariableType } from '../../mapping/model/variables.ts';

import { SchemaPool } from './part-texts.ts';

type Content = VariableType & { readonly kind: 'content' };

export class Schemas {
  private readonly set: SchemaSet;
  private readonly codec: Codec;
  readonly pool = new SchemaPool();
  /** By type, and by the members that are left out. Rules for one type have the same ones. */
  private readonly rests = new Map<ComplexType, Map<string, JsonSchemaObject>>();

  /** `usedNames`: names of components that are in use already. */
  constructor({ codec, rules }: Pick<Mapping, 'codec' | 'rules'>, usedNames: Set<string>) {
    this.codec = codec;
    const operations = new Set(rules.map(({ operation }) => operation));
    this.set = new SchemaSet(codec, '#/components/schemas/', usedNames, nullAccessors(operations, codec));
  }

  /** Components so far, by name. */
  get components(): Record<string, JsonSchema> {
    return this.set.defs;
  }

  /** `undefined`: any value. */
  of(type: VariableType | undefined): JsonSchema {
    switch (type?.kind) {
      case 'value':
        return this.value(type);
      case 'rest':
        return this.rest(type);
      case 'items':
        return { type: 'array', items: this.fields(type.fields) };
      case 'content':
        return this.content(type);
      case 'text': {
        const text: JsonSchema = type.values ? { type: 'string', enum: [...type.values] } : XML_STRING;
        return type.list ? { type: 'array', items: text } : text;
      }
      default:
        return true;
    }
  }

  /** The text of a value of the type → JSON value. */
  parsed(type: VariableType | undefined, text: string): unknown {
    if (type?.kind !== 'value' || type.type.kind !== 'simple') return text;
    return JSON.parse(textOf(this.codec.shownText(type.type).fromText(text)));
  }

  element(element: ElementDecl): JsonSchema {
    return this.set.element(element);
  }

  /** The members of an object, for a pattern that adds some; undefined for other types. */
  members(type: VariableType | undefined): JsonSchemaObject | undefined {
    if (type?.kind === 'rest') return this.rest(type);
    if (type?.kind === 'value' && !type.list && type.type.kind === 'complex')
      return this.rest({ type: type.type, without: [], repeats: [] });
    return undefined;
  }

  private rest(rest: Omit<RestType, 'kind'>): JsonSchemaObject {
    const made = this.rests.get(rest.type) ?? new Map<string, JsonSchemaObject>();
    const key = JSON.stringify([rest.without, rest.repeats]);
    const schema = made.get(key) ?? this.makeRest(rest);
    this.rests.set(rest.type, made.set(key, schema));
    return schema;
  }

  /** What may be repeated is optional. */
  private makeRest({ type, without, repeats }: Omit<RestType, 'kind'>): JsonSchemaObject {
    const schema = this.set.rest(type, without);
    if (repeats.length === 0) return schema;
    const { properties = {} } = this.set.rest(
      type,
      without.filter((key) => !repeats.includes(key)),
    );
    const repeated = repeats.flatMap((key) => (key in properties ? [[key, properties[key]] as const] : []));
    return { ...schema, properties: record([...Object.entries(schema.properties ?? {}), ...repeated]) };
  }

  /** One item of a list. */
  item(type: VariableType | undefined): JsonSchema {
    if (type?.kind === 'value' && type.type.kind === 'simple' && !type.list && type.type.item)
      return this.set.type(type.type.item);
    if (type?.kind === 'value') return this.value({ ...type, list: false });
    return type?.kind === 'text' ? this.of({ ...type, list: false }) : XML_STRING;
  }

  /** A pattern may split a list, or join values to one. */
  private value(value: ValueType): JsonSchema {
    const { type, list, nillable, of } = value;
    if (of === undefined) {
      const base = this.set.type(type);
      const schema = nillable ? orNil(base, type, this.set) : base;
      return list ? { type: 'array', items: schema } : schema;
    }
    if (!('kind' in of)) return list ? { type: 'array', items: this.set.element(of) } : this.set.element(of);
    const inside = listIn(of, this.codec);
    if (inside && !list) return memberItem(inside, this.set);
    const schema = memberSchema(of, this.set);
    return list && !inside ? { type: 'array', items: schema } : schema;
  }

  private content({ member }: Content): JsonSchema {
    if (member.kind !== 'mixed') return memberSchema(member, this.set);
    return mixedSchema(member, true, this.set);
  }

  private fields(fields: ReadonlyMap<string, VariableType>): JsonSchemaObject {
    const properties = record([...fields].map(([name, type]) => [name, this.of(type)] as const));
    return { type: 'object', properties, additionalProperties: false };
  }
}

/** The member that holds the items, also of an unwrapped list. */
function listIn(member: ElementMember | AttributeMember, codec: Codec): ElementMember | undefined {
  if (member.kind === 'attribute') return undefined;
  if (isPresentedList(member.element.type)) return codec.members(member.element.type)[0] as ElementMember;
  return member.list ? member : undefined;
}
