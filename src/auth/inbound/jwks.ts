// The keys that tokens of a bridge are verified with (RFC 7517 §5), from URLs. Knows nothing about tokens.
import type { JWTVerifyGetKey } from 'jose';
import { SoapstoneError } from '../../errors/errors.ts';
import { boundedText, type Fetches, StatusError, unreached } from '../fetch/fetches.ts';

/** ms: least time between two requests; that keys are fresh; that they are used while the server does not respond. */
const PAUSE = 30_000;
const FRESH = 600_000;
const LONGEST = 3_600_000;
const TIMEOUT = 5_000;

export class RemoteKeys {
  private readonly url: string;
  private readonly fetches: Fetches;
  private readonly now: () => number;
  private keySet: { readonly key: JWTVerifyGetKey; readonly at: number } | undefined = undefined;
  private lastFetch = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | undefined = undefined;
  private cause: string | undefined = undefined;

  /** `now`: ms, monotonic. */
  constructor(url: string, fetches: Fetches, now: () => number = () => performance.now()) {
    this.url = url;
    this.fetches = fetches;
    this.now = now;
  }

  /** Rejects with CREDENTIAL without keys, else as the key set does. */
  readonly key: JWTVerifyGetKey = async (header, token) => {
    if (this.age() >= FRESH) await this.ask();
    const { errors } = await import('jose');
    try {
      return await this.current()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.mayAsk()) throw error;
      await this.ask();
      return this.current()(header, token);
    }
  };

  private age(): number {
    return this.keySet === undefined ? Number.POSITIVE_INFINITY : this.now() - this.keySet.at;
  }

  private current(): JWTVerifyGetKey {
    if (this.keySet !== undefined && this.age() < LONGEST) return this.keySet.key;
    const { cause } = this;
    throw new SoapstoneError('CREDENTIAL', 'cannot get the token verification keys', { cause });
  }

  private mayAsk(): boolean {
    return this.asking !== undefined || this.now() - this.lastFetch >= PAUSE;
  }

  /** Concurrent calls share one request. Never rejects: older keys stay usable for a while. */
  private ask(): Promise<void> | undefined {
    if (!this.mayAsk()) return undefined;
    if (this.asking === undefined) {
      this.lastFetch = this.now();
      this.asking = this.load().finally(() => (this.asking = undefined));
    }
    return this.asking;
  }

  private async load(): Promise<void> {
    const { url, fetches } = this;
    try {
      this.keySet = { key: await fetches.count({ use: 'keys', url }, fetchKeys(url)), at: this.now() };
    } catch (error) {
      this.cause = unreached(url, error);
    }
  }
}

/** Redirects are not followed. */
async function fetchKeys(url: string): Promise<JWTVerifyGetKey> {
  const { createLocalJWKSet } = await import('jose');
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
  const text = await boundedText(response);
  if (response.status !== 200) throw new StatusError(response.status);
  return createLocalJWKSet(JSON.parse(text));
}

/** The key sets of one bridge. A reload hands them on: keys that were fetched stay usable while the server does not respond. */
export class KeySets {
  private readonly sets = new Map<string, RemoteKeys>();
  private readonly fetches: Fetches;

  constructor(fetches: Fetches) {
    this.fetches = fetches;
  }

  /** Made at the first call. */
  of(url: string): RemoteKeys {
    const keys = this.sets.get(url) ?? new RemoteKeys(url, this.fetches);
    this.sets.set(url, keys);
    return keys;
  }
}
