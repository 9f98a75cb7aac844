// One element declaration: its tags as bytes, its substitution group. Its type is looked up when it is first needed: types refer to themselves.

import { bytesOf } from '../../bytes/buffer.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { clark } from '../../xml/reader/names.ts';
import type { ElementTable, Substitute, Tables, TypeTable } from '../model/tables.ts';
import { Keys } from '../presentation/list-members.ts';

export class CompiledElement implements ElementTable {
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
