// The business records service: SOAP over an embedded database, with all that stands behind it. Knows nothing about gateways.

import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type Contract, createSoapService, type DeclaredFault, loadContract, SoapstoneError } from '../../src/index.ts';
import { listen } from '../listen/listen.ts';
import { Credentials } from './access/credentials.ts';
import { fault } from './access/faults.ts';
import { defaultLimits, type LimitSettings, Limits } from './access/limits.ts';
import { type Account, demoAccount } from './access/people.ts';
import { Catalog, prefixes } from './store/catalog.ts';
import { Database } from './store/database.ts';
import type { Desk } from './operations/desk.ts';
import { Jobs } from './operations/jobs.ts';
import { operationsOf } from './operations/operations.ts';
import { RecordReader } from './store/reader.ts';
import { Searches } from './search/searches.ts';
import { seed } from './seed/seed.ts';
import { RecordStore } from './store/store.ts';
import { RecordWriter } from './store/writer.ts';

export interface RecordsOptions {
  /** Folder or file of the contract. Of one that is promised, records in memory are made with the first request. */
  readonly contract: string | Promise<Contract>;
  /** Port of 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** File of the database; in memory unless told. */
  readonly file?: string;
  readonly account?: Account;
  /** ms since 1970; the clock unless told. */
  readonly now?: () => number;
  readonly limits?: Partial<LimitSettings>;
  /** Most bytes of a request; 100 MiB unless told. */
  readonly maxBodyBytes?: number;
  readonly beforeWork?: (operation: string) => Promise<void> | void;
  /** Is told what went wrong inside, with the id that the caller was told. */
  readonly onError?: (error: unknown, id: string) => void;
}

export interface RecordsService {
  readonly url: string;
  close(): Promise<void>;
}

const RELEASE = '2019_1';
const PATH = `/services/BusinessRecordsPort_${RELEASE}`;

/** What answers requests. */
interface Face {
  readonly handle: RequestListener;
  readonly jobs: Jobs;
}

/** @throws Problems of the contract; SoapstoneError SETTINGS of the port or the file. */
export async function startRecords(options: RecordsOptions): Promise<RecordsService> {
  const { port, contract, file } = options;
  const isPromised = typeof contract !== 'string';
  const loaded = isPromised ? contract : await loadContract(contract);
  const db = opened(file);
  let face: Promise<Face> | undefined;
  const ready = () => (face ??= Promise.resolve(loaded).then((whole) => faceOf(whole, db, options)));
  if (!isPromised) await ready();
  // Jobs that a file holds go on.
  else if (file !== undefined) void contract.then(ready);
  const server = createServer((req, res) => void ready().then(({ handle }) => handle(req, res)));
  const taken = await listen(server, port, '--records-port');
  return { url: `http://127.0.0.1:${taken}${PATH}`, close: () => closed(server, face, db) };
}

function faceOf(contract: Contract, db: Database, options: RecordsOptions): Face {
  const { account = demoAccount, now = Date.now, onError = () => undefined } = options;
  const desk = deskOf(new Catalog(contract), db, account, now);
  seed(desk);
  const jobs = new Jobs(desk);
  const limits = new Limits({ ...defaultLimits, ...options.limits }, now);
  const handle = createSoapService({
    contract,
    path: PATH,
    prefixes,
    exactDoubles: true,
    operations: operationsOf(desk, jobs, { limits, beforeWork: options.beforeWork }),
    maxBodyBytes: options.maxBodyBytes ?? 100 * 1024 * 1024,
    inWords: (error) => inWords(error, onError),
  });
  return { handle, jobs };
}

function opened(file = ':memory:'): Database {
  try {
    return new Database(file);
  } catch (error) {
    const message = `the business records cannot be kept in ${file}: ${(error as Error).message}`;
    const suggestion = 'name a file that this demo made, or a new one in a folder that may be written to, with --data';
    throw new SoapstoneError('SETTINGS', message, { suggestion, cause: error });
  }
}

function deskOf(catalog: Catalog, db: Database, account: Account, now: () => number): Desk {
  const store = new RecordStore(db);
  const reader = new RecordReader(catalog);
  const writer = new RecordWriter(catalog, store, now);
  const searches = new Searches(db, catalog, reader, now, account.id);
  return { db, catalog, store, writer, reader, searches, credentials: new Credentials(db, account, now), now };
}

async function closed(server: Server, face: Promise<Face> | undefined, db: Database): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  // One that waits for its contract has no jobs.
  (await Promise.race([face, undefined]))?.jobs.close();
  db.close();
}

/** The release of a request is the one in the namespace of what it asks for. */
function otherRelease(message: string): DeclaredFault | undefined {
  const release = /\{urn:messages_([\w.]+?)\.platform\./.exec(message)?.[1];
  if (release === undefined || release === RELEASE) return undefined;
  return fault('invalidVersion', 'INVALID_WS_VERSION', `This service speaks release ${RELEASE}, not ${release}.`);
}

/** What a request was refused for stays as it is said; what went wrong inside is not shown. */
function inWords(error: unknown, onError: (error: unknown, id: string) => void): DeclaredFault | undefined {
  if (error instanceof SoapstoneError) {
    if (error.code !== 'PAYLOAD_TOO_LARGE') return undefined;
    return fault('exceededRequestSize', 'USER_ERROR', error.message);
  }
  if (error instanceof Error && error.name === 'Fault') return otherRelease(error.message);
  const id = randomUUID();
  onError(error, id);
  return fault('unexpectedError', 'UNEXPECTED_ERROR', `An unexpected error occurred. Error ID: ${id}`);
}
