// Reads which fields of a credential a kind uses: `as: { user: email }`.
import type { Entries, SettingReader } from './setting-reader.ts';

/** Its own names by default; undefined without the key. */
export function fieldNames<N extends Readonly<Record<string, string>>>(
  entries: Entries,
  key: string,
  names: N,
  reader: SettingReader,
): N | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return undefined;
  const renames = reader.entries(entry.value, Object.keys(names), key);
  return Object.fromEntries(
    Object.entries(names).map(([name, usual]) => [name, reader.text(renames.get(name)) ?? usual]),
  ) as unknown as N;
}
