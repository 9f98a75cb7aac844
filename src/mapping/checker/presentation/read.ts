// `types:` of the table → a presentation of the codec, checked against the contract.

import { createCodec } from '../../../codec/create.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { Presentation, TypePresentation, ValuePresentation } from '../../../codec/presentation/presentation.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { atOnce, mapped, type Steps } from '../../../event-loop/time-slices.ts';
import { type Fields, fieldsAt } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { addedNames, checkAdded, readAdded } from './add.ts';
import { type TypesContext, type TypesInput, typeNamed } from './context.ts';
import { checkUsed } from './effect.ts';
import { checkKeys } from './keys.ts';
import { readOmit } from './omit.ts';
import { checkWeights, isSelector, ofSome, selectSteps } from './selectors.ts';
import { readSimpleValues } from './values.ts';
import { checkWords, type Statement, TYPE_KEYS, typeWords } from './words.ts';

/** A presentation and the codec that has it, which knows the members of the types that were checked. */
export interface PresentedCodec {
  readonly presentation: Presentation;
  readonly codec: Codec;
  /** Entries with `add`, by their index, for types of the presentation, by theirs. */
  readonly added: readonly AddedAt[];
}

type AddedAt = readonly [type: number, entry: number];

/** What is left of a presentation when it was written: members with `add` are read from the table again. */
export type PresentationOutcome = Pick<PresentedCodec, 'presentation' | 'added'>;

/** The codec of an earlier check. */
export function recalledCodec(
  { presentation, added }: PresentationOutcome,
  entries: readonly YamlEntry[],
  ctx: Omit<TypesInput, 'used'>,
): Codec {
  const members = new Map<number, TypePresentation['computed']>();
  const types = [...presentation.types];
  for (const [type, i] of added) {
    const add = fieldsAt(entries[i], TYPE_KEYS, ctx.report).get('add')!;
    if (!members.has(i)) members.set(i, readAdded(add, ctx));
    types[type] = { ...types[type], computed: members.get(i) };
  }
  return createCodec(ctx.codec.schemas, ctx.codec.dialect, { ...presentation, types });
}

export function readTypes(entries: readonly YamlEntry[], ctx: TypesInput): Presentation {
  return atOnce(typesSteps(entries, ctx)).presentation;
}

export function* typesSteps(entries: readonly YamlEntry[], input: TypesInput): Steps<PresentedCodec> {
  const ctx: TypesContext = { ...input, omits: () => false, added: () => [] };
  const typeEntries: TypeEntry[] = [];
  const values: ValuePresentation[] = [];
  let general: Pick<Presentation, 'case' | 'prefix' | 'codes'> = {};
  /** The place of `*`. */
  let all: Place | undefined;
  for (const [index, entry] of entries.entries()) {
    yield;
    const fields = fieldsAt(entry, TYPE_KEYS, ctx.report, `type "${entry.key}"`);
    if (entry.key === '*') {
      checkWords(entry, fields, 'all', ctx);
      general = generalPresentation(fields, ctx.report);
      all = entry.place;
    }
    if (isSelector(entry.key)) {
      const { types, weight } = yield* selectSteps(entry, ctx);
      checkWords(entry, fields, 'complex', ctx);
      checkUsed(entry, types, ctx);
      const omit = ofSome(types, ctx, (type, typeContext) => readOmit(fields.get('omit'), type, typeContext));
      for (const [i, type] of types.entries())
        typeEntries.push({ type, index, place: entry.place, fields, omit: omit[i], weight });
    } else if (entry.key !== '*') {
      const type = typeNamed(entry, ctx);
      if (type === undefined) continue;
      checkWords(entry, fields, type.kind, ctx);
      checkUsed(entry, [type], ctx);
      if (type.kind === 'simple') values.push(...readSimpleValues(entry, type, fields, ctx));
      else {
        const omit = readOmit(fields.get('omit'), type, ctx);
        typeEntries.push({ type, index, place: entry.place, fields, omit, weight: Number.POSITIVE_INFINITY });
      }
    }
  }
  typeEntries.sort((a, b) => a.weight - b.weight || 0);
  checkWeights(typeEntries, ctx.report);
  const complete = { ...ctx, omits: omissions(typeEntries, ctx), added: additions(typeEntries) };
  const types = yield* typePresentations(typeEntries, complete);
  const presentation: Presentation = { types, values, ...general };
  const placeOf = (type: TypeDef) => typeEntries.findLast((s) => ctx.codec.schemas.derives(type, s.type))?.place ?? all;
  const codec = createCodec(ctx.codec.schemas, ctx.codec.dialect, presentation);
  yield* checkKeys(ctx.codec, codec, placeOf, ctx.report);
  for (const { type, computed } of types)
    if (computed) yield void checkAdded(computed, type, placeOf(type)!, codec, ctx.report);
  const added = typeEntries.flatMap(({ fields, index }, i): AddedAt[] => (fields.has('add') ? [[i, index]] : []));
  return { presentation, codec, added };
}

/** One entry of the table for one complex type. Omitted members are read first. */
interface TypeEntry {
  readonly type: TypeDef;
  /** Of the entry in the table. */
  readonly index: number;
  readonly place: Place;
  readonly fields: Fields;
  readonly omit: ReadonlySet<string>;
  /** Infinite for a type named in full. */
  readonly weight: number;
}

/** Of `"*"`. */
function generalPresentation(fields: Fields, report: Report): Pick<Presentation, 'case' | 'prefix' | 'codes'> {
  const entries = [...fields.values()];
  return Object.assign(
    {},
    ...entries.map((entry) => typeWords.find(({ keyword }) => keyword === entry.key)?.ofAll?.(entry, report)),
  );
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

/** Names of members that the table adds to a type, and to those that it is derived from. */
function additions(typeEntries: readonly TypeEntry[]): TypesContext['added'] {
  const byType = Map.groupBy(
    typeEntries.filter(({ fields }) => fields.has('add')),
    ({ type }) => type,
  );
  return function added(type): readonly string[] {
    const names = byType.get(type)?.flatMap(({ fields }) => addedNames(fields.get('add')!)) ?? [];
    return type.base === undefined ? names : [...names, ...added(type.base)];
  };
}

function typePresentation({ type, fields, omit }: TypeEntry, ctx: TypesContext): TypePresentation {
  const empty = { rename: new Map(), enums: new Map(), unwrap: new Map(), keyed: new Map() };
  const statements = typeWords.map(({ keyword, ofType }) => {
    const entry = fields.get(keyword);
    return entry && ofType?.(entry, type, ctx);
  });
  const { typeKey, typeNames, ...presentation }: Statement = Object.assign({}, ...statements);
  const discriminator =
    typeKey === undefined && typeNames === undefined
      ? undefined
      : { key: typeKey ?? '$type', values: typeNames ?? new Map() };
  return { ...empty, ...presentation, type, omit, discriminator };
}
