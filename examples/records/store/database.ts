// The embedded database: its tables and its transactions. Knows nothing about what is in a document.
import type { AggregateOptions, DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

import { added, compareDecimals, NO_SUM, type Sum, written } from './decimals.ts';

export type Row = Record<string, unknown>;

const TABLES = `
  CREATE TABLE IF NOT EXISTS record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    external TEXT,
    name TEXT,
    doc TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    UNIQUE (type, external)
  );
  CREATE INDEX IF NOT EXISTS record_type ON record (type);
  CREATE INDEX IF NOT EXISTS record_name ON record (type, name);
  CREATE INDEX IF NOT EXISTS record_name_folded ON record (type, fold(name));
  CREATE INDEX IF NOT EXISTS record_external_folded ON record (type, fold(external));
  CREATE INDEX IF NOT EXISTS record_email ON record (json_extract(doc, '$.email')) WHERE type = 'customer';
  CREATE INDEX IF NOT EXISTS record_email_folded ON record (type, fold(json_extract(doc, '$.email')));
  CREATE INDEX IF NOT EXISTS record_day ON record (type, date(json_extract(doc, '$.tranDate')));
  CREATE INDEX IF NOT EXISTS record_entity ON record (type, CAST(json_extract(doc, '$.entity."@internalId"') AS TEXT));
  CREATE TABLE IF NOT EXISTS choice (list TEXT, id INTEGER, name TEXT NOT NULL, PRIMARY KEY (list, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS deleted (id INTEGER PRIMARY KEY, type TEXT NOT NULL, external TEXT, name TEXT, at INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS deleted_at ON deleted (at, id);
  CREATE TABLE IF NOT EXISTS attachment (holder INTEGER, attached INTEGER, role TEXT, PRIMARY KEY (holder, attached)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, email TEXT NOT NULL, role INTEGER NOT NULL, began INTEGER NOT NULL, used INTEGER NOT NULL, search TEXT, page INTEGER
  );
  CREATE TABLE IF NOT EXISTS person (email TEXT PRIMARY KEY, id INTEGER NOT NULL, name TEXT NOT NULL, salt TEXT NOT NULL, hash TEXT NOT NULL, sso TEXT);
  CREATE TABLE IF NOT EXISTS nonce (token TEXT, nonce TEXT, expires INTEGER NOT NULL, PRIMARY KEY (token, nonce)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS found (id TEXT PRIMARY KEY, owner TEXT NOT NULL, request TEXT NOT NULL, ids TEXT NOT NULL, expires INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS found_expires ON found (expires);
  CREATE TABLE IF NOT EXISTS job (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, owner TEXT NOT NULL, operation TEXT NOT NULL, request TEXT NOT NULL,
    role INTEGER NOT NULL, preferences TEXT NOT NULL, status TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL,
    failed INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS job_result (job INTEGER, place INTEGER, doc TEXT NOT NULL, PRIMARY KEY (job, place)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rate (base INTEGER, source INTEGER, day TEXT, rate REAL NOT NULL, PRIMARY KEY (base, source, day)) WITHOUT ROWID;
  INSERT INTO sqlite_sequence (name, seq) SELECT 'record', 1000 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'record');
`;

/** Debits less credits, each as JSON. Their types do not know that SQLite keeps any value between the steps. */
const BALANCE = {
  start: () => NO_SUM,
  step: (sum: Sum, debit: unknown, credit: unknown) => added(added(sum, debit, 1), credit, -1),
  result: written,
};

const sqlite = loadQuietly();

/** Node 24 warns on standard error that the module is experimental when it is loaded: who tries the demo cannot do anything about it. */
function loadQuietly(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...options: unknown[]) => {
    const isNotice = options[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ');
    if (!isNotice) Reflect.apply(emitWarning, process, [warning, ...options]);
  };
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

export class Database {
  private readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private depth = 0;

  /** `file`: a path, or ':memory:'. */
  constructor(file: string) {
    this.db = new sqlite.DatabaseSync(file);
    this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text));
    this.db.function('compare_decimals', { deterministic: true }, (a, b) => compareDecimals(a, b));
    this.db.aggregate('sum_decimals', BALANCE as object as AggregateOptions);
    this.db.exec(TABLES);
  }

  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.prepared(sql).all(...values) as T[];
  }

  one<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.prepared(sql).get(...values) as T | undefined;
  }

  /** Id of the row that was inserted, and how many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): { readonly id: number; readonly changes: number } {
    const { lastInsertRowid, changes } = this.prepared(sql).run(...values);
    return { id: Number(lastInsertRowid), changes: Number(changes) };
  }

  /** All or nothing; inside another one, of its own part. */
  transaction<T>(act: () => T): T {
    const name = `level${this.depth}`;
    this.db.exec(`SAVEPOINT ${name}`);
    this.depth++;
    try {
      const result = act();
      this.db.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      this.db.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      this.depth--;
    }
  }

  close(): void {
    this.db.close();
  }

  private prepared(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      if (this.statements.size > 500) this.statements.clear();
      this.statements.set(sql, (statement = this.db.prepare(sql)));
    }
    return statement;
  }
}
