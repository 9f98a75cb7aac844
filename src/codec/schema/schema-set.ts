// JSON Schemas (2020-12) of the types of one contract, in one dialect. Made from the same members that the codec's tables are made from;
// knows nothing of OpenAPI documents, only under which path its definitions will stand.
import type { ComplexType, ElementDecl, SimpleType, TypeDef } from '../../contract/model/model.ts';
import { type QName, XSD_NS } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import type { Member } from '../model/members.ts';
import { TYPE_KEY } from '../model/type-naming.ts';
import { isAnyType } from '../presentation/list-members.ts';
import { isPresentedList } from '../presentation/presented-list.ts';
import { anyElementSchema, anyTypeSchema } from './any-element.ts';
import { elementSchema } from './element-schema.ts';
import { type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { memberSchema, type PropertyMember } from './member-schema.ts';
import { described } from './numerals.ts';
import { membersSchema, objectSchema, plainObject } from './object-schema.ts';
import type { SchemaSource, SchemasOf } from './schemas-of.ts';
import { simpleSchema } from './simple-schema.ts';
import { derivedTypes, polymorphicSchema, typedValues } from './typed-values.ts';

/** Characters of JSON from which a schema is worth a definition of its own. */
const LONG = 160;

export class SchemaSet implements SchemasOf {
  readonly source: SchemaSource;
  /** Definitions so far, by name. */
  readonly defs: Record<string, JsonSchema> = record([]);
  private readonly base: string;
  private readonly names: DefNames;
  private readonly nullable: ReadonlySet<ElementDecl>;
  private readonly derived: ReadonlyMap<TypeDef, readonly ComplexType[]>;
  private readonly values = new Map<TypeDef, string>();
  private readonly objects = new Map<TypeDef, string>();
  private readonly variants = new Map<object, Map<string, Map<TypeDef, string>>>();
  /** Types that stand in for a base type somewhere: their objects may name them. */
  private readonly replacing = new Set<ComplexType>();
  private readonly generic = new Map<string, string>();
  private readonly elements = new Map<ElementDecl, JsonSchema>();
  /** Definitions without a schema yet. */
  private readonly waiting: [key: string, make: () => JsonSchema][] = [];
  private making = false;
  /** Names of long schemas of types without a name of their own, by text. */
  private readonly texts = new Map<string, string>();

  /**
   * `base`: where `defs` will stand in the document, e.g. `#/components/schemas/`. `usedNames`: names that are taken there. `nullable`: elements
   * that may be null beside those that are nillable.
   */
  constructor(
    source: SchemaSource,
    base = '#/$defs/',
    usedNames?: Set<string>,
    nullable: ReadonlySet<ElementDecl> = new Set(),
  ) {
    this.source = source;
    this.nullable = nullable;
    this.base = base;
    this.names = new DefNames(source.dialect, usedNames);
    this.derived = derivedTypes(source.schemas);
  }

  element(decl: ElementDecl): JsonSchema {
    let schema = this.elements.get(decl);
    if (schema === undefined) this.elements.set(decl, (schema = elementSchema(decl, this)));
    return schema;
  }

  mayBeNull(decl: ElementDecl): boolean {
    return decl.nillable || this.nullable.has(decl);
  }

  without(type: TypeDef, key: string): JsonSchema {
    return this.type(type, undefined, key);
  }

  type(type: TypeDef, owner?: QName, without?: string): JsonSchema {
    if (type.kind === 'simple') return this.simple(type);
    if (isPresentedList(type)) return memberSchema(this.source.members(type)[0] as PropertyMember, this);
    if (isAnyType(type))
      return this.shared('AnyValue', () =>
        anyTypeSchema(this.anyElement(), typedValues(type, this), this.source.dialect),
      );
    const subtypes = this.derived.get(type) ?? [];
    if (subtypes.length === 0) return this.object(type, owner, without);
    const make = () => polymorphicSchema(type, subtypes, this, without);
    return this.define(this.values, type, type.name ?? owner, suffixOf(without), make, without);
  }

  object(type: ComplexType, owner?: QName, without?: string): JsonSchemaObject {
    const suffix = `${suffixOf(without)}${this.derived.has(type) ? '.self' : ''}`;
    const make = () => objectSchema(type, this, without);
    return this.define(this.objects, type, type.name ?? owner, suffix, make, without);
  }

  replacement(type: ComplexType, without?: string): JsonSchemaObject {
    if (!this.replacing.has(type)) {
      this.replacing.add(type);
      this.remakeObjects(type);
    }
    return this.object(type, undefined, without);
  }

  mayBeNamed(type: ComplexType): boolean {
    return this.derived.has(type) || this.replacing.has(type);
  }

  subtypes(type: ComplexType): readonly ComplexType[] {
    return this.derived.get(type) ?? [];
  }

  /**
   * The object of a complex type without some members, not shared. Has no constraints between members; a type with derivations allows
   * further ones. Leaves out the member that names the type if `$type` is among `without`; otherwise it has its name at elements that are
   * declared with the type.
   */
  rest(type: ComplexType, without: readonly string[] = []): JsonSchemaObject {
    const schema = plainObject(type, this, (key) => !without.includes(key));
    const namings = this.source.namings(type);
    for (const { key } of namings) delete schema.properties?.[key];
    if (this.derived.has(type)) delete schema.additionalProperties;
    if (without.includes(TYPE_KEY)) return schema;
    const types = [...(type.abstract ? [] : [type]), ...(this.derived.get(type) ?? [])];
    const [naming] = namings;
    const isOnly = types.length === 1 && types[0] === type && naming.key === TYPE_KEY;
    const values = types.flatMap(({ name }) => (name === undefined || isOnly ? [] : [naming.value(name)]));
    if (values.length > 0)
      schema.properties![naming.key] = values.length === 1 ? { const: values[0] } : { enum: values };
    if (type.abstract) schema.required = [...(schema.required ?? []), naming.key];
    return schema;
  }

  members(members: readonly Member[]): JsonSchemaObject {
    return membersSchema(members, this);
  }

  anyElement(): JsonSchema {
    return this.shared('AnyElement', (self) => anyElementSchema(self, this.source.dialect));
  }

  private simple(type: SimpleType): JsonSchema {
    const make = (): JsonSchema => described(simpleSchema(type, this.source.dialect), type.doc);
    const isUserType = type.name !== undefined && type.name.ns !== XSD_NS;
    return isUserType ? this.define(this.values, type, type.name, '', make) : this.long(make(), nameOf(type));
  }

  /** Patterns of dates, long enumerations and the like stand once, under the next free name. */
  long(schema: JsonSchema, name: QName): JsonSchema {
    const text = JSON.stringify(schema);
    if (text.length < LONG) return schema;
    const key = this.texts.get(text) ?? this.names.take(name);
    this.texts.set(text, key);
    this.defs[key] = schema;
    return { $ref: this.base + key };
  }

  private shared(name: string, make: (self: JsonSchema) => JsonSchema): JsonSchema {
    let key = this.generic.get(name);
    if (key === undefined) {
      key = this.names.take({ ns: '', local: name });
      this.generic.set(name, key);
      this.defs[key] = make({ $ref: this.base + key });
    }
    return { $ref: this.base + key };
  }

  /** Names of definitions without one member. */
  private variant(by: Map<TypeDef, string>, without: string): Map<TypeDef, string> {
    if (without === '') return by;
    const variants = this.variants.get(by) ?? new Map<string, Map<TypeDef, string>>();
    const names = variants.get(without) ?? new Map<TypeDef, string>();
    this.variants.set(by, variants.set(without, names));
    return names;
  }

  /** Objects that were made before another schema took them for a replacement. */
  private remakeObjects(type: ComplexType): void {
    const withoutKeys = this.variants.get(this.objects) ?? new Map<string, Map<TypeDef, string>>();
    for (const [without, keys] of [['', this.objects] as const, ...withoutKeys]) {
      const key = keys.get(type);
      if (key === undefined || this.defs[key] === true) continue;
      this.waiting.push([key, () => objectSchema(type, this, without === '' ? undefined : without)]);
    }
    this.makeWaiting();
  }

  /** Only the outermost call makes schemas: types may be nested deeper than the call stack allows. */
  private makeWaiting(): void {
    if (this.making) return;
    this.making = true;
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
      const [key, make] = next;
      this.defs[key] = make();
    }
    this.making = false;
  }

  private define(
    by: Map<TypeDef, string>,
    type: TypeDef,
    name: QName | undefined,
    suffix: string,
    make: () => JsonSchema,
    without = '',
  ): JsonSchemaObject {
    const all = this.variant(by, without);
    let key = all.get(type);
    if (key === undefined) {
      key = this.names.take(name ?? { ns: '', local: 'Anonymous' }, suffix);
      all.set(type, key);
      // The name comes before the schema: types refer to themselves.
      this.defs[key] = true;
      this.waiting.push([key, make]);
      this.makeWaiting();
    }
    return { $ref: this.base + key };
  }
}

function nameOf({ name, base }: SimpleType): QName {
  if (name !== undefined) return { ns: '', local: name.local };
  return base ? nameOf(base) : { ns: '', local: 'Value' };
}

function suffixOf(without: string | undefined): string {
  return without === undefined ? '' : '.entry';
}

/**
 * The JSON Schema (2020-12) of a type's or an element's JSON value, complete in itself: definitions under `$defs`. Keywords beyond the
 * standard's: `discriminator` (OpenAPI 3.1 §4.8.25).
 */
export function jsonSchema(target: TypeDef | ElementDecl, source: SchemaSource): JsonSchemaObject {
  const set = new SchemaSet(source);
  const schema = 'kind' in target ? set.type(target) : set.element(target);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, ...(schema === true ? {} : schema), $defs: set.defs };
}

/** Unique names under `$defs`, safe in a URI fragment and as an OpenAPI component key: `bank.Account` for `bank:Account`, then `bank.Account_2`. */
class DefNames {
  private readonly usedNames: Set<string>;
  private readonly dialect: Dialect;

  /** `usedNames`: names that are in use already; grows with those handed out. */
  constructor(dialect: Dialect, usedNames = new Set<string>()) {
    this.dialect = dialect;
    this.usedNames = usedNames;
  }

  take(name: QName, suffix = ''): string {
    const text = this.dialect.nameOf(name);
    const base = safe(text.startsWith('{') ? name.local : text) + suffix;
    let free = base;
    for (let n = 2; this.usedNames.has(free); n++) free = `${base}_${n}`;
    this.usedNames.add(free);
    return free;
  }
}

function safe(name: string): string {
  return name.replaceAll(':', '.').replace(/[^A-Za-z0-9._-]/g, '_');
}
