// One bridge in operation: a mapping with its front, its way through the filters, its back and its transport.
import type { Middleware } from '../binding/rest/front.ts';
import { createRestFront } from '../binding/rest/front.ts';
import { addressPath, createSoapBack } from '../binding/soap/back.ts';
import type { Operation } from '../contract/contract.ts';
import { createStack } from '../exchange/stack.ts';
import { defaultJsonLimits } from '../json/limits.ts';
import { callsOf } from '../mapping/flow/calls.ts';
import type { Mapping, Rule } from '../mapping/rule.ts';
import { memoryStore } from '../store/memory.ts';
import { httpTransport, type TransportStats } from '../transport/http.ts';
import { defaultLimits, type Limits } from '../xml/limits.ts';
import type { BridgeSettings } from './settings/settings.ts';
import { tlsOf } from './upstream-tls.ts';

export type { Middleware };

export interface Bridge {
  readonly settings: BridgeSettings;
  readonly mapping: Mapping;
  readonly handle: Middleware;
  /** URLs that requests go to, each once. */
  readonly targets: readonly string[];
  stats(): TransportStats;
  /** Waits for what is at the peer. */
  close(): Promise<void>;
}

export function createBridge(settings: BridgeSettings, mapping: Mapping): Bridge {
  const transport = httpTransport({
    origin: settings.upstream,
    connections: settings.connections,
    connectTimeout: settings.connectTimeout,
    timeout: settings.upstreamTimeout,
    tls: tlsOf(settings),
  });
  const target = targetOf(settings.upstream) ?? addressPath;
  const back = createSoapBack<Rule>({
    codec: mapping.codec,
    transport,
    target,
    maxReplyBytes: settings.maxReplyBody,
    limits: limitsOf(settings),
    lenient: settings.lenient,
  });
  for (const rule of mapping.rules.flatMap(callsOf)) back.prepare(rule);
  const store = memoryStore({ bytes: settings.storeSize });
  const { name, present, timeout } = settings;
  const stack = createStack({ back: back.handle, timeout, store, name, present });
  const limits = { ...defaultJsonLimits, depth: settings.maxDepth, values: settings.maxElements };
  const front = { mapping, stack, bridge: settings.name, maxBodyBytes: settings.maxRequestBody, limits };
  const { origin } = new URL(settings.upstream);
  const urls = mapping.rules.map(({ operation }) => origin + target(operation));
  const targets = urls.length === 0 ? [settings.upstream] : [...new Set(urls)];
  const handle = createRestFront(front);
  return { settings, mapping, handle, targets, stats: transport.stats, close };

  async function close(): Promise<void> {
    await transport.close();
    await store.close();
  }
}

/** An upstream URL with a path is the address of every operation; one without stands for the host of the contract's addresses. */
function targetOf(upstream: string): ((operation: Operation) => string) | undefined {
  const { pathname, search } = new URL(upstream);
  return pathname === '/' && search === '' ? undefined : () => pathname + search;
}

function limitsOf(settings: BridgeSettings): Limits {
  const { maxDepth, maxElements, maxAttributes } = settings;
  return { ...defaultLimits, depth: maxDepth, elements: maxElements, attributes: maxAttributes, bytes: Infinity };
}
