// The admin port: probes, metrics, what is loaded. It only reads, except that a drain begins here.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CaptureStore } from '../../capture/capture-store.ts';
import { counted } from '../../errors/wording.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Rule } from '../../rule/rule.ts';
import type { TransportStats } from '../../transport/http.ts';
import type { StoreWatch } from '../bridges/store-watch.ts';
import { type ExchangesPage, exchangesPage, isLocal } from '../capture/exchanges-page.ts';
import { allowedHosts } from '../http/allowed-hosts.ts';
import type { Collector, ReloadStats } from '../metrics/collector.ts';
import { type Format, formatFor } from '../metrics/format.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import type { Drain } from './drain.ts';
import { drainPage, drainQuery } from './drain-page.ts';
import { sendJson, sendText } from './send-text.ts';

export type Phase = 'starting' | 'ready' | 'draining';

/** Whether this process takes requests; the upstreams behind it do not count. */
export class Lifecycle {
  phase: Phase = 'starting';

  get ready(): boolean {
    return this.phase === 'ready';
  }
}

interface AdminBridge {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  readonly endpoint?: string;
  readonly storeWatch?: Pick<StoreWatch, 'durability' | 'trouble'>;
  /** Of its connections to the service. */
  readonly stats?: () => TransportStats;
}

export interface AdminSources {
  readonly lifecycle: Lifecycle;
  readonly collector: Collector;
  readonly version: string;
  /** Outcome of the last reload; absent where nothing is reloaded. */
  readonly reloads?: () => Pick<ReloadStats, 'good' | 'notes' | 'lastGood' | 'digest'>;
  /** Bridges in use. */
  readonly bridges: readonly AdminBridge[];
  /** Captured exchanges, where exchanges are captured. */
  readonly captures?: CaptureStore;
}

/** Who may drain, and the workbench; absent where there is none. */
interface AdminActions {
  readonly drain?: Pick<Drain, 'begin' | 'settled'>;
  readonly studio?: StudioPages;
}

/** Probes tell a stranger nothing, so any host name may request them. */
const PROBES = /^\/(?:livez|readyz)$/;

export type Page = (res: ServerResponse, query: string, req: IncomingMessage) => void | Promise<void>;

/** `path`: below `/studio`. */
export type StudioPages = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>;

const STUDIO = /^\/studio(?=\/|\?|$)([^?]*)/;

/** The pages of one process. */
export function adminPages(sources: AdminSources): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    ['/livez', (res) => sendText(res, 200, 'ok\n')],
    ['/readyz', (res, query) => readiness(res, query, sources.lifecycle.phase, readinessNotes(sources))],
    ['/configz', (res) => configuration(res, sources.reloads?.())],
    ['/metrics', metricsPage(sources)],
    ['/mappings', (res) => sendJson(res, 200, describeMappings(sources.bridges))],
    ['/exchanges', (res, query, req) => exchanges(res, req, () => capturedOf(sources, query))],
  ]);
}

/** `hosts`: allowed host names, beside addresses and names that are not public. */
export function adminListener(
  pages: ReadonlyMap<string, Page>,
  hosts: readonly string[] = [],
  { drain: draining, studio }: AdminActions = {},
): RequestListener {
  const allows = allowedHosts(hosts);
  return (req, res) => {
    if (!PROBES.test(req.url ?? '') && !allows(req.headers.host))
      return sendText(res, 421, 'unknown host name of the admin port; see adminHosts\n');
    const path = studio && STUDIO.exec(req.url ?? '')?.[1];
    const drain = draining && drainQuery(req);
    const answered =
      studio && path !== undefined
        ? studioPage(studio, req, res, path)
        : draining && drain !== undefined
          ? drainPage(draining, req, res, drain)
          : answer(pages, req, res);
    answered.catch(() => {
      if (!res.headersSent) sendText(res, 500, 'internal error\n');
    });
  };
}

async function answer(pages: ReadonlyMap<string, Page>, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [path, query = ''] = (req.url ?? '/').split('?', 2);
  const page = pages.get(path);
  if (!page) sendText(res, 404, `not found; the pages are ${[...pages.keys()].join(', ')}\n`);
  else if (req.method === 'GET' || req.method === 'HEAD') await page(res, query, req);
  else sendText(res.setHeader('Allow', 'GET, HEAD'), 405, 'only GET and HEAD\n');
}

async function studioPage(studio: StudioPages, req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  if (!isLocal(req)) sendText(res, 403, 'the studio is for requests from this machine\n');
  else await studio(req, res, path);
}

/** `captured`: called for requests of this machine; undefined where nothing is captured. */
export async function exchanges(
  res: ServerResponse,
  req: IncomingMessage,
  captured: () => ExchangesPage | undefined | Promise<ExchangesPage | undefined>,
): Promise<void> {
  if (!isLocal(req)) return sendText(res, 403, 'exchanges are for requests from this machine\n');
  const page = await captured();
  if (page === undefined) sendText(res, 404, 'nothing is captured; --debug-wire RULE turns it on\n');
  else sendJson(res, 200, page);
}

/** `query`: of the page. undefined where nothing is captured. */
export function capturedOf({ captures }: AdminSources, query: string): ExchangesPage | undefined {
  return captures && exchangesPage(captures, query);
}

/** `notes`: for `?verbose`. */
export function readiness(res: ServerResponse, query: string, phase: Phase, notes: readonly string[]): void {
  const isReady = phase === 'ready';
  const lines = [...(new URLSearchParams(query).has('verbose') ? notes : []), isReady ? 'ok' : phase];
  sendText(res, isReady ? 200 : 503, `${lines.join('\n')}\n`);
}

/** Lines of `/readyz?verbose`: `[!]` warns, `[+]` informs. */
export function readinessNotes({ bridges, reloads }: AdminSources): readonly string[] {
  const { good, notes = [] } = reloads?.() ?? {};
  return [
    ...(good === false ? [`[!] ${RELOAD_FAILED}`] : []),
    ...notes.map((note) => `[!] ${note}`),
    ...bridges.flatMap(storeNotes),
    ...bridges.flatMap(replicaNotes),
    ...bridges.map(({ settings, mapping }) => `[+] bridge ${settings.name}: ${counted(mapping.rules.length, 'rule')}`),
  ];
}

const RELOAD_FAILED = 'the last reload failed; the previous configuration stays in use';

/** Whether this process serves the files as they are now. Not a part of readiness: a wrong file must not stop the replicas that serve the previous one. */
export function configuration(res: ServerResponse, stats: Partial<ReloadStats> = {}): void {
  const { good = true, lastGood, digest } = stats;
  const lines = [
    good ? 'ok' : RELOAD_FAILED,
    ...(digest === undefined ? [] : [`digest: ${digest}`]),
    ...(lastGood === undefined ? [] : [`loaded: ${new Date(lastGood).toISOString()}`]),
  ];
  sendText(res, good ? 200 : 503, `${lines.join('\n')}\n`);
}

function storeNotes({ settings, storeWatch }: AdminBridge): string[] {
  const { durability, trouble } = storeWatch ?? {};
  const weak = settings.storeDurability === 'ignore' ? [] : (durability?.problems ?? []);
  const problems = trouble === undefined ? weak : [trouble];
  return problems.map((problem) => `[!] bridge ${settings.name}: store: ${problem}`);
}

function replicaNotes({ settings, stats }: AdminBridge): string[] {
  const failing = (stats?.().replicas ?? []).filter(({ problem }) => problem !== undefined);
  return failing.map(({ origin, problem }) => `[!] bridge ${settings.name}: ${origin} gets no requests: ${problem}`);
}

function metricsPage({ collector, version }: AdminSources): Page {
  const registries = new Map<Format, ReturnType<typeof openRegistry>>();
  return async (res, _query, req) => {
    const format = formatFor(req.headers.accept);
    let registry = registries.get(format);
    if (!registry) registries.set(format, (registry = openRegistry(collector, version, format)));
    const { contentType, metrics } = await registry;
    sendText(res, 200, await metrics(), contentType);
  };
}

/** Loaded by the first scrape: prom-client takes longer to load than the rest of a start. */
async function openRegistry(collector: Collector, version: string, format: Format) {
  const { createRegistry } = await import('../metrics/prometheus.ts');
  const registry = createRegistry(collector, { version }, format);
  return { contentType: registry.contentType, metrics: () => registry.metrics() };
}

/** The loaded mappings, without constants and headers of their patterns, which may hold secrets. */
export function describeMappings(bridges: readonly AdminBridge[]) {
  return {
    bridges: bridges.map(({ settings, mapping, endpoint }) => ({
      name: settings.name,
      present: settings.present,
      upstream: withoutQuery(settings.upstream),
      base: mapping.base,
      ...(settings.present === 'soap' ? { soapPath: endpoint } : { endpoint }),
      passThrough: settings.passThrough,
      rules: mapping.rules.map(describeRule),
    })),
  };
}

function describeRule(rule: Rule) {
  const { operation, request, response } = rule;
  return {
    id: rule.id,
    rest: `${request.rest.method} ${request.rest.template}`,
    status: response.rest.status,
    soap: { operation: operation.name, port: operation.port, version: operation.version },
    only: rule.direction,
    at: `${rule.place.file}:${rule.place.line}`,
  };
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0];
}
