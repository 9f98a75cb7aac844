// The interfaces between the JSON Schemas of elements, types and members.
import type { ComplexType, ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import type { QName } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import type { Codes, Member } from '../model/members.ts';
import type { TypeNaming } from '../model/type-naming.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';

/** Input of the schemas: a part of Codec. */
export interface SchemaSource {
  readonly schemas: Schemas;
  readonly dialect: Dialect;
  members(type: TypeDef): readonly Member[];
  namings(type: TypeDef): readonly TypeNaming[];
  computed(type: TypeDef): readonly string[];
  readonly codes: Codes | undefined;
}

/** Gives the schema of one construct the schemas inside it. */
export interface SchemasOf {
  readonly source: SchemaSource;
  /** The JSON value of an element: its type's, or null where it may be nil. */
  element(decl: ElementDecl): JsonSchema;
  mayBeNull(decl: ElementDecl): boolean;
  /** The JSON value of a type, derived types included. `owner`: the element that names an anonymous type. */
  type(type: TypeDef, owner?: QName): JsonSchema;
  /** The JSON object of exactly this complex type. `without`: a member that is left out of it. */
  object(type: ComplexType, owner?: QName, without?: string): JsonSchemaObject;
  /** The JSON value of a complex type and its derived ones without one of their members. */
  without(type: TypeDef, key: string): JsonSchema;
  members(members: readonly Member[]): JsonSchemaObject;
  /** The same of a type that stands in for one of its bases, and is named there. */
  replacement(type: ComplexType, without?: string): JsonSchemaObject;
  /** May the object say which type it is? Where an element is declared with a type that has no derived ones, nothing is left to say. */
  mayBeNamed(type: ComplexType): boolean;
  /** The concrete types of the contract that are derived from it. */
  subtypes(type: ComplexType): readonly ComplexType[];
  /** A reference to the schema where it is long: it stands once. */
  long(schema: JsonSchema, name: QName): JsonSchema;
  /** An element that a wildcard let in. */
  anyElement(): JsonSchema;
}
