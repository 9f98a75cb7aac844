// Runs reloads one after the other and keeps the outcome of the last one; and notes which changed settings need a restart. Knows nothing about
// what is loaded.

import { formatError, Problems, SoapstoneError } from '../../errors/errors.ts';
import type { ReloadStats } from '../metrics/collector.ts';
import { optionNames, specOf } from '../settings/options.ts';
import type { Settings } from '../settings/settings.ts';

/** `notes`: changed settings that need a restart. `unchanged`: the files say what they said before, and nobody has asked. */
export type Reloaded =
  | { readonly ok: true; readonly notes: readonly string[]; readonly unchanged?: true }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Other workers cannot use what this one has loaded. */
export class NotAgreed extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const AFTERMATH_MS = 100;

export class Reloads {
  private readonly load: () => Promise<readonly string[]>;
  private readonly digest: () => string | undefined;
  private running: Promise<Reloaded> | undefined = undefined;
  private next: Promise<Reloaded> | undefined = undefined;
  private ended = Number.NEGATIVE_INFINITY;
  private good = true;
  private lastGood = Date.now();
  private succeeded = 0;
  private failed = 0;
  private notes: readonly string[] = [];

  /**
   * `load` replaces the running configuration and resolves with notes, or throws and changes nothing. `digest`: of the configuration in use;
   * undefined: not known yet.
   */
  constructor(load: () => Promise<readonly string[]>, digest: () => string | undefined = () => undefined) {
    this.load = load;
    this.digest = digest;
  }

  stats(): ReloadStats {
    const { good, lastGood, succeeded, failed, notes } = this;
    return { good, lastGood, succeeded, failed, notes, digest: this.digest() };
  }

  /** A call during a reload gets the next one, which sees the latest changes. */
  run(): Promise<Reloaded> {
    if (this.running === undefined) {
      this.running = this.once().finally(() => {
        this.running = undefined;
        this.ended = performance.now();
      });
      return this.running;
    }
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.run();
    });
    return this.next;
  }

  /** A reload is running, or has just ended: it makes timers late. */
  get busy(): boolean {
    return this.running !== undefined || performance.now() - this.ended < AFTERMATH_MS;
  }

  /** Resolves when none is running. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async once(): Promise<Reloaded> {
    try {
      const notes = await this.load();
      this.notes = notes;
      this.good = true;
      this.lastGood = Date.now();
      this.succeeded++;
      return { ok: true, notes };
    } catch (error) {
      this.good = false;
      this.failed++;
      return { ok: false, problems: problemsOf(error) };
    }
  }
}

/** An unexpected error must not end a running server. */
function problemsOf(error: unknown): readonly string[] {
  if (error instanceof Problems) return error.problems.map(formatError);
  if (error instanceof SoapstoneError) return [formatError(error)];
  if (error instanceof NotAgreed) return error.problems;
  return [`INTERNAL: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

/** A process settles at its start where it listens, where it writes, how long it waits at the end, and how large its stores in memory are. */
export function restartNotes(running: Settings, latest: Settings): readonly string[] {
  const changed = optionNames
    .filter((name) => specOf(name).scope === 'process')
    .filter((name) => String(running[name as keyof Settings]) !== String(latest[name as keyof Settings]));
  return [...changed, ...resizedStores(running, latest)].map((name) => `${name} has changed: restart to use it`);
}

/** A store in memory is handed on as it is: another one would lose what it has promised. */
function resizedStores(running: Settings, latest: Settings): string[] {
  return latest.bridges.flatMap(({ name, store, storeSize }) => {
    const before = running.bridges.find((bridge) => bridge.name === name);
    const isResized = store === 'memory' && before?.store === 'memory' && before.storeSize !== storeSize;
    return isResized ? [`storeSize of bridge "${name}"`] : [];
  });
}
