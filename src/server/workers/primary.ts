// The process over several workers: the admin port, one drain, one log of what happens to workers. Knows nothing about bridges.
import { adminListener, type Phase } from '../admin/admin.ts';
import { atMost } from '../at-most.ts';
import { HttpServer } from '../http/http-server.ts';
import type { LineWriter } from '../log/open-log.ts';
import type { Reloaded } from '../reload/reload.ts';
import type { ReloadTrigger } from '../reload/reload-event.ts';
import type { Drained, RunningServer } from '../server.ts';
import type { Settings } from '../settings/settings.ts';
import { pagesOfAll } from './admin-pages.ts';
import type { Ready } from './protocol.ts';
import { Workers } from './workers.ts';

export interface PrimaryHooks {
  say(line: string): void;
  onReload(outcome: Reloaded): void;
  /** Called where somebody begins a drain through the admin port. */
  onDrain(): void;
}

/** ms to close the admin port and the log. */
const END_MS = 500;

export class Primary implements Pick<RunningServer, 'drain' | 'delayLeft'> {
  private readonly settings: Settings;
  private readonly log: LineWriter;
  private readonly hooks: PrimaryHooks;
  private readonly workers: Workers;
  private readonly admin: HttpServer;
  /** On the monotonic clock, ms. */
  private drainsSince: number | undefined = undefined;

  constructor(settings: Settings, log: LineWriter, hooks: PrimaryHooks) {
    this.settings = settings;
    this.log = log;
    this.hooks = hooks;
    this.workers = new Workers({ count: settings.workers, log, say: hooks.say, onReload: hooks.onReload });
    const drain = { begin: () => this.drainRequested(), settled: () => this.workers.settled() };
    const pages = pagesOfAll(this.workers, () => this.phase);
    this.admin = new HttpServer(
      { ...settings, http2: 'off' },
      adminListener(pages, [settings.adminHost, ...settings.adminHosts], { drain }),
    );
  }

  /** Resolves when all workers are ready. @throws StartFailed; SoapstoneError SETTINGS for an admin port that is taken */
  async start(): Promise<Ready> {
    const { adminHost, adminPort } = this.settings;
    const port = adminPort < 0 ? undefined : await this.admin.listen(adminHost, adminPort, '--admin-port');
    return this.workers.start(port);
  }

  /** Resolves with why, where workers end again and again. */
  get failure(): Promise<string> {
    return this.workers.failure;
  }

  reload(trigger: ReloadTrigger): Promise<Reloaded> {
    return this.workers.reload(trigger);
  }

  delayLeft(delay: number): number {
    return this.drainsSince === undefined ? delay : Math.max(0, this.drainsSince + delay - performance.now());
  }

  async drain(delay: number): Promise<Drained> {
    this.beginDrain();
    const drained = await this.workers.drain(delay);
    const hanging = await atMost(END_MS, [{ name: 'the admin port', work: this.admin.drain(0) }]);
    if (!(await this.log.end(END_MS))) hanging.push('the log');
    return { cut: drained.cut, hanging: [...drained.hanging, ...hanging] };
  }

  private get phase(): Phase {
    if (this.drainsSince !== undefined) return 'draining';
    return this.workers.areReady ? 'ready' : 'starting';
  }

  private drainRequested(): void {
    if (this.drainsSince !== undefined) return;
    this.beginDrain();
    this.log.write('info', { event: 'drain requested' });
    this.hooks.onDrain();
  }

  private beginDrain(): void {
    this.drainsSince ??= performance.now();
    this.workers.beginDrain();
  }
}
