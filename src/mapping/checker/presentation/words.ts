// The words of `types:`, in one list: what entries may have each, and what each says of a type.

import type { Presentation, TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { type Fields, isNull, textField } from '../../syntax/fields.ts';
import { flag, type Keyword, listOf, mapOf, TEXTS, vocabulary } from '../../syntax/keywords.ts';
import { OPTIONAL } from '../../syntax/lacking.ts';
import { PATTERN } from '../../syntax/pattern-keys.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { readAdded } from './add.ts';
import type { TypesContext } from './context.ts';
import { KEYED_KEYS, readKeyed } from './keyed.ts';
import { readFlatten, readNulls } from './lists.ts';
import { readOmit } from './omit.ts';
import { type Renaming, readCase, readRename } from './rename.ts';
import { isSelector } from './selectors.ts';
import { type MemberValues, readMemberValues, readPrefix } from './values.ts';

/** `"*"`, the name of a simple type, or complex types by name or by pattern. */
export type EntryKind = 'all' | 'simple' | 'complex';

/** What a word says of a complex type. */
export type Statement = Partial<TypePresentation> & Pick<Renaming, 'typeKey'> & Pick<MemberValues, 'typeNames'>;

export interface TypeWord extends Keyword {
  readonly keyword: string;
  readonly entries: readonly EntryKind[];
  readonly ofType?: (entry: YamlEntry, type: TypeDef, ctx: TypesContext) => Statement;
  readonly ofAll?: (entry: YamlEntry, report: Report) => Pick<Presentation, 'case' | 'prefix' | 'codes'>;
}

const COMPLEX: readonly EntryKind[] = ['complex'];

export const typeWords: readonly TypeWord[] = [
  {
    keyword: 'rename',
    docs: '`{ member: name }`: other names for members. Further keys are [below](#rename).',
    schema: { ...mapOf({ type: 'string' }), properties: { '*': { enum: ['camel', 'snake'] } } },
    entries: ['all', 'complex'],
    ofType: readRename,
    ofAll: (entry, report) => ({ case: readCase(entry, report) }),
  },
  {
    keyword: 'values',
    docs: 'Other texts for values: a prefix that JSON leaves out, or value tables. Forms are [below](#values).',
    schema: { anyOf: [{ type: 'string' }, mapOf({ type: 'string' })] },
    entries: ['all', 'simple', 'complex'],
    ofType: readMemberValues,
    ofAll: (entry, report) => ({ prefix: readPrefix(entry, report) }),
  },
  {
    keyword: 'except',
    docs: 'With `values` of a simple type: members that keep their form.',
    schema: TEXTS,
    entries: ['simple'],
  },
  {
    keyword: 'zone',
    docs: 'With `values: date`: the time zone in which days begin, such as `America/Los_Angeles` or `"{$settings.zone}"`. Default: UTC.',
    schema: { type: 'string' },
    entries: ['simple'],
  },
  {
    keyword: 'codes',
    docs: 'Under `"*"`, `id/refName`: enumerated values of elements may also come as objects, `{ id: bank, refName: A bank }`; they are written bare.',
    schema: { type: 'string', pattern: '^[^/]+/[^/]+$' },
    entries: ['all'],
    ofAll: (entry, report) => ({ codes: readCodes(entry, report) }),
  },
  // Read before the others, which ask what is omitted.
  {
    keyword: 'omit',
    docs: 'A member or a list of members that JSON neither shows nor takes: attributes and elements, none that is required.',
    schema: TEXTS,
    entries: COMPLEX,
  },
  {
    keyword: 'readOnly',
    docs: 'A member or a list of members that the service alone sets, none that is required. Responses show them; requests of REST clients may have them, with any value, and are sent without them.',
    schema: TEXTS,
    entries: COMPLEX,
    ofType: (entry, type, ctx) => ({ readOnly: readOmit(entry, type, ctx) }),
  },
  {
    keyword: 'flatten',
    docs: '`holder/list`, or several: an element that holds one list and nothing else (what its type omits aside) is that list.',
    schema: TEXTS,
    entries: COMPLEX,
    ofType: (entry, type, ctx) => ({ unwrap: readFlatten(entry, ctx.codec.members(type), ctx) }),
  },
  {
    keyword: 'keyed',
    docs: '`{ list: { key, value } }`: a list as an object; a required member of the items, `key`, names each; `key: "@id!"` promises it of one that the contract lets be absent. With `value`, the items\' only other member is shown bare; an item without one has null. With `into: parent`, the items are members of the object around the list. Keys that are names of its other members are refused. Items of several types are [below](#items-of-several-types).',
    schema: mapOf(KEYED_KEYS),
    entries: COMPLEX,
    ofType: (entry, type, ctx) => readKeyed(entry, ctx.codec.members(type), ctx),
  },
  {
    keyword: 'nulls',
    docs: '`list/name`: an element that holds names of members and nothing else. It is not shown; the members that it names are null. That can be optional elements that are not nillable and stand in no choice.',
    schema: { type: 'string', pattern: '^[^/]+/[^/]+$' },
    entries: COMPLEX,
    ofType: (entry, type, ctx) => ({ nulls: readNulls(entry, ctx.codec.members(type), ctx) }),
  },
  {
    keyword: 'add',
    docs: 'Members that JSON has and XML has not. `[ links ]`: ignored when read. `{ links: pattern }`: also written, with attributes of the type as placeholders. In requests, an object of such members alone counts as absent.',
    schema: { anyOf: [listOf({ type: 'string' }), mapOf(PATTERN)] },
    entries: COMPLEX,
    ofType: (entry, _type, ctx) => ({ computed: readAdded(entry, ctx) }),
  },
];

export const TYPE_KEYS = vocabulary(
  'type',
  'Keys of a type',
  'How a type of the contract looks in JSON ([types](#types)).',
  {
    ...Object.fromEntries(typeWords.map((word) => [word.keyword, word])),
    [OPTIONAL]: flag('The contract may lack the type.'),
  },
);

const CODES = /^([^/]+)\/([^/]+)$/;

function readCodes(entry: YamlEntry, report: Report): Presentation['codes'] {
  const text = textField(entry, report);
  const [, key, label] = CODES.exec(text?.value ?? '') ?? [];
  if (text && !label) report.add('MAPPING_SHAPE', '"codes" must be two names of members', text.place, 'write id/label');
  return label ? { key, label } : undefined;
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
