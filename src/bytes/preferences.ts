// Reads `Prefer` and `Preference-Applied` (RFC 7240).

/** Name in lower case → value, as it is without quotes; '' for none (§2: that is the same). */
export type Preferences = ReadonlyMap<string, string>;

/** A preference with its value. Parameters after a semicolon are ignored: tables cannot name them. */
const PREFERENCE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(?:=[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*")[ \t]*)?)?(?:;|$)/;

/** The first of repeated preferences counts (§2); invalid ones are ignored. */
export function preferencesOf(field: string): Preferences {
  const preferences = new Map<string, string>();
  for (const item of listItems(field)) {
    const [, name, value = ''] = PREFERENCE.exec(item) ?? [];
    if (name !== undefined && !preferences.has(name.toLowerCase()))
      preferences.set(name.toLowerCase(), unquoted(value));
  }
  return preferences;
}

/** Does the field have all of `preferences`? */
export function prefers(field: string, preferences: Preferences): boolean {
  const fieldPreferences = preferencesOf(field);
  return [...preferences].every(([name, value]) => fieldPreferences.get(name) === value);
}

/** Appends `preference` unless the field has it. */
export function withPreference(field: string | undefined, preference: string): string {
  if (field === undefined || field === '') return preference;
  return prefers(field, preferencesOf(preference)) ? field : `${field}, ${preference}`;
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}

/**
 * Items of a header field that is a list (RFC 9110 §5.6.1), in their order and as written. Commas inside of quoted strings do not count, and
 * empty items count for nothing. One pass: a quoted string may lack its end, and what begins one may stand there thousands of times.
 */
export function listItems(field: string): string[] {
  const items: string[] = [];
  let from = 0;
  let quoted = false;
  for (let i = 0; i < field.length; i++) {
    const c = field[i];
    if (c === '"') quoted = !quoted;
    else if (c === '\\' && quoted) i++;
    else if (c === ',' && !quoted) {
      items.push(field.slice(from, i));
      from = i + 1;
    }
  }
  items.push(field.slice(from));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
