// What of a bridge outlives its table: connections to the peer, the store, the guard. A reload hands on those whose settings are the same.
import { keyUrls } from '../../auth/fetch/fetch-targets.ts';
import { Fetches } from '../../auth/fetch/fetches.ts';
import { KeySets } from '../../auth/inbound/key-sets.ts';
import { RateLimit } from '../../exchange/filters/rate-limit/rate-limit.ts';
import type { Guard } from '../../exchange/filters/resilience/resilience.ts';
import { ResponseCache } from '../../exchange/filters/response-cache.ts';
import { type CountedStore, countedStore } from '../../store/counted.ts';
import { type HttpTransport, httpTransport } from '../../transport/http.ts';
import { StoreTimes } from '../metrics/store-times.ts';
import { readRate } from '../settings/kinds.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { openStore, storeOptions } from './open-store.ts';
import { guardOf, guardOptions } from './resilience-settings.ts';
import { StoreWatch } from './store-watch.ts';
import { tlsOf } from './upstream-tls.ts';

/** `key`: what it was made from. */
interface Part<T> {
  readonly key: string;
  readonly it: T;
}

export interface MeasuredStore extends CountedStore {
  readonly times: StoreTimes;
  readonly watch: StoreWatch;
}

export interface Parts {
  readonly transport: Part<HttpTransport>;
  /** PEM of the certificate that connections show. */
  readonly upstreamCert: string | undefined;
  readonly store: Part<MeasuredStore>;
  readonly keySets: Part<KeySets>;
  /** Goes on counting, whatever has changed. */
  readonly fetches: Fetches;
  readonly guard: Part<Guard>;
  readonly rate: Part<RateLimit | undefined>;
  readonly responseCache: Part<ResponseCache>;
}

/** `previous`: those of the bridge of the same name, which are used again as far as nothing about them has changed. */
export function openParts(settings: BridgeSettings, previous: Parts | undefined): Parts {
  const { name: space, rateLimit, rateLimitUncounted: uncounted, cache: time } = settings;
  const peer = transportOptions(settings);
  const store = part(previous?.store, storeOptions(settings), () => measured(settings));
  const fetches = previous?.fetches ?? new Fetches();
  const rate = rateLimit === undefined ? undefined : { ...readRate(rateLimit), uncounted };
  return {
    transport: part(previous?.transport, peer, () => httpTransport(peer)),
    upstreamCert: peer.tls?.cert,
    store,
    keySets: part(previous?.keySets, keyUrls(settings.auth?.front ?? []), () => new KeySets(fetches)),
    fetches,
    guard: part(previous?.guard, guardOptions(settings), () => guardOf(settings)),
    rate: part(previous?.rate, [store.key, rate], () => rate && new RateLimit({ store: store.it, space, ...rate })),
    responseCache: part(
      previous?.responseCache,
      [store.key, time],
      () => new ResponseCache({ store: store.it, space, time }),
    ),
  };
}

/** Closes what is not among the parts of `remaining`, after what is at the peer. */
export async function closeParts({ transport, store }: Parts, remaining: readonly Parts[] = []): Promise<void> {
  if (!remaining.some((parts) => parts.transport === transport)) await transport.it.close();
  if (!remaining.some((parts) => parts.store === store)) await store.it.close();
}

function part<T>(previous: Part<T> | undefined, from: unknown, make: () => T): Part<T> {
  const key = JSON.stringify(from);
  return previous?.key === key ? previous : { key, it: make() };
}

function measured(settings: BridgeSettings): MeasuredStore {
  const [times, watch] = [new StoreTimes(), new StoreWatch()];
  const store = openStore(settings, (durability) => watch.set(durability));
  return { ...countedStore(store, (operation, ms) => times.add(operation, ms)), times, watch };
}

function transportOptions(settings: BridgeSettings) {
  return {
    origin: settings.upstream,
    connections: settings.connections,
    connectTimeout: settings.connectTimeout,
    timeout: settings.upstreamTimeout,
    maxAge: settings.connectionMaxAge,
    reuse: settings.connectionReuse,
    tls: tlsOf(settings),
  };
}
