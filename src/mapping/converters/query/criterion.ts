// The members of a criterion where the table does not name them: its operator, its value, and the second value of a range, as the contract has them.
import type { Codec } from '../../../codec/model/codec.ts';
import type { AttributeMember, ElementMember } from '../../../codec/model/members.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import { typeOf } from './values.ts';

/** Operator, value, second value; an empty operator: criteria have none. */
export type CriterionKeys = readonly string[];

type SingleMember = ElementMember | AttributeMember;

const MOST_MEMBERS = 3;

/**
 * The names that fit the most types of criteria of the search. Several fit as many: the contract leaves a choice. None: it has no such types.
 * `operators`: those that the table names.
 */
export function criterionKeys(
  search: ComplexType,
  codec: Codec,
  operators: ReadonlySet<string> | undefined,
): readonly CriterionKeys[] {
  const types = new Set(codec.members(search).flatMap((member) => (isSingle(member) ? [typeOf(member)] : [])));
  const shapes = [...types].flatMap((type) => shapesOf(type, codec));
  const choices = new Map(shapes.flatMap((shape) => choicesIn(shape).map((keys) => [keys.join(' '), keys] as const)));
  const named = [...choices.values()].filter(([key]) => shapes.some((shape) => hasOperator(shape, key, operators)));
  const ranked = named.map((keys) => ({ keys, fits: shapes.filter((shape) => fits(shape, keys)).length }));
  const most = Math.max(...ranked.map((one) => one.fits));
  const best = ranked.filter((one) => one.fits === most).map(({ keys }) => keys);
  // Types with one member that criteria without operators could be made of are many.
  return best.length > 1 && best.every(([operator]) => operator === '') ? [] : best;
}

function hasOperator(shape: readonly SingleMember[], key: string, operators: ReadonlySet<string> | undefined): boolean {
  if (key === '' || operators === undefined) return true;
  const operator = shape.find((member) => member.key === key);
  const type = operator && typeOf(operator);
  return type?.kind === 'simple' && (type.facets.enumeration ?? []).some((value) => operators.has(value));
}

/** Types with few members, all of them elements or attributes. */
function shapesOf(type: TypeDef, codec: Codec): (readonly SingleMember[])[] {
  if (type.kind === 'simple') return [];
  const members = codec.members(type);
  const single = members.filter(isSingle);
  return single.length > 0 && single.length === members.length && single.length <= MOST_MEMBERS ? [single] : [];
}

function isSingle(member: { readonly kind: string }): member is SingleMember {
  return member.kind === 'element' || member.kind === 'attribute';
}

/** What one type alone allows. */
function choicesIn(shape: readonly SingleMember[]): CriterionKeys[] {
  const keys = shape.map(({ key }) => key);
  const all = keys.flatMap((operator) =>
    keys.flatMap((value) => [[operator, value], ...keys.map((second) => [operator, value, second])]),
  );
  const whole = [...all, ...keys.map((value) => ['', value])];
  return whole.filter((one) => new Set(one).size === one.length && fits(shape, one));
}

/** All members of the type have their part in a criterion. The first of two values of one type is the value. */
function fits(shape: readonly SingleMember[], keys: CriterionKeys): boolean {
  const [operator, value, second] = keys.map((key) => shape.find((member) => member.key === key));
  if (value === undefined || shape.some(({ key }) => !keys.includes(key))) return false;
  if (operator && !isOperator(operator)) return false;
  return (
    second === undefined ||
    (typeOf(second) === typeOf(value) &&
      !isList(second) &&
      !isList(value) &&
      shape.indexOf(value) < shape.indexOf(second))
  );
}

function isOperator(member: SingleMember): boolean {
  const type = typeOf(member);
  return type.kind === 'simple' && type.facets.enumeration !== undefined && !isList(member);
}

export function isList(member: { readonly kind: string }): boolean {
  return member.kind === 'element' && (member as ElementMember).list;
}
