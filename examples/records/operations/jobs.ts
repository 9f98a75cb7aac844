// Asynchronous operations: jobs that run one after the other, and survive a restart. Knows nothing about who asks for them.
import { randomUUID } from 'node:crypto';
import { parseExactly } from '../../../src/index.ts';
import { fault } from '../access/faults.ts';
import { ROLES } from '../access/people.ts';
import { idsFromText, idsToText } from '../search/searches.ts';
import { statusOf, succeeded } from '../store/status.ts';
import type { BaseRef, Doc, Preferences, RecordDoc, SearchPreferences } from '../store/values.ts';
import { type Call, type Desk, type Operations, ownerOf } from './desk.ts';
import { type InitializeRecord, initializeOf } from './drafts.ts';
import { readOf } from './reads.ts';
import { writesOf } from './writes.ts';

interface Job {
  readonly number: number;
  readonly id: string;
  readonly owner: string;
  readonly role: number;
  readonly operation: string;
  readonly request: string;
  readonly preferences: string;
  readonly status: 'pending' | 'processing' | 'finished' | 'finishedWithErrors' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

interface JobRequest {
  readonly record?: readonly RecordDoc[];
  readonly baseRef?: readonly BaseRef[];
  readonly initializeRecord?: readonly InitializeRecord[];
  readonly searchRecord?: Doc;
}

/** A job's id is good for 30 days. */
const KEPT = 30 * 86_400_000;
/** Largest page of a search in a job. */
const LARGEST = 2000;
const OPERATIONS = ['AddList', 'UpdateList', 'UpsertList', 'DeleteList', 'GetList', 'InitializeList', 'Search'];

type Step = (subject: unknown, job: Job) => Doc;

export class Jobs {
  private readonly desk: Desk;
  private readonly steps: Readonly<Record<string, Step>>;
  private running = false;
  private closed = false;

  /** Goes on with what was left. */
  constructor(desk: Desk) {
    this.desk = desk;
    this.steps = stepsOf(desk);
    this.wake();
  }

  operations(): Operations {
    const operations: Record<string, Operations[string]> = {
      checkAsyncStatus: ({ jobId }: { jobId: string }, call) => ({
        asyncStatusResult: statusResult(this.job(jobId, call)),
      }),
      getAsyncResult: ({ jobId, pageIndex }: { jobId: string; pageIndex: number }, call) => {
        return { asyncResult: this.result(this.job(jobId, call), pageIndex) };
      },
    };
    for (const name of OPERATIONS) {
      operations[`async${name}`] = (request: JobRequest, call) => ({
        asyncStatusResult: statusResult(this.submit(name, request, call)),
      });
    }
    return operations;
  }

  close(): void {
    this.closed = true;
  }

  private submit(operation: string, request: JobRequest, call: Call): Job {
    const { db, now } = this.desk;
    const id = `ASYNCWEBSERVICES_${randomUUID()}`;
    const preferences = JSON.stringify({ ...call.preferences, ...call.searchPreferences });
    const sql = `INSERT INTO job (id, owner, role, operation, request, preferences, status, total, expires) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`;
    const { role } = call.principal;
    db.run(
      sql,
      id,
      ownerOf(call),
      role.id,
      operation,
      JSON.stringify(request),
      preferences,
      subjectsOf(request).length,
      now() + KEPT,
    );
    this.wake();
    return this.job(id, call);
  }

  private job(id: string, call: Call): Job {
    const { db, now } = this.desk;
    const job = db.one<Job>('SELECT * FROM job WHERE id = ? AND owner = ? AND expires >= ?', id, ownerOf(call), now());
    if (!job) throw fault('async', 'INVALID_JOB_ID', 'The job id is unknown, or has expired.');
    return job;
  }

  private result(job: Job, pageIndex: number): Doc {
    if (job.status === 'pending' || job.status === 'processing')
      throw fault('async', 'JOB_NOT_COMPLETE', 'The job is not complete: ask checkAsyncStatus.');
    const $type = `platformMsgs:Async${job.operation}Result`;
    const rows = this.desk.db.all<{ doc: string }>(
      'SELECT doc FROM job_result WHERE job = ? ORDER BY place',
      job.number,
    );
    const docs = rows.map(({ doc }) => parseExactly(doc) as Doc);
    if (job.operation === 'Search') return { $type, searchResult: this.searchPage(job, docs[0], pageIndex) };
    if (pageIndex !== 1) throw fault('async', 'INVALID_PAGE_INDEX', 'The result of this job is one page.');
    if (job.operation === 'GetList' || job.operation === 'InitializeList')
      return { $type, readResponseList: { status: succeeded(), readResponse: docs } };
    return { $type, writeResponseList: { status: succeeded(), writeResponse: docs } };
  }

  /** A page that the search does not have is a fault here; what else it refuses is its result. */
  private searchPage(job: Job, first: Doc, pageIndex: number): Doc {
    if (pageIndex < 1 || pageIndex > Math.max(1, Number(first['totalPages'] ?? 1)))
      throw fault('async', 'INVALID_PAGE_INDEX', 'The result has no such page.');
    if (job.status === 'failed') return first;
    const { searches } = this.desk;
    return statusOf(() => {
      const search = searches.read(first['searchRecord'] as Doc, first['preferences'] as SearchPreferences, LARGEST);
      const { ids } = first;
      const found = typeof ids === 'string' ? { search, ids: idsFromText(ids) } : searches.run(search);
      return searches.page(found, pageIndex, job.id);
    });
  }

  private wake(): void {
    if (this.running || this.closed) return;
    this.running = true;
    setImmediate(() => this.turn());
  }

  /** One record of the oldest job, then whatever else the process has to do. */
  private turn(): void {
    this.running = false;
    if (this.closed) return;
    const job = this.desk.db.one<Job>(
      "SELECT * FROM job WHERE status IN ('pending', 'processing') ORDER BY number LIMIT 1",
    );
    if (!job) return;
    try {
      this.desk.db.transaction(() => this.step(job));
    } catch {
      this.desk.db.run("UPDATE job SET status = 'failed' WHERE number = ?", job.number);
    }
    this.wake();
  }

  private step(job: Job): void {
    const { db } = this.desk;
    const subject = subjectsOf(parseExactly(job.request) as JobRequest)[job.done];
    const doc = this.steps[job.operation](subject, job);
    const failed = job.failed + ((doc['status'] as Doc)['@isSuccess'] === true ? 0 : 1);
    const done = job.done + 1;
    const ended = job.operation === 'Search' ? 'failed' : 'finishedWithErrors';
    const status = done < job.total ? 'processing' : failed === 0 ? 'finished' : ended;
    db.run('INSERT INTO job_result (job, place, doc) VALUES (?, ?, ?)', job.number, job.done, JSON.stringify(doc));
    db.run('UPDATE job SET done = ?, failed = ?, status = ? WHERE number = ?', done, failed, status, job.number);
  }
}

function stepsOf(desk: Desk): Readonly<Record<string, Step>> {
  const { add, update, upsert, delete: remove } = writesOf(desk);
  const read = readOf(desk);
  const initialize = initializeOf(desk);
  const writing =
    (write: typeof add): Step =>
    (subject, job) => {
      const role = ROLES.find(({ id }) => id === job.role) ?? ROLES[0];
      const person = { email: '', id: Number(job.owner), name: '' };
      return write(subject as RecordDoc, JSON.parse(job.preferences) as Preferences, { role, person });
    };
  return {
    AddList: writing(add),
    UpdateList: writing(update),
    UpsertList: writing(upsert),
    DeleteList: writing(remove),
    GetList: (subject) => read(subject as BaseRef),
    InitializeList: (subject) => initialize(subject as InitializeRecord),
    Search: (subject, job) =>
      statusOf(() => found(desk, subject as Doc, JSON.parse(job.preferences) as SearchPreferences)),
  };
}

/** What the search finds is kept; its pages are read when they are asked for. */
function found({ searches }: Desk, searchRecord: Doc, preferences: SearchPreferences): Doc {
  const search = searches.read(searchRecord, preferences, LARGEST);
  const { ids } = searches.run(search);
  const totalPages = Math.ceil(ids.length / search.pageSize);
  return { status: succeeded(), totalPages, searchRecord, preferences, ids: idsToText(ids) };
}

function subjectsOf({ record, baseRef, initializeRecord, searchRecord }: JobRequest): readonly unknown[] {
  return record ?? baseRef ?? initializeRecord ?? [searchRecord];
}

function statusResult({ id, status, done, total }: Job): Doc {
  return { jobId: id, status, percentCompleted: total === 0 ? 100 : (100 * done) / total, estRemainingDuration: 0 };
}
