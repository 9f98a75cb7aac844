// `back:` of the setting `auth`: how the service is shown who asks.
import type { BackSettings } from '../../../credential/settings.ts';
import type { YamlEntry } from '../../../mapping/yaml.ts';
import type { AuthReader, Entries } from './reader.ts';

const KINDS = ['basic', 'bearer'];

export function readBack(entry: YamlEntry | undefined, reader: AuthReader): BackSettings {
  const found = entry ? reader.entries(entry.value, ['fields', 'pass', ...KINDS], 'back') : new Map();
  return {
    fields: reader.fields(found.get('fields')),
    pass: reader.flag(found.get('pass')) ?? true,
    basic: kind(found, 'basic', { user: 'user', password: 'password' }, reader),
    bearer: kind(found, 'bearer', { token: 'token' }, reader),
  };
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
