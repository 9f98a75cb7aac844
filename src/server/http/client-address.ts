// The network that a client comes from.
import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';

/** `trusted`: X-Forwarded-For comes from a trusted proxy, which has appended the address that it saw. */
export function callerAddress(trusted: boolean): (req: IncomingMessage) => string {
  return (req) => networkOf((trusted ? lastForwarded(req) : undefined) ?? req.socket.remoteAddress ?? '');
}

/** Of a connection, whatever header fields its requests have. */
export function connectionAddress(socket: Socket): string {
  return networkOf(socket.remoteAddress ?? '');
}

function lastForwarded({ headers }: IncomingMessage): string | undefined {
  const field = headers['x-forwarded-for'];
  const last = (typeof field === 'object' ? field.at(-1) : field)?.split(',').at(-1)?.trim();
  return last ? withoutPort(last) : undefined;
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

function networkOf(address: string): string {
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
