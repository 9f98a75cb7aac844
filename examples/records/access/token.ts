// The header part `tokenPassport`: a signature over its own values, that counts once. Knows nothing about sessions.
import { createHmac } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { fault } from './faults.ts';
import { type Account, same, type Token } from './people.ts';

export interface TokenPassport {
  readonly account: string;
  readonly consumerKey: string;
  readonly token: string;
  readonly nonce: string;
  readonly timestamp: string;
  readonly signature: { readonly $value: string; readonly '@algorithm': string } | string;
}

/** Seconds that the clocks of caller and service may differ. */
const CLOCKS = 300;
const ALGORITHMS = new Map([
  ['HMAC-SHA256', 'sha256'],
  ['HMAC_SHA256', 'sha256'],
  ['HMAC-SHA1', 'sha1'],
  ['HMAC_SHA1', 'sha1'],
]);

/** Whose token it is. Throws invalidCredentials for anything that is not right, without saying what. */
export function checkedToken(passport: TokenPassport, account: Account, db: Database, now: number): Token {
  const token = account.tokens.find((one) => one.token === passport.token && one.consumerKey === passport.consumerKey);
  const seconds = Number(passport.timestamp);
  const right =
    token !== undefined &&
    passport.account === account.id &&
    /^[A-Za-z0-9]{6,64}$/.test(passport.nonce) &&
    Math.abs(now / 1000 - seconds) <= CLOCKS &&
    signed(passport, token) &&
    firstUse(passport, db, now);
  if (!right) throw fault('invalidCredentials', 'INVALID_LOGIN_CREDENTIALS', 'Invalid login attempt.');
  return token;
}

function signed(passport: TokenPassport, token: Token): boolean {
  const { signature } = passport;
  if (typeof signature === 'string') return false;
  const hash = ALGORITHMS.get(signature['@algorithm']);
  return hash !== undefined && same(signature.$value.trim(), signatureOf(passport, token, hash));
}

/** HMAC over the five values joined by `&`, with both secrets joined by `&` as the key; Base64. */
export function signatureOf(
  { account, consumerKey, token, nonce, timestamp }: Omit<TokenPassport, 'signature'>,
  { consumerSecret, tokenSecret }: Pick<Token, 'consumerSecret' | 'tokenSecret'>,
  hash = 'sha256',
): string {
  const base = [account, consumerKey, token, nonce, timestamp].join('&');
  return createHmac(hash, `${consumerSecret}&${tokenSecret}`).update(base).digest('base64');
}

/** Nonces are kept as long as their timestamp could pass. */
function firstUse({ token, nonce }: TokenPassport, db: Database, now: number): boolean {
  db.run('DELETE FROM nonce WHERE expires < ?', now);
  const sql = 'INSERT OR IGNORE INTO nonce (token, nonce, expires) VALUES (?, ?, ?)';
  return db.run(sql, token, nonce, now + 2 * CLOCKS * 1000).changes === 1;
}
