// Writes a SOAP pattern as XML with `{variable}` in its holes: the form of an expected response.

import type { Member } from '../codec/model/members.ts';
import type { Shape } from '../codec/model/shape.ts';
import { type Json, textOf } from '../json/value.ts';
import { scalarText } from '../json/walk.ts';
import type { Bindings, SoapPattern } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';

/** Lines of the children of Body (and Header parts before them). `bindings`: known values. */
export function skeleton(rule: Rule, pattern: SoapPattern, bindings: Bindings = []): string[] {
  const names = slotNames(rule, pattern, bindings);
  const parts = [
    ...pattern.headers.map(({ part, shape }) => ({ name: part.element.name.local, shape })),
    ...pattern.body.map(({ element, shape }) => ({ name: element.name.local, shape })),
  ];
  return parts.flatMap(({ name, shape }) => lines(name, shape, (slot) => names.get(slot) ?? '…', ''));
}

/** Slots that hold a variable as it is; others (converters, templates) show as `…`. */
function slotNames(rule: Rule, pattern: SoapPattern, bindings: Bindings): Map<number, string> {
  const names = new Map<number, string>();
  rule.variables.forEach((name, variable) => {
    const slot = pattern.slotOf(variable);
    if (slot !== undefined) names.set(slot, shownValue(bindings[variable]) ?? `{${name}}`);
  });
  return names;
}

function shownValue(value: Json | undefined): string | undefined {
  return value && (scalarText(value) ?? textOf(value));
}

function lines(name: string, shape: Shape, slot: (index: number) => string, indent: string): string[] {
  switch (shape.kind) {
    case 'hole':
      return [`${indent}<${name}>${slot(shape.slot)}</${name}>`];
    case 'constant':
      return [`${indent}<${name}>${shape.text}</${name}>`];
    case 'each': {
      const item = lines(name, shape.item, (field) => `{${shape.fields[field]}}`, indent);
      return [...item, `${indent}… for each of ${slot(shape.slot)}`];
    }
    case 'ordered':
      return shape.items.flatMap((item) => lines(name, item, slot, indent));
    case 'members': {
      const start = [name, ...attributes(shape, slot)].join(' ');
      const inner = shape.entries.flatMap(({ member, shape: entry }) =>
        member.kind === 'attribute' ? [] : lines(xmlName(member), entry, slot, `${indent}  `),
      );
      if (shape.rest !== undefined) inner.push(`${indent}  ${slot(shape.rest)}`);
      return inner.length === 0 ? [`${indent}<${start}/>`] : [`${indent}<${start}>`, ...inner, `${indent}</${name}>`];
    }
  }
}

/** `name="{variable}"`: of each attribute that the pattern names. */
function attributes({ entries }: Extract<Shape, { kind: 'members' }>, slot: (index: number) => string): string[] {
  return entries.flatMap(({ member, shape }) => {
    if (member.kind !== 'attribute') return [];
    const text = shape.kind === 'hole' ? slot(shape.slot) : shape.kind === 'constant' ? shape.text : '…';
    return [`${member.use.name.local}="${text}"`];
  });
}

/** `types:` may have given the member another name in JSON. */
function xmlName(member: Member): string {
  return member.kind === 'element' ? member.element.name.local : member.key;
}
