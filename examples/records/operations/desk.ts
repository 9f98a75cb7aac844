// What the operations work with, and what they know of a call. Knows nothing about any one of them.
import type { SoapContext } from '../../../src/index.ts';
import type { Credentials, Principal } from '../access/credentials.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Database } from '../store/database.ts';
import type { RecordReader } from '../store/reader.ts';
import type { Searches } from '../search/searches.ts';
import { Refusal } from '../store/status.ts';
import type { RecordStore } from '../store/store.ts';
import type { Preferences, SearchPreferences } from '../store/values.ts';
import type { RecordWriter } from '../store/writer.ts';

export interface Desk {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly store: RecordStore;
  readonly writer: RecordWriter;
  readonly reader: RecordReader;
  readonly searches: Searches;
  readonly credentials: Credentials;
  /** ms since 1970. */
  readonly now: () => number;
}

export interface Call {
  readonly principal: Principal;
  readonly context: SoapContext;
  readonly preferences: Preferences;
  readonly searchPreferences: SearchPreferences;
}

/** An operation of somebody who has shown credentials. Written as a method, as SoapOperation is. */
export type Operation = { carryOut(request: unknown, call: Call): unknown }['carryOut'];

export type Operations = Readonly<Record<string, Operation>>;

/** Searches and jobs are their owner's. */
export function ownerOf({ principal }: Call): string {
  return String(principal.person.id);
}

export function demandWriter({ role }: Principal): void {
  if (!role.writes) throw new Refusal('INSUFFICIENT_PERMISSION', `The role ${role.name} may not change records.`);
}
