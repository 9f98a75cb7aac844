// Searches, and their further pages by search ids that expire. Knows nothing about sessions.
import { createHash, randomUUID } from 'node:crypto';
import { parseExactly } from '../../../src/index.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Database } from '../store/database.ts';
import type { RecordReader } from '../store/reader.ts';
import { Refusal, refused, succeeded } from '../store/status.ts';
import { type StoredRow, storedOf } from '../store/store.ts';
import { type Doc, isDoc, type SearchPreferences } from '../store/values.ts';
import { Criteria } from './criteria.ts';
import { rowOf } from './rows.ts';
import { SAVED, type SavedSearch } from './saved.ts';
import { and, type Sql } from './sql.ts';

/** A search as it is kept, so that a further page can run it again. */
export interface Search {
  readonly record: Doc;
  readonly pageSize: number;
  readonly bodyOnly: boolean;
  readonly columns: boolean;
}

/** Facts do not say what the account's preference is. */
const PAGE_SIZE = 100;
const SMALLEST_PAGE = 5;
/** A search id is good for so long after its last use. */
const KEPT = 15 * 60_000;

export class Searches {
  private readonly db: Database;
  private readonly catalog: Catalog;
  private readonly reader: RecordReader;
  private readonly now: () => number;
  private readonly account: string;

  constructor(db: Database, catalog: Catalog, reader: RecordReader, now: () => number, account: string) {
    this.db = db;
    this.catalog = catalog;
    this.reader = reader;
    this.now = now;
    this.account = account;
  }

  /** `most`: the largest page. Throws Refusal. */
  read(record: Doc, preferences: SearchPreferences, most: number): Search {
    const { pageSize = PAGE_SIZE, bodyFieldsOnly = true, returnSearchColumns = true } = preferences;
    if (pageSize < SMALLEST_PAGE || pageSize > most)
      throw new Refusal('INVALID_SEARCH_PAGE_SIZE', `pageSize is ${SMALLEST_PAGE} to ${most}, not ${pageSize}.`);
    return { record, pageSize, bodyOnly: bodyFieldsOnly, columns: returnSearchColumns };
  }

  /** The SearchResult of one page. Throws Refusal. */
  page(search: Search, pageIndex: number, searchId: string): Doc {
    const { subject, where, columns } = this.compiled(search);
    const { total } = this.db.one<{ total: number }>(
      `SELECT count(*) AS total FROM record AS r WHERE ${where.text}`,
      ...where.values,
    ) ?? { total: 0 };
    const { pageSize } = search;
    const totalPages = Math.ceil(total / pageSize);
    if (pageIndex < 1 || pageIndex > Math.max(1, totalPages))
      throw new Refusal('INVALID_SEARCH_PAGE_INDEX', `pageIndex is 1 to ${Math.max(1, totalPages)}, not ${pageIndex}.`);
    const sql = `SELECT * FROM record AS r WHERE ${where.text} ORDER BY r.id LIMIT ? OFFSET ?`;
    const rows = this.db.all<StoredRow>(sql, ...where.values, pageSize, (pageIndex - 1) * pageSize).map(storedOf);
    const found = columns
      ? { searchRowList: { searchRow: rows.map((row) => rowOf(row, subject, columns, this.catalog)) } }
      : { recordList: { record: rows.map((row) => this.reader.shown(row, search.bodyOnly)) } };
    return { status: succeeded(), totalRecords: total, pageSize, totalPages, pageIndex, searchId, ...found };
  }

  /** Keeps a search under a new id. */
  keep(search: Search, owner: string): string {
    const now = this.now();
    const id = `WEBSERVICES_${this.account}_${now}_${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 32)}`;
    this.db.run('DELETE FROM search WHERE expires < ?', now);
    this.db.run(
      'INSERT INTO search (id, owner, request, expires) VALUES (?, ?, ?, ?)',
      id,
      owner,
      JSON.stringify(search),
      now + KEPT,
    );
    return id;
  }

  /** A further page of a search. */
  further(id: string, owner: string, pageIndex: number): Doc {
    const now = this.now();
    const sql = 'SELECT request FROM search WHERE id = ? AND owner = ? AND expires >= ?';
    const row = this.db.one<{ request: string }>(sql, id, owner, now);
    if (!row) return { status: refused(new Refusal('INVALID_JOB_ID', 'The search id is unknown, or has expired.')) };
    this.db.run('UPDATE search SET expires = ? WHERE id = ?', now + KEPT, id);
    return this.page(parseExactly(row.request) as Search, pageIndex, id);
  }

  private compiled({ record, columns: wanted }: Search): {
    readonly subject: string;
    readonly where: Sql;
    readonly columns?: Doc;
  } {
    const found = /^\w+:(\w+?)Search(Basic|Advanced)?$/.exec(String(record['$type']));
    if (!found) throw new Refusal('INVALID_RCRD_TYPE', `Searches of type ${record['$type']} are not available here.`);
    const [, subject, form] = found;
    const criteria = new Criteria(this.catalog, this.now());
    if (form === 'Basic') return { subject, where: criteria.basic(subject, 'r', record) };
    if (form === undefined) return { subject, where: criteria.whole(subject, 'r', record) };
    const given = isDoc(record['criteria']) ? record['criteria'] : {};
    const own = criteria.whole(subject, 'r', given);
    const saved = savedFor(record, subject);
    const where = saved ? and([criteria.whole(subject, 'r', saved.criteria), own]) : own;
    const columns = wanted && isDoc(record['columns']) ? { ...record['columns'], ...rowType(record) } : undefined;
    return { subject, where, columns };
  }
}

/** `listRel:CustomerSearchAdvanced` → `listRel:CustomerSearchRow` */
function rowType(record: Doc): Doc {
  return { $type: String(record['$type']).replace(/Advanced$/, 'Row') };
}

function savedFor(record: Doc, subject: string): SavedSearch | undefined {
  const { '@savedSearchId': id, '@savedSearchScriptId': script } = record;
  if (id === undefined && script === undefined) return undefined;
  const saved = SAVED.find(
    (one) => one.subject === subject && (id === undefined ? one.scriptId === script : one.id === id),
  );
  if (!saved) throw new Refusal('INVALID_ID', `There is no saved search ${id ?? script} for ${subject}.`);
  return saved;
}
