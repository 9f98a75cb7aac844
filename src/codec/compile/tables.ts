// Makes and keeps the tables of one contract in one dialect. Knows nothing about documents.
import { bytesOf } from '../../bytes/buffer.ts';
import type { ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import { clark } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import type { Member } from '../model/members.ts';
import { Prefixes } from '../model/prefixes.ts';
import type { ElementTable, LevelTable, Substitute, Tables, TypeTable } from '../model/tables.ts';
import { TypeNaming } from '../model/type-naming.ts';
import { Keys, listMembers } from '../presentation/list-members.ts';
import type { Presentation, TypePresentation } from '../presentation/presentation.ts';
import { Presenter } from '../presentation/presenter.ts';
import { CompiledType } from './type.ts';

/** One element declaration. Its type is looked up when it is first needed: types refer to themselves. */
class CompiledElement implements ElementTable {
  readonly decl: ElementDecl;
  readonly key: string;
  readonly ns: number;
  readonly open: Uint8Array;
  readonly close: Uint8Array;
  readonly openWhole: Uint8Array;
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

/** Names of members and of elements, which a shown path may hold; attributes begin with `@`. */
function namesOf(types: Iterable<TypeTable>, elements: Iterable<ElementTable>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { decl } of elements) names.add(decl.name.local);
  for (const { keys, attributes, level } of types) {
    for (const key of keys.keys) names.add(key);
    for (const { use } of attributes) names.add(`@${use.name.local}`);
    if (level !== undefined) addLevel(level, names);
  }
  return names;
}

function addLevel(level: LevelTable, names: Set<string>): void {
  for (const { key, element, groupLevel } of level.positions) {
    names.add(key);
    for (const substitute of element?.substitutes?.values() ?? []) names.add(substitute.key);
    if (groupLevel !== undefined) addLevel(groupLevel, names);
  }
}

/** If a member is called `$type`, the type's key gets another `$`. */
function typeKey({ types }: Presentation): string {
  const memberNames = new Set(types.flatMap(({ rename }) => [...rename.values()]));
  let key = '$type';
  while (memberNames.has(key)) key = `$${key}`;
  return key;
}

export class CompiledTables implements Tables {
  readonly schemas: Schemas;
  readonly dialect: Dialect;
  readonly prefixes: Prefixes;
  readonly codes: Tables['codes'];
  private readonly presenter: Presenter;
  private readonly types = new Map<TypeDef, TypeTable>();
  private readonly elements = new Map<ElementDecl, ElementTable>();
  private readonly plain: TypeNaming;
  private readonly discriminators = new Map<object, TypeNaming>();
  private nameCache: { readonly types: number; readonly names: ReadonlySet<string> } | undefined;
  private readonly lists = new Map<TypeDef, readonly Member[]>();

  constructor(schemas: Schemas, dialect: Dialect, presentation: Presentation) {
    this.presenter = new Presenter(schemas, presentation, (type) => this.members(type));
    this.schemas = schemas;
    this.dialect = dialect;
    this.codes = presentation.codes;
    this.prefixes = new Prefixes(dialect);
    this.plain = new TypeNaming(typeKey(presentation), new Map(), dialect);
  }

  type(def: TypeDef): TypeTable {
    let table = this.types.get(def);
    if (table === undefined) {
      table = new CompiledType(def, this.members(def), this.namings(def), this.presenter.of(def), this);
      this.types.set(def, table);
    }
    return table;
  }

  element(decl: ElementDecl): ElementTable {
    let table = this.elements.get(decl);
    if (table === undefined) {
      table = new CompiledElement(decl, this);
      this.elements.set(decl, table);
    }
    return table;
  }

  /** Members that name a type in JSON; the first one is for elements declared with it. */
  namings(def: TypeDef): readonly TypeNaming[] {
    const discriminators = this.presenter.of(def)?.discriminators ?? [];
    return discriminators.length === 0 ? [this.plain] : [...discriminators.map((d) => this.naming(d)), this.plain];
  }

  private naming(discriminator: NonNullable<TypePresentation['discriminator']>): TypeNaming {
    let naming = this.discriminators.get(discriminator);
    if (naming === undefined) {
      naming = new TypeNaming(discriminator.key, discriminator.values, this.dialect);
      this.discriminators.set(discriminator, naming);
    }
    return naming;
  }

  /** Cached until further types are added. */
  names(): ReadonlySet<string> {
    const { types, elements } = this;
    if (this.nameCache?.types !== types.size)
      this.nameCache = { types: types.size, names: namesOf(types.values(), elements.values()) };
    return this.nameCache.names;
  }

  computed(def: TypeDef): readonly string[] {
    return [...(this.presenter.of(def)?.computed.keys() ?? [])];
  }

  members(def: TypeDef): readonly Member[] {
    let list = this.lists.get(def);
    if (list === undefined) {
      list = listMembers(def, this.dialect, this.presenter.of(def));
      this.lists.set(def, list);
    }
    return list;
  }
}
