// CORS (Fetch standard §3.3): which pages of other origins may call a face and read its responses. Knows nothing about settings and rules.
import type { IncomingMessage } from 'node:http';

export interface CrossOriginPolicy {
  /** As browsers send them. `*`: any; `https://*.example.com`: any below that host. */
  readonly origins: readonly string[];
  /** Absent: all that a path has. */
  readonly methods?: readonly string[];
  /** Header fields of requests; absent: those that a page asks for. */
  readonly headers?: readonly string[];
  /** Header fields of responses that pages may read. */
  readonly exposeHeaders: readonly string[];
  /** Whether browsers may send cookies, client certificates and their own Basic credentials. */
  readonly credentials: boolean;
  /** Seconds for which a browser may keep the outcome of a preflight. */
  readonly maxAge: number;
}

/** One policy, ready for requests. */
export class CrossOrigin {
  private readonly policy: CrossOriginPolicy;
  private readonly exact: ReadonlySet<string>;
  private readonly patterns: readonly RegExp[];
  private readonly isAny: boolean;
  /** Fields that are the same for every origin. */
  private readonly common: readonly string[];

  constructor(policy: CrossOriginPolicy) {
    this.policy = policy;
    this.exact = new Set(policy.origins);
    this.patterns = policy.origins.filter((origin) => origin.includes('//*.')).map(patternOf);
    this.isAny = this.exact.has('*');
    this.common = [
      ...(policy.credentials ? ['access-control-allow-credentials', 'true'] : []),
      ...(policy.exposeHeaders.length > 0 ? ['access-control-expose-headers', policy.exposeHeaders.join(', ')] : []),
    ];
  }

  allows(origin: string): boolean {
    return this.isAny || this.exact.has(origin) || this.patterns.some((pattern) => pattern.test(origin));
  }

  allowsMethod(method: string): boolean {
    return this.policy.methods?.includes(method) ?? true;
  }

  /** Header fields of a response. Caches must know that another origin gets others (Fetch §3.3.7). */
  fields(origin: string | undefined): readonly string[] {
    if (this.isAny) return ['access-control-allow-origin', '*', ...this.common];
    if (origin === undefined || !this.allows(origin)) return ['vary', 'Origin'];
    return ['access-control-allow-origin', origin, 'vary', 'Origin', ...this.common];
  }

  /** Further fields of the response to a preflight of an allowed origin. */
  preflight(methods: readonly string[], requested: string | undefined): readonly string[] {
    const { headers = requestedNames(requested), maxAge } = this.policy;
    return [
      'access-control-allow-methods',
      methods.join(', '),
      ...(headers.length > 0 ? ['access-control-allow-headers', headers.join(', ')] : []),
      'access-control-max-age',
      String(maxAge),
      'vary',
      'Access-Control-Request-Method, Access-Control-Request-Headers',
    ];
  }
}

/** The header fields for a preflight of a path at which there is nothing: the page may send the request, and can read that. */
export function preflightOfNothing({ headers }: IncomingMessage, policyOf: PolicyOf): readonly string[] {
  const { origin, 'access-control-request-method': method = '', 'access-control-request-headers': requested } = headers;
  const policy = policyOf([], origin);
  const isAllowed = origin !== undefined && policy.allows(origin) && policy.allowsMethod(method) && TOKEN.test(method);
  return [...policy.fields(origin), ...(isAllowed ? policy.preflight([method], requested) : [])];
}

/** The policy for requests of some rules; none of them: that of the bridge. */
export type PolicyOf = (rules: readonly { readonly id: string }[], origin: string | undefined) => CrossOrigin;

/** A request of a browser that asks what a page may send (Fetch §3.3.2). */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The origin's own host is none below it. Hosts of browsers are in lower case and ASCII. */
function patternOf(origin: string): RegExp {
  const [scheme, host] = origin.split('//*.');
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped(scheme)}//[a-z0-9_-]+(?:\\.[a-z0-9_-]+)*\\.${escaped(host)}$`);
}

/** Longest list of names that is sent back. */
const LONGEST = 2000;
/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Names of fields. */
const NAMES = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;

/** Those of `Access-Control-Request-Headers`, which a browser may split over several lines; none where it is no list of names. */
function requestedNames(requested = ''): readonly string[] {
  return requested.length <= LONGEST && NAMES.test(requested) ? requested.split(/[ \t]*,[ \t]*/) : [];
}
