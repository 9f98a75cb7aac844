// Bearer tokens (RFC 6750): JWTs (RFC 7519) that are verified with keys of the settings, or texts that the upstream verifies.
import type { errors as Errors, JWTPayload, JWTVerifyGetKey } from 'jose';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Secret } from '../settings/secret.ts';
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, quoted, Refused, type Verdict } from './authenticator.ts';
import { keyOf, unknownCaller } from './caller-registry.ts';
import { TokenGrants } from './grants.ts';
import type { KeySets } from './jwks.ts';

type Settings = FrontSettings & { readonly kind: 'bearer' };

/** `forwardsToken`: upstream calls may have the token, so that cached responses are for this token alone. */
export function bearer(settings: Settings, forwardsToken: boolean, sets: KeySets): FrontKind {
  const check = settings.jwt && checker(settings, settings.jwt, forwardsToken, sets);
  return {
    name: 'bearer',
    field: 'authorization',
    challenge: `Bearer realm=${quoted(settings.realm)}`,
    authenticate({ req }) {
      const field = req.headers.authorization ?? '';
      if (!/^bearer\b/i.test(field)) return undefined;
      const token = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(field)?.[1];
      if (token === undefined) return 'refused';
      return check ? check(token) : unknownCaller('bearer', new Map([[settings.as.token, token]]));
    },
  };
}

type Jwt = NonNullable<Settings['jwt']>;

/** The first token loads the library. */
function checker(
  settings: Settings,
  jwt: Jwt,
  forwardsToken: boolean,
  sets: KeySets,
): (token: string) => Promise<Verdict> {
  const keys = keysOf(jwt, sets);
  return async (token) => {
    const { errors, jwtVerify } = await import('jose');
    const key = await keys();
    if (key === undefined) return new Refused('there are no keys to verify the token');
    try {
      const { issuer, audience, algorithms, tolerance } = jwt;
      const { payload } = await jwtVerify(token, key, {
        issuer: [...issuer],
        audience: [...audience],
        algorithms: [...algorithms],
        clockTolerance: tolerance / 1000,
        requiredClaims: ['exp'],
      });
      return callerOf(payload, token, settings.as.token, jwt, forwardsToken);
    } catch (error) {
      if (error instanceof errors.JOSEError) return new Refused(whatIsWrong(error));
      if (error instanceof SoapstoneError) throw error;
      throw new SoapstoneError('CREDENTIAL', 'the token verification keys are not usable', {
        cause: (error as Error).name,
      });
    }
  };
}

const WRONG: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'the token has expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'the signature of the token is wrong',
  ERR_JWKS_NO_MATCHING_KEY: 'there is no key for the token',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'there are several keys for the token',
  ERR_JOSE_ALG_NOT_ALLOWED: 'the algorithm of the token is not allowed',
};

/** Verified claims: the names of others may be made up by the token. */
const CHECKED = new Set(['iss', 'aud', 'exp', 'nbf', 'iat']);

function whatIsWrong({ code, ...error }: Errors.JOSEError): string {
  const claim = 'claim' in error && typeof error.claim === 'string' ? error.claim : '';
  return CHECKED.has(claim) && code !== 'ERR_JWT_EXPIRED'
    ? `the claim ${claim} of the token is not accepted`
    : (WRONG[code] ?? 'the token cannot be verified');
}

type KeySource = () => Promise<JWTVerifyGetKey | undefined>;

/** A file is read again when it changes. */
function keysOf({ jwks }: Jwt, sets: KeySets): KeySource {
  if (!('url' in jwks)) return fileKeys(jwks.file);
  const { key } = sets.of(jwks.url);
  return async () => key;
}

function fileKeys(file: Secret): KeySource {
  let read: { readonly text: string; readonly key: JWTVerifyGetKey } | undefined;
  return async () => {
    const text = file.read();
    if (text === undefined) return undefined;
    if (read?.text !== text) {
      const { createLocalJWKSet } = await import('jose');
      try {
        read = { text, key: createLocalJWKSet(JSON.parse(text)) };
      } catch {
        // The file may be half written: the previous keys stay.
      }
    }
    return read?.key;
  };
}

/** Callers are told apart by issuer, claims of `identity` and their fields. */
function callerOf(payload: JWTPayload, token: string, field: string, jwt: Jwt, forwardsToken: boolean): Verdict {
  const { claims, identity: needed } = jwt;
  const identity = new Map([['$iss', String(payload.iss)]]);
  for (const claim of needed) {
    const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      return new Refused(`the claim ${claim} of the token is missing`);
    identity.set(`$ ${claim}`, JSON.stringify(value));
  }
  const fields = new Map<string, string>();
  for (const [name, claim] of claims) {
    const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      fields.set(name, String(value));
  }
  // Without the signature: it has several spellings, and with ECDSA a second valid value.
  if (forwardsToken) identity.set('$token', token.slice(0, token.lastIndexOf('.')));
  const key = keyOf('bearer', new Map([...fields, ...identity]));
  fields.set(field, token);
  return { key, fields, grants: new TokenGrants(payload, jwt) };
}
