// Which peers may say who the client is: proxies of the operator. Header fields of everybody else are not looked at.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

export interface ForwardedSettings {
  readonly forwarded: 'ignore' | 'trust';
  /** Addresses and networks in CIDR notation. Empty: every peer is a proxy where `forwarded` is `trust`. */
  readonly trustedProxies?: readonly string[];
}

/** Whether forwarding header fields of the request are the word of a proxy. */
export function isForwarded(
  { forwarded, trustedProxies = [] }: ForwardedSettings,
  { socket }: IncomingMessage,
): boolean {
  if (trustedProxies.length === 0) return forwarded === 'trust';
  return isProxy(trustedProxies, socket.remoteAddress ?? '');
}

/** The settings of a bridge do not change: a list is made once. */
const lists = new WeakMap<readonly string[], BlockList>();

export function isProxy(proxies: readonly string[], address: string): boolean {
  if (isIP(address) === 0) return false;
  let list = lists.get(proxies);
  if (list === undefined) lists.set(proxies, (list = listOf(proxies)));
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address, bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
