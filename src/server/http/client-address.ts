// From where a caller comes, as far as networks tell.
import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';

/** `trusted`: X-Forwarded-For comes from a proxy of ours, which has put the address that it saw behind all others. */
export function callerAddress(trusted: boolean): (req: IncomingMessage) => string {
  return (req) => networkOf((trusted ? lastForwarded(req) : undefined) ?? req.socket.remoteAddress ?? '');
}

/** Of a connection, whatever its requests say. */
export function connectionAddress(socket: Socket): string {
  return networkOf(socket.remoteAddress ?? '');
}

function lastForwarded({ headers }: IncomingMessage): string | undefined {
  const field = headers['x-forwarded-for'];
  const last = (typeof field === 'object' ? field.at(-1) : field)?.split(',').at(-1)?.trim();
  return last ? withoutPort(last) : undefined;
}

/** Some proxies write the port too, which is another one for each connection; IPv6 then stands in brackets, as in RFC 7239 §6. */
function withoutPort(node: string): string {
  const [, bracketed, v4] = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\w+)?"?$/.exec(node) ?? [];
  return bracketed ?? v4 ?? node;
}

/** Networks of the addresses that were seen last: to work one out costs much more than to look it up. */
const networks = new Map<string, string>();
const MOST_NETWORKS = 10_000;

/** Longest text of an address that is remembered: proxies may pass on anything. */
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

/** An IPv4 address, or the /64 network of an IPv6 one: whoever has one address of it has all of them (RFC 4291 §2.5.4). */
function workedOut(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return mapped(groups) ?? groups.slice(0, 4).join(':');
}

/** The IPv4 address that stands in an IPv6 one (RFC 4291 §2.5.5.2), in whichever of its spellings. */
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
