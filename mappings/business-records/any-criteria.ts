// Criteria and queries as `q` can say them, drawn at random: what `soapstone test` tries the laws of the pairs with.
import type { Draw } from '../../src/index.ts';
import { type Criteria, type Criterion, type Demand, isOpen } from './criteria.ts';
import type { Field, Fields } from './fields.ts';
import { ENDS_WITH, emptiness } from './looked-at.ts';
import { OPERATORS } from './operators.ts';
import { type Query, queryOfChoices } from './query.ts';

export function anyCriteria(draw: Draw, fields: Fields): Criteria {
  const names = draw.list(() => draw.pick([...fields.keys()]));
  const all = names.length === 0 ? [draw.pick([...fields.keys()])] : [...new Set(names)];
  return Object.fromEntries(all.map((name) => [name, anyCriterion(draw, name, fields.get(name)!)]));
}

/** Of some fields only, so that they come more than once. */
export function anyQuery(draw: Draw, fields: Fields): Query {
  const some = [0, 1, 2].map(() => draw.pick([...fields.keys()]));
  const demand = (): Demand[] => {
    const name = draw.pick(some);
    const field = fields.get(name)!;
    if (field.kind === 'Boolean' && draw.int(0, 3) === 0)
      return [true, false].map((searchValue) => ({ name, criterion: { searchValue }, at: 0, none: true }));
    if (!field.hidden && field.kind === 'String' && draw.int(0, 2) === 0)
      return [{ name, criterion: { '@operator': ENDS_WITH, searchValue: draw.text() }, at: 0, ...(draw.bool() && { none: true }) }];
    if (!field.hidden && isOpen(field) && draw.bool()) return [{ name, criterion: emptiness(draw.pick(['EMPTY', 'EMPTY_NOT'])), at: 0 }];
    return [{ name, criterion: anyCriterion(draw, name, field), at: 0 }];
  };
  const choice = () => [demand(), ...draw.list(demand).slice(0, 3)].flat();
  return queryOfChoices([choice(), ...draw.list(choice).slice(0, 2)], fields);
}

function anyCriterion(draw: Draw, name: string, field: Field): Criterion {
  const { kind } = field;
  if (kind === 'Boolean') return { searchValue: draw.bool() };
  const operator = draw.pick([...OPERATORS[kind].values()]);
  if (/empty/i.test(operator)) return { '@operator': operator };
  if (operator === 'anyOf' || operator === 'noneOf') {
    const values = [anyValue(draw, name, field), ...draw.list(() => anyValue(draw, name, field))];
    const all = draw.int(0, 9) === 0 ? [...(field.words?.keys() ?? values)] : values;
    return { '@operator': operator, searchValue: all };
  }
  const one = { '@operator': operator, searchValue: anyValue(draw, name, field) };
  return /between|within/i.test(operator) ? { ...one, searchValue2: anyValue(draw, name, field) } : one;
}

function anyValue(draw: Draw, name: string, { kind, words }: Field): unknown {
  switch (kind) {
    case 'Long':
      return draw.int(-1000, 1_000_000);
    case 'Double':
      return draw.int(-1000, 1000) / 4;
    case 'Date':
      return `20${draw.int(10, 30)}-0${draw.int(1, 9)}-${draw.int(10, 28)}T${draw.pick(['00:00:00Z', '00:00:00', '12:30:15Z', '23:30:00.5-08:00', '00:00:00+02:00'])}`;
    case 'MultiSelect':
      return draw.bool() ? { [name === 'externalId' ? name : 'id']: draw.text() } : { id: '@NONE@' };
    case 'EnumMultiSelect':
      return words ? draw.pick([...words.keys()]) : `_${draw.text()}`;
    default:
      return draw.text();
  }
}
