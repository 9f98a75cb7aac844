// What outlives the table of a bridge: connections to the upstream, the store, the guard. A reload hands on those whose settings are the same.
import { Fetches, keyUrls } from '../../auth/fetch/fetches.ts';
import { AuthFailures, FailureLimit, type FailureNews } from '../../auth/inbound/failure-limit.ts';
import { KeySets } from '../../auth/inbound/jwks.ts';
import { PendingMessages } from '../../binding/pending-messages.ts';
import { ContractDrift } from '../../binding/soap/back/contract-drift.ts';
import { RateLimit } from '../../exchange/filters/rate-limit/rate-limit.ts';
import { createGuard, type Guard, type GuardOptions } from '../../exchange/filters/resilience/resilience.ts';
import { ResponseCache } from '../../exchange/filters/response-cache.ts';
import { type CountedStore, countedStore } from '../../store/counted.ts';
import type { Store } from '../../store/store.ts';
import { addressedTransport } from '../../transport/addressed.ts';
import { type BalancedTransport, balancedTransport } from '../../transport/balanced.ts';
import { type HttpTransport, httpTransport } from '../../transport/http.ts';
import { StoreTimes } from '../metrics/distribution.ts';
import { readRate } from '../settings/kinds.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { openStore, storeOptions } from './open-store.ts';
import { StoreWatch } from './store-watch.ts';
import { proxyTo } from './upstream-proxy.ts';
import { tlsOf } from './upstream-tls.ts';

/** `key`: the settings that it was made from. */
interface Resource<T> {
  readonly key: string;
  readonly value: T;
}

interface MeasuredStore extends CountedStore {
  readonly times: StoreTimes;
  readonly watch: StoreWatch;
}

export interface BridgeResources {
  /** Of this bridge alone. */
  readonly pending: PendingMessages;
  readonly transport: Resource<HttpTransport | BalancedTransport>;
  /** PEM of the certificate that connections show. */
  readonly upstreamCert: string | undefined;
  readonly store: Resource<MeasuredStore>;
  readonly keySets: Resource<KeySets>;
  /** Goes on counting after every reload. */
  readonly fetches: Fetches;
  /** The same. */
  readonly authFailures: AuthFailures;
  readonly failureLimit: Resource<FailureLimit | undefined>;
  /** The same. */
  readonly drift: ContractDrift;
  readonly guard: Resource<Guard>;
  readonly rate: Resource<RateLimit | undefined>;
  readonly responseCache: Resource<ResponseCache>;
}

/** What bridges share with those of the same name in other workers. */
export interface Sharing {
  /** The store in memory of all of them. */
  store(bridge: string, bytes: number): Store;
  tellFailure(bridge: string, news: FailureNews): void;
}

/** `previous`: resources of the bridge of the same name. Those with unchanged settings are used again. */
export function openResources(
  settings: BridgeSettings,
  previous: BridgeResources | undefined,
  sharing?: Sharing,
): BridgeResources {
  const { name: space, rateLimit, rateLimitUncounted: uncounted, cache: time } = settings;
  const peer = transportOptions(settings);
  const store = resource(previous?.store, storeOptions(settings), () => measured(settings, sharing));
  const fetches = previous?.fetches ?? new Fetches();
  const rate = rateLimit === undefined ? undefined : { ...readRate(rateLimit), uncounted };
  const failures = settings.auth?.failureLimit;
  return {
    pending: new PendingMessages(),
    transport: resource(previous?.transport, peer, () => openTransport(peer)),
    upstreamCert: peer.tls?.cert,
    store,
    keySets: resource(previous?.keySets, keyUrls(settings.auth?.front ?? []), () => new KeySets(fetches)),
    fetches,
    authFailures: previous?.authFailures ?? new AuthFailures(),
    failureLimit: resource(
      previous?.failureLimit,
      [failures],
      () => failures && new FailureLimit(failures, undefined, (news) => sharing?.tellFailure(space, news)),
    ),
    drift: previous?.drift ?? new ContractDrift(),
    guard: resource(previous?.guard, guardOptions(settings), () => guardOf(settings)),
    rate: resource(
      previous?.rate,
      [store.key, rate],
      () => rate && new RateLimit({ store: store.value, space, ...rate }),
    ),
    responseCache: resource(
      previous?.responseCache,
      [store.key, time],
      () => new ResponseCache({ store: store.value, space, time }),
    ),
  };
}

/** Closes resources that `remaining` does not have, after their upstream calls, also those that begin when a message is read. */
export async function closeResources(
  { pending, transport, store }: BridgeResources,
  remaining: readonly BridgeResources[] = [],
): Promise<void> {
  await pending.settled();
  if (!remaining.some((resources) => resources.transport === transport)) await transport.value.close();
  if (!remaining.some((resources) => resources.store === store)) await store.value.close();
}

function resource<T>(previous: Resource<T> | undefined, from: unknown, make: () => T): Resource<T> {
  const key = JSON.stringify(from);
  return previous?.key === key ? previous : { key, value: make() };
}

function measured(settings: BridgeSettings, sharing: Sharing | undefined): MeasuredStore {
  const [times, watch] = [new StoreTimes(), new StoreWatch()];
  const store = openStore(settings, watch, sharing && ((bytes) => sharing.store(settings.name, bytes)));
  return { ...countedStore(store, (operation, ms) => times.add(operation, ms)), times, watch };
}

type Peer = ReturnType<typeof transportOptions>;

function transportOptions(settings: BridgeSettings) {
  const {
    upstreamReplicas,
    ejectionFailures: failures,
    ejectionPause: pause,
    healthCheckInterval: interval,
  } = settings;
  const { healthCheck } = settings;
  const origins = [...new Set([new URL(settings.upstream).origin, ...upstreamReplicas])];
  const path = healthCheck === 'tcp' ? undefined : healthCheck;
  return {
    replicas: origins.map((origin) => ({ origin, proxy: proxyTo(origin, settings) })),
    ejection: { failures, pause },
    check: healthCheck === '' ? undefined : { path, interval },
    connections: settings.connections,
    connectTimeout: settings.connectTimeout,
    timeout: settings.upstreamTimeout,
    maxAge: settings.connectionMaxAge,
    reuse: settings.connectionReuse,
    tls: tlsOf(settings),
    otherAddresses: settings.sessionAddress === undefined ? undefined : { upstreamProxy: settings.upstreamProxy },
  };
}

/** One address alone is neither ejected nor checked: nothing could be done about it. */
function openTransport({
  replicas,
  ejection,
  check,
  otherAddresses,
  ...options
}: Peer): HttpTransport | BalancedTransport {
  const [single] = replicas;
  const main =
    replicas.length > 1
      ? balancedTransport({ replicas, ejection, check, ...options })
      : httpTransport({ ...single, ...options });
  if (otherAddresses === undefined) return main;
  const open = (origin: string) => httpTransport({ ...options, origin, proxy: proxyTo(origin, otherAddresses) });
  return addressedTransport(main, replicas.length > 1 ? undefined : single.origin, open);
}

function guardOf(settings: BridgeSettings): Guard {
  return createGuard(guardOptions(settings));
}

/** More calls than connections would wait inside the transport, where no limit sees them. */
function guardOptions(settings: BridgeSettings): GuardOptions {
  const { retries, retryBudget, tryTimeout, breakerFailures, breakerPause, connections, queue, queueTimeout } =
    settings;
  return {
    retries: { max: retries, budget: retryBudget, tryTimeout },
    breaker: { failures: breakerFailures, pause: breakerPause },
    queue: { running: connections, waiting: queue, longest: queueTimeout },
  };
}
