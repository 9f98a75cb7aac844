// How JSON shows the members of one type: their names, and their presented types.
import type { AttributeUse, ComplexType, ElementDecl, SimpleType, TypeDef } from '../../contract/model/model.ts';
import type { ElementMember, KeyedItems, Member } from '../model/members.ts';
import { inCase, type LetterCase } from './letter-case.ts';
import type { ComputedMember, KeyedList, TypePresentation } from './presentation.ts';
import { holdsOneList, isPresentedList, type PresentedList } from './presented-list.ts';

/** Presenters of all types of a contract. */
export interface TypePresenters {
  membersOf(type: TypeDef): readonly Member[];
  of(type: TypeDef): TypePresenter | undefined;
  shownAs(key: string, type: SimpleType, prefix?: string): SimpleType;
  renamed(type: SimpleType, table: ReadonlyMap<string, string>, prefix?: string): SimpleType;
  asList(original: ComplexType): PresentedList;
  keyedHere(original: ComplexType, keyedList: KeyedList): PresentedList;
}

export class TypePresenter {
  private readonly rules: readonly TypePresentation[];
  private readonly letters: LetterCase | undefined;
  private readonly all: TypePresenters;
  private onlyNames: TypePresenter | undefined;
  private readonly holders = new Map<string, ElementDecl>();

  /** `all`: the presenters of other types. */
  constructor(rules: readonly TypePresentation[], letters: LetterCase | undefined, all: TypePresenters) {
    this.rules = rules;
    this.all = all;
    this.letters = rules.findLast((r) => r.case !== undefined)?.case ?? letters;
  }

  /** Only names and values: the part that applies inside repeated groups and mixed content. */
  get names(): TypePresenter {
    return (this.onlyNames ??= new TypePresenter(this.rules.map(namesOnly), this.letters, this.all));
  }

  /** `key`: the dialect's name. */
  key(key: string): string {
    return this.rules.findLast((r) => r.rename.has(key))?.rename.get(key) ?? inCase(key, this.letters);
  }

  /** Discriminators that may name the type; first the one for elements declared with it. */
  get discriminators(): readonly NonNullable<TypePresentation['discriminator']>[] {
    return this.rules.flatMap((r) => r.discriminator ?? []).toReversed();
  }

  /** Computed members. */
  get computed(): ReadonlyMap<string, ComputedMember | undefined> {
    return new Map(this.rules.flatMap((r) => [...(r.computed ?? [])]));
  }

  omits(key: string): boolean {
    return this.rules.some((r) => r.omit.has(key));
  }

  isReadOnly(key: string): boolean {
    return this.rules.some((r) => r.readOnly?.has(key));
  }

  /** The key and value of keyed items, in an object of their own or spread. */
  keyed(key: string, { type, substitutes }: ElementDecl): KeyedItems | undefined {
    const keyedList = this.listed(key);
    if (keyedList === undefined || keyedList.inside !== undefined || substitutes.length > 0) return undefined;
    const keyMember = this.memberOf(type, keyedList.key);
    if (keyMember === undefined) return undefined;
    const { value, types, names, typeOf, listIn } = keyedList;
    if (types === undefined) return { key: keyMember, value: this.memberOf(type, value), names };
    const variants = types.flatMap((t) => {
      const member = this.memberOf(t, value);
      return member?.kind === 'element' ? [{ type: t, value: member }] : [];
    });
    return { key: keyMember, variants, names, typeOf, listIn };
  }

  /** `name`: the dialect's. */
  private memberOf(type: TypeDef, name: string | undefined): Member | undefined {
    if (name === undefined) return undefined;
    const key = this.all.of(type)?.key(name) ?? name;
    return this.all.membersOf(type).find((m) => m.key === key);
  }

  private listed(key: string): KeyedList | undefined {
    const spread = this.rules.findLast((r) => r.spread?.list === key)?.spread;
    return spread ?? this.rules.findLast((r) => r.keyed.has(key))?.keyed.get(key);
  }

  spreads(key: string, decl: ElementDecl): boolean {
    return this.rules.some((r) => r.spread?.list === key) && this.keyed(key, decl) !== undefined;
  }

  /** The list inside a holder whose items are spread. `element`: result of `this.element`. */
  spreadInside(key: string, element: ElementDecl): ElementMember | undefined {
    if (!this.rules.some((r) => r.spread?.list === key) || !isPresentedList(element.type)) return undefined;
    const [member] = this.all.membersOf(element.type);
    return member?.kind === 'element' ? member : undefined;
  }

  get nulls(): TypePresentation['nulls'] {
    return this.rules.findLast((r) => r.nulls !== undefined)?.nulls;
  }

  /** The element of the names, if `key` is the list of null members. */
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
    if (values !== undefined)
      return { ...decl, type: this.all.renamed(decl.type, values, this.prefix), substitutes: [] };
    const type = this.all.shownAs(key, decl.type, this.prefix);
    return type === decl.type || decl.substitutes.length > 0 ? decl : { ...decl, type };
  }

  /** Cached per key: the type's tables are made once. */
  private holder(key: string, decl: ElementDecl, keyedList: KeyedList): ElementDecl {
    let holder = this.holders.get(key);
    if (holder === undefined) {
      holder = this.holdsList(decl) ? { ...decl, type: this.all.keyedHere(decl.type as ComplexType, keyedList) } : decl;
      this.holders.set(key, holder);
    }
    return holder;
  }

  private unwrapped(decl: ElementDecl): ElementDecl {
    return this.holdsList(decl) ? { ...decl, type: this.all.asList(decl.type as ComplexType) } : decl;
  }

  private holdsList({ type, substitutes }: ElementDecl): boolean {
    const inner = this.all.of(type);
    return substitutes.length === 0 && holdsOneList(type, (key) => inner?.omits(key) ?? false);
  }

  attribute(key: string, use: AttributeUse): AttributeUse {
    const type = this.valueType(key, use.type);
    return type === use.type ? use : { ...use, type };
  }

  /** The text of simple content. */
  text(type: SimpleType): SimpleType {
    return this.valueType('$value', type);
  }

  private valueType(key: string, type: SimpleType): SimpleType {
    const values = this.values(key);
    const { all, prefix } = this;
    return values === undefined ? all.shownAs(key, type, prefix) : all.renamed(type, values, prefix);
  }

  private get prefix(): string | undefined {
    return this.rules.findLast((r) => r.prefix !== undefined)?.prefix;
  }

  private values(key: string): ReadonlyMap<string, string> | undefined {
    return this.rules.findLast((r) => r.enums.has(key))?.enums.get(key);
  }
}

function namesOnly({ type, rename, case: letters, prefix, enums }: TypePresentation): TypePresentation {
  return { type, rename, case: letters, prefix, enums, omit: new Set(), unwrap: new Map(), keyed: new Map() };
}
