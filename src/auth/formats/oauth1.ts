// Signatures of OAuth 1.0a (RFC 5849 §3.4).
import { createHmac } from 'node:crypto';
import { percent } from '../settings/values.ts';

type OauthHash = 'sha1' | 'sha256' | 'sha512';

export const oauthMethods: ReadonlyMap<string, OauthHash> = new Map([
  ['HMAC-SHA1', 'sha1'],
  ['HMAC-SHA256', 'sha256'],
  ['HMAC-SHA512', 'sha512'],
]);

interface OauthRequest {
  readonly method: string;
  /** `scheme://host[:port]/path`, without the query. */
  readonly url: string;
  /** Raw query. */
  readonly query: string;
  /** Of the Authorization field, decoded, without realm and oauth_signature. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Splits a request target at its first question mark, as rules do: what is not signed must not count. */
export function atQuery(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** RFC 5849 §3.4.1. */
export function baseString({ method, url, query, parameters }: OauthRequest): string {
  const pairs = [...queryPairs(query), ...parameters]
    .map(([name, value]) => [percent(name), percent(value)] as const)
    .toSorted(([a, x], [b, y]) => order(a, b) || order(x, y));
  const normal = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  return [method.toUpperCase(), baseUri(url), normal].map(percent).join('&');
}

export function oauthSignature(request: OauthRequest, hash: OauthHash, secret: string, tokenSecret: string): string {
  return createHmac(hash, `${percent(secret)}&${percent(tokenSecret)}`)
    .update(baseString(request))
    .digest('base64');
}

/** RFC 5849 §3.4.1.2: lower case, without a default port. */
function baseUri(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function queryPairs(query: string): [string, string][] {
  // URLSearchParams removes a leading question mark: a second one is a part of the first name.
  return [...new URLSearchParams(`?${query}`)];
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
