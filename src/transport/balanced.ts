// A service at several addresses: requests go to each in turn, and elsewhere where one fails before it can have carried a request out.
import { failureText } from '../errors/connection-cause.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { type HealthCheckOptions, watchHealth } from './health-check.ts';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from './http.ts';
import { type EjectionOptions, Replica } from './replica.ts';
import type { InFlight, OutgoingRequest, ResponseHandler } from './transport.ts';
import type { ProxyServer } from './tunnel.ts';

export interface BalancedOptions extends Omit<HttpTransportOptions, 'origin' | 'proxy'> {
  /** One at least. */
  readonly replicas: readonly { readonly origin: string; readonly proxy?: ProxyServer }[];
  readonly ejection: EjectionOptions;
  /** Absent: requests alone show whether a replica works. */
  readonly check?: HealthCheckOptions;
}

export interface BalancedTransport extends HttpTransport {
  /** One listener. */
  listen(listener: ReplicaListener): void;
}

/** Hears of replicas that become available or unavailable. `problem`: why it gets no requests; undefined: it gets some. */
export type ReplicaListener = (origin: string, problem: string | undefined) => void;

export function balancedTransport({ replicas, ejection, check, ...options }: BalancedOptions): BalancedTransport {
  let listener: ReplicaListener = () => {};
  const changed = ({ origin, problem }: Replica) => listener(origin, problem);
  const all = replicas.map(({ origin, proxy }) => {
    const transport = httpTransport({ ...options, origin, proxy });
    return { replica: new Replica(origin, transport, ejection, changed), proxy };
  });
  const stop = check && watchHealth(all, check);
  const turns = new Turns(all.map(({ replica }) => replica));
  const each = (end: (transport: HttpTransport) => Promise<void>) => {
    stop?.();
    return Promise.all(turns.replicas.map(({ transport }) => end(transport))).then(() => undefined);
  };
  return {
    send: (request, handler) => new BalancedCall(turns, request, handler).begin(),
    listen: (next) => {
      listener = next;
    },
    close: () => each((transport) => transport.close()),
    destroy: (reason) => each((transport) => transport.destroy(reason)),
    stats: () => {
      const stats = turns.replicas.map(({ transport }) => transport.stats());
      const sum = (name: 'connected' | 'running' | 'pending') => stats.reduce((total, one) => total + one[name], 0);
      const { replicas: members } = turns;
      return {
        connected: sum('connected'),
        running: sum('running'),
        pending: sum('pending'),
        replicas: members.map((replica) => replica.stats),
      };
    },
  };
}

class Turns {
  readonly replicas: readonly Replica[];
  private turn = 0;

  constructor(replicas: readonly Replica[]) {
    this.replicas = replicas;
  }

  /** The next one that is available. Where none is, each is tried all the same: a wrong guess must not be the end of a service. */
  next(tried: readonly Replica[] = []): Replica | undefined {
    const { replicas } = this;
    for (const replica of replicas) replica.look();
    const left = replicas.filter((replica) => !tried.includes(replica));
    const available = left.filter((replica) => replica.available);
    if (available.length === 0 && tried.length > 0) return undefined;
    const candidates = available.length > 0 ? available : left;
    return candidates[this.turn++ % candidates.length];
  }
}

/** Statuses by which something in front of a service says that it is not there (RFC 9110 §15.6.3 to §15.6.5). */
const ABSENT = new Set([502, 503, 504]);
const FAILURES: ReadonlySet<string> = new Set(['UPSTREAM_CONNECT', 'UPSTREAM_TIMEOUT', 'UPSTREAM_BODY']);

class BalancedCall implements ResponseHandler, InFlight {
  private readonly turns: Turns;
  private readonly request: OutgoingRequest;
  private readonly handler: ResponseHandler;
  private readonly tried: Replica[] = [];
  private inFlight: InFlight | undefined = undefined;
  private status = 0;
  /** The outcome of the attempt is known: each counts once. */
  private isCounted = false;
  private wasSent = false;
  private isAborted = false;

  constructor(turns: Turns, request: OutgoingRequest, handler: ResponseHandler) {
    this.turns = turns;
    this.request = request;
    this.handler = handler;
  }

  begin(): InFlight {
    this.sendTo(this.turns.next()!);
    return this;
  }

  private sendTo(replica: Replica): void {
    this.tried.push(replica);
    this.isCounted = false;
    this.handler.onTarget?.(replica.origin);
    const attempt = this.tried.length;
    const inFlight = replica.transport.send(this.request, this);
    // It may have failed at once, and be on its way elsewhere.
    if (this.tried.length === attempt) this.inFlight = inFlight;
  }

  onHead(status: number, headers: Parameters<ResponseHandler['onHead']>[1]): void {
    this.status = status;
    if (ABSENT.has(status)) this.countFailure(`the response has status ${status}`);
    this.handler.onHead(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    return this.handler.onData(chunk);
  }

  /** A response counts as a whole: it may break after its head. */
  onEnd(): void {
    this.countSuccess();
    this.handler.onEnd();
  }

  onError(error: Error, unsent: boolean): void {
    if (this.isAborted ? isTimeout(error) : isFailure(error)) this.countFailure(failureText(error));
    else if (this.status !== 0) this.countSuccess();
    const next = this.mayMove(error, unsent) ? this.turns.next(this.tried) : undefined;
    this.wasSent ||= !unsent;
    if (next) this.sendTo(next);
    else this.handler.onError(error, !this.wasSent);
  }

  private countSuccess(): void {
    if (!this.isCounted) this.replica.succeeded();
    this.isCounted = true;
  }

  private countFailure(failure: string): void {
    if (!this.isCounted) this.replica.failed(failure);
    this.isCounted = true;
  }

  /** Nothing was sent, or it may arrive twice and the connection broke without a response. A timeout is for the retries of the bridge. */
  private mayMove(error: Error, unsent: boolean): boolean {
    if (this.isAborted || this.status !== 0 || !isFailure(error)) return false;
    return unsent || (this.request.retryable === true && (error as SoapstoneError).code === 'UPSTREAM_CONNECT');
  }

  abort(reason: Error): void {
    this.isAborted = true;
    this.inFlight?.abort(reason);
  }

  resume(): void {
    this.inFlight?.resume();
  }

  private get replica(): Replica {
    return this.tried.at(-1)!;
  }
}

function isFailure(error: Error): boolean {
  return error instanceof SoapstoneError && FAILURES.has(error.code);
}

/** The gateway gives up a call for many reasons; this one is the service's. */
function isTimeout(error: Error): boolean {
  return error instanceof SoapstoneError && error.code === 'UPSTREAM_TIMEOUT';
}
