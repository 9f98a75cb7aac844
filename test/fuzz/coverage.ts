// Which blocks of our own sources an input has run, by V8's precise coverage. Knows nothing about inputs.
import { type Profiler, Session } from 'node:inspector';

const OURS = /\/(src|mappings)\//;
/** How often a block ran, roughly: twice as often is something else. */
const MOST = 8;

export class Coverage {
  private readonly session = new Session();
  /** Script → blocks and counts seen. */
  private readonly seen = new Map<string, Set<number>>();
  /** Blocks seen. */
  blocks = 0;

  constructor() {
    this.session.connect();
    this.post('Profiler.enable');
    this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Does what ran since the last time hold anything new? It stays new. */
  probe(): boolean {
    return this.fresh(false) > 0;
  }

  /** How much of what ran since the last time is new. From now on it is not. */
  take(): number {
    const fresh = this.fresh(true);
    this.blocks += fresh;
    return fresh;
  }

  private fresh(keep: boolean): number {
    let fresh = 0;
    for (const { url, functions } of this.collect()) {
      let seen = this.seen.get(url);
      if (!seen) this.seen.set(url, (seen = new Set()));
      for (const { ranges } of functions) {
        for (const { startOffset, count } of ranges) {
          const key = startOffset * MOST + Math.min(MOST - 1, Math.floor(Math.log2(count) / 2));
          if (count === 0 || seen.has(key)) continue;
          if (keep) seen.add(key);
          fresh++;
        }
      }
    }
    return fresh;
  }

  /** Blocks run since the last time: work, whatever the machine. */
  count(): number {
    let sum = 0;
    for (const { functions } of this.collect()) {
      for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    }
    return sum;
  }

  private collect(): Profiler.ScriptCoverage[] {
    const { result } = this.post<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
    return result.filter(({ url }) => OURS.test(url));
  }

  close(): void {
    this.session.disconnect();
  }

  /** The session is in this thread: its answers come before `post` returns. */
  private post<T>(method: string, parameters: object = {}): T {
    let answer: T | undefined;
    this.session.post(method, parameters, (error: Error | null, result?: unknown) => {
      if (error) throw error;
      answer = result as T;
    });
    return answer as T;
  }
}
