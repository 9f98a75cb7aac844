// The process's server: all bridges on one port, the admin port, metrics and log. The composition root of `serve`.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type RequestRecord, requestChannel } from '../binding/channels.ts';
import { adminListener } from './admin/admin.ts';
import type { Bridge } from './bridge.ts';
import { frontDoor } from './front-door.ts';
import { HttpServer } from './http-server.ts';
import { Lifecycle } from './lifecycle.ts';
import { AccessLog, type Templates } from './log/access-log.ts';
import type { LineWriter } from './log/writer.ts';
import { messageClasses } from './messages.ts';
import { Collector } from './metrics/collector.ts';
import { openBridges } from './open-bridges.ts';
import { version } from './package.ts';
import type { Settings } from './settings/settings.ts';

export interface RunningServer {
  readonly port: number;
  /** Absent when the admin port is off. */
  readonly adminPort: number | undefined;
  readonly bridges: readonly Bridge[];
  /**
   * Not ready from now on; serves on for `delay` ms; then finishes what is in flight and closes everything.
   * Resolves with the number of requests that were cut.
   */
  drain(delay: number): Promise<number>;
}

/** @throws Problems of mappings, contracts and settings, before any port is opened. */
export async function startServer(settings: Settings, log: LineWriter): Promise<RunningServer> {
  const bridges = await openBridges(settings.bridges);
  const server = new Server(settings, bridges, log);
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw error;
  }
  return server;
}

class Server implements RunningServer {
  port = 0;
  adminPort: number | undefined = undefined;
  readonly bridges: readonly Bridge[];
  private readonly settings: Settings;
  private readonly log: LineWriter;
  private readonly lifecycle = new Lifecycle();
  private readonly collector = new Collector();
  private readonly data: HttpServer;
  private readonly admin: HttpServer;
  private readonly record: (message: unknown) => void;

  constructor(settings: Settings, bridges: readonly Bridge[], log: LineWriter) {
    this.settings = settings;
    this.bridges = bridges;
    this.log = log;
    const classes = messageClasses();
    this.data = new HttpServer(settings, frontDoor(bridges, classes), classes, (record) => this.record(record));
    const { lifecycle, collector } = this;
    this.admin = new HttpServer(settings, adminListener({ bridges, lifecycle, collector, version: version() }));
    this.collect();
    const accessLog = new AccessLog(log, templatesOf(bridges));
    this.record = (message) => {
      collector.add(message as RequestRecord);
      accessLog.add(message as RequestRecord);
    };
    subscribe(requestChannel.name, this.record);
  }

  async listen(): Promise<void> {
    const { host, port, adminHost, adminPort } = this.settings;
    if (adminPort >= 0) this.adminPort = await this.admin.listen(adminHost, adminPort);
    this.port = await this.data.listen(host, port);
    this.lifecycle.phase = 'ready';
  }

  async drain(delay: number): Promise<number> {
    this.lifecycle.phase = 'draining';
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const cut = await this.data.drain(this.settings.drainTimeout);
    await this.close();
    return cut;
  }

  async close(): Promise<void> {
    await this.admin.drain(0);
    await Promise.all(this.bridges.map((bridge) => bridge.close()));
    unsubscribe(requestChannel.name, this.record);
    this.log.flush();
  }

  private collect(): void {
    const { collector, data, lifecycle } = this;
    for (const { settings, rules, stats: pool, guardStats: guard, storeFailures } of this.bridges) {
      const ids = rules.map((rule) => rule.id);
      collector.addBridge(settings.name, ids, { pool, guard, storeFailures });
    }
    collector.sources = {
      inFlight: () => data.inFlight,
      connections: () => data.connections,
      ready: () => lifecycle.ready,
    };
  }
}

function templatesOf(bridges: readonly Bridge[]): Templates {
  const rules = (bridge: Bridge) =>
    bridge.rules.map((rule) => [rule.id, bridge.soapPath ?? rule.request.rest.template] as const);
  return new Map(bridges.map((bridge) => [bridge.settings.name, new Map(rules(bridge))]));
}
