// One bridge in operation: a mapping with its front, filters, back and transport.

import { type CredentialOptions, type Credentials, createCredentials } from '../../auth/authentication.ts';
import { type FetchCount, fetchTargets } from '../../auth/fetch/fetches.ts';
import { noAuthSettings } from '../../auth/settings/settings.ts';
import type { PolicyOf } from '../../binding/cross-origin.ts';
import type { Middleware } from '../../binding/front-call.ts';
import type { InboundRequest } from '../../binding/gate.ts';
import type { HeadCheck } from '../../binding/request-head.ts';
import { addressPath } from '../../binding/soap/back/back.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { GuardStats } from '../../exchange/filters/resilience/resilience.ts';
import type { KeptStats } from '../../exchange/filters/response-cache.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import { takesCredential } from '../../mapping/runtime/deferred-rule.ts';
import type { Snapshots } from '../../mapping/snapshot/snapshot-folder.ts';
import type { Pipeline } from '../../rule/exchange.ts';
import type { Rule } from '../../rule/rule.ts';
import type { TransportStats } from '../../transport/http.ts';
import { callerAddress } from '../http/client-address.ts';
import { type ShownCertificate, shownBy } from '../metrics/certificates.ts';
import type { StoreTimes } from '../metrics/distribution.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import type { AroundTransport } from '../traces/tracing.ts';
import { accessesIn } from './access.ts';
import { type BridgeResources, closeResources, openResources, type Sharing } from './bridge-resources.ts';
import { checkCredentialFields } from './credential-fields.ts';
import { crossOriginOf } from './cross-origin.ts';
import { frontSide, offered } from './exposed-rules.ts';
import { claimsOf, type Face, faceOf, targetOf } from './face.ts';
import { askedUrl } from './public-url.ts';
import type { StoreWatch } from './store-watch.ts';

export type { Middleware };

export interface Bridge extends Face {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  /** Rules that clients can reach: those of the bridge's direction. */
  readonly rules: readonly Rule[];
  /** CORS; absent where it is off. */
  readonly crossOrigin?: PolicyOf;
  stats(): TransportStats;
  guardStats(): GuardStats;
  /** Refused requests, by limit. */
  limitStats(): { readonly rate: number; readonly credentials: number };
  /** Wrong credentials, by kind. */
  authFailures(): readonly (readonly [kind: string, count: number])[];
  cacheStats(): KeptStats;
  /** Failed operations of the store. */
  storeFailures(): number;
  readonly storeTimes: StoreTimes;
  readonly storeWatch: StoreWatch;
  /** Outcomes of requests for keys and tokens. */
  fetchCounts(): readonly FetchCount[];
  /** Certificates that the bridge uses with its upstream. */
  certificates(): readonly ShownCertificate[];
  /** What the next bridge of this name may take over after a reload. */
  readonly resources: BridgeResources;
  /** Waits for calls of the upstream. */
  close(): Promise<void>;
}

/** What the process gives to its bridges. */
export interface BridgeMeans {
  /** Present where calls are traced or captured. */
  readonly around?: AroundTransport;
  /** Present where exchanges are captured. */
  readonly aroundPipeline?: (pipeline: Pipeline) => Pipeline;
  /** Checks heads of requests, where no server of ours does. */
  readonly headCheck?: HeadCheck;
  /** A trial on this machine: without kinds of credentials, nothing is demanded of callers. */
  readonly isTrial?: boolean;
  /** Where the outcomes of earlier checks are. */
  readonly snapshots?: Snapshots;
  /** Where other workers serve the same bridges. */
  readonly sharing?: Sharing;
}

/** `previous`: resources of the bridge that this one replaces. */
export function createBridge(
  settings: BridgeSettings,
  mapping: Mapping,
  previous?: BridgeResources,
  { around, aroundPipeline, headCheck, isTrial = false, sharing }: BridgeMeans = {},
): Bridge {
  const rules = offered(mapping, settings);
  checkCredentialFields(settings, mapping.auth, rules);
  const resources = openResources(settings, previous, sharing);
  const { watch: storeWatch, times: storeTimes, failures: storeFailures } = resources.store.value;
  const [store, guard] = [claimsOf(settings, resources.store.value), resources.guard.value];
  const transport = around?.(settings.name, settings.upstream, resources.transport.value) ?? resources.transport.value;
  const hasCredentialFields = rules.some(takesCredential);
  const face = closeOnError(resources, previous, () => {
    const { keySets, fetches } = resources;
    const credentials = credentialsOf(
      settings,
      mapping,
      { store, transport, keySets: keySets.value, fetches },
      resources,
      hasCredentialFields,
    );
    const crossOrigin = crossOriginOf(settings, rules);
    const accesses = accessesIn(settings, mapping, isTrial);
    const ends = {
      settings,
      mapping,
      rules,
      transport,
      resources,
      guard,
      credentials,
      accesses,
      headCheck,
      aroundPipeline,
    };
    return { ...faceOf({ ...ends, crossOrigin }), crossOrigin };
  });
  return {
    settings,
    mapping,
    rules,
    stats: transport.stats,
    guardStats: guard.stats,
    limitStats: () => ({ rate: resources.rate.value?.refused ?? 0, credentials: resources.authFailures.refused }),
    authFailures: () => resources.authFailures.of((settings.auth?.front ?? []).map(({ kind }) => kind)),
    cacheStats: () => resources.responseCache.value.stats(),
    storeFailures,
    storeTimes,
    storeWatch,
    fetchCounts: () => resources.fetches.of(fetchTargets(settings.auth ?? noAuthSettings)),
    certificates: () => shownBy(settings, resources.upstreamCert),
    resources,
    close: () => closeResources(resources),
    ...face,
  };
}

function credentialsOf(
  settings: BridgeSettings,
  mapping: Mapping,
  ends: Pick<CredentialOptions, 'store' | 'transport' | 'keySets' | 'fetches'>,
  { authFailures, failureLimit }: BridgeResources,
  hasCredentialFields: boolean,
): Credentials {
  const { auth = noAuthSettings, name, upstreamReplicas } = settings;
  if (auth.back.oauth1 && upstreamReplicas.length > 0)
    throw new SoapstoneError(
      'SETTINGS',
      'auth: oauth1 signs the address of the service: it does not go with upstreamReplicas',
    );
  const { origin } = new URL(settings.upstream);
  const { sessionAddress: value, sessionHosts: hosts } = settings;
  const path = targetOf(settings.upstream) ?? addressPath;
  const urlOf = ({ req }: InboundRequest) => askedUrl(req, settings);
  const failures = { counts: authFailures, limit: failureLimit.value, addressOf: callerAddress(settings) };
  return createCredentials({
    settings: auth,
    auth: mapping.auth,
    hasCredentialFields,
    present: frontSide(settings.present),
    ...ends,
    name,
    urlOf,
    failures,
    origin,
    path,
    address: value === undefined ? undefined : { value, hosts, origin },
  });
}

/** Closes the resources where the bridge cannot be made. */
function closeOnError<T>(resources: BridgeResources, previous: BridgeResources | undefined, make: () => T): T {
  try {
    return make();
  } catch (error) {
    void closeResources(resources, previous && [previous]);
    throw error;
  }
}
