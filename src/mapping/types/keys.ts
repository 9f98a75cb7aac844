import type { Member } from '../../codec/members.ts';
import type { LetterCase, TypeReshape } from '../../codec/reshape.ts';
import { inCase } from '../../codec/reshaping.ts';
import type { Place } from '../../errors.ts';
import type { Report } from '../report.ts';

/** JSON names of a reshaped type must differ. */
export function checkKeys(
  reshape: TypeReshape,
  members: readonly Member[],
  letters: LetterCase | undefined,
  place: Place,
  report: Report,
): void {
  const taken = new Map<string, string>();
  for (const { key } of members) {
    if (reshape.omit.has(key)) continue;
    const shown = reshape.rename.get(key) ?? inCase(key, reshape.case ?? letters);
    const other = taken.get(shown);
    if (other === undefined) taken.set(shown, key);
    else
      report.add('MAPPING_DUPLICATE', `"${other}" and "${key}" would both be "${shown}"`, place, 'rename one of them');
  }
}
