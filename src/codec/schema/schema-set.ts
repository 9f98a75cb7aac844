// JSON Schemas (2020-12) of the types of one contract, in one dialect. Made from the same members that the codec's tables are made from;
// knows nothing of OpenAPI documents, only under which path its definitions will stand.
import type { ComplexType, ElementDecl, SimpleType, TypeDef } from '../../contract/model.ts';
import { type QName, XSD_NS } from '../../xml/names.ts';
import { isAnyType } from '../list-members.ts';
import type { Member } from '../members.ts';
import { wrapped } from '../unwrapped.ts';
import { anyElementSchema, anyTypeSchema } from './any-element.ts';
import { DefNames } from './def-names.ts';
import { derivedTypes } from './derived-types.ts';
import { elementSchema } from './element-schema.ts';
import { described, type JsonSchema, type JsonSchemaObject, record } from './json-schema.ts';
import { memberSchema, type PropertyMember } from './member-schema.ts';
import { membersSchema } from './members-schema.ts';
import { objectSchema } from './object-schema.ts';
import { polymorphicSchema } from './polymorphic-schema.ts';
import type { SchemaSource, SchemasOf } from './schemas-of.ts';
import { simpleSchema } from './simple-schema.ts';

export class SchemaSet implements SchemasOf {
  readonly source: SchemaSource;
  /** Definitions asked for so far, by their names. */
  readonly defs: Record<string, JsonSchema> = record([]);
  private readonly base: string;
  private readonly names: DefNames;
  private readonly derived: ReadonlyMap<TypeDef, readonly ComplexType[]>;
  private readonly values = new Map<TypeDef, string>();
  private readonly objects = new Map<TypeDef, string>();
  private readonly generic = new Map<string, string>();

  /** `base`: where `defs` will stand in the document, e.g. `#/components/schemas/`. */
  constructor(source: SchemaSource, base = '#/$defs/') {
    this.source = source;
    this.base = base;
    this.names = new DefNames(source.dialect);
    this.derived = derivedTypes(source.schemas);
  }

  element(decl: ElementDecl): JsonSchema {
    return elementSchema(decl, this);
  }

  type(type: TypeDef, owner?: QName): JsonSchema {
    if (type.kind === 'simple') return this.simple(type);
    if (wrapped(type) !== undefined) return memberSchema(this.source.members(type)[0] as PropertyMember, this);
    if (isAnyType(type)) return this.shared('AnyValue', () => anyTypeSchema(this.anyElement()));
    const others = this.derived.get(type) ?? [];
    if (others.length === 0) return this.object(type, owner);
    return this.define(this.values, type, type.name ?? owner, '', () => polymorphicSchema(type, others, this));
  }

  object(type: ComplexType, owner?: QName): JsonSchemaObject {
    const suffix = this.derived.has(type) ? '.self' : '';
    return this.define(this.objects, type, type.name ?? owner, suffix, () => objectSchema(type, this));
  }

  members(members: readonly Member[]): JsonSchemaObject {
    return membersSchema(members, this);
  }

  anyElement(): JsonSchema {
    return this.shared('AnyElement', anyElementSchema);
  }

  private simple(type: SimpleType): JsonSchema {
    const make = (): JsonSchema => described(simpleSchema(type, this.source.dialect), type.doc);
    const own = type.name !== undefined && type.name.ns !== XSD_NS;
    return own ? this.define(this.values, type, type.name, '', make) : make();
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

  private define(
    by: Map<TypeDef, string>,
    type: TypeDef,
    name: QName | undefined,
    suffix: string,
    make: () => JsonSchema,
  ): JsonSchemaObject {
    let key = by.get(type);
    if (key === undefined) {
      key = this.names.take(name ?? { ns: '', local: 'Anonymous' }, suffix);
      by.set(type, key);
      // The name is known before the schema is made: types refer to themselves.
      this.defs[key] = true;
      this.defs[key] = make();
    }
    return { $ref: this.base + key };
  }
}
