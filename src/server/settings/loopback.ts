// Addresses of this machine alone (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** `host`: an address, with IPv4 ones perhaps mapped into IPv6, or a name. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^::ffff:/, '');
  const family = isIP(address);
  return family === 0 ? address === 'localhost' : loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
