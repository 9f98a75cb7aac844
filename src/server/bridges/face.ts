// What clients see of a bridge: REST, SOAP or tools in front, the other protocol behind.

import type { Credentials } from '../../auth/authentication.ts';
import { Compression } from '../../binding/compression.ts';
import type { PolicyOf } from '../../binding/cross-origin.ts';
import type { Middleware } from '../../binding/front-call.ts';
import type { HeadCheck } from '../../binding/request-head.ts';
import { createRestBack } from '../../binding/rest/back/back.ts';
import { Forms } from '../../binding/rest/front/form/forms.ts';
import { createRestFront } from '../../binding/rest/front/front.ts';
import { ADDRESSING_2004_NS, ADDRESSING_NS } from '../../binding/soap/addressing.ts';
import { addressPath, createSoapBack } from '../../binding/soap/back/back.ts';
import { createSoapFront } from '../../binding/soap/front/front.ts';
import type { AcceptedDeviations } from '../../codec/model/deviation.ts';
import type { Operation } from '../../contract/model/contract.ts';
import type { Guard } from '../../exchange/filters/resilience/resilience.ts';
import { keptFor } from '../../exchange/filters/response-cache.ts';
import { createPipeline } from '../../exchange/pipeline.ts';
import { defaultJsonLimits, type JsonLimits } from '../../json/limits.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { ToolServerOptions } from '../../mcp/tool-server.ts';
import type { Access } from '../../rule/access.ts';
import type { Handler, Pipeline } from '../../rule/exchange.ts';
import { durableClaims } from '../../store/durable-claims.ts';
import type { Store } from '../../store/store.ts';
import type { HttpTransport } from '../../transport/http.ts';
import { defaultLimits, type Limits } from '../../xml/reader/limits.ts';
import { callerAddress } from '../http/client-address.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { authorizeOf } from './access.ts';
import type { BridgeResources } from './bridge-resources.ts';
import { clientNamingOf } from './client-naming.ts';
import { clientPolicy } from './client-policy.ts';
import { frontSide, mcpPath, soapPath } from './exposed-rules.ts';
import { createMcpFace } from './mcp-face.ts';
import { linkBaseOf } from './public-url.ts';
import { createDescribe } from './wsdl-endpoint.ts';

/** What a face is made of. */
export interface FaceOptions {
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
  readonly aroundPipeline: ((pipeline: Pipeline) => Pipeline) | undefined;
}

/** What a bridge shows to its clients. */
export interface Face {
  readonly handle: Middleware;
  /** The one path of a SOAP or MCP face. */
  readonly endpoint?: string;
  /** Of an MCP face, for other transports than HTTP. */
  readonly tools?: () => Promise<ToolServerOptions>;
  /** URLs of upstream requests, each once. */
  readonly targets: readonly string[];
}

/** @throws SoapstoneError SETTINGS */
export function faceOf(ends: FaceOptions): Face {
  const { present } = ends.settings;
  if (present === 'soap') return soapInFront(ends);
  return present === 'mcp' ? toolsInFront(ends) : restInFront(ends);
}

function restInFront(ends: FaceOptions): Face {
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

function toolsInFront(ends: FaceOptions): Face {
  const { settings, mapping, rules, accesses } = ends;
  const back = soapBehind(ends);
  const path = mcpPath(settings);
  const front = { ...frontOf(ends, back.handle), compression: undefined };
  const face = createMcpFace({ settings, mapping, rules, accesses, path, front, limits: jsonLimitsOf(settings) });
  return { ...face, endpoint: path, targets: back.targets };
}

function soapBehind({ settings, mapping, rules, transport, resources }: FaceOptions) {
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
    values: responseValues !== 'error',
    nullValues: responseValues === 'null',
  };
}

function addressingOf({ addressing }: BridgeSettings, origin: string) {
  if (addressing === 'off') return undefined;
  return { ns: addressing === '2004/08' ? ADDRESSING_2004_NS : ADDRESSING_NS, origin };
}

function soapInFront(ends: FaceOptions): Face {
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
    serveContract: createDescribe(mapping.contract, settings, { policy: clientPolicy(settings.auth) }),
    pending: resources.pending,
    mtomThreshold: settings.mtomThreshold,
  });
  return { handle, endpoint: path, targets: [settings.upstream] };
}

function frontOf(ends: FaceOptions, back: Handler) {
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

/** Claims must not be lost; everything else in the store may be. */
export function claimsOf({ storeDurability }: BridgeSettings, store: Store): Store {
  return storeDurability === 'require' ? durableClaims(store) : store;
}

/** An upstream URL with a path is the address of every operation; one without replaces the host of the contract's addresses. */
export function targetOf(upstream: string): ((operation: Operation) => string) | undefined {
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
