// Reads `back:` of the setting `auth`: the credentials of upstream calls.
import type { BackSettings } from '../../auth/settings/settings.ts';
import type { Place } from '../../errors/errors.ts';
import type { YamlEntry } from '../../mapping/syntax/yaml.ts';
import { fieldNames } from './field-names.ts';
import { readSecurity } from './security-settings.ts';
import type { SettingReader } from './setting-reader.ts';

const KINDS = ['basic', 'bearer', 'oauth1', 'oauth2', 'security'];
const METHODS = ['HMAC-SHA256', 'HMAC-SHA512', 'HMAC-SHA1'] as const;

export function readBack(entry: YamlEntry | undefined, reader: SettingReader): BackSettings {
  const entries: ReadonlyMap<string, YamlEntry> = entry
    ? reader.entries(entry.value, ['fields', 'pass', ...KINDS], 'back')
    : new Map();
  const fields = entries.get('fields');
  return {
    fields: reader.fields(fields),
    ...(fields?.value.kind === 'map' && { places: placesOf(fields.value.entries) }),
    pass: reader.flag(entries.get('pass')) ?? true,
    basic: fieldNames(entries, 'basic', { user: 'user', password: 'password' }, reader),
    bearer: fieldNames(entries, 'bearer', { token: 'token' }, reader),
    oauth1: oauth1(entries.get('oauth1'), reader),
    oauth2: oauth2(entries.get('oauth2'), reader),
    security: readSecurity(entries.get('security'), reader),
  };
}

function placesOf(entries: readonly YamlEntry[]): ReadonlyMap<string, Place> {
  return new Map(entries.map(({ key, place }) => [key, place]));
}

function oauth1(entry: YamlEntry | undefined, reader: SettingReader): BackSettings['oauth1'] {
  if (entry === undefined) return undefined;
  const entries = reader.entries(entry.value, ['realm', 'method', 'as'], 'oauth1');
  const names = {
    consumerKey: 'consumerKey',
    consumerSecret: 'consumerSecret',
    token: 'token',
    tokenSecret: 'tokenSecret',
  };
  const method = reader.choice(entries.get('method'), METHODS) ?? 'HMAC-SHA256';
  return { realm: reader.text(entries.get('realm')), method, as: fieldNames(entries, 'as', names, reader) ?? names };
}

function oauth2(entry: YamlEntry | undefined, reader: SettingReader): BackSettings['oauth2'] {
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
    as: fieldNames(entries, 'as', names, reader) ?? names,
  };
}
