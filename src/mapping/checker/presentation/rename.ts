// `rename:` of a type: other names for members, one by one or by a pattern, for the only list of a type, for the name of the type itself, or in
// another letter case.
import type { Member } from '../../../codec/model/members.ts';
import type { LetterCase } from '../../../codec/presentation/letter-case.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { type Located, mapOf, textField, wordField } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext } from './context.ts';

const CASES: readonly LetterCase[] = ['camel', 'snake'];
/** Key for all members that have no name of their own in the table. */
const ALL = '*';
/** Key for the one list that a type holds beside attributes. */
const ONLY_LIST = '$list';
/** Key for `$type`, the name of a derived type. */
const TYPE = '$type';

export interface Renaming {
  /** Key of the dialect → JSON key. */
  readonly rename: ReadonlyMap<string, string>;
  readonly case?: LetterCase;
  /** JSON key of the type's name. */
  readonly typeKey?: string;
}

/** `{ member: name, "{x}List": "{x}", $list: items, $type: kind, "*": camel }`. A name of its own wins over a pattern. */
export function readRename(entry: YamlEntry, type: TypeDef, ctx: TypesContext): Renaming {
  const { report } = ctx;
  const members = ctx.codec.members(type);
  const fields = mapOf(entry, report);
  const named = new Map<string, string>();
  for (const field of fields.filter((one) => !isSpecial(one))) {
    const text = textField(field, report);
    const member = text && renamable(field, members, ctx);
    if (member && text) named.set(member.key, text.value);
  }
  const listName = fields.find(({ key }) => key === ONLY_LIST);
  const byPattern = fields
    .filter(isPattern)
    .toReversed()
    .flatMap((field) => [...byNamePattern(field, type, named, ctx)]);
  const rename = new Map([...byPattern, ...(listName ? onlyList(listName, type, ctx) : []), ...named]);
  const typeKey = textField(
    fields.find(({ key }) => key === TYPE),
    report,
  );
  return { rename, case: caseOf(fields, report), typeKey: typeKey?.value };
}

/** Under `"*"` of `types:`, `{ "*": camel }` alone. */
export function readCase(entry: YamlEntry, report: Report): LetterCase | undefined {
  const fields = mapOf(entry, report);
  for (const { key, place } of fields)
    if (key !== ALL)
      report.add('MAPPING_TYPE', `"${key}" does not apply to all types`, place, 'name a type, or a pattern of names');
  return caseOf(fields, report);
}

function caseOf(fields: readonly YamlEntry[], report: Report): LetterCase | undefined {
  return wordField(
    fields.find(({ key }) => key === ALL),
    CASES,
    report,
  );
}

function isSpecial(field: YamlEntry): boolean {
  return [ALL, ONLY_LIST, TYPE].includes(field.key) || isPattern(field);
}

/** `{ns}name` is a name too, and JSON names may have braces: a pattern has holes on both sides. */
function isPattern({ key, value }: YamlEntry): boolean {
  return HOLE.test(key) && value.kind === 'scalar' && HOLE.test(value.source);
}

const HOLE = /\{\w+\}/;

function renamable({ key, place }: YamlEntry, members: readonly Member[], ctx: TypesContext): Member | undefined {
  const member = memberNamed(key, place, members, ctx);
  if (member === undefined || member.kind === 'element' || member.kind === 'attribute') return member;
  ctx.report.add('MAPPING_TYPE', `"${key}" cannot be renamed`, place, 'only elements and attributes can');
  return undefined;
}

const PATTERN = /^([\w.@-]*)\{(\w+)\}([\w.-]*)$/;

/** A member keeps its name where another one, or a member that is added, has the new one. */
function byNamePattern(
  field: YamlEntry,
  type: TypeDef,
  named: ReadonlyMap<string, string>,
  ctx: TypesContext,
): ReadonlyMap<string, string> {
  const text = textField(field, ctx.report)!;
  const [from, to] = [PATTERN.exec(field.key), PATTERN.exec(text.value)];
  if (!from || to?.[2] !== from[2]) {
    const message = `"${field.key}: ${text.value}" is not a pattern of names`;
    ctx.report.add('MAPPING_PATTERN', message, field.place, 'write "{x}List": "{x}"');
    return new Map();
  }
  const members = ctx.codec.members(type).filter((m) => m.kind === 'element' || m.kind === 'attribute');
  const fitting = members.filter(
    ({ key }) => key.startsWith(from[1]) && key.endsWith(from[3]) && key.length > from[1].length + from[3].length,
  );
  if (fitting.length === 0) lacksMember(`the type has no member with a name like "${field.key}"`, field, ctx);
  const reserved = [...members.map(({ key }) => key), ...named.values(), ...ctx.added(type)];
  return new Map(
    fitting
      .map(({ key }) => [key, `${to[1]}${key.slice(from[1].length, key.length - from[3].length)}${to[3]}`] as const)
      .filter(([, name]) => !reserved.includes(name)),
  );
}

function onlyList(field: YamlEntry, type: TypeDef, ctx: TypesContext): ReadonlyMap<string, string> {
  const name = textField(field, ctx.report);
  const [member, ...others] = ctx.codec.members(type).filter(({ kind }) => kind !== 'attribute');
  if (name && others.length === 0 && member?.kind === 'element' && member.list)
    return new Map([[member.key, name.value]]);
  lacksMember('the type does not hold one list and nothing else', field, ctx);
  return new Map();
}

/** Of types by a pattern, it is a mistake only where all of them lack it. */
function lacksMember(message: string, { place }: Pick<Located<unknown>, 'place'>, { report }: TypesContext): void {
  report.add('MAPPING_UNKNOWN_ELEMENT', message, place);
}
