// Reports entries of `types:` that have no effect, with what to write instead.

import { isBare } from '../../../codec/datatypes/type-kind.ts';
import type { SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { Located } from '../../syntax/fields.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { TypesContext } from './context.ts';

/** Some message must use at least one of the types. */
export function checkUsed(entry: YamlEntry, types: readonly TypeDef[], ctx: TypesContext): void {
  if (types.length === 0 || types.some((type) => ctx.used.has(type))) return;
  const subject = types.length === 1 ? 'the type' : 'a type like';
  const hint = 'remove it, or name a type that the messages use';
  ctx.report.add('MAPPING_TYPE', `no message of the contract uses ${subject} "${entry.key}"`, entry.place, hint);
}

/** `date` and `string` apply to atomic types; `string` to those that are not texts. */
export function checkForm(entry: YamlEntry, type: SimpleType, values: YamlEntry, { report }: TypesContext): void {
  const place = values.value.place;
  if (type.variety !== 'atomic')
    report.add('MAPPING_TYPE', `"values" does not apply to "${entry.key}", which is a ${type.variety}`, place);
  else if (sourceOf(values) === 'string' && type.builtin !== 'anySimpleType' && !isBare(type.builtin))
    report.add(
      'MAPPING_TYPE',
      `values of "${entry.key}" are texts already`,
      place,
      'values: string is for numbers and booleans',
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
