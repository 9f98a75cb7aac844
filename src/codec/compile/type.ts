// One type: how its content is shown, its attributes and the names that its JSON object may have.
import { bytesOf } from '../../bytes/buffer.ts';
import type { ComplexType, SimpleType, TypeDef, Wildcard } from '../../contract/model/model.ts';
import { clark, type QName } from '../../xml/reader/names.ts';
import type { ValueCodec } from '../datatypes/codec.ts';
import { valueCodec } from '../datatypes/compile.ts';
import { mayUsePrefixes } from '../datatypes/presented-types.ts';
import { type Level, levelOf } from '../model/content.ts';
import { KeyTable } from '../model/key-table.ts';
import type { Member } from '../model/members.ts';
import {
  ANY,
  type AttributeTable,
  CONTENT,
  type Computed,
  type ComputedTable,
  HOLDER,
  type LevelTable,
  LISTED,
  ORDERED,
  type PositionTable,
  SIMPLE,
  type Tables,
  TEXT,
  type TypeTable,
} from '../model/tables.ts';
import type { TypeNaming } from '../model/type-naming.ts';
import { isAnyType, isOrdered } from '../presentation/list-members.ts';
import { isPresentedList } from '../presentation/presented-list.ts';
import type { TypePresenter } from '../presentation/type-presenter.ts';
import { CompiledLevel, shownKeys } from './level.ts';

export class CompiledType implements TypeTable {
  readonly def: TypeDef;
  readonly kind: number;
  readonly abstract: boolean;
  readonly simple: ValueCodec | undefined;
  readonly prefixed: boolean;
  readonly attributes: readonly AttributeTable[];
  readonly attributeByName: ReadonlyMap<string, AttributeTable>;
  readonly attributeByKey: ReadonlyMap<string, AttributeTable>;
  readonly required: readonly AttributeTable[];
  readonly anyAttribute: Wildcard | undefined;
  readonly omitted: ReadonlySet<string>;
  readonly spread: number;
  readonly spreadNames: RegExp | undefined;
  readonly clearable: RegExp | undefined;
  readonly readOnly: TypeTable['readOnly'];
  readonly computed: TypeTable['computed'];
  readonly keys: KeyTable;
  readonly specials: number;
  readonly level: LevelTable | undefined;
  readonly opening: number;
  readonly closing: number;
  readonly naming: TypeNaming;
  readonly namings: readonly string[];
  readonly particular: boolean;
  readonly xsiType: TypeTable['xsiType'];
  lastNamed: TypeTable['lastNamed'];

  /** `namings`: members that may name the type; first the one for elements declared with it. */
  constructor(
    def: TypeDef,
    members: readonly Member[],
    namings: readonly TypeNaming[],
    presenter: TypePresenter | undefined,
    tables: Tables,
  ) {
    this.def = def;
    this.kind = kindOf(def);
    this.abstract = def.kind === 'complex' && def.abstract;
    const declared = simpleOf(def);
    const simple = def.kind === 'complex' && declared ? (presenter?.text(declared) ?? declared) : declared;
    this.simple = simple === undefined ? undefined : valueCodec(simple, tables.dialect);
    this.prefixed = simple !== undefined && mayUsePrefixes(simple, tables.dialect);
    this.attributes = attributesOf(members, tables);
    this.attributeByName = new Map(this.attributes.map((a) => [clark(a.use.name), a]));
    this.attributeByKey = new Map(this.attributes.map((a) => [a.key, a]));
    this.computed = computedOf(presenter, this.attributeByKey);
    this.required = this.attributes.filter((a) => a.use.required);
    this.anyAttribute = def.kind === 'complex' ? def.anyAttribute : undefined;
    this.omitted = omittedOf(def, this.attributeByName);
    const bare = this.kind === LISTED;
    this.level =
      bare || this.kind === CONTENT || this.kind === ORDERED
        ? new CompiledLevel(
            contentLevel(def as ComplexType),
            tables,
            this.kind === ORDERED ? presenter?.names : presenter,
            bare,
          )
        : undefined;
    const array = bare && this.level!.positions[0].items === undefined;
    this.opening = array ? 0x5b : 0x7b;
    this.closing = array ? 0x5d : 0x7d;
    const memberKeys = this.kind === CONTENT ? shownKeys(this.level!.members) : [];
    this.specials = this.attributes.length + memberKeys.length;
    this.readOnly = this.kind === CONTENT || this.kind === TEXT ? readOnlyOf(members, this.level) : undefined;
    this.naming = namings[0];
    this.namings = namings.map((n) => n.key).filter((key) => key !== '$type');
    this.particular = this.namings.length > 0 || this.level?.nulls !== undefined;
    const ownKeys = [...this.attributes.map((a) => a.key), ...memberKeys];
    // A member of the type with such a name wins.
    const special = ['$type', '$value', '$mixed', '$nil', '$xmlns', ...this.namings].map((k) =>
      ownKeys.includes(k) ? undefined : k,
    );
    this.keys = new KeyTable([...ownKeys, ...special]);
    const spread = this.kind === CONTENT ? this.level!.positions.filter(isSpread) : [];
    for (const p of spread) listIn(p).parentType = this;
    this.spread = spread.length === 0 ? -1 : this.attributes.length + spread[0].member;
    const entry = spread[0] && listIn(spread[0]).items!.entry!;
    this.spreadNames = entry?.names;
    this.clearable = this.level?.nulls && entry && !entry.optional ? (entry.names ?? ANY_NAME) : undefined;
    if (this.level?.nulls !== undefined) this.level.nulls.owner = this;
    this.xsiType = def.name === undefined ? undefined : xsiTypeOf(def.name, tables);
  }
}

/** `keys` begins with the attributes that JSON shows, then the members of the level. */
function readOnlyOf(members: readonly Member[], level: LevelTable | undefined): TypeTable['readOnly'] {
  const ordered = [...members.filter((m) => m.kind === 'attribute'), ...(level?.members ?? [])];
  const indices = ordered.flatMap((m, index) => ('readOnly' in m && m.readOnly === true ? [index] : []));
  return indices.length === 0 ? undefined : new Set(indices);
}

const ANY_NAME = /^/;

/** `p`: a spread list, or its holder. */
function listIn(p: PositionTable): PositionTable {
  return p.hidden === HOLDER ? p.element!.type.level!.positions[0] : p;
}

function isSpread({ hidden, items }: PositionTable): boolean {
  return hidden === HOLDER || items?.entry?.spread === true;
}

function omittedOf(def: TypeDef, attributes: ReadonlyMap<string, AttributeTable>): ReadonlySet<string> {
  const all = def.kind === 'complex' ? def.attributes.map((a) => clark(a.name)) : [];
  return new Set(all.filter((name) => !attributes.has(name)));
}

function xsiTypeOf(name: QName, { prefixes }: Tables): { bytes: Uint8Array; ns: number } {
  return {
    bytes: bytesOf(` xsi:type="${prefixes.qualified(name.ns, name.local)}"`),
    ns: name.ns === '' ? -1 : prefixes.index(name.ns),
  };
}

function kindOf(def: TypeDef): number {
  if (def.kind === 'simple') return SIMPLE;
  if (isAnyType(def)) return ANY;
  if (isPresentedList(def)) return LISTED;
  if (def.content.kind === 'simple') return TEXT;
  return isOrdered(def) ? ORDERED : CONTENT;
}

function simpleOf(def: TypeDef): SimpleType | undefined {
  if (def.kind === 'simple') return def;
  return def.content.kind === 'simple' ? def.content.type : undefined;
}

function contentLevel(def: ComplexType): Level {
  return def.content.kind === 'elements'
    ? levelOf(def.content.particle)
    : { positions: [], root: { kind: 'sequence', nodes: [], optional: true } };
}

function attributesOf(members: readonly Member[], tables: Tables): AttributeTable[] {
  const { prefixes, dialect } = tables;
  return members
    .filter((m) => m.kind === 'attribute')
    .map(({ key, use }, index) => ({
      use,
      index,
      key,
      keyBytes: bytesOf(`${JSON.stringify(key)}:`),
      open: bytesOf(` ${prefixes.qualified(use.name.ns, use.name.local)}="`),
      ns: use.name.ns === '' ? -1 : prefixes.index(use.name.ns),
      simple: valueCodec(use.type, dialect),
      prefixed: mayUsePrefixes(use.type, dialect),
    }));
}

/** Computed members. `attributes`: by JSON name. The mapping has refused a member whose holes are none of them. */
function computedOf(
  presenter: TypePresenter | undefined,
  attributes: ReadonlyMap<string, AttributeTable>,
): Computed | undefined {
  const definitions = presenter?.computed;
  if (definitions === undefined || definitions.size === 0) return undefined;
  const members: ComputedTable[] = [];
  for (const [key, member] of definitions) {
    const holes = member?.holes.flatMap(({ attribute, encode, texts }) => {
      const attributeTable = attributes.get(attribute) ?? attributes.get(`@${attribute}`);
      return attributeTable ? [{ attribute: attributeTable, encode, texts }] : [];
    });
    if (member === undefined || holes === undefined || holes.length < member.holes.length) continue;
    members.push({ keyBytes: bytesOf(`${JSON.stringify(key)}:`), pieces: member.pieces.map(bytesOf), holes });
  }
  return { names: new Set(definitions.keys()), members };
}
