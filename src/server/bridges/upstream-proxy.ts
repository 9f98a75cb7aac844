// The proxy that leads to the service of a bridge.
import { environmentProxy } from '../../transport/environment-proxy.ts';
import type { ProxyServer } from '../../transport/tunnel.ts';
import type { BridgeSettings } from '../settings/settings.ts';

type ProxySettings = Pick<BridgeSettings, 'upstream' | 'upstreamProxy'>;

/** undefined: none. @throws SoapstoneError SETTINGS for a variable that names no proxy. */
export function upstreamProxy(
  { upstream, upstreamProxy: source }: ProxySettings,
  environment = process.env,
): ProxyServer | undefined {
  return source === 'environment' ? environmentProxy(environment)?.(new URL(upstream)) : undefined;
}
