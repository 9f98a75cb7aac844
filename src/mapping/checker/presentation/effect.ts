// Reports keys of `types:` that have no effect, with what to write instead.

import { isBare } from '../../../codec/datatypes/type-kind.ts';
import type { SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { suggest } from '../../../errors/suggest.ts';
import { type Fields, isNull, type Located } from '../../syntax/fields.ts';
import { OPTIONAL } from '../../syntax/lacking.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { TypesContext } from './context.ts';
import { isSelector } from './selectors.ts';

/** The keys that apply to each kind of type. */
const OPERATORS = {
  all: { operators: ['case', 'values', 'codes'], of: 'all types', hint: 'name a type, or a pattern of names' },
  simple: {
    operators: ['as', 'except', 'values'],
    of: 'a simple type',
    hint: 'set it on the type that has a member of this type',
  },
  complex: {
    operators: [
      ...['rename', 'case', 'omit', 'readOnly', 'enums', 'unwrap', 'keyed', 'spread', 'nulls', 'discriminator'],
      ...['name', 'list', 'computed', 'values'],
    ],
    of: 'a type with members',
    hint: 'name the simple type of the values',
  },
};

/** Reports keys that do not apply, and entries without keys. */
export function checkWords(
  entry: YamlEntry,
  fields: Fields,
  speaksOf: keyof typeof OPERATORS,
  ctx: TypesContext,
): void {
  const { operators, of, hint } = OPERATORS[speaksOf];
  fields.flag(OPTIONAL);
  for (const { key, place } of fields.values())
    if (!operators.includes(key) && !(key === OPTIONAL && named(entry)))
      ctx.report.add('MAPPING_TYPE', `"${key}" does not apply to ${of}`, place, hint);
  if (isNull(entry.value) || (entry.value.kind === 'map' && entry.value.entries.length === 0))
    ctx.report.add('MAPPING_MISSING', `"${entry.key}" has no keys`, entry.place, `known keys: ${operators.join(', ')}`);
}

/** One type by its name: only that may be lacking. */
function named({ key }: YamlEntry): boolean {
  return key !== '*' && !isSelector(key);
}

/** Some message must use at least one of the types. */
export function checkUsed(entry: YamlEntry, types: readonly TypeDef[], ctx: TypesContext): void {
  if (types.length === 0 || types.some((type) => ctx.used.has(type))) return;
  const subject = types.length === 1 ? 'the type' : 'a type like';
  const hint = 'remove it, or name a type that the messages use';
  ctx.report.add('MAPPING_TYPE', `no message of the contract uses ${subject} "${entry.key}"`, entry.place, hint);
}

/** `as:` applies to atomic types; `as: string` to those that are not texts. */
export function checkForm(entry: YamlEntry, type: SimpleType, as: YamlEntry, { report }: TypesContext): void {
  const place = as.value.place;
  if (type.variety !== 'atomic')
    report.add('MAPPING_TYPE', `"as" does not apply to "${entry.key}", which is a ${type.variety}`, place);
  else if (sourceOf(as) === 'string' && type.builtin !== 'anySimpleType' && !isBare(type.builtin))
    report.add(
      'MAPPING_TYPE',
      `values of "${entry.key}" are texts already`,
      place,
      'as: string is for numbers and booleans',
    );
}

/** Each name must be a member whose value has the type. */
export function checkExcept(names: readonly Located<string>[], type: SimpleType, { used, report }: TypesContext): void {
  const memberNames = names.length === 0 ? undefined : used.membersWith(type);
  for (const { value, place } of names)
    if (!memberNames?.has(value))
      report.add(
        'MAPPING_UNKNOWN_ELEMENT',
        `no member "${value}" has a value of this type`,
        place,
        suggest(value, memberNames ?? []),
      );
}

function sourceOf({ value }: YamlEntry): string | undefined {
  return value.kind === 'scalar' ? value.source : undefined;
}
