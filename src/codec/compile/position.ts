// One position of a content model: the bytes of its member's name, and room for what the machines remember at it.

import { bytesOf } from '../../bytes/buffer.ts';
import type { ElementDecl, Wildcard } from '../../contract/model/model.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import type { Position } from '../model/content.ts';
import type { Member } from '../model/members.ts';
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
import { entriesOf } from './entries.ts';

const NOTHING = new Uint8Array(0);

export class CompiledPosition implements PositionTable {
  readonly position: Position;
  readonly index: number;
  readonly min: number;
  readonly max: number;
  readonly list: boolean;
  readonly member: number;
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
  readonly inner: LevelTable | undefined;
  name: ResolvedName | undefined;
  raw: Uint8Array = NOTHING;
  rawCtx: NsContext | undefined;
  private lazyLeaf: ValueCodec | null | undefined;

  /** `inner`: the table of a repeated group. */
  constructor(p: Position, member: number, m: Member, inner: LevelTable | undefined, tables: Tables, bare: boolean) {
    this.position = p;
    this.index = p.index;
    this.min = p.min;
    this.max = p.max;
    const hidden = m.kind === 'element' && m.hidden === true;
    this.list = m.kind === 'element' ? m.list : true;
    this.member = member;
    this.key = m.key;
    this.keyBytes = bytesOf(`${JSON.stringify(m.key)}:`);
    this.items = m.kind === 'element' && m.keyed !== undefined ? entriesOf(m.keyed, hidden) : undefined;
    const begin = this.items === undefined ? '[' : '{';
    const begun = bare || hidden ? '' : `${JSON.stringify(m.key)}:${this.list ? begin : ''}`;
    this.firstKey = bytesOf(begun);
    this.nextKey = bytesOf(`,${begun}`);
    this.hidden = asideOf(m, this.items);
    const end = this.items === undefined ? 0x5d : 0x7d;
    this.close = this.list && !bare && !hidden ? end : 0;
    this.element = p.element === undefined ? undefined : tables.element(presented(p.element, m));
    this.wildcard = p.wildcard;
    this.inner = inner;
  }

  get leaf(): ValueCodec | undefined {
    if (this.lazyLeaf === undefined) this.lazyLeaf = leafOf(this.element) ?? null;
    return this.lazyLeaf ?? undefined;
  }
}

function asideOf(m: Member, items: EachAction | undefined): number {
  if (m.kind !== 'element' || !m.hidden || items !== undefined) return NOT_HIDDEN;
  if (m.spread !== undefined) return HOLDER;
  return m.nulls === undefined ? OMITTED : NULLS;
}

/** The declaration of the member, where its type is presented. */
function presented(element: ElementDecl, m: Member): ElementDecl {
  if (m.kind !== 'element') return element;
  return originalOf(m.element.type) === undefined ? element : m.element;
}

function leafOf(element: ElementTable | undefined): ValueCodec | undefined {
  if (element === undefined || element.substitutes !== undefined || element.type.kind !== SIMPLE) return undefined;
  return element.decl.default === undefined && element.decl.fixed === undefined ? element.type.simple : undefined;
}
