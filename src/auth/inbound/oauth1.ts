// OAuth 1.0a in the Authorization field of client requests (RFC 5849 §3.5.1), without its redirects.
import type { InboundRequest } from '../../binding/gate.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { atQuery, oauthMethods, oauthSignature } from '../formats/oauth1.ts';
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, notInTime, quoted, usedBefore, type Verdict } from './authenticator.ts';
import { type CallerRegistry, knownCaller, same, textOf } from './caller-registry.ts';
import type { Nonces } from './nonces.ts';

type Settings = FrontSettings & { readonly kind: 'oauth1' };

/** The URL of a request, without its query. */
export type UrlOf = (request: InboundRequest) => string;

const OURS = new Set([
  'realm',
  'oauth_consumer_key',
  'oauth_token',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_version',
  'oauth_signature',
]);

export function oauth1(settings: Settings, registry: CallerRegistry, nonces: Nonces, urlOf: UrlOf): FrontKind {
  return {
    name: 'oauth1',
    field: 'authorization',
    challenge: `OAuth realm=${quoted(settings.realm)}`,
    authenticate(request) {
      const field = request.req.headers.authorization ?? '';
      if (!/^oauth /i.test(field)) return undefined;
      const parameters = parse(field.slice(6));
      return parameters ? new OAuth1Verifier(settings, registry, nonces, parameters).of(request, urlOf) : 'refused';
    },
  };
}

class OAuth1Verifier {
  private readonly settings: Settings;
  private readonly registry: CallerRegistry;
  private readonly nonces: Nonces;
  private readonly parameters: ReadonlyMap<string, string>;

  constructor(settings: Settings, registry: CallerRegistry, nonces: Nonces, parameters: ReadonlyMap<string, string>) {
    this.settings = settings;
    this.registry = registry;
    this.nonces = nonces;
    this.parameters = parameters;
  }

  /** The nonce is checked last: only the caller may use up its nonces. */
  async of({ req, ...rest }: InboundRequest, urlOf: UrlOf): Promise<Verdict> {
    const { parameters, settings } = this;
    const [consumer, token, nonce, timestamp] = ['consumer_key', 'token', 'nonce', 'timestamp'].map(
      (name) => parameters.get(`oauth_${name}`) ?? '',
    );
    const method = parameters.get('oauth_signature_method') ?? '';
    const hash = settings.methods.includes(method) ? oauthMethods.get(method) : undefined;
    if (hash === undefined || nonce === '' || (parameters.get('oauth_version') ?? '1.0') !== '1.0') return 'refused';
    if (!/^\d{1,12}$/.test(timestamp)) return 'refused';
    if (this.far(Number(timestamp))) return notInTime;
    const { as } = settings;
    const caller = this.registry.find(
      new Map([[as.consumerKey, consumer], ...(token === '' ? [] : [[as.token, token] as const])]),
    );
    const [secret, tokenSecret] = [as.consumerSecret, as.tokenSecret].map(
      (name) => textOf(caller?.fields.get(name)) ?? '',
    );
    const [, query] = atQuery(req.url as string);
    const url = urlFor({ req, ...rest }, urlOf);
    if (url === undefined) return 'refused';
    const signed = [...parameters].filter(([name]) => name !== 'realm' && name !== 'oauth_signature');
    const right = oauthSignature(
      { method: req.method as string, url, query, parameters: signed },
      hash,
      secret,
      tokenSecret,
    );
    if (!same(parameters.get('oauth_signature') ?? '', right) || caller === undefined || secret === '')
      return 'refused';
    const checkedCaller = knownCaller('oauth1', caller);
    const fresh = await this.nonces.first(
      checkedCaller,
      ['oauth1', consumer, token, timestamp, nonce],
      2 * settings.window,
    );
    return fresh ? checkedCaller : usedBefore;
  }

  private far(seconds: number): boolean {
    return Math.abs(seconds * 1000 - Date.now()) > this.settings.window;
  }
}

/** undefined for a Host field that is invalid in a URL: nothing is signed with it. */
function urlFor(request: InboundRequest, urlOf: UrlOf): string | undefined {
  try {
    return urlOf(request);
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

/** Names and values, decoded; undefined where one is repeated, unknown or wrongly encoded. */
function parse(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const piece of text.split(',')) {
    const pair = /^\s*([A-Za-z0-9_.~%-]+)="([^"]*)"\s*$/.exec(piece);
    if (pair === null) return undefined;
    try {
      const [name, value] = [pair[1], pair[2]].map(decodeURIComponent);
      if (parameters.has(name) || !OURS.has(name)) return undefined;
      parameters.set(name, value);
    } catch {
      return undefined;
    }
  }
  return parameters;
}
