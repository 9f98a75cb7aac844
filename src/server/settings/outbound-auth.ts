// Reads `back:` of the setting `auth`: the credentials of upstream calls.
import { isPair } from '../../auth/outbound/security.ts';
import type { BackSettings, SecuritySettings } from '../../auth/settings/settings.ts';
import type { YamlEntry } from '../../mapping/syntax/yaml.ts';
import type { AuthReader, Entries } from './auth-reader.ts';

const KINDS = ['basic', 'bearer', 'oauth1', 'oauth2', 'security'];
const METHODS = ['HMAC-SHA256', 'HMAC-SHA512', 'HMAC-SHA1'] as const;

export function readBack(entry: YamlEntry | undefined, reader: AuthReader): BackSettings {
  const entries = entry ? reader.entries(entry.value, ['fields', 'pass', ...KINDS], 'back') : new Map();
  return {
    fields: reader.fields(entries.get('fields')),
    pass: reader.flag(entries.get('pass')) ?? true,
    basic: kind(entries, 'basic', { user: 'user', password: 'password' }, reader),
    bearer: kind(entries, 'bearer', { token: 'token' }, reader),
    oauth1: oauth1(entries.get('oauth1'), reader),
    oauth2: oauth2(entries.get('oauth2'), reader),
    security: security(entries.get('security'), reader),
  };
}

function oauth1(entry: YamlEntry | undefined, reader: AuthReader): BackSettings['oauth1'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['realm', 'method', 'as'], 'oauth1');
  const names = {
    consumerKey: 'consumerKey',
    consumerSecret: 'consumerSecret',
    token: 'token',
    tokenSecret: 'tokenSecret',
  };
  const method = reader.choice(entries.get('method'), METHODS) ?? 'HMAC-SHA256';
  return { realm: reader.text(entries.get('realm')), method, as: kind(entries, 'as', names, reader) ?? names };
}

function oauth2(entry: YamlEntry | undefined, reader: AuthReader): BackSettings['oauth2'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['tokenUrl', 'scope', 'timeout', 'as'], 'oauth2');
  const tokenUrl = reader.text(entries.get('tokenUrl')) ?? '';
  if (!URL.canParse(tokenUrl) || !/^https?:$/.test(new URL(tokenUrl).protocol))
    reader.problem(entry.value.place, 'oauth2 needs tokenUrl, an http(s) URL');
  const names = { clientId: 'clientId', clientSecret: 'clientSecret' };
  return {
    tokenUrl,
    scope: reader.text(entries.get('scope')),
    timeout: reader.time(entries.get('timeout')) ?? 5_000,
    as: kind(entries, 'as', names, reader) ?? names,
  };
}

function security(entry: YamlEntry | undefined, reader: AuthReader): SecuritySettings | undefined {
  if (entry === undefined) return undefined;
  const keys = ['mustUnderstand', 'timestamp', 'usernameToken', 'signature'];
  const entries = reader.entries(entry.value, keys, 'security');
  return {
    mustUnderstand: reader.flag(entries.get('mustUnderstand')) ?? true,
    timestamp: reader.time(entries.get('timestamp')),
    usernameToken: usernameToken(entries.get('usernameToken'), reader),
    signature: signature(entries.get('signature'), reader),
  };
}

function usernameToken(entry: YamlEntry | undefined, reader: AuthReader): SecuritySettings['usernameToken'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['type', 'as'], 'usernameToken');
  const names = { user: 'user', password: 'password' };
  const type = reader.choice(entries.get('type'), ['digest', 'text'] as const) ?? 'digest';
  return { type, as: kind(entries, 'as', names, reader) ?? names };
}

function signature(entry: YamlEntry | undefined, reader: AuthReader): SecuritySettings['signature'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['cert', 'key'], 'signature');
  const [cert, key] = [reader.secret(entries.get('cert')), reader.secret(entries.get('key'))];
  if (!cert || !key) {
    if (entries.size < 2) reader.problem(entry.value.place, 'signature needs cert and key');
    return undefined;
  }
  const signer = { cert, key };
  if (!isPair(signer)) reader.problem(entry.value.place, 'cert and key of signature do not match');
  return signer;
}

/** Names of the fields that the kind sends; its own names by default. */
function kind<N extends Readonly<Record<string, string>>>(
  entries: Entries,
  name: string,
  names: N,
  reader: AuthReader,
): N | undefined {
  const entry = entries.get(name);
  if (entry === undefined) return undefined;
  const renames = reader.entries(entry.value, Object.keys(names), name);
  return Object.fromEntries(
    Object.entries(names).map(([key, usual]) => [key, reader.text(renames.get(key)) ?? usual]),
  ) as unknown as N;
}
