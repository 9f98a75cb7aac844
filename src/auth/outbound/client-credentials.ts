// OAuth 2.0 client credentials (RFC 6749 §4.4): fetches a token for the upstream, and a new one before it expires.
import { SoapstoneError } from '../../errors/errors.ts';
import { boundedText, type Fetches, StatusError, unreached } from '../fetch/fetches.ts';
import type { BackSettings } from '../settings/settings.ts';
import type { Applier, RenewableCredential } from './applier.ts';
import { fieldValue } from './parameters.ts';

type Settings = NonNullable<BackSettings['oauth2']>;

/** `until`: ms, monotonic. */
type TokenResponse = { readonly text: string; readonly until: number };

class Token implements RenewableCredential {
  readonly text: string;
  readonly until: number;
  /** The service has taken it at least once. */
  wasAccepted = false;
  private readonly renewals: (token: Token) => boolean;

  constructor({ text, until }: TokenResponse, renewals: (token: Token) => boolean) {
    this.text = text;
    this.until = until;
    this.renewals = renewals;
  }

  accepted(): void {
    this.wasAccepted = true;
  }

  renew(): boolean {
    return this.renewals(this);
  }
}

/** ms before its expiry at which a token is replaced; or the last tenth of a short life. */
const EARLY = 30_000;
/** ms in which a credential gets at most so many new tokens because of a 401, and none after one that the service has never taken: whoever refuses every token must not burden the server of tokens. */
const RENEWAL_TIME = 10_000;
const MOST_RENEWALS = 5;
/** Most credentials with a cached token. */
const MAX_TOKENS = 1000;

/** Concurrent calls share one request for a token. Tokens are cached in this process. */
export function showToken(settings: Settings, fetches: Fetches): Applier {
  const tokens = new Tokens(settings, fetches);
  return async (values, draft) => {
    const [id, secret] = [settings.as.clientId, settings.as.clientSecret].map((f) => values.of(`$credential.${f}`));
    if (id === undefined || secret === undefined) return;
    const token = await tokens.of(id, secret);
    draft.renewable = token;
    draft.fields.push('authorization', fieldValue(`Bearer ${token.text}`, 'Authorization'));
  };
}

class Tokens {
  private readonly settings: Settings;
  private readonly fetches: Fetches;
  private readonly cache = new Map<string, Token>();
  private readonly running = new Map<string, Promise<Token>>();
  /** Tokens that were dropped because of a 401. `began`: ms, monotonic. */
  private readonly renewals = new Map<string, { readonly began: number; count: number }>();

  constructor(settings: Settings, fetches: Fetches) {
    this.settings = settings;
    this.fetches = fetches;
  }

  of(id: string, secret: string): Token | Promise<Token> {
    const key = keyOf(id, secret);
    const token = this.cache.get(key);
    if (token !== undefined && token.until > performance.now()) return token;
    const running = this.running.get(key) ?? this.fetch(key, id, secret);
    this.running.set(key, running);
    return running;
  }

  /** The service has refused `token`. True: `of` gives another one, for which concurrent calls share one request. */
  private renew(key: string, token: Token): boolean {
    if (this.cache.get(key) !== token) return true;
    if (!this.mayRenew(key, token)) return false;
    this.cache.delete(key);
    return true;
  }

  private mayRenew(key: string, { wasAccepted }: Token): boolean {
    const now = performance.now();
    const recent = this.renewals.get(key);
    if (recent === undefined || now - recent.began >= RENEWAL_TIME) {
      this.renewals.set(key, { began: now, count: 1 });
      return true;
    }
    return wasAccepted && ++recent.count <= MOST_RENEWALS;
  }

  private async fetch(key: string, id: string, secret: string): Promise<Token> {
    const url = this.settings.tokenUrl;
    try {
      const response = await this.fetches.count({ use: 'token', url }, ask(this.settings, id, secret));
      const token = new Token(response, (refused) => this.renew(key, refused));
      if (this.cache.size >= MAX_TOKENS) this.cache.clear();
      if (this.renewals.size >= MAX_TOKENS) this.renewals.clear();
      this.cache.set(key, token);
      return token;
    } catch (error) {
      throw new SoapstoneError('CREDENTIAL', 'cannot get a token for the service', { cause: unreached(url, error) });
    } finally {
      this.running.delete(key);
    }
  }
}

function keyOf(id: string, secret: string): string {
  return JSON.stringify([id, secret]);
}

/** RFC 6749 §2.3.1: the gateway authenticates by Basic. Redirects are not followed. */
async function ask({ tokenUrl, scope, timeout }: Settings, id: string, secret: string): Promise<TokenResponse> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) });
  const pair = [id, secret].map((text) => encodeURIComponent(text).replaceAll('%20', '+')).join(':');
  const began = performance.now();
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  const text = await boundedText(response);
  if (!response.ok) throw new StatusError(response.status);
  return read(JSON.parse(text), began);
}

function read(
  response: { access_token?: unknown; token_type?: unknown; expires_in?: unknown },
  began: number,
): TokenResponse {
  const { access_token: text, token_type: type, expires_in: seconds } = response;
  if (typeof text !== 'string' || String(type).toLowerCase() !== 'bearer') throw new Error('no bearer token');
  const life = (typeof seconds === 'number' && seconds > 0 ? seconds : 60) * 1000;
  return { text, until: began + life - Math.min(EARLY, life / 10) };
}
