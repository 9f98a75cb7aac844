// One position of a content model: the bytes of its member's name, and caches of encoder and decoder.
import { bytesOf } from '../../bytes/buffer.ts';
import type { ComplexType, ElementDecl, Wildcard } from '../../contract/model/model.ts';
import { clark } from '../../xml/reader/names.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import { valueCodec } from '../datatypes/compile.ts';
import { contractType } from '../datatypes/presented-types.ts';
import { integerRange, isBare } from '../datatypes/type-kind.ts';
import type { Position } from '../model/content.ts';
import { type ElementMember, type ItemVariant, type KeyedItems, type Member, simpleTypeOf } from '../model/members.ts';
import type { MembersShape } from '../model/shape.ts';
import { actionOf, type MembersAction } from '../model/shaped.ts';
import {
  type EachAction,
  type ElementTable,
  HOLDER,
  type ItemVariants,
  type ItemVariantTable,
  type LevelTable,
  NOT_HIDDEN,
  NULLS,
  type NullList,
  OMITTED,
  type PositionTable,
  SIMPLE,
  type Tables,
  type TypeTable,
  type ValueForm,
} from '../model/tables.ts';
import { originalOf } from '../presentation/presented-list.ts';

const NOTHING = new Uint8Array(0);

export class CompiledPosition implements PositionTable {
  readonly position: Position;
  readonly index: number;
  readonly min: number;
  readonly max: number;
  readonly list: boolean;
  readonly member: number;
  readonly shared: boolean;
  readonly scattered: boolean;
  readonly apart: boolean;
  readonly elastic: boolean;
  readonly key: string;
  readonly keyBytes: Uint8Array;
  readonly hidden: number;
  readonly items: EachAction | undefined;
  parentType: TypeTable | undefined;
  nulls: NullList | undefined;
  readonly close: number;
  readonly firstKey: Uint8Array;
  readonly nextKey: Uint8Array;
  readonly element: ElementTable | undefined;
  readonly wildcard: Wildcard | undefined;
  readonly groupLevel: LevelTable | undefined;
  name: ResolvedName | undefined;
  raw: Uint8Array = NOTHING;
  rawCtx: NsContext | undefined;
  private lazyLeaf: ValueCodec | null | undefined;

  /** `groupLevel`: the table of a repeated group. */
  constructor(
    p: Position,
    member: number,
    m: Member,
    groupLevel: LevelTable | undefined,
    tables: Tables,
    bare: boolean,
    { shared, apart, elastic }: { readonly shared: boolean; readonly apart: boolean; readonly elastic: boolean },
  ) {
    this.position = p;
    this.index = p.index;
    this.min = p.min;
    this.max = p.max;
    const hidden = m.kind === 'element' && m.hidden === true;
    this.list = m.kind === 'element' ? m.list : true;
    this.member = member;
    this.shared = shared;
    this.scattered = m.kind === 'element' && m.scattered === true;
    this.apart = apart;
    this.elastic = elastic;
    this.key = m.key;
    this.keyBytes = bytesOf(`${JSON.stringify(m.key)}:`);
    this.items = m.kind === 'element' && m.keyed !== undefined ? entriesOf(m.keyed, hidden, tables) : undefined;
    const begin = this.items === undefined ? '[' : '{';
    const begun = bare || hidden ? '' : `${JSON.stringify(m.key)}:${this.list ? begin : ''}`;
    this.firstKey = bytesOf(begun);
    this.nextKey = bytesOf(`,${begun}`);
    this.hidden = hiddenKindOf(m, this.items);
    const end = this.items === undefined ? 0x5d : 0x7d;
    this.close = this.list && !bare && !hidden && !apart ? end : 0;
    this.element = p.element === undefined ? undefined : tables.element(presented(p.element, m));
    this.wildcard = p.wildcard;
    this.groupLevel = groupLevel;
  }

  get leaf(): ValueCodec | undefined {
    if (this.lazyLeaf === undefined) this.lazyLeaf = leafOf(this.element) ?? null;
    return this.lazyLeaf ?? undefined;
  }
}

function hiddenKindOf(m: Member, items: EachAction | undefined): number {
  if (m.kind !== 'element' || !m.hidden || items !== undefined) return NOT_HIDDEN;
  if (m.spread !== undefined) return HOLDER;
  return m.nulls === undefined ? OMITTED : NULLS;
}

/** The member's declaration, where its type has another presentation. */
function presented(element: ElementDecl, m: Member): ElementDecl {
  if (m.kind !== 'element') return element;
  return originalOf(m.element.type) === undefined ? element : m.element;
}

/** Not of content with expected media types: the encoder tells them with it. */
function leafOf(element: ElementTable | undefined): ValueCodec | undefined {
  if (element === undefined || element.substitutes !== undefined || element.type.kind !== SIMPLE) return undefined;
  const { decl, type } = element;
  const isPlain = decl.default === undefined && decl.fixed === undefined && decl.contentTypes === undefined;
  return isPlain && !type.prefixed ? type.simple : undefined;
}

/** Key and value. */
const SLOTS = [new Uint8Array(0), new Uint8Array(0)];

/** Keyed items of a list, as a shape over each item. `spread`: the items are members of the object around the list. */
function entriesOf(items: KeyedItems, spread: boolean, tables: Tables): EachAction {
  const { key, value, variants, names } = items;
  const simple = simpleTypeOf(key);
  const bare = simple?.variety === 'atomic' && isBare(simple.builtin);
  const optional = value !== undefined && !value.required;
  const entry = { spread, bare, optional, names, variants: variantsOf(items, tables) };
  const values = variants === undefined ? [value] : differentElements(variants);
  return { kind: 'each', slot: -1, item: itemOf(key, values), fields: SLOTS, names: [], entry };
}

/** Undefined values: what is beside the key is the value. `type`: the one that is written. */
function itemOf(key: Member, values: readonly (Member | undefined)[], type?: ComplexType): MembersAction {
  const entries = [key, ...values].flatMap((member, slot) =>
    member ? [{ member, shape: { kind: 'hole', slot: Math.min(slot, 1) } } as const] : [],
  );
  const shape: MembersShape = { kind: 'members', type, entries, rest: values.includes(undefined) ? 1 : undefined };
  return actionOf(shape, undefined) as MembersAction;
}

function differentElements(variants: readonly ItemVariant[]): readonly ElementMember[] {
  return [...new Map(variants.map(({ value }) => [clark(value.element.name), value])).values()];
}

function variantsOf({ key, variants, typeOf = [], listIn }: KeyedItems, { dialect }: Tables): ItemVariants | undefined {
  const all = variants?.map(({ type, value }): ItemVariantTable => {
    const simple = value.element.type.kind === 'simple' ? valueCodec(value.element.type, dialect) : undefined;
    return { type, form: formOf(value), simple, action: itemOf(key, [value], type) };
  });
  return all && { all, typeOf, listIn, hasWhole: all.some(({ form }) => form === 'integer') };
}

const CALENDAR: ReadonlySet<string> = new Set(['date', 'dateTime', 'time']);

function formOf({ list, element: { type } }: ElementMember): ValueForm {
  if (list) return 'list';
  if (type.kind === 'complex') return 'object';
  const { variety, builtin } = contractType(type);
  if (variety !== 'atomic') return 'text';
  if (builtin === 'boolean') return 'flag';
  if (integerRange(builtin) !== undefined) return 'integer';
  if (isBare(builtin)) return 'number';
  return CALENDAR.has(builtin) ? 'date' : 'text';
}
