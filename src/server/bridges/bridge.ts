// One bridge in operation: a mapping with its front, filters, back and transport.

import { type CredentialOptions, type Credentials, createCredentials } from '../../auth/authentication.ts';
import { type FetchCount, fetchTargets } from '../../auth/fetch/fetches.ts';
import { noAuthSettings } from '../../auth/settings/settings.ts';
import { Compression } from '../../binding/compression.ts';
import type { PolicyOf } from '../../binding/cross-origin.ts';
import type { Middleware } from '../../binding/front-call.ts';
import type { InboundRequest } from '../../binding/gate.ts';
import type { HeadCheck } from '../../binding/request-head.ts';
import { createRestBack } from '../../binding/rest/back/back.ts';
import { Forms } from '../../binding/rest/front/form/forms.ts';
import { createRestFront } from '../../binding/rest/front/front.ts';
import { ADDRESSING_2004_NS, ADDRESSING_NS } from '../../binding/soap/addressing.ts';
import { addressPath, createSoapBack } from '../../binding/soap/back/back.ts';
import { createSoapFront } from '../../binding/soap/front/front.ts';
import type { AcceptedDeviations } from '../../codec/model/deviation.ts';
import type { Operation } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Guard, GuardStats } from '../../exchange/filters/resilience/resilience.ts';
import { type KeptStats, keptFor } from '../../exchange/filters/response-cache.ts';
import { createPipeline } from '../../exchange/pipeline.ts';
import { defaultJsonLimits, type JsonLimits } from '../../json/limits.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { takesCredential } from '../../mapping/runtime/deferred-rule.ts';
import type { Snapshots } from '../../mapping/snapshot/snapshot-folder.ts';
import type { ToolServerOptions } from '../../mcp/tool-server.ts';
import type { Access } from '../../rule/access.ts';
import type { Handler, Pipeline } from '../../rule/exchange.ts';
import type { Rule } from '../../rule/rule.ts';
import { durableClaims } from '../../store/durable-claims.ts';
import type { Store } from '../../store/store.ts';
import type { HttpTransport, TransportStats } from '../../transport/http.ts';
import { defaultLimits, type Limits } from '../../xml/reader/limits.ts';
import { callerAddress } from '../http/client-address.ts';
import { type ShownCertificate, shownBy } from '../metrics/certificates.ts';
import type { StoreTimes } from '../metrics/distribution.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import type { AroundTransport } from '../traces/tracing.ts';
import { accessesIn, authorizeOf } from './access.ts';
import { type BridgeResources, closeResources, openResources } from './bridge-resources.ts';
import { clientNamingOf } from './client-naming.ts';
import { crossOriginOf } from './cross-origin.ts';
import { frontSide, mcpPath, offered, soapPath } from './exposed-rules.ts';
import { createMcpFace } from './mcp-face.ts';
import { askedUrl, linkBaseOf } from './public-url.ts';
import type { StoreWatch } from './store-watch.ts';
import { createDescribe } from './wsdl-endpoint.ts';

export type { Middleware };

export interface Bridge {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  /** Rules that clients can reach: those of the bridge's direction. */
  readonly rules: readonly Rule[];
  /** The one path of a SOAP or MCP face. */
  readonly endpoint?: string;
  /** Of an MCP face, for other transports than HTTP. */
  readonly tools?: () => Promise<ToolServerOptions>;
  readonly handle: Middleware;
  /** CORS; absent where it is off. */
  readonly crossOrigin?: PolicyOf;
  /** URLs of upstream requests, each once. */
  readonly targets: readonly string[];
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
}

/** `previous`: resources of the bridge that this one replaces. */
export function createBridge(
  settings: BridgeSettings,
  mapping: Mapping,
  previous?: BridgeResources,
  { around, aroundPipeline, headCheck, isTrial = false }: BridgeMeans = {},
): Bridge {
  const rules = offered(mapping, settings);
  const resources = openResources(settings, previous);
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

/** Claims must not be lost; everything else in the store may be. */
function claimsOf({ storeDurability }: BridgeSettings, store: Store): Store {
  return storeDurability === 'require' ? durableClaims(store) : store;
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

interface Ends {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  readonly rules: readonly MappingRule[];
  readonly transport: HttpTransport;
  readonly resources: BridgeResources;
  readonly guard: Guard;
  readonly credentials: Credentials;
  /** What rules demand of callers. */
  readonly accesses: ReadonlyMap<string, Access>;
  readonly headCheck: HeadCheck | undefined;
  readonly crossOrigin: PolicyOf | undefined;
  readonly aroundPipeline: BridgeMeans['aroundPipeline'];
}

type Face = Pick<Bridge, 'handle' | 'endpoint' | 'tools' | 'targets'>;

function faceOf(ends: Ends): Face {
  const { present } = ends.settings;
  if (present === 'soap') return soapInFront(ends);
  return present === 'mcp' ? toolsInFront(ends) : restInFront(ends);
}

function restInFront(ends: Ends): Face {
  const { settings, mapping } = ends;
  const back = soapBehind(ends);
  const handle = createRestFront({
    ...frontOf(ends, back.handle),
    mapping,
    limits: jsonLimitsOf(settings),
    linkBase: linkBaseOf(settings),
    forms: formsOf(mapping),
  });
  return { handle, targets: back.targets };
}

/** Made when a client first sends or wants a form. */
function formsOf(mapping: Mapping): () => Promise<Forms> {
  let forms: Promise<Forms> | undefined;
  return () => (forms ??= import('./body-schemas.ts').then(({ bodySchemasOf }) => new Forms(bodySchemasOf(mapping))));
}

function toolsInFront(ends: Ends): Face {
  const { settings, mapping, rules, accesses } = ends;
  const back = soapBehind(ends);
  const path = mcpPath(settings);
  const front = { ...frontOf(ends, back.handle), compression: undefined };
  const face = createMcpFace({ settings, mapping, rules, accesses, path, front, limits: jsonLimitsOf(settings) });
  return { ...face, endpoint: path, targets: back.targets };
}

function soapBehind({ settings, mapping, rules, transport, resources }: Ends) {
  const target = targetOf(settings.upstream) ?? addressPath;
  const { origin } = new URL(settings.upstream);
  const back = createSoapBack({
    codec: mapping.codec,
    transport,
    target,
    maxResponseBytes: settings.maxResponseBody,
    limits: limitsOf(settings),
    lenient: settings.lenient,
    deviations: deviationsOf(settings),
    drift: resources.drift,
    addressing: addressingOf(settings, origin),
    attachments: { mtom: settings.mtom, threshold: settings.mtomThreshold },
  });
  const urls = rules.map(({ operation }) => origin + target(operation));
  return { handle: back.handle, targets: urls.length === 0 ? [settings.upstream] : [...new Set(urls)] };
}

function deviationsOf(settings: BridgeSettings): AcceptedDeviations {
  const { responseUnknown, responseNamespaces, responseMissing, responseValues } = settings;
  return {
    unknown: responseUnknown === 'skip',
    namespaces: responseNamespaces === 'any',
    missing: responseMissing === 'null',
    values: responseValues === 'show',
  };
}

function addressingOf({ addressing }: BridgeSettings, origin: string) {
  if (addressing === 'off') return undefined;
  return { ns: addressing === '2004/08' ? ADDRESSING_2004_NS : ADDRESSING_NS, origin };
}

function soapInFront(ends: Ends): Face {
  const { settings, mapping, rules, transport, resources } = ends;
  const back = createRestBack({
    media: mapping.media,
    errors: mapping.errorForms,
    transport,
    target: new URL(settings.upstream).pathname,
    maxResponseBytes: settings.maxResponseBody,
    limits: jsonLimitsOf(settings),
  });
  const path = soapPath(settings, rules);
  const handle = createSoapFront({
    ...frontOf(ends, back.handle),
    mapping,
    rules,
    path,
    limits: limitsOf(settings),
    lenient: settings.lenient ?? true,
    serveContract: createDescribe(mapping.contract, settings),
    pending: resources.pending,
    mtomThreshold: settings.mtomThreshold,
  });
  return { handle, endpoint: path, targets: [settings.upstream] };
}

function frontOf(ends: Ends, back: Handler) {
  const { settings, rules, resources, guard, credentials, headCheck, crossOrigin, aroundPipeline } = ends;
  const { name, timeout, cache, faultTexts } = settings;
  const { rate, responseCache, store } = resources;
  const keeps = rules.some((rule) => keptFor(rule, cache) > 0);
  const { gate, sessions, credential } = credentials;
  const authorize = authorizeOf(settings, ends.accesses, gate?.challenges);
  const claims = claimsOf(settings, store.value);
  const shared = settings.store !== 'memory';
  const pipeline = createPipeline({
    back,
    timeout,
    store: claims,
    shared,
    name,
    present: frontSide(settings.present),
    authorize,
    sessions,
    faultTexts,
    rateLimit: rate.value?.filter,
    responseCache: keeps ? responseCache.value.filter : undefined,
    ...guard.filters,
    credential,
  });
  const addressOf = callerAddress(settings);
  return {
    pipeline: aroundPipeline?.(pipeline) ?? pipeline,
    gate,
    headCheck,
    bridge: name,
    maxBodyBytes: settings.maxRequestBody,
    addressOf,
    naming: clientNamingOf(settings),
    keeps,
    faultTexts,
    crossOrigin: crossOrigin,
    compression: settings.compression ? new Compression(settings.compressionMinSize) : undefined,
  };
}

/** An upstream URL with a path is the address of every operation; one without replaces the host of the contract's addresses. */
function targetOf(upstream: string): ((operation: Operation) => string) | undefined {
  const { pathname, search } = new URL(upstream);
  return pathname === '/' && search === '' ? undefined : () => pathname + search;
}

function limitsOf(settings: BridgeSettings): Limits {
  const { maxDepth, maxElements, maxAttributes } = settings;
  return { ...defaultLimits, depth: maxDepth, elements: maxElements, attributes: maxAttributes, bytes: Infinity };
}

function jsonLimitsOf({ maxDepth, maxElements }: BridgeSettings): JsonLimits {
  return { ...defaultJsonLimits, depth: maxDepth, values: maxElements };
}
