import type { Member } from '../../codec/members.ts';
import type { LetterCase, TypeReshape } from '../../codec/reshape.ts';
import type { Place } from '../../errors.ts';
import type { Report } from '../report.ts';

/** JSON names of a reshaped type must differ. */
export function checkKeys(reshape: TypeReshape, members: readonly Member[], place: Place, report: Report): void {
  const taken = new Map<string, string>();
  for (const { key } of members) {
    if (reshape.omit.has(key)) continue;
    const shown = reshape.rename.get(key) ?? inCase(key, reshape.case);
    const other = taken.get(shown);
    if (other === undefined) taken.set(shown, key);
    else
      report.add('MAPPING_DUPLICATE', `"${other}" and "${key}" would both be "${shown}"`, place, 'rename one of them');
  }
}

/** `AccountId` → `accountId` or `account_id`; marks (`@`, `$`) stay in front. */
export function inCase(key: string, letters: LetterCase | undefined): string {
  if (letters === undefined || key.startsWith('$') || key.includes(':') || key.includes('{')) return key;
  const mark = key.startsWith('@') ? '@' : '';
  const words = key
    .slice(mark.length)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .map((word) => word.toLowerCase());
  if (letters === 'snake') return mark + words.join('_');
  return mark + words.map((w, i) => (i === 0 ? w : w.charAt(0).toUpperCase() + w.slice(1))).join('');
}
