// The words of `types:`, in one list: what entries may have each, and what each says of a type.

import type { Presentation, TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { type Fields, fieldsAt, isNull } from '../../syntax/fields.ts';
import { OPTIONAL } from '../../syntax/lacking.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { readAdded } from './add.ts';
import type { TypesContext } from './context.ts';
import { readFlatten, readKeyed, readNulls } from './lists.ts';
import { readOmit } from './omit.ts';
import { type Renaming, readCase, readRename } from './rename.ts';
import { isSelector } from './selectors.ts';
import { type MemberValues, readMemberValues, readPrefix } from './values.ts';

/** `"*"`, the name of a simple type, or complex types by name or by pattern. */
export type EntryKind = 'all' | 'simple' | 'complex';

/** What a word says of a complex type. */
export type Statement = Partial<TypePresentation> & Pick<Renaming, 'typeKey'> & Pick<MemberValues, 'typeNames'>;

export interface TypeWord {
  readonly keyword: string;
  readonly entries: readonly EntryKind[];
  readonly ofType?: (entry: YamlEntry, type: TypeDef, ctx: TypesContext) => Statement;
  readonly ofAll?: (entry: YamlEntry, report: Report) => Pick<Presentation, 'case' | 'prefix' | 'codes'>;
}

const COMPLEX: readonly EntryKind[] = ['complex'];

export const typeWords: readonly TypeWord[] = [
  {
    keyword: 'rename',
    entries: ['all', 'complex'],
    ofType: readRename,
    ofAll: (entry, report) => ({ case: readCase(entry, report) }),
  },
  {
    keyword: 'values',
    entries: ['all', 'simple', 'complex'],
    ofType: readMemberValues,
    ofAll: (entry, report) => ({ prefix: readPrefix(entry, report) }),
  },
  { keyword: 'except', entries: ['simple'] },
  { keyword: 'codes', entries: ['all'], ofAll: (entry, report) => ({ codes: readCodes(entry, report) }) },
  // Read before the others, which ask what is omitted.
  { keyword: 'omit', entries: COMPLEX },
  {
    keyword: 'readOnly',
    entries: COMPLEX,
    ofType: (entry, type, ctx) => ({ readOnly: readOmit(entry, type, ctx) }),
  },
  {
    keyword: 'flatten',
    entries: COMPLEX,
    ofType: (entry, type, ctx) => ({ unwrap: readFlatten(entry, ctx.codec.members(type), ctx) }),
  },
  { keyword: 'keyed', entries: COMPLEX, ofType: (entry, type, ctx) => readKeyed(entry, ctx.codec.members(type), ctx) },
  {
    keyword: 'nulls',
    entries: COMPLEX,
    ofType: (entry, type, ctx) => ({ nulls: readNulls(entry, ctx.codec.members(type), ctx) }),
  },
  { keyword: 'add', entries: COMPLEX, ofType: (entry, _type, ctx) => ({ computed: readAdded(entry, ctx) }) },
];

function readCodes(entry: YamlEntry, report: Report): Presentation['codes'] {
  const fields = fieldsAt(entry, ['key', 'label'], report);
  const text = (key: string) => {
    if (!fields.has(key)) report.add('MAPPING_MISSING', `"codes" has no "${key}"`, entry.place);
    return fields.text(key)?.value ?? key;
  };
  return { key: text('key'), label: text('label') };
}

/** How messages speak of the kinds of entries. */
const KINDS: Readonly<Record<EntryKind, { readonly of: string; readonly hint: string }>> = {
  all: { of: 'all types', hint: 'name a type, or a pattern of names' },
  simple: { of: 'a simple type', hint: 'set it on the type that has a member of this type' },
  complex: { of: 'a type with members', hint: 'name the simple type of the values' },
};

/** Reports keys that do not apply, and entries without keys. */
export function checkWords(entry: YamlEntry, fields: Fields, kind: EntryKind, ctx: TypesContext): void {
  const { of, hint } = KINDS[kind];
  const keywords = typeWords.filter(({ entries }) => entries.includes(kind)).map(({ keyword }) => keyword);
  fields.flag(OPTIONAL);
  for (const { key, place } of fields.values())
    if (!keywords.includes(key) && !(key === OPTIONAL && named(entry)))
      ctx.report.add('MAPPING_TYPE', `"${key}" does not apply to ${of}`, place, hint);
  if (isNull(entry.value) || (entry.value.kind === 'map' && entry.value.entries.length === 0))
    ctx.report.add('MAPPING_MISSING', `"${entry.key}" has no keys`, entry.place, `known keys: ${keywords.join(', ')}`);
}

/** One type by its name: only that may be lacking. */
function named({ key }: YamlEntry): boolean {
  return key !== '*' && !isSelector(key);
}
