// The admin port: probes, metrics, what is loaded. It only reads, except that a drain begins here.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CaptureStore } from '../../capture/capture-store.ts';
import { counted } from '../../errors/wording.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Rule } from '../../rule/rule.ts';
import type { TransportStats } from '../../transport/http.ts';
import type { StoreWatch } from '../bridges/store-watch.ts';
import { exchangesPage, isLocal } from '../capture/exchanges-page.ts';
import { allowedHosts } from '../http/allowed-hosts.ts';
import type { Collector, ReloadStats } from '../metrics/collector.ts';
import type { Format } from '../metrics/prometheus.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import type { Drain } from './drain.ts';
import { drainPage, drainQuery } from './drain-page.ts';
import { sendJson, sendText } from './send-text.ts';

type Phase = 'starting' | 'ready' | 'draining';

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
  readonly storeWatch?: Pick<StoreWatch, 'durability'>;
  /** Of its connections to the service. */
  readonly stats?: () => TransportStats;
}

interface AdminSources {
  readonly lifecycle: Lifecycle;
  readonly collector: Collector;
  readonly version: string;
  /** Outcome of the last reload; absent where nothing is reloaded. */
  readonly reloads?: () => Pick<ReloadStats, 'good' | 'notes' | 'lastGood' | 'digest'>;
  /** Bridges in use. */
  readonly bridges: readonly AdminBridge[];
  /** Captured exchanges, where exchanges are captured. */
  readonly captures?: CaptureStore;
  /** Absent where nobody may drain. */
  readonly drain?: Pick<Drain, 'begin' | 'settled'>;
}

/** Probes tell a stranger nothing, so any host name may request them. */
const PROBES = /^\/(?:livez|readyz)$/;

type Page = (res: ServerResponse, query: string, req: IncomingMessage) => void | Promise<void>;

/** `path`: below `/studio`. */
export type StudioPages = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>;

const STUDIO = /^\/studio(?=\/|\?|$)([^?]*)/;

/** `hosts`: allowed host names, beside addresses and names that are not public. `studio`: absent where it is off. */
export function adminListener(
  sources: AdminSources,
  hosts: readonly string[] = [],
  studio?: StudioPages,
): RequestListener {
  const allows = allowedHosts(hosts);
  const pages = new Map<string, Page>([
    ['/livez', (res) => sendText(res, 200, 'ok\n')],
    ['/readyz', (res, query) => readiness(sources, res, query)],
    ['/configz', (res) => configuration(sources, res)],
    ['/metrics', metricsPage(sources)],
    ['/mappings', (res) => sendJson(res, 200, describeMappings(sources.bridges))],
    ['/exchanges', (res, query, req) => exchanges(sources, res, query, req)],
  ]);
  return (req, res) => {
    if (!PROBES.test(req.url ?? '') && !allows(req.headers.host))
      return sendText(res, 421, 'unknown host name of the admin port; see adminHosts\n');
    const path = studio && STUDIO.exec(req.url ?? '')?.[1];
    const drain = sources.drain && drainQuery(req);
    const answered =
      studio && path !== undefined
        ? studioPage(studio, req, res, path)
        : sources.drain && drain !== undefined
          ? drainPage(sources.drain, req, res, drain)
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

function exchanges({ captures }: AdminSources, res: ServerResponse, query: string, req: IncomingMessage): void {
  if (!isLocal(req)) sendText(res, 403, 'exchanges are for requests from this machine\n');
  else if (captures === undefined) sendText(res, 404, 'nothing is captured; --debug-wire RULE turns it on\n');
  else sendJson(res, 200, exchangesPage(captures, query));
}

function readiness({ lifecycle, bridges, reloads }: AdminSources, res: ServerResponse, query: string): void {
  const phase = lifecycle.ready ? 'ok' : lifecycle.phase;
  const lines = [phase];
  if (new URLSearchParams(query).has('verbose')) {
    lines.unshift(
      ...bridges.map(
        ({ settings, mapping }) => `[+] bridge ${settings.name}: ${counted(mapping.rules.length, 'rule')}`,
      ),
    );
    lines.unshift(...bridges.flatMap(storeNotes), ...bridges.flatMap(replicaNotes));
    lines.unshift(...(reloads?.().notes ?? []).map((note) => `[!] ${note}`));
    if (reloads?.().good === false) lines.unshift(`[!] ${RELOAD_FAILED}`);
  }
  sendText(res, lifecycle.ready ? 200 : 503, `${lines.join('\n')}\n`);
}

const RELOAD_FAILED = 'the last reload failed; the previous configuration stays in use';

/** Whether this process serves the files as they are now. Not a part of readiness: a wrong file must not stop the replicas that serve the previous one. */
function configuration({ reloads }: AdminSources, res: ServerResponse): void {
  const { good = true, lastGood, digest } = reloads?.() ?? {};
  const lines = [
    good ? 'ok' : RELOAD_FAILED,
    ...(digest === undefined ? [] : [`digest: ${digest}`]),
    ...(lastGood === undefined ? [] : [`loaded: ${new Date(lastGood).toISOString()}`]),
  ];
  sendText(res, good ? 200 : 503, `${lines.join('\n')}\n`);
}

function storeNotes({ settings, storeWatch }: AdminBridge): string[] {
  if (settings.storeDurability === 'ignore') return [];
  return (storeWatch?.durability?.problems ?? []).map((problem) => `[!] bridge ${settings.name}: store: ${problem}`);
}

function replicaNotes({ settings, stats }: AdminBridge): string[] {
  const failing = (stats?.().replicas ?? []).filter(({ available }) => !available);
  return failing.map(({ origin }) => `[!] bridge ${settings.name}: ${origin} gets no requests: it fails`);
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

/** Prometheus accepts both and prefers OpenMetrics; only that has exemplars. */
function formatFor(accept: string | undefined): Format {
  return accept?.includes('application/openmetrics-text') ? 'openmetrics' : 'text';
}

/** Loaded by the first scrape: prom-client takes longer to load than the rest of a start. */
async function openRegistry(collector: Collector, version: string, format: Format) {
  const { createRegistry } = await import('../metrics/prometheus.ts');
  const registry = createRegistry(collector, { version }, format);
  return { contentType: registry.contentType, metrics: () => registry.metrics() };
}

/** The loaded mappings, without constants and headers of their patterns, which may hold secrets. */
function describeMappings(bridges: readonly AdminBridge[]) {
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
