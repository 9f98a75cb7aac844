// `back:` of the setting `auth`: how the service is shown who asks.
import { isPair } from '../../auth/outbound/signer.ts';
import type { BackSettings, SecuritySettings } from '../../auth/settings/settings.ts';
import type { YamlEntry } from '../../mapping/syntax/yaml.ts';
import type { AuthReader, Entries } from './auth-reader.ts';

const KINDS = ['basic', 'bearer', 'oauth1', 'oauth2', 'security'];
const METHODS = ['HMAC-SHA256', 'HMAC-SHA512', 'HMAC-SHA1'] as const;

export function readBack(entry: YamlEntry | undefined, reader: AuthReader): BackSettings {
  const found = entry ? reader.entries(entry.value, ['fields', 'pass', ...KINDS], 'back') : new Map();
  return {
    fields: reader.fields(found.get('fields')),
    pass: reader.flag(found.get('pass')) ?? true,
    basic: kind(found, 'basic', { user: 'user', password: 'password' }, reader),
    bearer: kind(found, 'bearer', { token: 'token' }, reader),
    oauth1: oauth1(found.get('oauth1'), reader),
    oauth2: oauth2(found.get('oauth2'), reader),
    security: security(found.get('security'), reader),
  };
}

function oauth1(entry: YamlEntry | undefined, reader: AuthReader): BackSettings['oauth1'] {
  if (entry === undefined) return undefined;
  const found = reader.entries(entry.value, ['realm', 'method', 'as'], 'oauth1');
  const names = {
    consumerKey: 'consumerKey',
    consumerSecret: 'consumerSecret',
    token: 'token',
    tokenSecret: 'tokenSecret',
  };
  const method = reader.word(found.get('method'), METHODS) ?? 'HMAC-SHA256';
  return { realm: reader.text(found.get('realm')), method, as: kind(found, 'as', names, reader) ?? names };
}

function oauth2(entry: YamlEntry | undefined, reader: AuthReader): BackSettings['oauth2'] {
  if (entry === undefined) return undefined;
  const found = reader.entries(entry.value, ['tokenUrl', 'scope', 'timeout', 'as'], 'oauth2');
  const tokenUrl = reader.text(found.get('tokenUrl')) ?? '';
  if (!URL.canParse(tokenUrl) || !/^https?:$/.test(new URL(tokenUrl).protocol))
    reader.problem(entry.value.place, 'oauth2 needs tokenUrl, an http(s) URL');
  const names = { clientId: 'clientId', clientSecret: 'clientSecret' };
  return {
    tokenUrl,
    scope: reader.text(found.get('scope')),
    timeout: reader.time(found.get('timeout')) ?? 5_000,
    as: kind(found, 'as', names, reader) ?? names,
  };
}

function security(entry: YamlEntry | undefined, reader: AuthReader): SecuritySettings | undefined {
  if (entry === undefined) return undefined;
  const keys = ['mustUnderstand', 'timestamp', 'usernameToken', 'signature'];
  const found = reader.entries(entry.value, keys, 'security');
  return {
    mustUnderstand: reader.flag(found.get('mustUnderstand')) ?? true,
    timestamp: reader.time(found.get('timestamp')),
    usernameToken: usernameToken(found.get('usernameToken'), reader),
    signature: signature(found.get('signature'), reader),
  };
}

function usernameToken(entry: YamlEntry | undefined, reader: AuthReader): SecuritySettings['usernameToken'] {
  if (entry === undefined) return undefined;
  const found = reader.entries(entry.value, ['type', 'as'], 'usernameToken');
  const names = { user: 'user', password: 'password' };
  const type = reader.word(found.get('type'), ['digest', 'text'] as const) ?? 'digest';
  return { type, as: kind(found, 'as', names, reader) ?? names };
}

function signature(entry: YamlEntry | undefined, reader: AuthReader): SecuritySettings['signature'] {
  if (entry === undefined) return undefined;
  const found = reader.entries(entry.value, ['cert', 'key'], 'signature');
  const [cert, key] = [reader.secret(found.get('cert')), reader.secret(found.get('key'))];
  if (!cert || !key) {
    if (found.size < 2) reader.problem(entry.value.place, 'signature needs cert and key');
    return undefined;
  }
  const signer = { cert, key };
  if (!isPair(signer)) reader.problem(entry.value.place, 'cert and key of signature are no pair');
  return signer;
}

/** Names of the fields that the kind shows; its own names unless told. */
function kind<N extends Readonly<Record<string, string>>>(
  found: Entries,
  name: string,
  names: N,
  reader: AuthReader,
): N | undefined {
  const entry = found.get(name);
  if (entry === undefined) return undefined;
  const told = reader.entries(entry.value, Object.keys(names), name);
  return Object.fromEntries(
    Object.entries(names).map(([key, usual]) => [key, reader.text(told.get(key)) ?? usual]),
  ) as unknown as N;
}
