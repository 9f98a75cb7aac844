// One worker as the process sees it: its process, what it was last asked, and how it ended.
import type { Worker } from 'node:cluster';
import type { Family } from './merged-metrics.ts';
import { type Answers, Peer } from './peer.ts';
import type { Failed, WorkerAnswers } from './protocol.ts';

/** ms that a worker may take for a page of the admin port: what it said last counts then. */
const PATIENCE_MS = 2000;

export class WorkerProcess {
  /** From 1; its successor has the same. */
  readonly number: number;
  readonly peer: Peer<WorkerAnswers>;
  readonly exited: Promise<string>;
  ready = false;
  /** Of the configuration in use. */
  digest = '';
  /** Why it could not start. */
  failed: Failed | undefined = undefined;
  families: readonly Family[] = [];
  private readonly process: Worker;

  constructor(number: number, process: Worker, answers: Answers) {
    this.number = number;
    this.process = process;
    this.peer = new Peer<WorkerAnswers>((message) => {
      if (process.isConnected()) process.send(message);
    }, answers);
    process.on('message', (message) => this.peer.receive(message));
    // Its messages are delivered before.
    process.once('disconnect', () => this.peer.end(new Error(`worker ${number} has ended`)));
    this.exited = new Promise((resolve) =>
      process.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`)),
    );
  }

  get pid(): number | undefined {
    return this.process.process.pid;
  }

  /** Its metrics, as far as it says them. */
  async metrics(): Promise<readonly Family[]> {
    this.families = (await this.soon(this.peer.ask('metrics', undefined))) ?? this.families;
    return this.families;
  }

  /** undefined: it does not say so in time. */
  async soon<T>(answer: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
    });
    const heard = answer.catch(() => undefined);
    return Promise.race([heard, late]).finally(() => clearTimeout(timer));
  }

  kill(): void {
    this.process.process.kill('SIGKILL');
  }
}
