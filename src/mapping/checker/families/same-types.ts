// Compares the SOAP sides of two copies of one rule where they name types and constants of the contract. Types are alike if the patterns find
// the same members in them: then a copy has the mistakes of the other, and no more.

import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import { isPresentedList } from '../../../codec/presentation/presented-list.ts';
import type { Message } from '../../../contract/model/contract.ts';
import type { ElementDecl, TypeDef } from '../../../contract/model/model.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { ConstantTree, Entry, ObjectTree, Tree } from '../../../pattern/tree.ts';
import { clark } from '../../../xml/reader/names.ts';
import { simpleOf } from '../../model/variables.ts';
import { findMember, isWhole } from '../contract-lookup/find-member.ts';
import { findHeader } from '../contract-lookup/header-part.ts';
import { findElement } from '../contract-lookup/operation.ts';
import { missingMembers } from '../shape-checks.ts';

/** The types of one place in the two copies. */
interface TypePair {
  readonly a: TypeDef;
  readonly b: TypeDef;
}

/** What holds for all copies of a table. */
export class TypeFacts {
  readonly codec: Codec;
  /** By a tree that copies share, and its type: the types in it; undefined where it is not comparable. */
  readonly sharedTrees = new WeakMap<Tree, Map<TypeDef, readonly TypeDef[] | undefined>>();
  private readonly typesByName = new Map<string, TypeDef | undefined>();
  /** By the members of a type. */
  private readonly members = new WeakMap<readonly Member[], Map<string, Member | undefined>>();

  constructor(codec: Codec) {
    this.codec = codec;
  }

  member(members: readonly Member[], key: string): Member | undefined {
    const byKey = this.members.get(members) ?? new Map<string, Member | undefined>();
    this.members.set(members, byKey);
    if (!byKey.has(key)) byKey.set(key, findMember(members, key, this.codec.dialect));
    return byKey.get(key);
  }

  typeNamed(text: string): TypeDef | undefined {
    if (this.typesByName.has(text)) return this.typesByName.get(text);
    const name = this.codec.dialect.parseName(text);
    const type = name && this.codec.schemas.types.get(clark(name));
    this.typesByName.set(text, type);
    return type;
  }
}

export class SameTypes {
  /** Type of the one copy → type of the other. */
  readonly types = new Map<TypeDef, TypeDef>();
  private readonly facts: TypeFacts;
  private readonly codec: Codec;

  constructor(facts: TypeFacts) {
    this.facts = facts;
    this.codec = facts.codec;
  }

  /** The elements of a body. `*`: the one that there is. */
  body(a: readonly Entry[], b: readonly Entry[], { body }: Message): boolean {
    return a.every((entry, i) => {
      const element = entry.key === '*' ? body[0] : findElement(body, entry.key, this.codec.dialect);
      return element !== undefined && this.at(entry.value, b[i].value, element);
    });
  }

  hasElements(elements: readonly Entry[], { body }: Message): boolean {
    return elements.every(({ key }) => key === '*' || findElement(body, key, this.codec.dialect) !== undefined);
  }

  headers(a: readonly Entry[], b: readonly Entry[], { headers }: Message): boolean {
    return a.every((entry, i) => {
      const part = findHeader(headers, entry.key, this.codec);
      return part !== undefined && this.at(entry.value, b[i].value, part.element);
    });
  }

  /** Call this when everything is compared: is a type of the one copy always the same type of the other, derived from the same ones? */
  isConsistent(): boolean {
    const pairs = [...this.types];
    if (new Set(this.types.values()).size < pairs.length) return false;
    const { schemas } = this.codec;
    const changed = pairs.filter(([a, b]) => a !== b);
    return changed.every(([a, b]) =>
      pairs.every(
        ([c, d]) => schemas.derives(a, c) === schemas.derives(b, d) && schemas.derives(c, a) === schemas.derives(d, b),
      ),
    );
  }

  /** Has each pair of types these members in both, or in neither? */
  haveMembers(keys: readonly string[]): boolean {
    return [...this.types].every(([a, b]) => a === b || keys.every((key) => this.has(a, key) === this.has(b, key)));
  }

  private has(type: TypeDef, key: string): boolean {
    return type.kind === 'complex' && this.codec.members(type).some((m) => m.key === key);
  }

  private at(a: Tree, b: Tree, { type }: ElementDecl): boolean {
    return this.tree(a, b, { a: type, b: type });
  }

  private tree(a: Tree, b: Tree, at: TypePair): boolean {
    if (a !== b || at.a !== at.b) return this.compared(a, b, at);
    return this.typesIn(a, at.a)?.every((type) => this.paired(type, type)) === true;
  }

  /** The types in a tree that both copies have. */
  private typesIn(tree: Tree, type: TypeDef): readonly TypeDef[] | undefined {
    const { sharedTrees } = this.facts;
    const byType = sharedTrees.get(tree) ?? new Map<TypeDef, readonly TypeDef[] | undefined>();
    sharedTrees.set(tree, byType);
    if (byType.has(type)) return byType.get(type);
    const alone = new SameTypes(this.facts);
    const types = alone.compared(tree, tree, { a: type, b: type }) ? [...alone.types.keys()] : undefined;
    byType.set(type, types);
    return types;
  }

  private compared(a: Tree, b: Tree, at: TypePair): boolean {
    switch (a.kind) {
      case 'hole':
        return this.alike(at);
      case 'absent':
        return true;
      case 'text':
        return at.a === at.b && JSON.stringify(a.parts) === JSON.stringify((b as typeof a).parts);
      case 'constant':
        return this.constant(a, b as ConstantTree, at);
      case 'object':
        return this.object(a, b as ObjectTree, at);
      case 'list':
        return a.items.every((item, i) => this.tree(item, (b as typeof a).items[i], at));
      case 'each':
        return this.tree(a.item, (b as typeof a).item, at);
    }
  }

  /** Simple values have lexical forms, which converters and other places are checked against. */
  private alike({ a, b }: TypePair): boolean {
    if (a === b) return this.paired(a, b);
    return a.kind === 'complex' && b.kind === 'complex' && !simpleOf(a) && !simpleOf(b) && this.paired(a, b);
  }

  private paired(a: TypeDef, b: TypeDef): boolean {
    const counterpart = this.types.get(a);
    this.types.set(a, b);
    return counterpart === undefined || counterpart === b;
  }

  private constant(a: ConstantTree, b: ConstantTree, { a: type, b: other }: TypePair): boolean {
    if (type !== other) return false;
    if (a.value === b.value && a.source === b.source) return true;
    const simple = simpleOf(type);
    if (simple === undefined || a.value === null || b.value === null) return false;
    try {
      this.codec.text(simple).fromText(b.source);
      return true;
    } catch (error) {
      if (error instanceof SoapstoneError) return false;
      throw error;
    }
  }

  private object(a: ObjectTree, b: ObjectTree, at: TypePair): boolean {
    const typeA = this.namedType(a, at.a);
    const typeB = this.namedType(b, at.b);
    if (typeA === undefined || typeB === undefined || !this.alike({ a: typeA, b: typeB })) return false;
    if (typeA.abstract !== typeB.abstract) return false;
    return this.members(a, b, this.codec.members(typeA), this.codec.members(typeB));
  }

  /** undefined: the pattern's type is open, or the contract lacks it. */
  private namedType({ type, entries }: ObjectTree, declared: TypeDef) {
    if (entries.some(({ key }) => key === '$type')) return undefined;
    const named = type === undefined ? declared : this.facts.typeNamed(type.text);
    return named?.kind === 'complex' && this.codec.schemas.derives(named, declared) ? named : undefined;
  }

  private members(a: ObjectTree, b: ObjectTree, membersA: readonly Member[], membersB: readonly Member[]): boolean {
    const foundA = new Set<Member>();
    const foundB = new Set<Member>();
    for (let i = 0; i < a.entries.length; i++) {
      const { key, value } = a.entries[i];
      const one = this.facts.member(membersA, key);
      const other = this.facts.member(membersB, key);
      if (one === undefined || other === undefined || !sameMember(one, other)) return false;
      if (foundB.has(other) || !this.member(value, b.entries[i].value, one, other)) return false;
      foundA.add(one);
      foundB.add(other);
    }
    if (a.rest !== undefined || membersA === membersB) return true;
    return missingMembers(membersA, foundA, '')?.message === missingMembers(membersB, foundB, '')?.message;
  }

  private member(a: Tree, b: Tree, one: Member, other: Member): boolean {
    if (one.kind === 'attribute' && other.kind === 'attribute')
      return this.tree(a, b, { a: one.use.type, b: other.use.type });
    if (one.kind !== 'element' || other.kind !== 'element') return one === other && a.kind === 'hole';
    const at = { a: one.element.type, b: other.element.type };
    if (isWhole(one) || isWhole(other)) return a.kind === 'hole' && this.alike(at);
    return this.tree(a, b, at);
  }
}

/** The types may differ. */
function sameMember(a: Member, b: Member): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.key !== b.key || a.required !== b.required) return false;
  if (a.kind === 'attribute' && b.kind === 'attribute')
    return sameFields(a, b, ['hidden', 'readOnly']) && sameFields(a.use, b.use, ['required', 'default', 'fixed']);
  if (a.kind !== 'element' || b.kind !== 'element') return false;
  return (
    sameFields(a, b, ['list', 'substituted', 'keyed', 'nullable', 'nulls', 'hidden', 'readOnly', 'spread']) &&
    sameFields(a.element, b.element, ['nillable', 'default', 'fixed']) &&
    isPresentedList(a.element.type) === isPresentedList(b.element.type)
  );
}

function sameFields<T>(a: T, b: T, names: readonly (keyof T)[]): boolean {
  return names.every((name) => a[name] === b[name]);
}
