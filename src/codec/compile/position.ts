// One position of a content model: the bytes of its member's name, and caches of encoder and decoder.
import { bytesOf } from '../../bytes/buffer.ts';
import type { ElementDecl, Wildcard } from '../../contract/model/model.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import { isBare } from '../datatypes/type-kind.ts';
import type { Position } from '../model/content.ts';
import { type KeyedItems, type Member, simpleTypeOf } from '../model/members.ts';
import type { MembersShape } from '../model/shape.ts';
import { actionOf } from '../model/shaped.ts';
import {
  type EachAction,
  type ElementTable,
  HOLDER,
  type LevelTable,
  NOT_HIDDEN,
  NULLS,
  type NullList,
  OMITTED,
  type PositionTable,
  SIMPLE,
  type Tables,
  type TypeTable,
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
    { shared, apart }: { readonly shared: boolean; readonly apart: boolean },
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
    this.key = m.key;
    this.keyBytes = bytesOf(`${JSON.stringify(m.key)}:`);
    this.items = m.kind === 'element' && m.keyed !== undefined ? entriesOf(m.keyed, hidden) : undefined;
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

function leafOf(element: ElementTable | undefined): ValueCodec | undefined {
  if (element === undefined || element.substitutes !== undefined || element.type.kind !== SIMPLE) return undefined;
  return element.decl.default === undefined && element.decl.fixed === undefined ? element.type.simple : undefined;
}

/** Key and value. */
const SLOTS = [new Uint8Array(0), new Uint8Array(0)];

/** Keyed items of a list, as a shape over each item. `spread`: the items are members of the object around the list. */
function entriesOf({ key, value }: KeyedItems, spread: boolean): EachAction {
  const keyEntry = { member: key, shape: { kind: 'hole', slot: 0 } } as const;
  const shape: MembersShape =
    value === undefined
      ? { kind: 'members', entries: [keyEntry], rest: 1 }
      : { kind: 'members', entries: [keyEntry, { member: value, shape: { kind: 'hole', slot: 1 } }] };
  const simple = simpleTypeOf(key);
  const bare = simple?.variety === 'atomic' && isBare(simple.builtin);
  const entry = { spread, bare, optional: value !== undefined && !value.required };
  return { kind: 'each', slot: -1, item: actionOf(shape, undefined), fields: SLOTS, names: [], entry };
}
