// Lets only the client that submitted a job of the service ask for it. Knows nothing about how jobs run.

import { SoapstoneError } from '../../errors/errors.ts';
import { asSaid, toFault } from '../../fault/fault.ts';
import { type Json, NUMBER } from '../../json/value.ts';
import { kindOf, scalarText } from '../../json/walk.ts';
import type { Exchange, Filter, Handler, Response } from '../../rule/exchange.ts';
import type { JobPart } from '../../rule/rule.ts';
import type { Store } from '../../store/store.ts';
import { clientName, ScopedStore } from '../model/scoped-store.ts';

export interface JobOwnerOptions {
  readonly store: Store;
  /** Name of the bridge: others may share the store. */
  readonly space: string;
  /** The store has the jobs of all replicas, and outlives a restart: an unknown job belongs to nobody. */
  readonly shared: boolean;
  /** Wall-clock time in ms. */
  readonly now: () => number;
  /** The side that clients see. */
  readonly present: 'rest' | 'soap';
}

const DAY = 24 * 3_600_000;
/** ms after the last request for a job, give or take a day, until its owner is forgotten. */
const OWNER_TTL = 7 * DAY;
const KIND = 'job-of';
/** Most jobs whose owner the store did not take; the oldest are forgotten, and then as unknown as those of an earlier run. */
const MOST_UNWRITTEN = 1000;

/** Only for authenticated clients: others cannot be told apart. */
export function jobOwners(options: JobOwnerOptions): Filter {
  const unwritten = new Set<string>();
  return (next) => (exchange) => {
    const { job, soapFlow } = exchange.rule;
    // A flow keeps the jobs of each client apart.
    const isKept = options.present === 'soap' && soapFlow !== undefined;
    if (job === undefined || exchange.caller === undefined || isKept) return next(exchange);
    const owners = new Owners(options, unwritten, exchange.caller.key, clientName(exchange));
    return job.phase === 'submit' ? submitted(job, exchange, owners, next) : checkOwner(job, exchange, owners, next);
  };
}

/** Fails before anything is sent where the store is unavailable. */
async function submitted(job: JobPart, exchange: Exchange, owners: Owners, next: Handler): Promise<Response> {
  await owners.owns([job.row]);
  const response = await next(exchange);
  await owners.add(partsOf(job, response.bindings));
  return response;
}

async function checkOwner(job: JobPart, exchange: Exchange, owners: Owners, next: Handler): Promise<Response> {
  const parts = partsOf(job, exchange.bindings);
  if (!(await owners.admits(parts)))
    throw asSaid(toFault(new SoapstoneError('JOB_LOST', 'this job is not known, or not any more')));
  const response = await next(exchange);
  await owners.renew(parts);
  return response;
}

type Parts = readonly (string | null)[];

/** The jobs of one client, and whether a job has an owner at all. */
class Owners {
  private readonly mine: ScopedStore;
  /** Has each job, whosever it is; only in a store in memory. */
  private readonly all: ScopedStore | undefined;
  /** What the store did not take, owners and known jobs: this replica still knows them. */
  private readonly unwritten: Set<string>;
  private readonly client: string;
  private readonly now: () => number;
  /** When the record was written. */
  private writtenAt = 0;

  constructor({ store, space, shared, now }: JobOwnerOptions, unwritten: Set<string>, client: string, charged: string) {
    this.mine = new ScopedStore(store, space, client, charged);
    this.all = shared ? undefined : new ScopedStore(store, space, undefined, charged);
    this.unwritten = unwritten;
    this.client = client;
    this.now = now;
  }

  async owns(parts: Parts): Promise<boolean> {
    const writtenAt =
      (await this.mine.get<number>(KIND, parts)) ?? (this.unwritten.has(ownedName(this.client, parts)) ? 1 : undefined);
    this.writtenAt = writtenAt ?? 0;
    return writtenAt !== undefined;
  }

  /** A store in memory lacks the jobs of other replicas and earlier runs: it can only refuse clients that are not the known owner. */
  async admits(parts: Parts): Promise<boolean> {
    const owned = await this.owns(parts);
    return owned || (this.all !== undefined && !(await this.isKnown(this.all, parts)));
  }

  private async isKnown(all: ScopedStore, parts: Parts): Promise<boolean> {
    return (await all.bytes(KIND, parts)) !== undefined || this.unwritten.has(knownName(parts));
  }

  /** The service has the job already: its client must get it, whatever the store says. The store's failures are counted. */
  async add(parts: Parts): Promise<void> {
    try {
      await this.all?.keep(KIND, parts, 1, OWNER_TTL);
      await this.mine.keep(KIND, parts, this.now(), OWNER_TTL);
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
      this.remember(parts);
    }
  }

  /** That the job is known stays as long as any of its owners: without it, everybody would see the job. */
  private remember(parts: Parts): void {
    for (const name of [ownedName(this.client, parts), knownName(parts)]) {
      this.unwritten.delete(name);
      this.unwritten.add(name);
    }
    for (const oldest of this.unwritten) {
      if (this.unwritten.size <= 2 * MOST_UNWRITTEN) return;
      this.unwritten.delete(oldest);
    }
  }

  /** Once a day is enough. An unknown job stays unknown: the first client to ask need not be its owner. */
  async renew(parts: Parts): Promise<void> {
    if (this.writtenAt !== 0 && this.now() - this.writtenAt > DAY) await this.add(parts);
  }
}

function ownedName(client: string, parts: Parts): string {
  return JSON.stringify([client, ...parts]);
}

/** No client is null. */
function knownName(parts: Parts): string {
  return JSON.stringify([null, ...parts]);
}

function partsOf({ row, name }: JobPart, bindings: Exchange['bindings']): (string | null)[] {
  return [row, ...name.map((variable) => (bindings[variable] && nameIn(bindings[variable])) ?? null)];
}

/** A number has many spellings, and names one job. */
function nameIn(value: Json): string | null {
  const text = scalarText(value) ?? null;
  return text !== null && kindOf(value) === NUMBER ? plainNumber(text) : text;
}

/** Without zeros at its end and the sign of a zero; one with an exponent is a binary number anyway. */
function plainNumber(text: string): string {
  if (/e/i.test(text)) return String(Number(text));
  const shortest = text.includes('.') ? text.replace(/\.?0*$/, '') : text;
  return shortest === '-0' ? '0' : shortest;
}
