// Who calls tutorial 60 through the loops. Both gateways know the same callers: the one in front judges what a caller shows, and shows its
// fields to the next one in the form that REST or SOAP has for them.
import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { SoapstoneOptions } from '../../src/index.ts';
import type { Form } from '../laws/canonical.ts';
import type { Parts } from './random.ts';

type Auth = NonNullable<SoapstoneOptions['auth']>;

/** `auth` of the gateway with REST, and with SOAP in front. */
export interface Auths {
  readonly rest: Auth;
  readonly soap: Auth;
}

export interface Caller {
  readonly email: string;
  readonly password: string;
  readonly account: string;
  readonly role?: string;
  /** Those who have one sign. */
  readonly token?: string;
}

export const callers: readonly Caller[] = [
  { email: 'anna@example.com', password: 'correct horse', account: 'North', role: '3' },
  { email: 'bob@example.com', password: 'a&<"b', account: 'South & East' },
  { email: 'shop@example.com', password: 'staple', account: 'Shop', token: 'tk 1' },
];

const SECRETS = { consumerKey: 'ck', consumerSecret: 'c/s', tokenSecret: 't+s' };

const known = callers.map(({ role, token, password, ...names }, i) => ({
  ...names,
  ...(role && { role }),
  password: secret(`LOOP_PASSWORD_${i}`, password),
  ...(token && {
    consumerKey: SECRETS.consumerKey,
    consumerSecret: secret('LOOP_CONSUMER_SECRET', SECRETS.consumerSecret),
    token: secret('LOOP_TOKEN', token),
    tokenSecret: secret('LOOP_TOKEN_SECRET', SECRETS.tokenSecret),
  }),
}));

export const auths: Auths = {
  rest: { front: [{ basic: { as: { user: 'email' } } }], callers: known },
  soap: { front: ['soap'], callers: known, back: { basic: { user: 'email', password: 'password' } } },
};

function secret(name: string, value: string): { env: string } {
  process.env[name] = value;
  return { env: name };
}

/** What a REST client shows. */
export function fieldsOf({ email, password, account }: Caller): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`, 'x-account': account };
}

const NS = 'https://example.com/notes';

/** What a SOAP client shows: a password, or for those who have a token a signature, good for once. */
function headerOf({ email, password, account, role, token }: Caller): string {
  const passport = { email, password, account, ...(role && { role }) };
  if (token === undefined) return `<passport xmlns="${NS}">${members(passport)}</passport>`;
  const nonce = randomBytes(12).toString('hex');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { consumerKey } = SECRETS;
  const digest = signatureOf({ account, token, nonce, timestamp });
  const signed = `<signature algorithm="HMAC-SHA256">${digest}</signature>`;
  return `<tokenPassport xmlns="${NS}">${members({ account, consumerKey, token, nonce, timestamp })}${signed}</tokenPassport>`;
}

function members(values: Readonly<Record<string, string>>): string {
  const text = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${text(value)}</${name}>`)
    .join('');
}

interface Signed {
  readonly account: string;
  readonly token: string;
  readonly nonce: string;
  readonly timestamp: string;
}

function signatureOf({ account, token, nonce, timestamp }: Signed): string {
  const key = `${SECRETS.consumerSecret}&${SECRETS.tokenSecret}`;
  const text = [account, SECRETS.consumerKey, token, nonce, timestamp].join('&');
  return createHmac('sha256', key).update(text).digest('base64');
}

/** The same messages, each of a caller. */
export function ofCallers(messages: fc.Arbitrary<Parts>): fc.Arbitrary<Parts> {
  return fc
    .tuple(messages, fc.constantFrom(...callers))
    .map(([{ body }, caller]) => ({ body, header: headerOf(caller) }));
}

/** A header block as the service must see it: a signature is made anew for every call, and must be good. */
export function presented(block: Form): Form | { asymmetricMatch(other: unknown): boolean } {
  if (!block.name.endsWith('}tokenPassport')) return block;
  const fresh = (values: Record<string, string>) => signatureOf(values as unknown as Signed) === values['signature'];
  const constant = ({ account, consumerKey, token }: Record<string, string>) =>
    JSON.stringify([account, consumerKey, token]);
  const wanted = valuesOf(block);
  return {
    asymmetricMatch: (other) => {
      const seen = valuesOf(other as Form);
      return constant(seen) === constant(wanted) && seen['nonce'] !== wanted['nonce'] && fresh(seen);
    },
  };
}

function valuesOf(block: Form): Record<string, string> {
  const entries = (block.content as Form[]).map(({ name, content }) => [name.slice(name.indexOf('}') + 1), content]);
  return Object.fromEntries(entries);
}

/** Whose header block it is. */
export function callerOf(block: Form | undefined): Caller | undefined {
  const account = block && valuesOf(block)['account'];
  return callers.find((caller) => caller.account === account);
}
