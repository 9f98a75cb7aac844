// The drain of the process: begun once, by a signal or through the admin port, and joined by whoever asks later. Serves on until the process ends.
import type { HttpServer } from '../http/http-server.ts';

/** ms between two looks at requests in flight. */
const LOOK = 25;

type Listener = Pick<HttpServer, 'inFlight' | 'closeIdle' | 'turnAway'>;

interface DrainTimes {
  /** ms in which load balancers react, and the ms after it for requests in flight. */
  readonly drainDelay: number;
  readonly drainTimeout: number;
}

export class Drain {
  private readonly data: Listener;
  private readonly times: DrainTimes;
  private readonly begun: () => void;
  /** On the monotonic clock, ms. */
  private beganAt: number | undefined = undefined;
  private settling: Promise<number> | undefined = undefined;
  private over = false;

  /** `begun`: called once, at the begin. */
  constructor(data: Listener, times: DrainTimes, begun: () => void) {
    this.data = data;
    this.times = times;
    this.begun = begun;
  }

  begin(): void {
    if (this.beganAt !== undefined) return;
    this.beganAt = performance.now();
    this.begun();
    this.data.turnAway();
  }

  /** ms that are left of `delay`, which began with the drain. */
  left(delay: number): number {
    return this.beganAt === undefined ? delay : Math.max(0, this.beganAt + delay - performance.now());
  }

  /**
   * Resolves with the number of requests in flight: 0 as soon as there is none after `drainDelay`, or as many as there are after `drainTimeout`
   * more. Idle connections are closed after `drainDelay`.
   */
  settled(): Promise<number> {
    this.begin();
    return (this.settling ??= new Promise((resolve) => {
      const clock = setInterval(() => {
        if (!this.isSettled()) return;
        clearInterval(clock);
        resolve(this.data.inFlight);
      }, LOOK);
    }));
  }

  /** Nothing is served any more: whoever waits hears it. */
  async end(): Promise<void> {
    this.over = true;
    await this.settling;
  }

  private isSettled(): boolean {
    const { drainDelay, drainTimeout } = this.times;
    if (this.over) return true;
    if (this.left(drainDelay) > 0) return false;
    this.data.closeIdle();
    return this.data.inFlight === 0 || this.left(drainDelay + drainTimeout) === 0;
  }
}
