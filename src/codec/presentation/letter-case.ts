// The letter case of names.

/** `accountId` (from AccountId, ACCOUNT_ID, account-id …) or `account_id`. */
export type LetterCase = 'camel' | 'snake';

/** `AccountId` → `accountId` or `account_id`. Keeps a leading `@` or `$`, and qualified names. */
export function inCase(key: string, letters: LetterCase | undefined): string {
  if (letters === undefined || key.startsWith('$') || key.includes(':') || key.includes('{')) return key;
  const mark = key.startsWith('@') ? '@' : '';
  const segments = key
    .slice(mark.length)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .map((segment) => segment.toLowerCase());
  if (letters === 'snake') return mark + segments.join('_');
  return mark + segments.map((w, i) => (i === 0 ? w : w.charAt(0).toUpperCase() + w.slice(1))).join('');
}
