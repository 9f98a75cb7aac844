// `types:` of the table → a presentation of the codec, checked against the contract.

import { createCodec } from '../../../codec/create.ts';
import { levelOf, type Node } from '../../../codec/model/content.ts';
import type { Member } from '../../../codec/model/members.ts';
import { nameKey } from '../../../codec/presentation/list-members.ts';
import {
  type LetterCase,
  type Presentation,
  type TypePresentation,
  type ValuePresentation,
  wiredOperators,
} from '../../../codec/presentation/presentation.ts';
import type { SimpleType, TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { atOnce, mapped, type Steps } from '../../../event-loop/time-slices.ts';
import { clark } from '../../../xml/reader/names.ts';
import { type Fields, fieldsAt, type Located, mapOf, textField, wordField } from '../../syntax/fields.ts';
import { OPTIONAL } from '../../syntax/lacking.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry, YamlNode } from '../../syntax/yaml.ts';
import { checkComputed, readComputed } from './computed.ts';
import { memberNamed, type TypesContext, typeNamed } from './context.ts';
import { checkExcept, checkForm, checkUsed, checkWords } from './effect.ts';
import { readDiscriminator, readEnums, readValues } from './enums.ts';
import { checkKeys } from './keys.ts';
import { readKeyed, readNulls, readSpread, readUnwrap } from './lists.ts';
import { listNames, shortNames } from './names.ts';
import { checkWeights, isSelector, ofSome, selectSteps } from './selectors.ts';

const FORMS = ['date', 'string'] as const;
const CASES: readonly LetterCase[] = ['camel', 'snake'];
const KEYS = [
  ...[
    'rename',
    'case',
    'omit',
    'readOnly',
    'enums',
    'unwrap',
    'keyed',
    'spread',
    'nulls',
    'discriminator',
    'name',
    'list',
    'computed',
  ],
  ...['as', 'except', 'values', 'codes', OPTIONAL],
];

export function readTypes(entries: readonly YamlEntry[], ctx: TypesContext): Presentation {
  return atOnce(typesSteps(entries, ctx));
}

export function* typesSteps(entries: readonly YamlEntry[], ctx: TypesContext): Steps<Presentation> {
  const typeEntries: TypeEntry[] = [];
  const values: ValuePresentation[] = [];
  let general: Pick<Presentation, 'case' | 'prefix' | 'codes'> = {};
  /** The place of `*`. */
  let all: Place | undefined;
  for (const entry of entries) {
    yield;
    const fields = fieldsAt(entry, KEYS, ctx.report, `type "${entry.key}"`);
    for (const field of fields.values()) refuseUnwired(field, ctx.report);
    if (entry.key === '*') {
      checkWords(entry, fields, 'all', ctx);
      general = {
        case: fields.keyword('case', CASES),
        prefix: readPrefix(fields.get('values'), ctx.report),
        codes: readCodes(fields.get('codes'), ctx.report),
      };
      all = entry.place;
    }
    if (isSelector(entry.key)) {
      const { types, weight, within } = yield* selectSteps(entry, ctx);
      checkWords(entry, fields, 'complex', ctx);
      checkUsed(entry, types, ctx);
      const omit = ofSome(types, ctx, (type, typeContext) => readOmit(fields.get('omit'), type, typeContext));
      for (const [i, type] of types.entries())
        typeEntries.push({ type, place: entry.place, fields, omit: omit[i], weight, within });
    } else if (entry.key !== '*') {
      const type = typeNamed(entry, ctx);
      if (type === undefined) continue;
      checkWords(entry, fields, type.kind, ctx);
      checkUsed(entry, [type], ctx);
      if (type.kind === 'simple') values.push(...valuePresentations(entry, type, fields, ctx));
      else {
        const omit = readOmit(fields.get('omit'), type, ctx);
        typeEntries.push({ type, place: entry.place, fields, omit, weight: Number.POSITIVE_INFINITY });
      }
    }
  }
  typeEntries.sort((a, b) => a.weight - b.weight || 0);
  checkWeights(typeEntries, ctx.report);
  const nameRules = yield* namePresentations(typeEntries, ctx);
  const types = yield* typePresentations(typeEntries, { ...ctx, omits: omissions(typeEntries, ctx) });
  // Keys of a type win over patterns of names.
  const presentation: Presentation = { types: [...nameRules, ...types], values, ...general };
  const placeOf = (type: TypeDef) => typeEntries.findLast((s) => ctx.codec.schemas.derives(type, s.type))?.place ?? all;
  const presentedCodec = createCodec(ctx.codec.schemas, ctx.codec.dialect, presentation);
  yield* checkKeys(ctx.codec, presentedCodec, placeOf, ctx.report);
  for (const { type, computed } of types)
    if (computed) yield void checkComputed(computed, type, placeOf(type)!, presentedCodec, ctx.report);
  return presentation;
}

/** One entry of the table for one complex type. Omitted members are read first. */
interface TypeEntry {
  readonly type: TypeDef;
  readonly place: Place;
  readonly fields: Fields;
  readonly omit: ReadonlySet<string>;
  /** Infinite for a type named in full. */
  readonly weight: number;
  /** Where names by a pattern hold; undefined: everywhere. */
  readonly within?: ReadonlySet<TypeDef>;
}

/** `name:` and `list:` of all entries: of two that speak of one member, the later one wins. */
function* namePresentations(typeEntries: readonly TypeEntry[], ctx: TypesContext): Steps<TypePresentation[]> {
  const computed = Map.groupBy(
    typeEntries.filter(({ fields }) => fields.has('computed')),
    ({ type }) => type,
  );
  const computedNames = (type: TypeDef): readonly string[] => {
    const own = computed.get(type)?.flatMap(({ fields }) => namesOf(fields.get('computed')!.value)) ?? [];
    return type.base === undefined ? own : [...own, ...computedNames(type.base)];
  };
  const results = yield* mapped(
    Map.groupBy(typeEntries, (s) => s.fields),
    ([fields, group]) => {
      const types = group.map((s) => s.type);
      const place = { within: group[0].within, computed: computedNames };
      return [...shortNames(fields.get('name'), types, ctx, place), ...listNames(fields.get('list'), types, ctx)];
    },
  );
  return results.flat();
}

/** Names of computed members. */
function namesOf(node: YamlNode): readonly string[] {
  if (node.kind === 'map') return node.entries.map(({ key }) => key);
  return node.kind === 'list' ? node.items.flatMap((item) => (item.kind === 'scalar' ? [item.source] : [])) : [];
}

/** Reads the entries of one key together, for one type or for many. */
function* typePresentations(typeEntries: readonly TypeEntry[], ctx: TypesContext): Steps<TypePresentation[]> {
  const results = yield* mapped(Map.groupBy(typeEntries, (s) => s.fields).values(), (group) => {
    if (group[0].weight === Number.POSITIVE_INFINITY) return group.map((s) => typePresentation(s, ctx));
    return ofSome(group, ctx, (entry, apart) => typePresentation(entry, apart));
  });
  return results.flat();
}

function omissions(typeEntries: readonly TypeEntry[], { codec }: TypesContext): TypesContext['omits'] {
  return (type, key) => typeEntries.some((s) => s.omit.has(key) && codec.schemas.derives(type, s.type));
}

function refuseUnwired(field: YamlEntry, report: Report): void {
  if (['except', OPTIONAL].includes(field.key) || wiredOperators.has(field.key)) return;
  report.add('MAPPING_UNSUPPORTED', `"${field.key}" of a type is not supported yet`, field.place);
}

function typePresentation({ type, fields, omit }: TypeEntry, ctx: TypesContext): TypePresentation {
  const members = ctx.codec.members(type);
  return {
    type,
    rename: readRename(fields.get('rename'), type, ctx),
    case: fields.keyword('case', CASES),
    prefix: readPrefix(fields.get('values'), ctx.report),
    omit,
    readOnly: readOmit(fields.get('readOnly'), type, ctx),
    enums: readEnums(fields.get('enums'), members, ctx),
    unwrap: readUnwrap(fields.get('unwrap'), members, ctx),
    keyed: readKeyed(fields.get('keyed'), members, ctx),
    spread: readSpread(fields.get('spread'), members, ctx),
    nulls: readNulls(fields.get('nulls'), members, ctx),
    discriminator: readDiscriminator(fields.get('discriminator'), type, ctx),
    computed: readComputed(fields.get('computed'), ctx),
  };
}

function valuePresentations(
  entry: YamlEntry,
  type: SimpleType,
  fields: Fields,
  ctx: TypesContext,
): ValuePresentation[] {
  const as = fields.get('as');
  const except = fields.get('except');
  const names = except === undefined ? [] : namesIn(except.value, ctx.report);
  checkExcept(names, type, ctx);
  const table = fields.get('values');
  if (table && as)
    ctx.report.add('MAPPING_SHAPE', '"values" and "as" cannot be combined', table.place, 'use one of them');
  if (table) return [{ type, as: readValues(table, type, ctx), except: new Set(names.map((n) => n.value)) }];
  if (as === undefined) {
    if (except) ctx.report.add('MAPPING_MISSING', '"except" needs "as"', except.place, 'write as: string');
    return [];
  }
  if (as.value.kind === 'scalar' && as.value.source === 'date' && type.builtin !== 'dateTime')
    ctx.report.add('MAPPING_TYPE', 'as: date works only for xs:dateTime and types derived from it', as.value.place);
  else checkForm(entry, type, as, ctx);
  const form = wordField(as, FORMS, ctx.report);
  return form === undefined ? [] : [{ type, as: form, except: new Set(names.map((n) => n.value)) }];
}

/** `_{x}`: the prefix of enumeration values. */
function readPrefix(entry: YamlEntry | undefined, report: Report): string | undefined {
  const text = textField(entry, report);
  const match = text && /^([^{}]+)\{\w+\}$/.exec(text.value);
  if (text && !match)
    report.add('MAPPING_PATTERN', `"${text.value}" is not a pattern of values`, text.place, 'write "_{x}"');
  return match?.[1];
}

function readCodes(entry: YamlEntry | undefined, report: Report): Presentation['codes'] {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ['key', 'label'], report);
  const text = (key: string) => {
    if (!fields.has(key)) report.add('MAPPING_MISSING', `"codes" has no "${key}"`, entry.place);
    return fields.text(key)?.value ?? key;
  };
  return { key: text('key'), label: text('label') };
}

function readRename(entry: YamlEntry | undefined, type: TypeDef, ctx: TypesContext): Map<string, string> {
  const rename = new Map<string, string>();
  for (const field of mapOf(entry, ctx.report)) {
    const member = memberNamed(field.key, field.place, ctx.codec.members(type), ctx);
    const text = textField(field, ctx.report);
    if (member === undefined || text === undefined) continue;
    if (member.kind === 'element' || member.kind === 'attribute') rename.set(member.key, text.value);
    else {
      const hint = 'only elements and attributes can';
      ctx.report.add('MAPPING_TYPE', `"${field.key}" cannot be renamed`, field.place, hint);
    }
  }
  return rename;
}

/** Members that a valid message need not have. */
function readOmit(entry: YamlEntry | undefined, type: TypeDef, ctx: TypesContext): Set<string> {
  const omit = new Set<string>();
  const verb = entry?.key === 'readOnly' ? 'read-only' : 'omitted';
  if (entry === undefined) return omit;
  for (const { value: name, place } of namesIn(entry.value, ctx.report)) {
    const member = memberNamed(name, place, ctx.codec.members(type), ctx);
    if (member?.required) {
      ctx.report.add('MAPPING_MISSING', `"${name}" is required, so it cannot be ${verb}`, place);
    } else if (member && !canBeOmitted(member, type)) {
      ctx.report.add('MAPPING_TYPE', `"${name}" cannot be ${verb}: other members require it`, place);
    } else if (member) omit.add(member.key);
  }
  return omit;
}

/** An attribute, or an element that a valid message may lack. */
function canBeOmitted(member: Member, type: TypeDef): boolean {
  if (member.kind !== 'element') return member.kind === 'attribute';
  if (type.kind === 'simple' || type.content.kind !== 'elements') return false;
  return mayBeAbsent(levelOf(type.content.particle).root, clark(member.element.name), false);
}

function mayBeAbsent(n: Node, name: string, alternative: boolean): boolean {
  if (n.kind !== 'position') return n.nodes.every((child) => mayBeAbsent(child, name, n.kind === 'choice'));
  return alternative || n.position.min === 0 || nameKey(n.position) !== name;
}

/** One name or a list of names. */
function namesIn(node: YamlNode, report: Report): Located<string>[] {
  return (node.kind === 'list' ? node.items : [node]).flatMap((item) => {
    if (item.kind === 'scalar' && item.value !== null) return [{ value: item.source, place: item.place }];
    report.add('MAPPING_SHAPE', 'this must be a name', item.place);
    return [];
  });
}
