// What the process and its workers ask each other.
import type { FailureNews } from '../../auth/inbound/failure-limit.ts';
import type { ExchangesPage } from '../capture/exchanges-page.ts';
import type { Reloaded } from '../reload/reload.ts';
import type { ReloadTrigger } from '../reload/reload-event.ts';
import type { Drained } from '../server.ts';
import type { Family } from './merged-metrics.ts';
import type { StoreCall } from './shared-stores.ts';

/** Nothing to say. */
type Nothing = undefined;

/** A worker's place among all of them. */
export interface Place {
  /** From 1; the successor of a worker has its number. */
  readonly worker: number;
  readonly workers: number;
  /** Of the process; undefined: there is none. */
  readonly adminPort: number | undefined;
}

export interface Ready {
  readonly port: number;
  /** What a start says. */
  readonly lines: readonly string[];
  /** Of the configuration. */
  readonly digest: string;
}

export interface Failed {
  readonly lines: readonly string[];
  /** Exit code. */
  readonly code: number;
}

export interface FailureOfBridge {
  readonly bridge: string;
  readonly news: FailureNews;
}

/** What the process answers, and hears. */
export type PrimaryAnswers = {
  hello(body: Nothing): Place;
  ready(body: Ready): void;
  /** The worker could not start. */
  failed(body: Failed): void;
  /** Files have changed. */
  changed(body: Nothing): void;
  /** Loaded, and not used yet: the problems for which nobody uses it. */
  agree(digest: string): Promise<readonly string[]>;
  store(call: StoreCall): Promise<unknown>;
  /** For the other workers. */
  failure(body: FailureOfBridge): void;
};

/** What a worker answers, and hears. */
export type WorkerAnswers = {
  reload(trigger: ReloadTrigger): Promise<Reloaded>;
  beginDrain(body: Nothing): void;
  /** Requests in flight, when the drain is over. */
  settled(body: Nothing): Promise<number>;
  /** `delay`: ms to serve on. */
  drain(delay: number): Promise<Drained>;
  /** Exit code. */
  end(code: number): void;
  metrics(body: Nothing): Promise<readonly Family[]>;
  /** Lines of `/readyz?verbose`. */
  notes(body: Nothing): Promise<readonly string[]>;
  mappings(body: Nothing): Promise<object>;
  /** undefined: nothing is captured. */
  exchanges(query: string): Promise<ExchangesPage | undefined>;
  failure(body: FailureOfBridge): void;
};
