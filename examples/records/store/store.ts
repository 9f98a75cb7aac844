// Records in the database, as documents: found by either id, written with a version. Knows nothing about the rules of the business.
import { parseExactly } from '../../../src/index.ts';
import type { Database } from './database.ts';
import { LISTED } from './record-rules.ts';
import type { Doc } from './values.ts';

export interface Stored {
  readonly id: number;
  readonly type: string;
  readonly external: string | null;
  readonly name: string | null;
  /** 0: a value of a list, which is not to be changed. */
  readonly version: number;
  readonly doc: Doc;
}

export type StoredRow = Omit<Stored, 'doc'> & { readonly doc: string };

export interface Deleted {
  readonly id: number;
  readonly type: string;
  readonly external: string | null;
  readonly name: string | null;
  /** ms since 1970. */
  readonly at: number;
}

/** Columns of a record. A document is JSONB: SQL reads its fields without parsing the rest. */
export const COLUMNS = 'id, type, external, name, version, json(doc) AS doc';

export function storedOf(row: StoredRow): Stored {
  return { ...row, doc: parseExactly(row.doc) as Doc };
}

/** The first currency is that of the account. */
function listedDoc(type: string, id: number, name: string): Doc {
  if (type !== 'currency') return { name, isInactive: false };
  return { name, symbol: name, isBaseCurrency: id === 1, isInactive: false };
}

export class RecordStore {
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  byId(type: string, id: string): Stored | undefined {
    if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
    const row = this.db.one<StoredRow>(`SELECT ${COLUMNS} FROM record WHERE id = ? AND type = ?`, Number(id), type);
    return row ? storedOf(row) : this.listed(type).find((one) => String(one.id) === id);
  }

  /** All of a type, those of its list first. */
  all(type: string): Stored[] {
    const sql = `SELECT ${COLUMNS} FROM record WHERE type = ? ORDER BY record.id`;
    return [...this.listed(type), ...this.db.all<StoredRow>(sql, type).map(storedOf)];
  }

  private listed(type: string): Stored[] {
    if (!LISTED.has(type)) return [];
    const sql = 'SELECT id, name FROM choice WHERE list = ? ORDER BY choice.id';
    const rows = this.db.all<{ id: number; name: string }>(sql, type);
    return rows.map(({ id, name }) => ({ id, type, external: null, name, version: 0, doc: listedDoc(type, id, name) }));
  }

  byExternalId(type: string, external: string): Stored | undefined {
    const row = this.db.one<StoredRow>(`SELECT ${COLUMNS} FROM record WHERE type = ? AND external = ?`, type, external);
    return row && storedOf(row);
  }

  /** Another record of this type with this name. */
  namesake(type: string, name: string, except: number | undefined): boolean {
    return (
      this.db.one('SELECT 1 FROM record WHERE type = ? AND name = ? AND id <> ?', type, name, except ?? 0) !== undefined
    );
  }

  nameOf(type: string, id: string): string | undefined {
    if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
    const row = this.db.one<{ name: string | null }>(
      'SELECT name FROM record WHERE id = ? AND type = ?',
      Number(id),
      type,
    );
    return row && (row.name ?? '');
  }

  /** Name of a value of a list. */
  choice(list: string, id: string): string | undefined {
    if (!/^-?\d{1,9}$/.test(id)) return undefined;
    return this.db.one<{ name: string }>('SELECT name FROM choice WHERE list = ? AND id = ?', list, Number(id))?.name;
  }

  /** `id`: its own below those that the database gives. */
  insert(type: string, external: string | undefined, name: string | undefined, doc: Doc, id?: number): number {
    const sql = 'INSERT INTO record (id, type, external, name, doc) VALUES (?, ?, ?, ?, jsonb(?))';
    return this.db.run(sql, id ?? null, type, external ?? null, name ?? null, JSON.stringify(doc)).id;
  }

  update(id: number, external: string | null, name: string | undefined, doc: Doc): void {
    const sql = 'UPDATE record SET external = ?, name = ?, doc = jsonb(?), version = version + 1 WHERE id = ?';
    this.db.run(sql, external, name ?? null, JSON.stringify(doc), id);
  }

  remove({ id, type, external, name }: Stored, at: number): void {
    this.db.run('DELETE FROM record WHERE id = ?', id);
    this.db.run('DELETE FROM attachment WHERE holder = ? OR attached = ?', id, id);
    this.db.run(
      'INSERT INTO deleted (id, type, external, name, at) VALUES (?, ?, ?, ?, ?)',
      id,
      type,
      external,
      name,
      at,
    );
  }

  /** The next number of a transaction of this kind: SO1001, SO1002, … */
  nextNumber(type: string, prefix: string): string {
    const sql = 'SELECT max(CAST(substr(name, ?) AS INTEGER)) AS last FROM record WHERE type = ? AND name GLOB ?';
    const row = this.db.one<{ last: number | null }>(sql, prefix.length + 1, type, `${prefix}[0-9]*`);
    return `${prefix}${Math.max(1000, row?.last ?? 0) + 1}`;
  }
}
