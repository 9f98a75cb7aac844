// Finds the header part that a key of the table names: one that the message declares, or one that no message does, whose content the pattern describes.

import type { Codec } from '../../../codec/model/codec.ts';
import type { HeaderPart } from '../../../contract/model/contract.ts';
import type {
  ComplexType,
  ElementDecl,
  Particle,
  SimpleType,
  TypeDef,
  Wildcard,
} from '../../../contract/model/model.ts';
import type { Entry, ObjectTree, Tree } from '../../../pattern/tree.ts';
import { clark, type QName, XSD_NS } from '../../../xml/reader/names.ts';
import type { VariableType } from '../../model/variables.ts';
import { findElement } from './operation.ts';

/** By part name, else by element. */
export function findHeader(headers: readonly HeaderPart[], key: string, codec: Codec): HeaderPart | undefined {
  return headers.find((h) => h.part === key) ?? headers.find((h) => findElement([h.element], key, codec.dialect));
}

/** The name of a header part that needs no declaration: in a namespace, as `{namespace}Name` or `prefix:Name`. */
export function freeName(key: string, { dialect }: Codec): QName | undefined {
  const name = key.startsWith('{') || key.includes(':') ? dialect.parseName(key) : undefined;
  return name === undefined || name.ns === '' || !/^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name.local) ? undefined : name;
}

/** The type that a variable has elsewhere in the rule, by its name. */
export type TypeOf = (name: string) => VariableType | undefined;

/** Declarations by codec and form: rules that write the same part share it. */
const declarations = new WeakMap<Codec, Map<string, ElementDecl>>();

/** The part of a global element of the schemas, else one with the content of the pattern. */
export function freeHeader(name: QName, tree: Tree, codec: Codec, typeOf: TypeOf): HeaderPart {
  const declared = codec.schemas.elements.get(clark(name));
  return { part: clark(name), element: declared ?? new PatternTypes(codec, typeOf).element(name, tree) };
}

const anyWhere: Wildcard = { namespaces: { kind: 'any' }, process: 'lax' };
const anything: Particle = { kind: 'any', min: 0, max: Number.POSITIVE_INFINITY, wildcard: anyWhere };

/** Makes declarations of patterns. Everything is optional, in any order, beside what the pattern does not name. */
class PatternTypes {
  private readonly codec: Codec;
  private readonly typeOf: TypeOf;

  constructor(codec: Codec, typeOf: TypeOf) {
    this.codec = codec;
    this.typeOf = typeOf;
  }

  element(name: QName, tree: Tree): ElementDecl {
    return this.declared(name, this.type(tree, name.ns));
  }

  private declared(name: QName, type: TypeDef): ElementDecl {
    const known = declarations.get(this.codec) ?? new Map<string, ElementDecl>();
    declarations.set(this.codec, known);
    const form = `${clark(name)} ${numberOf(type)}`;
    const element = known.get(form) ?? declare(name, type);
    known.set(form, element);
    return element;
  }

  private type(tree: Tree, ns: string): TypeDef {
    switch (tree.kind) {
      case 'object':
        return this.contractType(tree) ?? this.complex(tree, ns);
      case 'hole':
        return (
          (tree.hole.converters.length === 0 && simpleTypeOf(this.typeOf(tree.hole.name))) || this.builtin('string')
        );
      case 'constant':
        return this.builtin(tree.value === null ? 'string' : CONSTANTS[typeof tree.value]);
      default:
        return this.builtin('string');
    }
  }

  /** `$type` names a type of the contract. */
  private contractType({ type }: ObjectTree): TypeDef | undefined {
    const name = type && this.codec.dialect.parseName(type.text);
    return name && this.codec.schemas.types.get(clark(name));
  }

  private complex({ entries }: ObjectTree, ns: string): ComplexType {
    const members = entries.map((entry) => this.member(entry, ns));
    const attributes = members.filter(({ key }) => key.startsWith('@'));
    const children = members.filter(({ key }) => !key.startsWith('@') && key !== '$value');
    const value = members.find(({ key }) => key === '$value');
    const form = JSON.stringify(members.map(({ name, key, max, type }) => [clark(name), key, max, numberOf(type)]));
    return typeOfForm(this.codec, form, () => ({
      kind: 'complex',
      abstract: false,
      mixed: false,
      attributes: attributes.map(({ name, type }) => ({ name, type: this.simple(type), required: false })),
      anyAttribute: anyWhere,
      content: value
        ? { kind: 'simple', type: this.simple(value.type) }
        : { kind: 'elements', particle: anyOrder(children.map((child) => this.particle(child))) },
    }));
  }

  private member({ key, value }: Entry, ns: string): FreeMember {
    const isAttribute = key.startsWith('@');
    const name = this.name(isAttribute ? key.slice(1) : key, isAttribute ? '' : ns);
    // Placeholders of items have the names of fields.
    const types = value.kind === 'each' ? new PatternTypes(this.codec, () => undefined) : this;
    const max = isList(value) ? Number.POSITIVE_INFINITY : 1;
    return { key, name, type: types.type(itemOf(value), name.ns), max };
  }

  private particle({ name, type, max }: FreeMember): Particle {
    return { kind: 'element', element: this.declared(name, type), min: 0, max };
  }

  /** A name alone is in the namespace `ns`. */
  private name(key: string, ns: string): QName {
    const isQualified = key.startsWith('{') || key.includes(':');
    return (isQualified ? this.codec.dialect.parseName(key) : undefined) ?? { ns, local: key };
  }

  private simple(type: TypeDef): SimpleType {
    return type.kind === 'simple' ? type : this.builtin('string');
  }

  private builtin(local: string): SimpleType {
    return this.codec.schemas.types.get(clark({ ns: XSD_NS, local })) as SimpleType;
  }
}

interface FreeMember {
  readonly key: string;
  readonly name: QName;
  readonly type: TypeDef;
  readonly max: number;
}

/** Of constants: their digits are kept. */
const CONSTANTS: Readonly<Record<string, string>> = { string: 'string', number: 'decimal', boolean: 'boolean' };

function isList({ kind }: Tree): boolean {
  return kind === 'list' || kind === 'each';
}

function itemOf(tree: Tree): Tree {
  if (tree.kind === 'each') return tree.item;
  return tree.kind === 'list' ? (tree.items[0] ?? tree) : tree;
}

function simpleTypeOf(type: VariableType | undefined): SimpleType | undefined {
  return type?.kind === 'value' && !type.list && type.type.kind === 'simple' ? type.type : undefined;
}

/** An `all` group inside of a sequence: its members come in any mixture. */
function anyOrder(particles: readonly Particle[]): Particle {
  const all: Particle = { kind: 'all', min: 1, max: 1, particles: [...particles, anything] };
  return { kind: 'sequence', min: 1, max: 1, particles: [all] };
}

function declare(name: QName, type: TypeDef): ElementDecl {
  return { name, type, global: name.ns !== '', nillable: false, abstract: false, substitutes: [] };
}

const types = new WeakMap<Codec, Map<string, ComplexType>>();

function typeOfForm(codec: Codec, form: string, make: () => ComplexType): ComplexType {
  const known = types.get(codec) ?? new Map<string, ComplexType>();
  types.set(codec, known);
  const type = known.get(form) ?? make();
  known.set(form, type);
  return type;
}

let count = 0;
const numbers = new WeakMap<TypeDef, number>();

function numberOf(type: TypeDef): number {
  const number = numbers.get(type) ?? ++count;
  numbers.set(type, number);
  return number;
}
