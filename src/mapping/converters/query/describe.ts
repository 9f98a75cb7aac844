// What clients may write in a filter, for descriptions of the API: the grammar in a sentence, the fields with their operators, an example.
import type { Field } from './field.ts';
import type { QueryFields } from './fields.ts';
import type { Form } from './forms.ts';
import { writeValue } from './text.ts';
import { unlessRefused } from './values.ts';

const GRAMMAR =
  'A filter: conditions `FIELD OPERATOR value`, joined by AND and OR. AND binds tighter; parentheses group. ' +
  'Several values stand in brackets (`[a, b]`), a value with spaces in double quotes. Names and operators are read in any case of letters.';

/** Values of an enumeration that are listed. */
const MOST_VALUES = 8;
/** Tried in this order: the first that the field may have stands in the example. */
const SAMPLES = ['abc', '2019-12-31', '5', 'true'];

/** `several`: one filter may take several searches. */
export function describeFilter(fields: QueryFields, several: boolean): string {
  const groups = Map.groupBy(fields.all.values(), (field) => {
    const words = wordsOf(field, fields, several);
    return words === '' ? '' : `${words}: ${valuesOf(field)}`;
  });
  groups.delete('');
  const lines = [...groups].map(
    ([kind, all]) => `- ${kind}: ${all.map(({ filterName }) => `\`${filterName}\``).join(', ')}`,
  );
  const example = exampleOf(fields, several);
  return [GRAMMAR + (example ? ` Example: \`${example}\`.` : ''), '', ...lines].join('\n');
}

/** Of several words for one form the first. */
function wordsOf(field: Field, fields: QueryFields, several: boolean): string {
  const words = new Map<string, string>();
  for (const [word, form] of fields.wordsOf(field))
    if (isOpen(field, form, several) && !words.has(form.text)) words.set(form.text, word + valuesAfter(form));
  return [...words.values()].join(', ');
}

function isOpen({ tested }: Field, { join, test }: Form, several: boolean): boolean {
  if (test !== undefined && !tested) return false;
  return several || (join === undefined && test === undefined);
}

function valuesAfter({ takes }: Form): string {
  if (takes === 'range') return ' [a, b]';
  return takes === 'value' || takes === 'some' ? '' : ' (no value)';
}

function valuesOf({ values: { all, label, write, isFlag }, many }: Field): string {
  const texts = isFlag ? [] : (all ?? []).slice(0, MOST_VALUES).map((value) => write(value));
  const listed = texts.length === 0 ? label : `one of ${texts.join(', ')}${all!.length > texts.length ? ', …' : ''}`;
  return many ? `${listed}, in brackets` : listed;
}

/** Two conditions on fields of different kinds, else one. */
function exampleOf(fields: QueryFields, several: boolean): string | undefined {
  // Single values first: they are what most filters ask for.
  const sorted = [...fields.all.values()].toSorted((a, b) => Number(a.many) - Number(b.many));
  let first: Condition | undefined;
  for (const field of sorted) {
    if (field.values.label === first?.field.values.label) continue;
    const condition = conditionOn(field, fields, several);
    if (condition === undefined) continue;
    if (first) return `${first.text} AND ${condition.text}`;
    first = condition;
  }
  return first?.text;
}

interface Condition {
  readonly field: Field;
  readonly text: string;
}

function conditionOn(field: Field, fields: QueryFields, several: boolean): Condition | undefined {
  const [word] =
    [...fields.wordsOf(field)].find(
      ([, form]) =>
        (form.takes === 'value' || form.takes === 'some') && form.join === undefined && isOpen(field, form, several),
    ) ?? [];
  const value = word === undefined ? undefined : sampleOf(field);
  if (value === undefined) return undefined;
  const text = field.many ? `[${writeValue(value)}]` : writeValue(value);
  return { field, text: `${field.filterName} ${word} ${text}` };
}

function sampleOf({ values }: Field): string | undefined {
  if (values.all) return values.write(values.all[0]);
  return SAMPLES.find((sample) => unlessRefused(() => values.read(sample)) !== undefined);
}
