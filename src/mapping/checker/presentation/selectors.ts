// Keys of `types:` that select many types: `prefix:*Search*`, perhaps only those with a member, or those that another type holds. Two selectors
// must not contradict each other.

import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import { anonymousTypes } from '../../../contract/xsd/anonymous-types.ts';
import { elementsOf } from '../../../contract/xsd/elements.ts';
import type { Place, SoapstoneError } from '../../../errors/errors.ts';
import { atOnce, each, type Steps } from '../../../event-loop/time-slices.ts';
import { type QName, XSD_NS } from '../../../xml/reader/names.ts';
import type { Fields } from '../../syntax/fields.ts';
import { globOf } from '../../syntax/name-patterns.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { findType } from '../contract-lookup/find-member.ts';
import { unknownPrefix } from '../contract-lookup/operation.ts';
import type { TypesContext } from './context.ts';
import { heldTypes } from './held-types.ts';

/** What selectors of types need. `codec` is the plain one. */
export interface TypeNames {
  readonly codec: Codec;
  readonly report: Report;
}

export interface Selected {
  readonly types: readonly ComplexType[];
  /** The number of literal characters: the longer selector comes later and wins. */
  readonly weight: number;
}

/** Name, member, type of the member, and holder. */
const SELECTOR = /^(.*?)(?:\[([^\]]+?)(?:: ([^\]]+))?\])?(?: in (\S+))?$/;

export function isSelector(key: string): boolean {
  return key !== '*' && /[*[\]]/.test(key.replace(/^\{[^}]*\}/, ''));
}

/** Reports a selector that matches no type. */
export function select(entry: Pick<YamlEntry, 'key' | 'place'>, ctx: TypeNames): Selected {
  return atOnce(selectSteps(entry, ctx));
}

export function* selectSteps(entry: Pick<YamlEntry, 'key' | 'place'>, ctx: TypeNames): Steps<Selected> {
  const { codec, report } = ctx;
  const { key, place } = entry;
  const [, name, member, memberType, holder] = SELECTOR.exec(key)!;
  const colon = name.startsWith('{') ? name.indexOf('}') : name.indexOf(':');
  const glob = name.slice(colon + 1);
  const ns = colon < 0 ? undefined : codec.dialect.parseName(`${name.slice(0, colon + 1)}x`)?.ns;
  if (colon >= 0 && ns === undefined) {
    unknownPrefix(name, place, codec.dialect, report);
    return { types: [], weight: 0 };
  }
  const held = holder === undefined ? undefined : heldBy(holder, place, ctx);
  if (holder !== undefined && held === undefined) return { types: [], weight: 0 };
  const valueType = memberType === undefined ? undefined : findType(memberType, place, codec, report);
  if (memberType !== undefined && valueType === undefined) return { types: [], weight: 0 };
  const fits = globOf([glob]);
  const anonymous = glob === '*' ? anonymousIn(ns, codec) : [];
  const types: ComplexType[] = [];
  yield* each([...codec.schemas.types.values(), ...anonymous], (type) => {
    if (
      type.kind === 'complex' &&
      (held === undefined || held.has(type)) &&
      (type.name === undefined || isNamed(type.name, ns, fits)) &&
      (member === undefined || hasMember(type, member, valueType, codec))
    )
      types.push(type);
  });
  if (types.length === 0) report.add('MAPPING_UNKNOWN_ELEMENT', `no type of the contract matches "${key}"`, place);
  return { types, weight: key.replaceAll('*', '').length };
}

/** Types without a name have that of no pattern but `*`. `ns`: where they are written. */
function anonymousIn(ns: string | undefined, { schemas }: Codec): ComplexType[] {
  return [...anonymousTypes(schemas).values()].flatMap((entry) =>
    ns === undefined || entry.ns === ns ? [entry.type] : [],
  );
}

/** `of`: of this type, or of one that is derived from it. */
function hasMember(type: ComplexType, key: string, of: TypeDef | undefined, codec: Codec): boolean {
  if (!mayHave(type, key)) return false;
  const member = codec.members(type).find((candidate) => candidate.key === key);
  return member !== undefined && (of === undefined || isOf(member, of, codec));
}

function isOf(member: Member, type: TypeDef, { schemas }: Codec): boolean {
  if (member.kind === 'element') return schemas.derives(member.element.type, type);
  return member.kind === 'attribute' && schemas.derives(member.use.type, type);
}

/** Most types declare nothing of the name: their members are not listed for it. */
function mayHave(type: ComplexType, key: string): boolean {
  const [, mark, local] = /^(@?)([^$@:{*]+)$/.exec(key) ?? [];
  if (local === undefined) return true;
  const names = mark === '@' ? type.attributes : elementsOf(type);
  return names.some(({ name }) => name.local === local);
}

function isNamed(name: QName, ns: string | undefined, fits: RegExp): boolean {
  return name.ns !== XSD_NS && (ns === undefined || name.ns === ns) && fits.test(name.local);
}

/** Reports an unknown holder. */
function heldBy(holder: string, place: Place, { codec, report }: TypeNames): ReadonlySet<ComplexType> | undefined {
  const type = findType(holder, place, codec, report);
  if (type?.kind !== 'simple') return type && heldTypes(type, codec);
  report.add('MAPPING_TYPE', `"${holder}" holds no other types`, place, 'name a type with members');
  return undefined;
}

/** Calls `read` for each type. A missing member is reported only if all of them lack it. */
export function ofSome<T, R>(all: readonly T[], ctx: TypesContext, read: (item: T, ctx: TypesContext) => R): R[] {
  const lacking = new Map<string, { readonly problem: SoapstoneError; count: number }>();
  const results = all.map((item) => {
    const report = ctx.report.trial();
    const result = read(item, { ...ctx, report });
    for (const problem of report.problems) {
      if (problem.code !== 'MAPPING_UNKNOWN_ELEMENT') ctx.report.problems.push(problem);
      else {
        const at = `${problem.place?.line}:${problem.place?.col} ${problem.message}`;
        lacking.set(at, { problem, count: (lacking.get(at)?.count ?? 0) + 1 });
      }
    }
    return result;
  });
  for (const { problem, count } of lacking.values())
    if (count === all.length && problem.place)
      ctx.report.add(problem.code, `${problem.message}, in any matching type`, problem.place);
  return results;
}

interface Weighted {
  readonly type: TypeDef;
  readonly weight: number;
  readonly place: Place;
  readonly fields: Fields;
}

/** Words of an entry; of those with keys of their own, each of them. */
function statementsOf(fields: Fields): { readonly key: string; readonly statement: string }[] {
  return [...fields.values()].flatMap(({ key, value }) => {
    if (value.kind !== 'map') return [{ key, statement: key }];
    return value.entries.map((entry) => ({ key, statement: `${key} ${entry.key}` }));
  });
}

/** Reports two patterns of one length that say the same of one type: none of them wins. */
export function checkWeights(entries: readonly Weighted[], report: Report): void {
  const byWeight = new Map<string, Map<TypeDef, Weighted>>();
  for (const entry of entries) {
    if (entry.weight === Number.POSITIVE_INFINITY) continue;
    for (const { key, statement } of statementsOf(entry.fields)) {
      const at = `${entry.weight} ${statement}`;
      const types = byWeight.get(at) ?? new Map<TypeDef, Weighted>();
      byWeight.set(at, types);
      const rival = types.get(entry.type);
      types.set(entry.type, entry);
      if (rival === undefined || rival.fields === entry.fields) continue;
      const name = entry.type.name?.local ?? '';
      const message = `"${key}" of the type "${name}" is also set at line ${rival.place.line} by a pattern of the same length`;
      report.add('MAPPING_DUPLICATE', message, entry.place, 'make one of them longer, or name the type itself');
    }
  }
}
