// Reads what the setting `auth` demands of callers: scope, roles and claims of all rules, and of some.
import type { AuthorizationSettings } from '../../auth/settings/settings.ts';
import { ACCESS_KEYWORDS, readAccess } from '../../mapping/syntax/access.ts';
import type { Access } from '../../rule/access.ts';
import type { Entries, SettingReader } from './setting-reader.ts';

const ACCESS_KEYS = Object.keys(ACCESS_KEYWORDS);
export const AUTHORIZATION_KEYS = [...ACCESS_KEYS, 'rules'];

/** undefined: nothing is demanded. */
export function readAuthorization(entries: Entries, reader: SettingReader): AuthorizationSettings | undefined {
  if (!AUTHORIZATION_KEYS.some((key) => entries.has(key))) return undefined;
  const rules = reader.items(entries.get('rules')).map((item) => {
    const keys = reader.entries(item, ['rule', ...ACCESS_KEYS], 'an entry of rules');
    const rule = reader.texts(keys.get('rule'));
    if (rule === undefined) reader.problem(item.place, 'an entry of rules needs rule', 'rule: GET /accounts/*');
    return { rule: rule ?? [], access: accessIn(keys, reader), place: item.place };
  });
  return { access: accessIn(entries, reader), rules };
}

export function accessIn(entries: Entries, reader: SettingReader): Access {
  return readAccess(entries, (place, message, hint) => reader.problem(place, message, hint));
}
