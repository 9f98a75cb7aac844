// Searches, and their further pages by search ids that expire. Knows nothing about sessions.
import { createHash, randomUUID } from 'node:crypto';
import { parseExactly } from '../../../src/index.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Database } from '../store/database.ts';
import type { RecordReader } from '../store/reader.ts';
import { Refusal, refused, succeeded } from '../store/status.ts';
import { COLUMNS, type Stored, type StoredRow, storedOf } from '../store/store.ts';
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

/** What a search has found, in the order of the ids. Its pages are of these records, whatever comes or goes meanwhile. */
export interface Found {
  readonly search: Search;
  readonly ids: readonly number[];
}

/** Facts do not say what the account's preference is. */
const PAGE_SIZE = 100;
const SMALLEST_PAGE = 5;
/** A search id is good for so long after its last use. */
const KEPT = 15 * 60_000;
/** Bytes of ids of all searches that are kept; beyond that the oldest ones are lost. */
const MOST_KEPT = 64 * 1024 * 1024;
const OLDEST = `DELETE FROM found WHERE id IN (
  SELECT id FROM (SELECT id, sum(length(ids)) OVER (ORDER BY expires DESC, id) AS bytes FROM found) WHERE bytes > ?)`;

export class Searches {
  private readonly db: Database;
  private readonly catalog: Catalog;
  private readonly reader: RecordReader;
  private readonly now: () => number;
  private readonly account: string;
  /** Bytes of ids since the last sum. */
  private added = 0;

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

  /** All that the search finds now. Throws Refusal. */
  run(search: Search): Found {
    const { where } = this.compiled(search);
    // One text in place of a row for each id. Sorted here: SQL would rather read records in order than an index that has what is asked for.
    const sql = `SELECT json_group_array(r.id) AS ids FROM record AS r WHERE ${where.text}`;
    const ids = JSON.parse(this.db.one<{ ids: string }>(sql, ...where.values)?.ids ?? '[]') as number[];
    return { search, ids: ids.sort((a, b) => a - b) };
  }

  /** The SearchResult of one page. Records that are gone since the search leave a gap, and hide no others. Throws Refusal. */
  page({ search, ids }: Found, pageIndex: number, searchId: string): Doc {
    const { subject, columns } = this.compiled(search);
    const { pageSize } = search;
    const totalPages = Math.ceil(ids.length / pageSize);
    if (pageIndex < 1 || pageIndex > Math.max(1, totalPages))
      throw new Refusal('INVALID_SEARCH_PAGE_INDEX', `pageIndex is 1 to ${Math.max(1, totalPages)}, not ${pageIndex}.`);
    const rows = this.rowsOf(ids.slice((pageIndex - 1) * pageSize, pageIndex * pageSize));
    const found = columns
      ? { searchRowList: { searchRow: rows.map((row) => rowOf(row, subject, columns, this.catalog)) } }
      : { recordList: { record: rows.map((row) => this.reader.shown(row, search.bodyOnly)) } };
    return { status: succeeded(), totalRecords: ids.length, pageSize, totalPages, pageIndex, searchId, ...found };
  }

  /** Keeps what was found under a new id. */
  keep({ search, ids }: Found, owner: string): string {
    const now = this.now();
    const id = `WEBSERVICES_${this.account}_${now}_${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 32)}`;
    const text = idsToText(ids);
    this.db.run('DELETE FROM found WHERE expires < ?', now);
    this.db.run(
      'INSERT INTO found (id, owner, request, ids, expires) VALUES (?, ?, ?, ?, ?)',
      id,
      owner,
      JSON.stringify(search),
      text,
      now + KEPT,
    );
    this.forget(text.length);
    return id;
  }

  /** A further page of a search: of the records that it found. */
  further(id: string, owner: string, pageIndex: number): Doc {
    const now = this.now();
    const sql = 'SELECT request, ids FROM found WHERE id = ? AND owner = ? AND expires >= ?';
    const row = this.db.one<{ request: string; ids: string }>(sql, id, owner, now);
    if (!row) return { status: refused(new Refusal('INVALID_JOB_ID', 'The search id is unknown, or has expired.')) };
    this.db.run('UPDATE found SET expires = ? WHERE id = ?', now + KEPT, id);
    return this.page({ search: parseExactly(row.request) as Search, ids: idsFromText(row.ids) }, pageIndex, id);
  }

  /** The sum is taken now and then: it reads every search. */
  private forget(bytes: number): void {
    this.added += bytes;
    if (this.added < MOST_KEPT / 16) return;
    this.added = 0;
    this.db.run(OLDEST, MOST_KEPT);
  }

  private rowsOf(ids: readonly number[]): Stored[] {
    const sql = `SELECT ${COLUMNS} FROM record WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
    return this.db.all<StoredRow>(sql, JSON.stringify(ids)).map(storedOf);
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

/** Ids as the distances between them, which take few bytes. */
export function idsToText(ids: readonly number[]): string {
  return ids.map((id, k) => id - (ids[k - 1] ?? 0)).join();
}

export function idsFromText(text: string): number[] {
  let last = 0;
  return text === '' ? [] : text.split(',').map((distance) => (last += Number(distance)));
}
