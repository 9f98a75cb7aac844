// Criteria as `q` can say them, drawn at random: what `soapstone test` tries the laws of the pairs with.
import type { Draw } from '../../src/index.ts';
import { type Criteria, type Criterion, type Fields, type Kind, OPERATORS } from './criteria.ts';

export function anyCriteria(draw: Draw, fields: Fields): Criteria {
  const names = draw.list(() => draw.pick([...fields.keys()]));
  const all = names.length === 0 ? [draw.pick([...fields.keys()])] : [...new Set(names)];
  return Object.fromEntries(all.map((name) => [name, anyCriterion(draw, fields.get(name)!)]));
}

function anyCriterion(draw: Draw, kind: Kind): Criterion {
  if (kind === 'Boolean') return { searchValue: draw.bool() };
  const operator = draw.pick([...OPERATORS[kind].values()]);
  if (/empty/i.test(operator)) return { '@operator': operator };
  if (operator === 'anyOf' || operator === 'noneOf') {
    const values = [anyValue(draw, kind), ...draw.list(() => anyValue(draw, kind))];
    return { '@operator': operator, searchValue: values };
  }
  const one = { '@operator': operator, searchValue: anyValue(draw, kind) };
  return /between|within/i.test(operator) ? { ...one, searchValue2: anyValue(draw, kind) } : one;
}

function anyValue(draw: Draw, kind: Kind): unknown {
  switch (kind) {
    case 'Long':
      return draw.int(-1000, 1_000_000);
    case 'Double':
      return draw.int(-1000, 1000) / 4;
    case 'Date':
      return `20${draw.int(10, 30)}-0${draw.int(1, 9)}-${draw.int(10, 28)}T${draw.pick(['00:00:00', '12:30:15'])}Z`;
    case 'MultiSelect':
      return { id: draw.text() };
    case 'EnumMultiSelect':
      return `_${draw.text()}`;
    default:
      return draw.text();
  }
}
