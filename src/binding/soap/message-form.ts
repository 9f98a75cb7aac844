// Messages of the same form share one program, however many rules have them.

import type { Shape } from '../../codec/model/shape.ts';
import type { SoapPattern } from '../../rule/pattern.ts';

let count = 0;
const numbers = new WeakMap<object, number>();

/** Declarations, members and types are the same if they are one object. */
function numberOf(one: object): number {
  let number = numbers.get(one);
  if (number === undefined) numbers.set(one, (number = ++count));
  return number;
}

/** Equal for patterns with the same elements, constants and slots. */
export function formOf({ body, headers, slots }: SoapPattern): string {
  const bodyAndHeaders = [
    ...body.map(({ element, shape }) => [numberOf(element), form(shape)]),
    'headers',
    ...headers.map(({ part, shape }) => [numberOf(part.element), form(shape)]),
  ];
  return JSON.stringify([slots, bodyAndHeaders]);
}

function form(shape: Shape): unknown {
  switch (shape.kind) {
    case 'hole':
      return [shape.slot, shape.repeat];
    case 'constant':
      return [shape.text, shape.optional];
    case 'members':
      return {
        type: shape.type && numberOf(shape.type),
        rest: shape.rest,
        allNamed: shape.allNamed,
        entries: shape.entries.map(({ member, shape: memberShape }) => [numberOf(member), form(memberShape)]),
      };
    case 'each':
      return { each: shape.slot, fields: shape.fields, item: form(shape.item) };
    case 'ordered':
      return { items: shape.items.map(form), exact: shape.exact };
  }
}
