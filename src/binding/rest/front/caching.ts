// What caches of clients may do with a response: how long they keep it (RFC 9111 §5), and for which requests (RFC 9110 §12.5.5).
import type { Response } from '../../../rule/exchange.ts';
import type { Rule } from '../../../rule/rule.ts';
import type { Authenticator } from '../../gate.ts';

type Gate = Pick<Authenticator, 'fields' | 'ofConnection'>;

/** Header fields of a response that is cached. Where only the connection shows whose it is, a cache has to ask before it uses it. */
export function cacheFields({ lifetime, age }: NonNullable<Response['cached']>, gate: Gate | undefined): string[] {
  const freshness = gate?.ofConnection ? 'no-cache' : `max-age=${Math.floor(lifetime / 1000)}`;
  return ['cache-control', `private, ${freshness}`, 'age', String(Math.floor(age / 1000))];
}

/** By these a cache may use a response again, or ask for it by its tag. */
const KEPT_BY = new Set(['cache-control', 'expires', 'etag', 'last-modified']);

/** `headers`: those of the response that the rule writes. */
export function isKept({ cached }: Response, tag: string | undefined, headers: Readonly<Record<string, string>>) {
  return (
    cached !== undefined || tag !== undefined || Object.keys(headers).some((name) => KEPT_BY.has(name.toLowerCase()))
  );
}

/** What decides about a response, beside its URL. */
interface Selection {
  readonly gate: Gate | undefined;
  /** A cache may use the response again, also for a client that does not accept it. */
  readonly isKept: boolean;
  /** The client had the choice among several media types. */
  readonly hasForms: boolean;
}

/** Vary: the credential, what the rule reads, and what the client accepts. `[]`: all clients get the same. */
export function selectingFields({ request, response }: Rule, { gate, isKept, hasForms }: Selection): string[] {
  const byAccept = isKept || hasForms || response.rest.list !== undefined;
  const names = [
    // Something in front of the gateway may look at it.
    ...(isKept ? ['authorization'] : []),
    ...(gate?.fields ?? []),
    ...request.rest.headers,
    ...(byAccept ? ['accept'] : []),
  ];
  return names.length === 0 ? [] : ['vary', names.join(', ')];
}
