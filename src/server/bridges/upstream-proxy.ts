// The proxy that leads to the service of a bridge.
import { environmentProxy } from '../../transport/environment-proxy.ts';
import type { ProxyServer } from '../../transport/tunnel.ts';
import type { BridgeSettings } from '../settings/settings.ts';

type ProxySettings = Pick<BridgeSettings, 'upstreamProxy'>;

/** undefined: none. @throws SoapstoneError SETTINGS for a variable that names no proxy. */
export function proxyTo(url: string, { upstreamProxy }: ProxySettings): ProxyServer | undefined {
  return upstreamProxy === 'environment' ? environmentProxy(process.env)?.(new URL(url)) : undefined;
}
