// The network that a client comes from.
import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { type ForwardedSettings, isForwarded, isProxy } from './trusted-proxies.ts';

export function callerAddress(settings: ForwardedSettings): (req: IncomingMessage) => string {
  return (req) => networkOf(clientAddress(settings, req));
}

/** As the connection has it, or as trusted proxies say: each has appended the address that it saw, so that the last one that is no proxy counts. Where X-Forwarded-For and Forwarded (RFC 7239) name different clients, one of them may be the client's own: neither counts. */
export function clientAddress(settings: ForwardedSettings, req: IncomingMessage): string {
  const peer = req.socket.remoteAddress ?? '';
  if (!isForwarded(settings, req)) return peer;
  const field = req.headers['x-forwarded-for'];
  const byXForwarded = clientIn(settings, field === undefined ? [] : String(field).split(','));
  const byForwarded = clientIn(settings, forwardedNodes(req.headers.forwarded));
  if (byXForwarded === undefined || byForwarded === undefined) return byXForwarded ?? byForwarded ?? peer;
  return networkOf(byXForwarded) === networkOf(byForwarded) ? byXForwarded : peer;
}

/** `nodes`: from the client to the last proxy but one. */
function clientIn({ trustedProxies = [] }: ForwardedSettings, nodes: readonly string[]): string | undefined {
  const path = nodes.flatMap((node) => (node.trim() === '' ? [] : [withoutPort(node.trim())]));
  if (trustedProxies.length === 0) return path.at(-1);
  return path.findLast((address) => !isProxy(trustedProxies, address)) ?? path[0];
}

/** Of a connection, whatever header fields its requests have. */
export function connectionAddress(socket: Socket): string {
  return networkOf(socket.remoteAddress ?? '');
}

/** RFC 7239 §5.2 */
function forwardedNodes(field = ''): readonly string[] {
  return field.split(',').flatMap((element) => /(?:^|;)\s*for\s*=\s*([^;]+)/i.exec(element)?.[1] ?? []);
}

/** Some proxies write the port too, which differs between connections; IPv6 is then in brackets, as in RFC 7239 §6. */
function withoutPort(node: string): string {
  const [, bracketed, v4] = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\w+)?"?$/.exec(node) ?? [];
  return bracketed ?? v4 ?? node;
}

/** Cached networks of recent addresses: computing one costs much more than looking it up. */
const networks = new Map<string, string>();
const MOST_NETWORKS = 10_000;

/** Longest cached address: proxies may pass on anything. */
const LONGEST = 64;

/** Equal for all addresses that one client may have. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.length > LONGEST) return workedOut(address);
  let network = networks.get(address);
  if (network === undefined) {
    network = workedOut(address);
    if (networks.size >= MOST_NETWORKS) networks.clear();
    networks.set(address, network);
  }
  return network;
}

/** An IPv4 address, or the /64 network of an IPv6 one: one client may have all of its addresses (RFC 4291 §2.5.4). */
function workedOut(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return mapped(groups) ?? groups.slice(0, 4).join(':');
}

/** The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), in any spelling. */
function mapped(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.');
}

/** All eight, without leading zeros. */
function groupsOf(text: string): string[] {
  const address = new URL(`http://[${text.split('%', 1)[0]}]`).hostname.slice(1, -1);
  const [leading, after] = address.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [head, tail] = [groups(leading), groups(after)];
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...gap, ...tail].map((group) => group.replace(/^0+(?=.)/, ''));
}
