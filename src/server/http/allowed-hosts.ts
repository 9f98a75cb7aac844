// Against DNS rebinding: a browser that an attacker's name led here says that name in Host.
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Names that nobody can register: without a dot, or below a domain for private use (RFC 6761, RFC 6762, RFC 8375), a Kubernetes Service among them. */
const NOT_PUBLIC = /^[^.]*$|\.(?:localhost|local|internal|test|home\.arpa|svc)$/;

/** Addresses and names that are not public are allowed. `names`: further ones, with or without a port. Kubelet and Prometheus send addresses. */
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
