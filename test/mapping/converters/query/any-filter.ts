// Filters drawn at random: texts of all words that the fields have. What they are read as is what the laws of filters are tried with.
import type { Field } from '../../../../src/mapping/converters/query/field.ts';
import type { QueryFields } from '../../../../src/mapping/converters/query/fields.ts';
import type { Form } from '../../../../src/mapping/converters/query/forms.ts';
import type { Query } from '../../../../src/mapping/converters/query/searches.ts';
import { writeValue } from '../../../../src/mapping/converters/query/text.ts';
import type { Draw } from '../../../../src/pattern/converters/draw.ts';

/** Conditions of some fields only, so that they come more than once, joined by AND and OR. */
function anyFilter(draw: Draw, fields: readonly Field[], of: QueryFields): string {
  const some = [0, 1, 2].map(() => draw.pick(fields));
  const condition = () => anyCondition(draw, draw.pick(some), of, () => true);
  const choice = () => [condition(), ...draw.list(condition).slice(0, 3)].join(' AND ');
  return [choice(), ...draw.list(choice).slice(0, 2)].join(' OR ');
}

/** A filter that takes no more searches than one may. */
export function anyQuery(
  draw: Draw,
  fields: readonly Field[],
  of: { readonly fields: QueryFields; read(text: string): Query },
): Query {
  for (;;) {
    try {
      return of.read(anyFilter(draw, fields, of.fields));
    } catch (error) {
      if (!/ takes more than \d+ searches/.test(String(error))) throw error;
    }
  }
}

/** One search: at most one condition for each field. */
export function anyPlainFilter(draw: Draw, fields: readonly Field[], of: QueryFields): string {
  const drawn = [draw.pick(fields), ...draw.list(() => draw.pick(fields))];
  return [...new Set(drawn)].map((field) => anyCondition(draw, field, of, isPlain)).join(' AND ');
}

const isPlain = ({ join, test }: Form) => join === undefined && test === undefined;

function anyCondition(draw: Draw, field: Field, of: QueryFields, fits: (form: Form) => boolean): string {
  const words = [...field.forms].filter(([word, { form }]) => {
    const resolved = of.resolve(field.filterName, word)?.field === field;
    return resolved && fits(form) && (form.test === undefined || field.tested);
  });
  const [word, { form }] = draw.pick(words);
  const value = () => writeValue(anyValue(draw, field));
  if (form.takes === 'range') return `${field.filterName} ${word} [${value()}, ${value()}]`;
  if (form.takes !== 'value' && form.takes !== 'some') return `${field.filterName} ${word}`;
  if (!field.many && form.join !== 'any' && form.join !== 'all') return `${field.filterName} ${word} ${value()}`;
  const all = field.values.all?.map((one) => writeValue(field.values.write(one)!));
  const listed = all && draw.int(0, 9) === 0 ? all : [value(), ...draw.list(value)].slice(0, 4);
  return `${field.filterName} ${word} [${listed.join(', ')}]`;
}

function anyValue(draw: Draw, { values, key }: Field): string {
  const { all, label } = values;
  if (all) return values.write(draw.pick(all))!;
  if (key === 'Badge') return `AB${draw.int(0, 99)}`;
  if (label === 'a whole number') return String(draw.int(-1000, 1_000_000));
  if (key === 'Desk') return String(draw.int(0, 30_000));
  if (label === 'a number') return draw.int(0, 4) === 0 ? LONG_NUMBER : String(draw.int(-1000, 1000) / 4);
  return /^a date/.test(label) ? anyDate(draw, values.read('2019-01-01T12:30:15Z') !== undefined) : draw.text();
}

const LONG_NUMBER = '-12345678901234567890.125';
const TIMES = ['', 'T00:00:00Z', 'T00:00:00', 'T12:30:15Z', 'T23:30:00.5-08:00', 'T00:00:00+02:00'];
const ZONES = ['', '', 'Z', '+02:00'];

function anyDate(draw: Draw, withTime: boolean): string {
  const year = draw.int(0, 9) === 0 ? '12019' : `20${draw.int(10, 30)}`;
  return `${year}-0${draw.int(1, 9)}-${draw.int(10, 28)}${draw.pick(withTime ? TIMES : ZONES)}`;
}
