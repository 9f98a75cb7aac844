// A front of the comparison: what it is, how it was set up, and how it starts.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Face } from './face.ts';

export const cache = join(import.meta.dirname, '../../.cache/peers');
export const table = join(import.meta.dirname, 'table');

/** Where a front finds the service. */
export interface Place {
  /** http://127.0.0.1:PORT */
  readonly upstream: string;
  /** The contract, with that address in it. */
  readonly wsdl: string;
  /** The CPU that fronts are bound to. */
  readonly cpu: number;
}

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

export interface Front {
  readonly name: string;
  /** Some sentences for the page, in Markdown. */
  readonly setup: string;
  /** Lines that somebody writes for these operations: code, a table or a configuration. */
  readonly lines: number;
  /** What translates has a face; a pass-through has none. */
  readonly face?: Face;
  /** Gets what it needs; throws `Missing` where that cannot be had. */
  readonly prepare: (place: Place) => Promise<void> | void;
  readonly version: () => string;
  readonly start: (place: Place) => Promise<Running>;
}

/** Something that this machine cannot have; its message is the reason, for the page. */
export class Missing extends Error {}
