// What a reshape means for the members of one type: their JSON names, and the looks of their values.
import type {
  AttributeUse,
  ComplexType,
  ElementDecl,
  Schemas,
  SimpleType,
  TypeDef,
} from '../../contract/model/model.ts';
import { showDates } from '../datatypes/as-date.ts';
import { showStrings } from '../datatypes/as-string.ts';
import { renameValues } from '../datatypes/enum.ts';
import type { ElementMember, KeyedItems, Member } from './members.ts';
import {
  type ComputedMember,
  type KeyedList,
  type LetterCase,
  noReshape,
  type Reshape,
  type TypeReshape,
  type ValueReshape,
} from './reshape.ts';
import { holdsOneList, unwrap, unwrapHere, wrapped } from './unwrapped.ts';

export class Reshaping {
  private readonly schemas: Schemas;
  private readonly reshape: Reshape;
  readonly membersOf: (type: TypeDef) => readonly Member[];
  private readonly perType = new Map<TypeDef, TypeLook | undefined>();
  private readonly presentedTypes = new Map<SimpleType, SimpleType>();

  /** `membersOf`: the members of other types. */
  constructor(schemas: Schemas, reshape: Reshape, membersOf: (type: TypeDef) => readonly Member[]) {
    this.membersOf = membersOf;
    this.schemas = schemas;
    this.reshape = reshape;
  }

  /** Undefined where nothing is said about the type. */
  of(type: TypeDef): TypeLook | undefined {
    if (this.reshape === noReshape) return undefined;
    const original = this.perType.has(type) ? type : (wrapped(type) ?? type);
    if (!this.perType.has(original)) this.perType.set(original, this.look(original));
    return this.perType.get(original);
  }

  /** The type `original` at one place: a list that is keyed there, shown without what holds it. */
  keyedHere(original: ComplexType, { inside, ...keyedList }: KeyedList): ComplexType {
    const type = unwrapHere(original);
    const keyed = new Map([[inside!, keyedList]]);
    const rules = this.rulesFor(original);
    const here = { type, keyed, rename: new Map(), omit: new Set<string>(), enums: new Map(), unwrap: new Map() };
    this.perType.set(type, new TypeLook([...rules, here], this.reshape.case, this));
    return type;
  }

  private look(type: TypeDef): TypeLook | undefined {
    const rules = this.rulesFor(type);
    const { case: letters, values, prefix } = this.reshape;
    const silent = rules.length === 0 && letters === undefined && values.length === 0 && prefix === undefined;
    return silent ? undefined : new TypeLook(rules, letters, this);
  }

  /** How the values of a simple type look at a member; the last word on it, or on what it is derived from, counts. */
  shownAs(key: string, type: SimpleType): SimpleType {
    const rule = this.reshape.values.findLast((v) => this.schemas.derives(type, v.type));
    if (type.variety !== 'atomic' || rule?.except.has(key)) return type;
    let presentedType = this.presentedTypes.get(type);
    if (presentedType === undefined) {
      presentedType = rule === undefined ? this.withoutPrefix(type) : valuesAs(type, rule.as);
      this.presentedTypes.set(type, presentedType);
    }
    return presentedType;
  }

  private withoutPrefix(type: SimpleType): SimpleType {
    const { prefix } = this.reshape;
    const values = type.facets.enumeration;
    if (prefix === undefined || values === undefined) return type;
    const long = values.filter((v) => v.startsWith(prefix) && v.length > prefix.length);
    const short = long.map((v) => [v, v.slice(prefix.length)] as const).filter(([, v]) => !values.includes(v));
    return short.length === 0 ? type : renameValues(type, new Map(short));
  }

  private rulesFor(type: TypeDef): readonly TypeReshape[] {
    return this.reshape.types.filter((r) => type === r.type || this.schemas.derives(type, r.type));
  }
}

function valuesAs(type: SimpleType, as: ValueReshape['as']): SimpleType {
  if (typeof as === 'object') return renameValues(type, as);
  return as === 'date' ? showDates(type) : showStrings(type);
}

export class TypeLook {
  private readonly rules: readonly TypeReshape[];
  private readonly letters: LetterCase | undefined;
  private readonly all: Reshaping;
  private onlyNames: TypeLook | undefined;
  private readonly holders = new Map<string, ElementDecl>();

  /** `all`: the looks of other types. */
  constructor(rules: readonly TypeReshape[], letters: LetterCase | undefined, all: Reshaping) {
    this.rules = rules;
    this.all = all;
    this.letters = rules.findLast((r) => r.case !== undefined)?.case ?? letters;
  }

  /** What it says about names and values: all that holds inside repeated groups and mixed content. */
  get names(): TypeLook {
    return (this.onlyNames ??= new TypeLook(this.rules.map(namesOnly), this.letters, this.all));
  }

  /** `key`: the dialect's name. */
  key(key: string): string {
    return this.rules.findLast((r) => r.rename.has(key))?.rename.get(key) ?? inCase(key, this.letters);
  }

  /** The discriminators that may name the type, the one for elements declared with it first. */
  get discriminators(): readonly NonNullable<TypeReshape['discriminator']>[] {
    return this.rules.flatMap((r) => r.discriminator ?? []).toReversed();
  }

  /** Members that JSON has beside those of the type. */
  get computed(): ReadonlyMap<string, ComputedMember | undefined> {
    return new Map(this.rules.flatMap((r) => [...(r.computed ?? [])]));
  }

  omits(key: string): boolean {
    return this.rules.some((r) => r.omit.has(key));
  }

  /** How the items of a list are named, be it in an object of their own or in the one around. */
  keyed(key: string, { type, substitutes }: ElementDecl): KeyedItems | undefined {
    const keyedList = this.listed(key);
    if (keyedList === undefined || keyedList.inside !== undefined || substitutes.length > 0) return undefined;
    const members = this.all.membersOf(type);
    const find = (name: string | undefined) =>
      members.find((m) => m.key === (this.all.of(type)?.key(name ?? '') ?? name));
    const keyMember = find(keyedList.key);
    return keyMember && { key: keyMember, value: find(keyedList.value) };
  }

  private listed(key: string): KeyedList | undefined {
    const spread = this.rules.findLast((r) => r.spread?.list === key)?.spread;
    return spread ?? this.rules.findLast((r) => r.keyed.has(key))?.keyed.get(key);
  }

  spreads(key: string, decl: ElementDecl): boolean {
    return this.rules.some((r) => r.spread?.list === key) && this.keyed(key, decl) !== undefined;
  }

  /** The list inside, where `element`, of a holder's own look, holds one whose items are members of the object around it. */
  spreadInside(key: string, element: ElementDecl): ElementMember | undefined {
    if (!this.rules.some((r) => r.spread?.list === key) || wrapped(element.type) === undefined) return undefined;
    const [member] = this.all.membersOf(element.type);
    return member?.kind === 'element' ? member : undefined;
  }

  /** A list of names of members that are null. */
  get nulls(): TypeReshape['nulls'] {
    return this.rules.findLast((r) => r.nulls !== undefined)?.nulls;
  }

  /** The element of the names, where `key` is that list. */
  nullNames(key: string, { type }: ElementDecl): ElementDecl | undefined {
    if (this.nulls?.member !== key) return undefined;
    const { item } = this.nulls;
    const member = this.all
      .membersOf(type)
      .find((m) => m.kind === 'element' && m.key === (this.all.of(type)?.key(item) ?? item));
    return member?.kind === 'element' ? member.element : undefined;
  }

  element(key: string, decl: ElementDecl): ElementDecl {
    const keyedList = this.listed(key);
    if (keyedList?.inside !== undefined) return this.holder(key, decl, keyedList);
    if (this.rules.some((r) => r.unwrap.has(key))) return this.unwrapped(decl);
    if (decl.type.kind !== 'simple') return decl;
    const values = this.values(key);
    if (values !== undefined) return { ...decl, type: renameValues(decl.type, values), substitutes: [] };
    const type = this.all.shownAs(key, decl.type);
    return type === decl.type || decl.substitutes.length > 0 ? decl : { ...decl, type };
  }

  /** Always the same for a key: the type's tables are made once. */
  private holder(key: string, decl: ElementDecl, keyedList: KeyedList): ElementDecl {
    let holder = this.holders.get(key);
    if (holder === undefined) {
      holder = this.holdsList(decl) ? { ...decl, type: this.all.keyedHere(decl.type as ComplexType, keyedList) } : decl;
      this.holders.set(key, holder);
    }
    return holder;
  }

  private unwrapped(decl: ElementDecl): ElementDecl {
    return this.holdsList(decl) ? { ...decl, type: unwrap(decl.type as ComplexType) } : decl;
  }

  private holdsList({ type, substitutes }: ElementDecl): boolean {
    const inner = this.all.of(type);
    return substitutes.length === 0 && holdsOneList(type, (key) => inner?.omits(key) ?? false);
  }

  attribute(key: string, use: AttributeUse): AttributeUse {
    const values = this.values(key);
    const type = values === undefined ? this.all.shownAs(key, use.type) : renameValues(use.type, values);
    return type === use.type ? use : { ...use, type };
  }

  /** The text of simple content. */
  text(type: SimpleType): SimpleType {
    const values = this.values('$value');
    return values === undefined ? this.all.shownAs('$value', type) : renameValues(type, values);
  }

  private values(key: string): ReadonlyMap<string, string> | undefined {
    return this.rules.findLast((r) => r.enums.has(key))?.enums.get(key);
  }
}

function namesOnly({ type, rename, case: letters, enums }: TypeReshape): TypeReshape {
  return { type, rename, case: letters, enums, omit: new Set(), unwrap: new Map(), keyed: new Map() };
}

/** `AccountId` → `accountId` or `account_id`; marks (`@`, `$`) stay in front, qualified names stay as they are. */
export function inCase(key: string, letters: LetterCase | undefined): string {
  if (letters === undefined || key.startsWith('$') || key.includes(':') || key.includes('{')) return key;
  const mark = key.startsWith('@') ? '@' : '';
  const segments = key
    .slice(mark.length)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .map((segment) => segment.toLowerCase());
  if (letters === 'snake') return mark + segments.join('_');
  return mark + segments.map((w, i) => (i === 0 ? w : w.charAt(0).toUpperCase() + w.slice(1))).join('');
}
