// Several workers on one port: starts them, replaces one that has ended, reloads and drains all of them. Their stores in memory are here.
import cluster from 'node:cluster';
import type { LineWriter } from '../log/open-log.ts';
import { NotAgreed, type Reloaded, Reloads } from '../reload/reload.ts';
import type { ReloadTrigger } from '../reload/reload-event.ts';
import type { Drained } from '../server.ts';
import { Agreement } from './agreement.ts';
import { Crashes } from './crashes.ts';
import { departed, type Family } from './merged-metrics.ts';
import type { Failed, PrimaryAnswers, Ready } from './protocol.ts';
import { SharedStores } from './shared-stores.ts';
import { WorkerProcess } from './worker-process.ts';

/** A worker could not start. */
export class StartFailed extends Error {
  readonly failed: Failed;

  constructor(failed: Failed) {
    super(failed.lines.join('\n'));
    this.failed = failed;
  }
}

interface WorkersOptions {
  readonly count: number;
  readonly log: LineWriter;
  /** For people at standard error. */
  say(line: string): void;
  /** Called after each reload. */
  onReload(outcome: Reloaded): void;
}

/** ms until a worker that could not start is tried again: somebody has to mend the files first. */
const RETRY_MS = 5000;

export class Workers {
  readonly crashes = new Crashes();
  /** What ended workers have counted. */
  departed: readonly Family[] = [];
  /** Resolves with why, where workers end again and again. */
  readonly failure: Promise<string>;
  private readonly giveUp: (reason: string) => void;
  private readonly options: WorkersOptions;
  private readonly stores = new SharedStores();
  private readonly bySlot = new Map<number, WorkerProcess>();
  private readonly reloads = new Reloads(() => this.reloadAll());
  /** The last reload has found what was in use already, and nobody had asked. */
  private isUnchanged = false;
  private trigger: ReloadTrigger = 'SIGHUP';
  private agreement: Agreement | undefined = undefined;
  private starting = Promise.withResolvers<Ready>();
  private adminPort: number | undefined = undefined;
  private ending = false;
  private hasStarted = false;

  constructor(options: WorkersOptions) {
    this.options = options;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.failure = promise;
    this.giveUp = resolve;
  }

  /** Resolves with what the first one says, when all are ready. @throws StartFailed */
  async start(adminPort: number | undefined): Promise<Ready> {
    this.adminPort = adminPort;
    // In turn: each has as many connections as the others.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ serialization: 'advanced' });
    process.once('exit', () => this.kill());
    for (let number = 1; number <= this.options.count; number++) this.fork(number);
    const ready = await this.starting.promise;
    this.hasStarted = true;
    return ready;
  }

  /** By their numbers. */
  get all(): readonly WorkerProcess[] {
    return [...this.bySlot.values()].toSorted((a, b) => a.number - b.number);
  }

  get ready(): readonly WorkerProcess[] {
    return this.all.filter(({ ready }) => ready);
  }

  get areReady(): boolean {
    return this.ready.length === this.options.count;
  }

  /** Of the last reload, and of the files in use; the digest is undefined where workers have different ones. */
  reloadStats() {
    const digests = new Set(this.ready.map(({ digest }) => digest));
    const [digest] = digests;
    return { ...this.reloads.stats(), digest: digests.size === 1 ? digest : undefined };
  }

  /** Nobody uses what not everybody could load. */
  async reload(trigger: ReloadTrigger): Promise<Reloaded> {
    if (this.ending) return { ok: false, problems: ['the server is not running'] };
    this.trigger = trigger;
    const outcome = await this.reloads.run();
    if (!this.isUnchanged) this.options.onReload(outcome);
    return outcome;
  }

  beginDrain(): void {
    if (this.ending) return;
    this.ending = true;
    for (const { peer } of this.all) peer.tell('beginDrain', undefined);
  }

  /** Requests in flight at the end of the drain. */
  async settled(): Promise<number> {
    this.beginDrain();
    const counts = await Promise.all(this.ready.map(({ peer }) => peer.ask('settled', undefined).catch(() => 0)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** As `RunningServer.drain`, of all. */
  async drain(delay: number): Promise<Drained> {
    this.beginDrain();
    const drained = await Promise.all(this.all.map((worker) => this.drainOne(worker, delay)));
    return {
      cut: drained.reduce((sum, { cut }) => sum + cut, 0),
      hanging: [...new Set(drained.flatMap(({ hanging }) => hanging))],
    };
  }

  kill(): void {
    this.ending = true;
    for (const worker of this.all) worker.kill();
  }

  private async drainOne(worker: WorkerProcess, delay: number): Promise<Drained> {
    if (!worker.ready) {
      worker.kill();
      return { cut: 0, hanging: [] };
    }
    const lost = { cut: 0, hanging: [`worker ${worker.number}`] };
    const drained = await worker.peer.ask('drain', delay).catch(() => lost);
    worker.peer.tell('end', 0);
    await worker.exited;
    return drained;
  }

  private fork(number: number): void {
    const worker = new WorkerProcess(number, cluster.fork(), this.answersTo(number));
    this.bySlot.set(number, worker);
    void worker.exited.then((how) => this.ended(worker, how));
  }

  private answersTo(number: number): PrimaryAnswers {
    const worker = () => this.bySlot.get(number) as WorkerProcess;
    return {
      hello: () => ({ worker: number, workers: this.options.count, adminPort: this.adminPort }),
      ready: (ready) => this.isReady(worker(), ready),
      failed: (failed) => {
        worker().failed = failed;
      },
      changed: () => void this.reload('files'),
      agree: (digest) => this.agree(worker(), digest),
      store: (call) => this.stores.call(number, call),
      failure: (body) => {
        for (const { number: n, peer, ready } of this.all) if (ready && n !== number) peer.tell('failure', body);
      },
    };
  }

  private isReady(worker: WorkerProcess, { digest, ...ready }: Ready): void {
    worker.ready = true;
    worker.digest = digest;
    if (this.ending) worker.peer.tell('beginDrain', undefined);
    if (!this.hasStarted && !this.areReady) return;
    // A worker that has come later may have read other files.
    if (this.reloadStats().digest === undefined) void this.reload('worker');
    this.starting.resolve({ digest, ...ready });
  }

  private ended(worker: WorkerProcess, how: string): void {
    const { number, failed } = worker;
    worker.ready = false;
    this.bySlot.delete(number);
    this.agreement?.leaves(number);
    this.departed = departed(this.departed, worker.families);
    if (this.ending) return;
    if (!this.hasStarted) return this.cannotStart(failed ?? endedEarly(number, how));
    if (failed) return this.retry(number, failed);
    this.report(`worker ${number} has ended ${how}; another one takes its place`);
    if (this.crashes.add()) this.giveUp(`workers end again and again, the last one ${how}`);
    else this.fork(number);
  }

  private cannotStart(failed: Failed): void {
    this.starting.reject(new StartFailed(failed));
    this.kill();
  }

  private retry(number: number, { lines }: Failed): void {
    this.report(`worker ${number} cannot start; trying again in ${RETRY_MS / 1000} s`, lines);
    setTimeout(() => {
      if (!this.ending) this.fork(number);
    }, RETRY_MS).unref();
  }

  private report(event: string, problems: readonly string[] = []): void {
    this.options.log.write('error', { event, problem: problems.join('\n') || undefined });
    this.options.say([event, ...problems].join('\n'));
  }

  /** Resolves with notes. @throws NotAgreed */
  private async reloadAll(): Promise<readonly string[]> {
    this.isUnchanged = false;
    const workers = this.ready;
    const agreement = new Agreement(workers.map(({ number }) => number));
    this.agreement = agreement;
    const outcomes = await Promise.all(
      workers.map(async ({ number, peer }) => {
        const outcome = await peer.ask('reload', this.trigger).catch(() => undefined);
        if (outcome?.ok === false) agreement.fails(number, outcome.problems);
        return outcome;
      }),
    );
    const problems = outcomes.flatMap((outcome) => (outcome?.ok === false ? outcome.problems : []));
    if (problems.length > 0) throw new NotAgreed([...new Set(problems)]);
    this.isUnchanged = outcomes.every((outcome) => outcome?.ok && outcome.unchanged);
    return [...new Set(outcomes.flatMap((outcome) => (outcome?.ok ? outcome.notes : [])))];
  }

  private async agree(worker: WorkerProcess, digest: string): Promise<readonly string[]> {
    const problems = (await this.agreement?.agrees(worker.number, digest)) ?? [];
    if (problems.length === 0) worker.digest = digest;
    return problems;
  }
}

function endedEarly(number: number, how: string): Failed {
  return { lines: [`worker ${number} has ended ${how} before it was ready`], code: 1 };
}
