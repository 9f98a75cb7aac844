// The process's server: all bridges on one port, the admin port, metrics and log. The composition root of `serve`.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { type RequestRecord, requestChannel } from '../binding/channels.ts';
import { type AdminSources, adminListener, adminPages, Lifecycle, type StudioPages } from './admin/admin.ts';
import { Drain } from './admin/drain.ts';
import { atMost } from './at-most.ts';
import type { Bridge, BridgeMeans } from './bridges/bridge.ts';
import { openCapture } from './capture/open-capture.ts';
import { Surroundings } from './capture/surroundings.ts';
import type { WireCapture } from './capture/wire-capture.ts';
import { certificatesInUse, collectMetrics } from './collect-metrics.ts';
import { closeGeneration, logTables, openGeneration } from './config-snapshot.ts';
import { Configuration, type ConfigurationHooks } from './configuration.ts';
import { isPortTaken } from './http/cannot-listen.ts';
import { collectAfterLoading, IdleCollection } from './http/garbage-collection.ts';
import { HttpServer } from './http/http-server.ts';
import { type ListenerTls, listenerTls } from './http/listener-tls.ts';
import { type MessageClasses, messageClasses } from './http/messages.ts';
import { bodyMemory } from './http/middleware-memory.ts';
import { AccessLog } from './log/access-log.ts';
import { driftEvent, lossEvent, replicaEvent, storeEvents, tracesEvent } from './log/bridge-events.ts';
import type { LineWriter } from './log/open-log.ts';
import { Collector } from './metrics/collector.ts';
import { version } from './package.ts';
import { type Reloaded, Reloads, restartNotes } from './reload/reload.ts';
import { type InUse, isSame, type ReloadTrigger, reloadEvent } from './reload/reload-event.ts';
import { placesOf, secretFilesOf, Watch } from './reload/watch.ts';
import type { Settings } from './settings/settings.ts';
import { openTableCache } from './table-cache.ts';
import { otelVariables } from './traces/otel-variables.ts';
import type { Tracing } from './traces/tracing.ts';

export interface RunningServer {
  readonly port: number;
  /** Absent when the admin port is off. */
  readonly adminPort: number | undefined;
  /** Bridges in use. */
  readonly bridges: readonly Bridge[];
  /**
   * Loads everything again and serves new requests with it; requests in flight finish with the configuration that they began with. A failed
   * reload changes nothing.
   */
  reload(trigger?: ReloadTrigger): Promise<Reloaded>;
  /**
   * Not ready from now on. Serves on for `delay` ms, telling clients to close connections; then finishes requests in flight and closes everything.
   * Takes at most `delay`, `drainTimeout` and `END_MS`; a drain that has begun before counts.
   */
  drain(delay: number): Promise<Drained>;
  /** ms that `drain(delay)` would serve on: less than `delay` where somebody has begun a drain before. */
  delayLeft(delay: number): number;
  /** Not ready from now on, and serving on. */
  beginDrain(): void;
  /** As `Drain.settled`. */
  settled(): Promise<number>;
  /** Of the files of the configuration in use. */
  digest(): Promise<string>;
  /** What the admin port shows. */
  readonly adminSources: AdminSources;
}

export interface Drained {
  /** Requests that were cut, also after their client had left. */
  readonly cut: number;
  /** Names of what did not end in time. */
  readonly hanging: readonly string[];
}

/** ms to close everything after `drainTimeout`, and the part of it for the log. */
const END_MS = 800;
const LOG_MS = 300;

/** Where a reload gets its settings, who hears its outcome, and what other workers have to do with it. */
export interface ServerHooks extends ConfigurationHooks {
  /** The workbench of the admin port, where it is on. */
  studio?(sources: AdminSources, ...request: Parameters<StudioPages>): Promise<void>;
  /** Called after each reload. */
  onReload?(outcome: Reloaded): void;
  /** Called where somebody begins a drain through the admin port. */
  onDrain?(): void;
  /** Called where files have changed, in place of a reload. */
  onChange?(): void;
  /** What bridges share with other workers. */
  readonly sharing?: BridgeMeans['sharing'];
}

/** @throws Problems of mappings, contracts and settings, before any port is opened. */
export async function startServer(
  settings: Settings,
  log: LineWriter,
  hooks: ServerHooks = {},
): Promise<RunningServer> {
  const classes = messageClasses();
  const tracing = settings.traces === 'otlp' ? await openTraces(log) : undefined;
  const capture = openCapture(settings, log);
  const tables = openTableCache(settings.tableCache);
  const around = new Surroundings(tracing, capture, tables, hooks.sharing);
  const { means } = around;
  const first = await openGeneration(settings.bridges, classes, undefined, means);
  const configuration = new Configuration(settings, first, { classes, means, tables, hooks });
  const server = new Server(settings, configuration, { classes, log, hooks, tracing, capture, around });
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

/** Loaded only where traces are on: it makes a start longer. @throws SoapstoneError SETTINGS for variables that ask for what is not spoken */
async function openTraces(log: LineWriter): Promise<Tracing | undefined> {
  const variables = otelVariables(process.env);
  if (variables.disabledBy !== undefined) {
    log.write('warn', { event: `traces are off: ${variables.disabledBy} asks for that` });
    return undefined;
  }
  const { openTracing } = await import('./traces/otlp.ts');
  return openTracing(version(), variables, (failure) => log.write(...tracesEvent(failure)));
}

/** Outlives reloads. */
interface ServerDeps {
  readonly classes: MessageClasses;
  readonly log: LineWriter;
  readonly hooks: ServerHooks;
  readonly tracing: Tracing | undefined;
  readonly capture: WireCapture | undefined;
  readonly around: Surroundings;
}

class Server implements RunningServer {
  port = 0;
  adminPort: number | undefined = undefined;
  private readonly settings: Settings;
  private readonly configuration: Configuration;
  private readonly log: LineWriter;
  private readonly hooks: ServerHooks;
  private readonly tracing: Tracing | undefined;
  private readonly capture: WireCapture | undefined;
  private readonly accessLog: AccessLog;
  private readonly lifecycle = new Lifecycle();
  private readonly collector = new Collector();
  private readonly reloads = new Reloads(
    () => this.load(),
    () => this.configuration.digests?.configuration,
  );
  private readonly watch: Watch;
  private readonly data: HttpServer;
  private readonly admin: HttpServer;
  private readonly drainOfAll: Drain;
  private readonly quiet = new IdleCollection(() => this.data.inFlight);
  private readonly record: (message: unknown) => void;
  private tls: ListenerTls | undefined;

  constructor(
    settings: Settings,
    configuration: Configuration,
    { classes, log, hooks, tracing, capture, around }: ServerDeps,
  ) {
    this.settings = settings;
    this.configuration = configuration;
    this.log = log;
    this.hooks = hooks;
    this.tracing = tracing;
    this.capture = capture;
    if (capture) capture.bridges = () => this.bridges;
    this.tls = listenerTls(settings);
    const listener: RequestListener = (req, res) => configuration.generation.door.listener(req, res);
    this.data = new HttpServer(
      {
        ...settings,
        maxDelay: settings.overloadDelay,
        maxHeap: settings.overloadHeap,
        maxBodies: settings.maxBodies ?? bodyMemory(),
        excused: () => this.reloads.busy,
        tls: this.tls,
      },
      around.listener(listener),
      classes,
      (record) => this.record(record),
    );
    this.drainOfAll = new Drain(this.data, settings, () => this.leave());
    this.admin = new HttpServer(
      { ...settings, http2: 'off' },
      adminListener(adminPages(this.adminSources), [settings.adminHost, ...settings.adminHosts], {
        drain: { begin: () => this.drainRequested(), settled: () => this.drainOfAll.settled() },
        studio: hooks.studio && ((req, res, path) => hooks.studio!(this.adminSources, req, res, path)),
      }),
    );
    this.watch = new Watch({
      interval: settings.watch,
      places: () => placesOf(hooks.file, { ...settings, bridges: configuration.latest.bridges }, this.bridges),
      needed: () => secretFilesOf(configuration.latest.bridges),
      changed: () => (hooks.onChange ? hooks.onChange() : void this.reload('files')),
    });
    const { collector, quiet } = this;
    const accessLog = new AccessLog(log, ...logTables(this.bridges));
    this.accessLog = accessLog;
    this.collect();
    this.record = (message) => {
      quiet.disturb();
      collector.add(message as RequestRecord);
      accessLog.add(message as RequestRecord);
      capture?.add(message as RequestRecord);
      const record = message as RequestRecord;
      tracing?.add(record, accessLog.templateOf(record), collector.operationOf(record));
    };
    subscribe(requestChannel.name, this.record);
  }

  get bridges(): readonly Bridge[] {
    return this.configuration.generation.bridges;
  }

  async listen(): Promise<void> {
    const { host, port, adminPort, watch } = this.settings;
    if (adminPort >= 0) this.adminPort = await this.listenForAdmin(adminPort);
    this.port = await this.data.listen(host, port);
    collectAfterLoading();
    if (watch > 0) await this.watch.start();
    if (this.lifecycle.phase === 'starting') this.lifecycle.phase = 'ready';
    this.quiet.want();
    this.configuration.started();
  }

  private async listenForAdmin(port: number): Promise<number> {
    const { adminHost, adminPortMoves } = this.settings;
    try {
      return await this.admin.listen(adminHost, port, '--admin-port');
    } catch (error) {
      if (!adminPortMoves || !isPortTaken(error)) throw error;
      return this.admin.listen(adminHost, 0, '--admin-port');
    }
  }

  async reload(trigger: ReloadTrigger = 'program'): Promise<Reloaded> {
    if (!this.lifecycle.ready) return { ok: false, problems: ['the server is not running'] };
    const before = this.inUse();
    const run = await this.reloads.run();
    const after = this.inUse();
    const isUnchanged = run.ok && trigger === 'files' && run.notes.length === 0 && isSame(before, after);
    const outcome: Reloaded = isUnchanged ? { ...run, unchanged: true } : run;
    this.log.write(...reloadEvent(outcome, trigger, before, after));
    if (!isUnchanged) this.hooks.onReload?.(outcome);
    return outcome;
  }

  private inUse(): InUse {
    const certificates = certificatesInUse(this.tls?.cert, this.bridges);
    const { digests, digestsOfLoad } = this.configuration;
    return { digests, digestsOfLoad, certificates, good: this.reloads.stats().good };
  }

  async drain(delay: number): Promise<Drained> {
    const { drainTimeout } = this.settings;
    this.drainOfAll.begin();
    const left = this.delayLeft(delay);
    const end = performance.now() + left + drainTimeout + END_MS;
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    const cut = await this.data.drain(drainTimeout);
    await this.drainOfAll.end();
    const hanging = await this.close(end);
    return { cut: cut + this.running(), hanging };
  }

  delayLeft(delay: number): number {
    return this.drainOfAll.left(delay);
  }

  beginDrain(): void {
    this.drainOfAll.begin();
  }

  settled(): Promise<number> {
    return this.drainOfAll.settled();
  }

  private leave(): void {
    this.lifecycle.phase = 'draining';
    this.watch.stop();
    this.quiet.stop();
  }

  /** Upstream calls that still run after their client has left: a repeat would ask for their outcome. */
  private running(): number {
    return this.bridges.reduce((sum, bridge) => sum + bridge.stats().running + bridge.stats().pending, 0);
  }

  /** Resolves with the names of what did not end before `end` (ms, monotonic). */
  async close(end = performance.now() + END_MS): Promise<readonly string[]> {
    this.watch.stop();
    const left = () => Math.max(0, end - performance.now());
    const hanging = await atMost(left() - LOG_MS, [
      { name: 'a reload', work: this.reloads.idle() },
      { name: 'the admin port', work: this.admin.drain(0) },
    ]);
    hanging.push(
      ...(await atMost(left() - LOG_MS, [
        { name: 'connections to services or the store', work: closeGeneration(this.configuration.generation) },
        { name: 'traces', work: this.tracing?.close() ?? Promise.resolve() },
      ])),
    );
    unsubscribe(requestChannel.name, this.record);
    if (!(await this.log.end(left()))) hanging.push('the log');
    return hanging;
  }

  private async load(): Promise<readonly string[]> {
    const { configuration } = this;
    const settings = await configuration.read();
    const tls = listenerTls(this.settings);
    const previous = await configuration.replace();
    if (tls) this.data.renew(tls);
    this.tls = tls;
    this.accessLog.use(...logTables(this.bridges));
    this.collect();
    const { generation } = configuration;
    // Requests in flight finish with the previous configuration.
    void this.data.settled().then(() => closeGeneration(previous, generation).then(() => this.quiet.want()));
    return restartNotes(this.settings, settings);
  }

  digest(): Promise<string> {
    return this.configuration.digest();
  }

  get adminSources() {
    const { lifecycle, collector, reloads } = this;
    const bridges = () => this.bridges;
    return {
      lifecycle,
      collector,
      version: version(),
      reloads: () => reloads.stats(),
      captures: this.capture?.store,
      get bridges() {
        return bridges();
      },
    };
  }

  private drainRequested(): void {
    if (this.lifecycle.phase === 'draining') return;
    this.drainOfAll.begin();
    this.log.write('info', { event: 'drain requested' });
    this.hooks.onDrain?.();
  }

  private collect(): void {
    const { collector, data, log, lifecycle, reloads, tracing } = this;
    for (const bridge of this.bridges) {
      const { settings, storeWatch, resources } = bridge;
      const loss = lossEvent(bridge);
      if (loss) log.write('warn', loss);
      storeWatch.listen(storeEvents(settings, log));
      resources.drift.listen((drift) => log.write('warn', driftEvent(settings.name, drift)));
      const transport = resources.transport.value;
      if ('listen' in transport) transport.listen((...change) => replicaEvent(settings.name, log, ...change));
    }
    const listenerCertificate = () => this.tls?.cert;
    collectMetrics(collector, this.bridges, { data, log, lifecycle, reloads, tracing, listenerCertificate });
  }
}
