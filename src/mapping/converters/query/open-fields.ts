// Fields that the contract does not list: the search has criteria of several types, by their keys (`keyed` with `into: parent`). The operator and
// the values of a condition tell the type.
import { contractType } from '../../../codec/datatypes/presented-types.ts';
import { integerRange } from '../../../codec/datatypes/type-kind.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { Member, SpreadMember } from '../../../codec/model/members.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import { primitive } from '../../../contract/xsd/builtins.ts';
import type { Field } from './field.ts';
import type { Form } from './forms.ts';
import { unlessRefused, type Values } from './values.ts';

/** The fields of one search, each for one type of criteria: names are those of a condition. */
export class OpenFields {
  private readonly names: RegExp;
  private readonly kinds: readonly Field[];

  constructor(names: RegExp, kinds: readonly Field[]) {
    this.names = names;
    this.kinds = kinds;
  }

  fieldsFor(name: string): readonly Field[] {
    return this.names.test(name) ? this.kinds.map((kind) => ({ ...kind, key: name, filterName: name })) : [];
  }

  /** That of the type which a criterion names. */
  ofCriterion(name: string, criterion: unknown): Field | undefined {
    const type = (criterion as { readonly [key: string]: unknown } | undefined | null) ?? {};
    return this.fieldsFor(name).find(({ typed }) => typed !== undefined && type[typed.key] === typed.value);
  }
}

/**
 * The type that takes the values, where several have the operator: flags, then what the operator is first for, then the narrower; without values, texts.
 * `quoted`: values that are no flags.
 */
export function typeFor(
  fields: readonly Field[],
  word: string,
  values: readonly string[],
  quoted: readonly boolean[],
): Field | undefined {
  const fits = fields.filter((field) => {
    const ranked = field.forms.get(word);
    if (ranked === undefined || (field.values.isFlag && quoted.includes(true))) return false;
    return values.every((value) => isValue(field, ranked.form, value));
  });
  const order = ({ values: { isFlag }, forms, typed }: Field) => {
    const rank = forms.get(word)!.rank;
    return values.length > 0 ? [isFlag ? 0 : 1, rank, typed!.width] : [rank, typed!.width === TEXTS ? 0 : 1];
  };
  return fits.toSorted((a, b) => compared(order(a), order(b)))[0];
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

function isValue({ values }: Field, { constant }: Form, text: string): boolean {
  return text === constant || unlessRefused(() => values.read(text)) !== undefined;
}

/** The list of criteria that is spread over the object of the search; its keys must have a pattern. */
export function openCriteria(
  members: readonly Member[],
): (SpreadMember & { readonly items: { readonly names: RegExp } }) | undefined {
  const spread = members.find((member) => member.kind === 'spread');
  return spread?.items.names === undefined ? undefined : (spread as ReturnType<typeof openCriteria>);
}

export function criteriaTypes({ element }: SpreadMember, codec: Codec): ComplexType[] {
  return [...codec.schemas.types.values()].filter(
    (type) => type.kind === 'complex' && !type.abstract && codec.schemas.derives(type, element.type),
  ) as ComplexType[];
}

const NUMBERS = 2;
const TEXTS = 4;
const WIDTHS: Readonly<Record<string, number>> = {
  boolean: 0,
  decimal: NUMBERS,
  double: NUMBERS,
  float: NUMBERS,
  date: 3,
  dateTime: 3,
};

/** How much a type of values takes: whole numbers less than numbers, texts more than dates. Lists of texts come last. */
export function widthOf(type: TypeDef, many: boolean): number {
  if (type.kind === 'complex') return 5;
  const { builtin } = contractType(type);
  if (integerRange(builtin) !== undefined) return 1;
  return WIDTHS[primitive(builtin)] ?? (many ? 6 : TEXTS);
}

/** Whole numbers of a type with fractions are written as `2.0`: without a point they are read as whole numbers. */
export function tellable(values: Values, width: number): Values {
  if (width !== NUMBERS) return values;
  return { ...values, write: (value) => values.write(value)?.replace(/^-?\d+$/, '$&.0') };
}
