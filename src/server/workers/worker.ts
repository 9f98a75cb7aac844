// One worker: a server whose admin port, watch, stores in memory and end are those of the process. Knows nothing about other workers.
import { capturedOf, describeMappings, readinessNotes } from '../admin/admin.ts';
import type { LineWriter } from '../log/open-log.ts';
import type { AnyRegistry } from '../metrics/samples.ts';
import { NotAgreed } from '../reload/reload.ts';
import { type RunningServer, type ServerHooks, startServer } from '../server.ts';
import type { Settings } from '../settings/settings.ts';
import { familiesOf } from './merged-metrics.ts';
import { Peer } from './peer.ts';
import type { Failed, FailureOfBridge, Place, PrimaryAnswers, WorkerAnswers } from './protocol.ts';
import { shareOf } from './share.ts';
import { sharedStore } from './shared-stores.ts';

/** What the program around it does. */
export interface WorkerProgram {
  /** Settings of the process, as they are now. @throws Problems */
  settings(): Promise<Settings>;
  /** Their file. */
  readonly file: string;
  openLog(worker: number): LineWriter;
  startLines(server: Pick<RunningServer, 'bridges' | 'port' | 'adminPort'>): Promise<readonly string[]>;
  failure(error: unknown): Failed;
}

/** Signals are for the process, which tells its workers what to do. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Serves until the process says so, or ends. Resolves with the exit code. */
export async function runWorker(program: WorkerProgram): Promise<number> {
  for (const signal of SIGNALS) process.on(signal, () => {});
  const ended = Promise.withResolvers<number>();
  process.once('disconnect', () => ended.resolve(1));
  const running = Promise.withResolvers<RunningServer>();
  const primary = new Peer<PrimaryAnswers>((message) => void process.send?.(message), {
    ...answersOf(running.promise),
    end: (code: number) => ended.resolve(code),
  } satisfies WorkerAnswers);
  process.on('message', (message) => primary.receive(message));
  try {
    const place = await primary.ask('hello', undefined);
    const server = await start(program, place, primary);
    running.resolve(server);
    const lines = await program.startLines({ ...serverAt(server), adminPort: place.adminPort });
    await primary.ask('ready', { port: server.port, lines, digest: await server.digest() });
  } catch (error) {
    await primary.ask('failed', program.failure(error)).catch(() => {});
    return 1;
  }
  return ended.promise;
}

function serverAt({ bridges, port }: RunningServer) {
  return { bridges, port };
}

async function start(program: WorkerProgram, place: Place, primary: Peer<PrimaryAnswers>): Promise<RunningServer> {
  const { worker, workers } = place;
  const settings = async () => shareOf(await program.settings(), worker, workers);
  const hooks: ServerHooks = {
    settings,
    file: program.file,
    onChange: () => primary.tell('changed', undefined),
    agree: async (digest) => {
      const problems = await primary.ask('agree', digest);
      if (problems.length > 0) throw new NotAgreed(problems);
    },
    sharing: {
      store: (bridge, bytes) => sharedStore((call) => primary.ask('store', call), bridge, bytes),
      tellFailure: (bridge, news) => primary.tell('failure', { bridge, news }),
    },
  };
  return startServer(await settings(), program.openLog(worker), hooks);
}

/** Questions wait for the start. */
function answersOf(running: Promise<RunningServer>): Omit<WorkerAnswers, 'end'> {
  let registry: AnyRegistry | undefined;
  const whenRunning =
    <B, T>(answer: (server: RunningServer, body: B) => T) =>
    async (body: B): Promise<Awaited<T>> =>
      await answer(await running, body);
  return {
    reload: whenRunning((server, trigger) => server.reload(trigger)),
    beginDrain: whenRunning((server) => server.beginDrain()),
    settled: whenRunning((server) => server.settled()),
    drain: whenRunning((server, delay) => server.drain(delay)),
    metrics: whenRunning(async ({ adminSources: { collector, version } }) => {
      const { createRegistry } = await import('../metrics/prometheus.ts');
      registry ??= createRegistry(collector, { version });
      return familiesOf(registry);
    }),
    notes: whenRunning(({ adminSources }) => readinessNotes(adminSources)),
    mappings: whenRunning(({ adminSources: { bridges } }) => describeMappings(bridges)),
    exchanges: whenRunning(({ adminSources }, query) => capturedOf(adminSources, query)),
    failure: whenRunning(({ bridges }, { bridge, news }: FailureOfBridge) => {
      const target = bridges.find(({ settings: { name } }) => name === bridge);
      target?.resources.failureLimit.value?.hear(news);
    }),
  };
}
