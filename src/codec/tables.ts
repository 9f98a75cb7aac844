// The tables that both machines run on, compiled from the contract: one per type, made when a type is first met.
import type {
  AttributeUse,
  ComplexType,
  ElementDecl,
  Schemas,
  SimpleType,
  TypeDef,
  Wildcard,
} from '../contract/model.ts';
import type { NsContext, ResolvedName } from '../xml/context.ts';
import { clark, type QName } from '../xml/names.ts';
import { type Automaton, automatonOf, type Level, levelOf, type Position } from './content.ts';
import type { Dialect } from './dialect.ts';
import { KeyTable } from './key-table.ts';
import { isAnyType, isOrdered, Keys, levelMembers, listMembers, nameKey } from './list-members.ts';
import type { Member } from './members.ts';
import { Prefixes } from './prefixes.ts';
import type { Reshape } from './reshape.ts';
import { Reshaping, type TypeLook } from './reshaping.ts';
import type { ValueCodec } from './simple/codec.ts';
import { valueCodec } from './simple/compile.ts';
import { renamedValues } from './simple/enum.ts';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const NOTHING = new Uint8Array(0);

/** Kinds of type tables. */
export const SIMPLE = 0;
/** Simple content with attributes. */
export const TEXT = 1;
export const CONTENT = 2;
/** Content shown as `$mixed`. */
export const ORDERED = 3;
/** xs:anyType. */
export const ANY = 4;

/** Makes and keeps the tables of one contract in one dialect. */
export class Tables {
  readonly schemas: Schemas;
  readonly dialect: Dialect;
  readonly prefixes: Prefixes;
  readonly reshaping: Reshaping;
  private readonly types = new Map<TypeDef, TypeTable>();
  private readonly elements = new Map<ElementDecl, ElementTable>();
  private readonly lists = new Map<TypeDef, readonly Member[]>();

  constructor(schemas: Schemas, dialect: Dialect, reshape: Reshape) {
    this.reshaping = new Reshaping(schemas, reshape);
    this.schemas = schemas;
    this.dialect = dialect;
    this.prefixes = new Prefixes(dialect);
  }

  type(def: TypeDef): TypeTable {
    let table = this.types.get(def);
    if (table === undefined) {
      table = new TypeTable(def, this);
      this.types.set(def, table);
    }
    return table;
  }

  element(decl: ElementDecl): ElementTable {
    let table = this.elements.get(decl);
    if (table === undefined) {
      table = new ElementTable(decl, this);
      this.elements.set(decl, table);
    }
    return table;
  }

  members(def: TypeDef): readonly Member[] {
    let list = this.lists.get(def);
    if (list === undefined) {
      list = listMembers(def, this.dialect, this.reshaping.of(def));
      this.lists.set(def, list);
    }
    return list;
  }
}

/** One element declaration: its tags as bytes. */
export class ElementTable {
  readonly decl: ElementDecl;
  /** Clark name. */
  readonly key: string;
  /** Number of its namespace in Prefixes; -1 without one. */
  readonly ns: number;
  /** `<p:name`, without the end. */
  readonly open: Uint8Array;
  readonly close: Uint8Array;
  /** `<p:name>` */
  readonly openWhole: Uint8Array;
  /** For substitution groups: `"circle":` by Clark name, the head included unless abstract. Undefined without substitutes. */
  readonly substitutes: ReadonlyMap<string, Substitute> | undefined;
  private readonly tables: Tables;
  private lazy: TypeTable | undefined;

  constructor(decl: ElementDecl, tables: Tables) {
    this.decl = decl;
    this.tables = tables;
    this.key = clark(decl.name);
    this.ns = decl.name.ns === '' ? -1 : tables.prefixes.index(decl.name.ns);
    const name = tables.prefixes.qualified(decl.name.ns, decl.name.local);
    this.open = bytesOf(`<${name}`);
    this.openWhole = bytesOf(`<${name}>`);
    this.close = bytesOf(`</${name}>`);
    this.substitutes = decl.substitutes.length === 0 ? undefined : this.group();
  }

  get type(): TypeTable {
    return (this.lazy ??= this.tables.type(this.decl.type));
  }

  private group(): Map<string, Substitute> {
    const keys = new Keys(this.tables.dialect, '');
    const all = this.decl.abstract ? this.decl.substitutes : [this.decl, ...this.decl.substitutes];
    return new Map(
      all.map((decl) => {
        const key = keys.take(decl.name);
        const table = decl === this.decl ? this : this.tables.element(decl);
        return [clark(decl.name), { key, keyBytes: bytesOf(`{${JSON.stringify(key)}:`), element: table }];
      }),
    );
  }
}

export interface Substitute {
  readonly key: string;
  /** `{"key":` */
  readonly keyBytes: Uint8Array;
  readonly element: ElementTable;
}

export interface AttributeTable {
  readonly use: AttributeUse;
  readonly index: number;
  /** JSON name, `@name`. */
  readonly key: string;
  /** `"@name":` */
  readonly keyBytes: Uint8Array;
  /** ` p:name="` */
  readonly open: Uint8Array;
  readonly ns: number;
  readonly simple: ValueCodec;
}

export class TypeTable {
  readonly def: TypeDef;
  readonly kind: number;
  readonly abstract: boolean;
  /** SIMPLE and TEXT. */
  readonly simple: ValueCodec | undefined;
  readonly attributes: readonly AttributeTable[];
  readonly attributeByName: ReadonlyMap<string, AttributeTable>;
  readonly attributeByKey: ReadonlyMap<string, AttributeTable>;
  readonly required: readonly AttributeTable[];
  readonly anyAttribute: Wildcard | undefined;
  /** JSON names: attributes, then the level's members (CONTENT only), then `$type`, `$value`, `$mixed`, `$nil`. */
  readonly keys: KeyTable;
  /** Index of `$type` in `keys`. */
  readonly specials: number;
  /** CONTENT and ORDERED. */
  readonly level: LevelTable | undefined;
  /** `"$type":"prefix:Name"`; undefined for anonymous types. */
  readonly typeBytes: Uint8Array | undefined;
  /** ` xsi:type="p:Name"` and the namespace number of the name. */
  readonly xsiType: { readonly bytes: Uint8Array; readonly ns: number } | undefined;
  /** What xsi:type said last at an element declared with this type. */
  lastNamed: { readonly ctx: NsContext; readonly bytes: Uint8Array; readonly table: TypeTable } | undefined;
  readonly tables: Tables;

  constructor(def: TypeDef, tables: Tables) {
    this.def = def;
    this.tables = tables;
    this.kind = kindOf(def);
    this.abstract = def.kind === 'complex' && def.abstract;
    const simple = simpleOf(def);
    this.simple = simple === undefined ? undefined : valueCodec(simple, tables.dialect);
    this.attributes = def.kind === 'complex' ? attributesOf(def, tables) : [];
    this.attributeByName = new Map(this.attributes.map((a) => [clark(a.use.name), a]));
    this.attributeByKey = new Map(this.attributes.map((a) => [a.key, a]));
    this.required = this.attributes.filter((a) => a.use.required);
    this.anyAttribute = def.kind === 'complex' ? def.anyAttribute : undefined;
    this.level =
      this.kind === CONTENT || this.kind === ORDERED
        ? new LevelTable(contentLevel(def as ComplexType), tables, tables.reshaping.of(def))
        : undefined;
    const members = this.kind === CONTENT ? this.level!.members.map((m) => m.key) : [];
    this.specials = this.attributes.length + members.length;
    this.keys = new KeyTable([...this.attributes.map((a) => a.key), ...members, '$type', '$value', '$mixed', '$nil']);
    this.xsiType = def.name === undefined ? undefined : xsiTypeOf(def.name, tables);
    this.typeBytes =
      def.name === undefined ? undefined : bytesOf(`"$type":${JSON.stringify(tables.dialect.nameOf(def.name))}`);
  }
}

function xsiTypeOf(name: QName, tables: Tables): { bytes: Uint8Array; ns: number } {
  const { prefixes } = tables;
  return {
    bytes: bytesOf(` xsi:type="${prefixes.qualified(name.ns, name.local)}"`),
    ns: name.ns === '' ? -1 : prefixes.index(name.ns),
  };
}

function kindOf(def: TypeDef): number {
  if (def.kind === 'simple') return SIMPLE;
  if (isAnyType(def)) return ANY;
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

function attributesOf(def: ComplexType, tables: Tables): AttributeTable[] {
  const members = tables.members(def).filter((m) => m.kind === 'attribute');
  return members.map((m, index) => ({
    use: m.use,
    index,
    key: m.key,
    keyBytes: bytesOf(`${JSON.stringify(m.key)}:`),
    open: bytesOf(` ${tables.prefixes.qualified(m.use.name.ns, m.use.name.local)}="`),
    ns: m.use.name.ns === '' ? -1 : tables.prefixes.index(m.use.name.ns),
    simple: valueCodec(m.use.type, tables.dialect),
  }));
}

/** One position, with what the machines remember at it. */
export class PositionTable {
  readonly position: Position;
  readonly index: number;
  readonly min: number;
  readonly max: number;
  readonly list: boolean;
  /** Index of its member in `LevelTable.members`. */
  readonly member: number;
  /** `"name":` */
  readonly keyBytes: Uint8Array;
  /** The same as the first and as a later member of an object, with the `[` of a list. */
  readonly firstKey: Uint8Array;
  readonly nextKey: Uint8Array;
  readonly element: ElementTable | undefined;
  readonly wildcard: Wildcard | undefined;
  readonly inner: LevelTable | undefined;
  /** The last name seen here and the context that it was seen in: the expected next tag. */
  name: ResolvedName | undefined;
  raw: Uint8Array = NOTHING;
  rawCtx: NsContext | undefined;
  private lazyLeaf: ValueCodec | null | undefined;

  constructor(p: Position, member: number, m: Member, tables: Tables, look: TypeLook | undefined) {
    this.position = p;
    this.index = p.index;
    this.min = p.min;
    this.max = p.max;
    this.list = m.kind === 'element' ? m.list : true;
    this.member = member;
    this.keyBytes = bytesOf(`${JSON.stringify(m.key)}:`);
    this.firstKey = bytesOf(`${JSON.stringify(m.key)}:${this.list ? '[' : ''}`);
    this.nextKey = bytesOf(`,${JSON.stringify(m.key)}:${this.list ? '[' : ''}`);
    this.element = p.element === undefined ? undefined : tables.element(reshaped(p.element, m));
    this.wildcard = p.wildcard;
    this.inner = p.level === undefined ? undefined : new LevelTable(p.level, tables, look);
  }

  /** The codec of an element that is nothing but a simple value. */
  get leaf(): ValueCodec | undefined {
    if (this.lazyLeaf === undefined) this.lazyLeaf = leafOf(this.element) ?? null;
    return this.lazyLeaf ?? undefined;
  }
}

/** Where the reshape gives a member other values, its own declaration counts. */
function reshaped(element: ElementDecl, m: Member): ElementDecl {
  const own = m.kind === 'element' && m.element.type.kind === 'simple' && renamedValues(m.element.type) !== undefined;
  return own ? m.element : element;
}

function leafOf(element: ElementTable | undefined): ValueCodec | undefined {
  if (element === undefined || element.substitutes !== undefined || element.type.kind !== SIMPLE) return undefined;
  return element.decl.default === undefined && element.decl.fixed === undefined ? element.type.simple : undefined;
}

export interface Candidate {
  readonly position: PositionTable;
  /** Set for members of substitution groups (and their heads). */
  readonly substitute: Substitute | undefined;
}

export class LevelTable {
  readonly level: Level;
  readonly members: readonly Member[];
  /** Member index by JSON name. */
  readonly memberByKey: ReadonlyMap<string, number>;
  /** JSON names of the members, for the entries of a repeated group. */
  readonly keys: KeyTable;
  /** A plain sequence of positions, one member each: written by one loop. Undefined for anything else. */
  readonly flat: boolean;
  readonly positions: readonly PositionTable[];
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly wildcards: readonly PositionTable[];
  /** Repeated groups that hold wildcards somewhere. */
  readonly wildGroups: readonly PositionTable[];
  readonly automaton: Automaton;
  /** An `all` group: each position once, any order. */
  readonly unordered: boolean;
  /** After position p (entry p + 1; entry 0 is the start): the position that came last time, or -1. */
  readonly predict: Int32Array;

  constructor(level: Level, tables: Tables, look: TypeLook | undefined) {
    this.level = level;
    this.members = levelMembers(level, tables.dialect, look);
    this.memberByKey = new Map(this.members.map((m, i) => [m.key, i]));
    this.keys = new KeyTable(this.members.map((m) => m.key));
    this.flat =
      level.root.kind === 'sequence' && !level.root.optional && level.root.nodes.every((n) => n.kind === 'position');
    const memberIndex = this.indexMembers(level);
    this.positions = level.positions.map((p) => {
      const index = memberIndex[p.index];
      return new PositionTable(p, index, this.members[index], tables, look);
    });
    this.byName = this.names();
    this.wildcards = this.positions.filter((p) => p.wildcard !== undefined);
    this.wildGroups = this.positions.filter(
      (p) => p.inner !== undefined && p.inner.wildcards.length + p.inner.wildGroups.length > 0,
    );
    this.automaton = automatonOf(level);
    this.unordered = level.root.kind === 'all';
    this.predict = new Int32Array(level.positions.length + 1).fill(-1);
  }

  private indexMembers(level: Level): number[] {
    const byName = new Map<string, number>();
    return level.positions.map((p) => {
      const key = nameKey(p);
      const known = byName.get(key) ?? byName.size;
      byName.set(key, known);
      return known;
    });
  }

  private names(): Map<string, Candidate[]> {
    const map = new Map<string, Candidate[]>();
    const add = (key: string, c: Candidate): void => {
      const list = map.get(key);
      if (list === undefined) map.set(key, [c]);
      else if (!list.some((o) => o.position === c.position)) list.push(c);
    };
    for (const position of this.positions) {
      if (position.inner !== undefined)
        for (const key of position.inner.byName.keys()) add(key, { position, substitute: undefined });
      const { element } = position;
      if (element === undefined) continue;
      if (element.substitutes === undefined) add(element.key, { position, substitute: undefined });
      else for (const [key, substitute] of element.substitutes) add(key, { position, substitute });
    }
    return map;
  }
}

/** Does a wildcard admit this namespace (XSD Part 1 §3.10.4)? */
export function admits(w: Wildcard, ns: string): boolean {
  const { namespaces } = w;
  if (namespaces.kind === 'any') return true;
  return namespaces.kind === 'not' ? ns !== namespaces.ns && ns !== '' : namespaces.set.includes(ns);
}
