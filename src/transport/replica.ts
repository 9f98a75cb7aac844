// One address of a service that has several: whether it gets requests now, by what came of its last ones and by checks. Knows nothing about requests.
import type { HttpTransport, ReplicaStats } from './http.ts';

export interface EjectionOptions {
  /** Failures one after the other after which it gets no requests. */
  readonly failures: number;
  /** ms until it gets some again. */
  readonly pause: number;
}

/** Checks one after the other that must fail; one that succeeds is enough. */
const FAILED_CHECKS = 2;

export class Replica {
  readonly origin: string;
  readonly transport: HttpTransport;
  private readonly options: EjectionOptions;
  private readonly changed: (replica: Replica) => void;
  private readonly requests = { success: 0, failure: 0 };
  private failures = 0;
  private failedChecks = 0;
  /** What came of the last request or check that failed. */
  private failure = '';
  /** ms, monotonic; 0: it is not ejected. */
  private ejectedUntil = 0;
  private wasAvailable = true;

  /** `changed`: called when it becomes available or unavailable. */
  constructor(origin: string, transport: HttpTransport, options: EjectionOptions, changed: (replica: Replica) => void) {
    this.origin = origin;
    this.transport = transport;
    this.options = options;
    this.changed = changed;
  }

  get available(): boolean {
    return this.failedChecks < FAILED_CHECKS && performance.now() >= this.ejectedUntil;
  }

  /** Why it gets no requests; undefined: it gets some. */
  get problem(): string | undefined {
    return this.available ? undefined : this.failure;
  }

  get stats(): ReplicaStats {
    const { origin, problem, requests } = this;
    return { origin, problem, requests: { ...requests } };
  }

  succeeded(): void {
    this.requests.success++;
    this.failures = 0;
    this.ejectedUntil = 0;
    this.look();
  }

  failed(failure: string): void {
    this.requests.failure++;
    this.failure = failure;
    // The first failure after a pause ejects it again.
    if (++this.failures >= this.options.failures) this.ejectedUntil = performance.now() + this.options.pause;
    this.look();
  }

  /** `failure`: of the check; undefined: all is well. */
  checked(failure: string | undefined): void {
    if (failure === undefined) this.recovered();
    else {
      this.failedChecks++;
      this.failure = failure;
    }
    this.look();
  }

  private recovered(): void {
    this.failedChecks = 0;
    if (this.ejectedUntil === 0) return;
    this.ejectedUntil = 0;
    this.failures = 0;
  }

  /** The end of a pause is seen with the next request. */
  look(): void {
    const { available } = this;
    if (available === this.wasAvailable) return;
    this.wasAvailable = available;
    this.changed(this);
  }
}
