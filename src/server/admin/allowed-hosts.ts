// Which names the admin port answers to. A browser that was led here by a name of an attacker (DNS rebinding) says that name in Host. Knows nothing
// about what the port shows.
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Names that nobody can register: without a dot, or below a domain for private use (RFC 6761, RFC 6762, RFC 8375), a Kubernetes Service among them. */
const NOT_PUBLIC = /^[^.]*$|\.(?:localhost|local|internal|test|home\.arpa|svc)$/;

/** `names`: further ones, with or without a port. Kubelet and Prometheus send addresses. */
export function allowedHosts(names: readonly string[]): (host: string | undefined) => boolean {
  const hostNames = new Set([hostname(), ...names].map((name) => name.toLowerCase()));
  return (host) => {
    // HTTP/1.0 needs no Host field; a browser sends one.
    if (host === undefined) return true;
    const authority = host.toLowerCase();
    const name = authority.replace(/\.?(?::\d*)?$/, '');
    return isAddress(name) || NOT_PUBLIC.test(name) || hostNames.has(name) || hostNames.has(authority);
  };
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
