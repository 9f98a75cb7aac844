// One condition of a filter ⇄ criteria on a field. Knows fields by what the contract says of them.
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Field } from './field.ts';
import type { QueryFields, Resolved } from './fields.ts';
import type { Form } from './forms.ts';
import { type Condition, quotedValue, shortened, writeValue, wrong } from './text.ts';

/** JSON of a criterion, and what items are tested for. */
export interface Demanded {
  readonly criterion?: unknown;
  readonly test?: Readonly<Record<string, unknown>>;
}

/** Of the field `key`; `at`: where it stands in the text. `none`: what must not be found by it. */
export interface Demand extends Demanded {
  readonly key: string;
  readonly at: number;
  readonly none?: true;
}

export class Conditions {
  readonly fields: QueryFields;
  private readonly keys: readonly string[];

  /** `keys`: the names of a criterion's members: operator, value, second value. */
  constructor(fields: QueryFields, keys: readonly string[]) {
    this.fields = fields;
    this.keys = keys;
  }

  /** One of these must hold, each of them as a whole. Throws RangeError that names the character of the text. */
  read(condition: Condition): Demand[][] {
    const { field, form } = this.meaning(condition);
    const values = this.readValues(condition, field, form);
    const { at } = condition;
    const demand = (one: readonly unknown[]): Demand => ({ key: field.key, at, ...this.demanded(field, form, one) });
    if (form.join === undefined) return [[demand(values)]];
    const each = form.takes === 'value' && field.many ? [values] : values.map((value) => [value]);
    const demands = (each.length === 0 ? [[]] : each).map(demand);
    if (form.join === 'any') return demands.map((one) => [one]);
    return [form.join === 'all' ? demands : demands.map((one): Demand => ({ ...one, none: true }))];
  }

  private meaning({ field: name, operator, operatorAt, at, values, quoted }: Condition): Resolved {
    const { fields } = this;
    if (fields.fieldsNamed(name).length === 0)
      throw wrong(at, `"${shortened(name)}" is not a field that can be searched: ${fields.likely(name)}`);
    const resolved = fields.resolve(name, operator, values, quoted);
    if (resolved === undefined)
      throw wrong(
        operatorAt,
        `${shortened(operator)} is not an operator for "${name}": ${fields.wordsFor(name).join(', ')}`,
      );
    if (resolved.form.test !== undefined && !resolved.field.tested)
      throw wrong(
        operatorAt,
        `${operator} is not carried for "${name}": no search asks for it, and none has a column that says it`,
      );
    return resolved;
  }

  private readValues({ field: name, operator, operatorAt, values, valuesAt }: Condition, field: Field, form: Form) {
    const needed = countOf(field, form);
    if (!isCount(values.length, needed)) throw wrong(operatorAt, `${operator} needs ${NEEDS[needed]}`);
    if (form.takes === 'all') return field.values.all!;
    if (form.takes === 'constant') return [field.values.constant!(form.constant!)];
    return values.map((text, i) => {
      const value = constantOf(field, text) ?? readValue(field, text, valuesAt[i]);
      if (value !== undefined) return value;
      throw wrong(valuesAt[i], `"${shortened(text)}" is not ${field.values.label}, which "${name}" is compared with`);
    });
  }

  private demanded(field: Field, form: Form, values: readonly unknown[]): Demanded {
    const test = form.test === undefined ? undefined : { [form.test]: values.length > 0 ? values[0] : true };
    if (form.untyped) return { test };
    const [yes, no] = field.values.all ?? [];
    const read = form.negated ? values.map((value) => (value === yes ? no : yes)) : values;
    const criterion = field.bare ? read[0] : this.criterion(field, form.operator, read);
    return test ? { criterion, test } : { criterion };
  }

  criterion({ many, ranges, typed }: Field, operator: string | undefined, values: readonly unknown[]): object {
    const [operatorKey, valueKey, secondKey] = this.keys;
    const hasValue = values.length > 0;
    return {
      ...(typed && { [typed.key]: typed.value }),
      ...(operator !== undefined && { [operatorKey]: operator }),
      ...(hasValue && { [valueKey]: many ? values : values[0] }),
      ...(hasValue && !many && ranges && values.length > 1 && { [secondKey]: values[1] }),
    };
  }

  /** The canonical text of one condition. Throws RangeError for a criterion that no filter can say. `none`: what must not be found. */
  write(key: string, demanded: Demanded, none: boolean): string {
    const field = this.fields.ofCriterion(key, demanded.criterion);
    if (field === undefined) throw new RangeError(`"${key}" has no form in a filter`);
    const parts = this.partsOf(field, demanded.criterion);
    for (const [word, form] of parts ? this.fields.writable(field) : []) {
      if ((form.join === 'none') !== none) continue;
      const texts = this.textsOf(field, form, parts!, demanded);
      const readable = texts && this.readable(field, word, texts);
      if (readable)
        return `${field.filterName} ${word}${readable.length === 0 ? '' : ` ${bracketed(readable, field)}`}`;
    }
    throw new RangeError(`the condition on "${key}" has no form in a filter`);
  }

  /** The texts as they are read as this type of criteria: in quotes where they would be flags; undefined: in no way. */
  private readable({ filterName, typed }: Field, word: string, texts: readonly string[]) {
    if (typed === undefined) return texts;
    const values = texts.map((text) => (text.startsWith('"') ? (JSON.parse(text) as string) : text));
    const isRead = (written: readonly string[]) => {
      const quoted = written.map((text) => text.startsWith('"'));
      return this.fields.resolve(filterName, word, values, quoted)?.field.typed === typed;
    };
    return [texts, values.map(quotedValue)].find(isRead);
  }

  /** Operator and values; undefined: the criterion has more. */
  partsOf({ bare, many, typed }: Field, criterion: unknown): Parts | undefined {
    if (criterion === undefined) return { operator: undefined, values: [], untyped: true };
    if (bare) return { operator: undefined, values: [criterion], untyped: false };
    const [operatorKey, valueKey, secondKey] = this.keys;
    if (criterion === null) return undefined;
    const members = criterion as Readonly<Record<string, unknown>>;
    if (Object.keys(members).some((key) => !this.keys.includes(key) && !key.startsWith('$') && key !== typed?.key))
      return undefined;
    const value = members[valueKey];
    const values = value === undefined ? [] : many ? (value as readonly unknown[]) : [value];
    const second = members[secondKey];
    if (second !== undefined && (value === undefined || many)) return undefined;
    const operator = members[operatorKey];
    return {
      operator: operator === undefined ? undefined : String(operator),
      values: second === undefined ? values : [...values, second],
      untyped: false,
    };
  }

  /** Texts of the values, where the form is that of the criterion; undefined: it is another one. */
  private textsOf(field: Field, form: Form, { operator, values, untyped }: Parts, { test }: Demanded) {
    if (form.operator !== operator || form.untyped !== untyped || form.negated) return undefined;
    if ((test === undefined ? undefined : Object.keys(test)[0]) !== form.test) return undefined;
    const same = (one: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(values);
    switch (form.takes) {
      case 'constant':
        return same([field.values.constant!(form.constant!)]) ? [] : undefined;
      case 'all':
        return (form.join === 'none' ? field.values.all!.some((one) => same([one])) : same(field.values.all!))
          ? []
          : undefined;
      case 'none':
        return values.length === 0 ? [] : undefined;
      default:
        return this.textsOfValues(field, form, values);
    }
  }

  private textsOfValues(field: Field, form: Form, values: readonly unknown[]): string[] | undefined {
    if (!isCount(values.length, countOf(field, form))) return undefined;
    return values.map((value) => {
      const text = field.values.write(value);
      if (text !== undefined) return writeValue(text);
      throw new RangeError(
        `${shortened(JSON.stringify(value))} of "${field.key}" is not ${field.values.label} that a filter can say`,
      );
    });
  }
}

/** A constant of one of the field's words. */
function constantOf({ forms, values }: Field, text: string): unknown {
  for (const { form } of forms.values()) if (form.constant === text) return values.constant!(text);
  return undefined;
}

/** What the contract wants of a value is said at its character. */
function readValue({ values, filterName }: Field, text: string, at: number): unknown {
  try {
    return values.read(text);
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    throw wrong(at, `"${shortened(text)}" is not a value of "${filterName}": ${error.message}`);
  }
}

interface Parts {
  readonly operator: string | undefined;
  readonly values: readonly unknown[];
  /** There is no criterion. */
  readonly untyped: boolean;
}

/** `list`: one at least. `single` and `some`: one and two at most. `many`: any number. */
type Count = 0 | 1 | 2 | 'list' | 'single' | 'some' | 'many';

const NEEDS: { readonly [count in Count]: string } = {
  0: 'no value',
  1: 'one value',
  2: 'two values in brackets',
  list: 'values in brackets',
  single: 'one value at most',
  some: 'two values at most',
  many: 'values in brackets',
};

function countOf({ many, ranges }: Field, { takes, join }: Form): Count {
  if (takes === 'value') return many || join === 'any' || join === 'all' ? 'list' : 1;
  if (takes === 'some') return many ? 'many' : ranges ? 'some' : 'single';
  return takes === 'range' ? 2 : 0;
}

function isCount(count: number, needed: Count): boolean {
  if (needed === 'list') return count > 0;
  if (needed === 'single') return count <= 1;
  if (needed === 'some') return count <= 2;
  return needed === 'many' || count === needed;
}

function bracketed(texts: readonly string[], { many }: Field): string {
  return texts.length > 1 || many ? `[${texts.join(', ')}]` : texts[0];
}
