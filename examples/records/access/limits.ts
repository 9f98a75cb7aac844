// How much a caller may ask: at a time, in a minute, in an hour, in one request. Knows nothing about what is asked.
import type { Principal } from './credentials.ts';
import { type FaultName, fault } from './faults.ts';

export interface LimitSettings {
  /** Requests of one person at the same time, with tokens or with a passport; in a session it is always one. */
  readonly concurrent: number;
  /** Requests of one person in a minute. */
  readonly perMinute: number;
  /** Records that one person may write in an hour. */
  readonly recordsPerHour: number;
}

export const defaultLimits: LimitSettings = { concurrent: 5, perMinute: 60_000, recordsPerHour: 1_000_000 };

/** Records of one request, at once and in a job. */
const MOST: Readonly<Record<string, number>> = {
  addList: 200,
  deleteList: 200,
  updateList: 100,
  upsertList: 100,
  getList: 1000,
  initializeList: 200,
  updateInviteeStatusList: 200,
  getItemAvailability: 10_000,
  asyncAddList: 400,
  asyncDeleteList: 400,
  asyncUpdateList: 200,
  asyncUpsertList: 200,
  asyncGetList: 2000,
  asyncInitializeList: 400,
};

export class Limits {
  private readonly settings: LimitSettings;
  private readonly now: () => number;
  private readonly running = new Map<string, number>();
  private readonly requests: Window;
  private readonly records: Window;

  constructor(settings: LimitSettings, now: () => number) {
    this.settings = settings;
    this.now = now;
    this.requests = new Window(60_000);
    this.records = new Window(3_600_000);
  }

  /** Call what it gives when the request is done. `declared`: faults of the operation; it has no limit that it has no fault for. */
  enter({ person, by, session }: Principal, declared: ReadonlySet<FaultName>): () => void {
    const { concurrent, perMinute } = this.settings;
    const key = session ? `session ${session.id}` : `${by} ${person.id}`;
    const running = this.running.get(key) ?? 0;
    const name = by === 'token' ? 'exceededConcurrentRequestLimit' : 'exceededRequestLimit';
    if (running >= (session ? 1 : concurrent) && declared.has(name))
      throw by === 'token'
        ? fault(name, 'WS_REQUEST_BLOCKED', 'Too many requests at the same time. Try again later.')
        : fault(name, 'WS_CONCUR_SESSION_DISALLWD', 'Only one request may be made against a session at a time.');
    if (this.requests.add(String(person.id), 1, this.now()) > perMinute && declared.has('exceededRequestLimit'))
      throw fault(
        'exceededRequestLimit',
        'WS_REQUEST_BLOCKED',
        `More than ${perMinute} requests in a minute. Try again later.`,
      );
    this.running.set(key, running + 1);
    return () => this.leave(key);
  }

  demandCount(principal: Principal, operation: string, count: number, declared: ReadonlySet<FaultName>): void {
    const most = MOST[operation] ?? Number.POSITIVE_INFINITY;
    if (count > most && declared.has('exceededRecordCount'))
      throw fault(
        'exceededRecordCount',
        'MAX_RCRDS_EXCEEDED',
        `${operation} takes at most ${most} records, not ${count}.`,
      );
    const { recordsPerHour } = this.settings;
    const used = this.records.add(String(principal.person.id), count, this.now());
    if (used > recordsPerHour && declared.has('exceededUsageLimit'))
      throw fault(
        'exceededUsageLimit',
        'WS_REQUEST_BLOCKED',
        `More than ${recordsPerHour} records in an hour. Try again later.`,
      );
  }

  private leave(key: string): void {
    const running = (this.running.get(key) ?? 1) - 1;
    if (running === 0) this.running.delete(key);
    else this.running.set(key, running);
  }
}

/** Sums per key, that begin again after a while. */
class Window {
  private readonly length: number;
  private readonly sums = new Map<string, { began: number; sum: number }>();

  constructor(length: number) {
    this.length = length;
  }

  add(key: string, amount: number, now: number): number {
    const known = this.sums.get(key);
    const current = known && now - known.began < this.length ? known : { began: now, sum: 0 };
    current.sum += amount;
    this.sums.set(key, current);
    return current.sum;
  }
}
