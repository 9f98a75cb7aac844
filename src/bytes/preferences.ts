// What `Prefer` and `Preference-Applied` say (RFC 7240).
import { listItems } from './list-items.ts';

/** Name in lower case → value, as it is without quotes; '' for none (§2: that is the same). */
export type Preferences = ReadonlyMap<string, string>;

/** A preference with its value; its parameters after a semicolon change nothing that a table can name. */
const PREFERENCE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(?:=[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*")[ \t]*)?)?(?:;|$)/;

/** Of a preference that is said more than once the first counts (§2); what is none is passed over. */
export function preferencesOf(field: string): Preferences {
  const preferences = new Map<string, string>();
  for (const item of listItems(field)) {
    const [, name, value = ''] = PREFERENCE.exec(item) ?? [];
    if (name !== undefined && !preferences.has(name.toLowerCase()))
      preferences.set(name.toLowerCase(), unquoted(value));
  }
  return preferences;
}

/** Does the field say all of `preferences`, perhaps among others? */
export function prefers(field: string, preferences: Preferences): boolean {
  const fieldPreferences = preferencesOf(field);
  return [...preferences].every(([name, value]) => fieldPreferences.get(name) === value);
}

/** `field` with `preference` at its end, unless it has been said. */
export function withPreference(field: string | undefined, preference: string): string {
  if (field === undefined || field === '') return preference;
  return prefers(field, preferencesOf(preference)) ? field : `${field}, ${preference}`;
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}
