// Leads what the process fetches (contracts, keys, tokens) through the proxy of the environment. Loaded where there is one.
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import undici from 'undici/lib/global.js';
import { proxyingConnector } from './connect.ts';
import type { FindProxy } from './environment-proxy.ts';

const CONNECT_TIMEOUT = 10_000;

export function fetchThrough(proxyFor: FindProxy): void {
  const connect = proxyingConnector({ timeout: CONNECT_TIMEOUT, proxyFor });
  undici.setGlobalDispatcher(new Agent({ connect }) as Dispatcher);
}
