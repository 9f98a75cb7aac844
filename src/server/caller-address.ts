// From where a caller comes, as far as networks tell.
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** `trusted`: X-Forwarded-For comes from a proxy of ours, which has put the address that it saw behind all others. */
export function callerAddress(trusted: boolean): (req: IncomingMessage) => string {
  return (req) => networkOf((trusted ? lastForwarded(req) : undefined) ?? req.socket.remoteAddress ?? '');
}

function lastForwarded({ headers }: IncomingMessage): string | undefined {
  const field = headers['x-forwarded-for'];
  return (typeof field === 'object' ? field.at(-1) : field)?.split(',').at(-1)?.trim() || undefined;
}

const MAPPED = '::ffff:';

/** An IPv4 address, or the /64 network of an IPv6 one: whoever has one address of it has all of them (RFC 4291 §2.5.4). */
function networkOf(address: string): string {
  if (address.toLowerCase().startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length);
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;
}

/** All eight, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before, after] = address.split('%', 1)[0].toLowerCase().split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [head, tail] = [groups(before), groups(after)];
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...gap, ...tail].map((group) => group.replace(/^0+(?=.)/, ''));
}
