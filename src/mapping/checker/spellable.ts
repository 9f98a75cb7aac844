// Text patterns over simple types: whether any value of the type can hold the texts around the holes.
import { isPresented } from '../../codec/datatypes/presented-types.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import { familyOf } from '../model/variables.ts';

/** What stands in lexical forms (Part 2 §3.2), white space aside. Types that are not listed are texts. */
const TEMPORAL = /^[-+:.0-9TZ]*$/;
const CHARACTERS: ReadonlyMap<string, RegExp> = new Map([
  ['number', /^[-+.0-9]*$/],
  ['boolean', /^[truefals01]*$/],
  ['float', /^[-+.0-9eEINFa]*$/],
  ['double', /^[-+.0-9eEINFa]*$/],
  ['duration', /^[-.0-9PYMDTHS]*$/],
  ['hexBinary', /^[0-9a-fA-F]*$/],
  ['base64Binary', /^[A-Za-z0-9+/=]*$/],
  ...['dateTime', 'date', 'time', 'gYearMonth', 'gYear', 'gMonthDay', 'gDay', 'gMonth'].map(
    (name): [string, RegExp] => [name, TEMPORAL],
  ),
]);

/** False: no value has such a form. True says nothing of facets, enumerations aside. */
export function spellable(parts: readonly Part[], type: SimpleType): boolean {
  if (type.variety === 'union') return (type.members ?? []).some((member) => spellable(parts, member));
  // Lists are for converters to say, and other spellings for `types:`.
  if (type.variety === 'list' || isPresented(type)) return true;
  const { enumeration } = type.facets;
  if (enumeration !== undefined) return enumeration.some((value) => holds(value, parts));
  const characters = CHARACTERS.get(familyOf(type));
  return (
    characters === undefined || parts.every((part) => isHole(part) || characters.test(part.replace(/[ \t\r\n]/g, '')))
  );
}

function holds(value: string, parts: readonly Part[]): boolean {
  let at = 0;
  for (const part of parts) {
    if (isHole(part)) continue;
    const index = value.indexOf(part.trim(), at);
    if (index < 0) return false;
    at = index + part.trim().length;
  }
  return true;
}
