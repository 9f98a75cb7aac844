// Marks of variables in the text of an envelope.

import type { Member } from '../../codec/model/members.ts';
import type { Shape } from '../../codec/model/shape.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import type { Bindings, SoapPattern } from '../../rule/pattern.ts';
import type { Mark } from '../protocol/api.ts';
import { sortedMarks } from './marks.ts';
import { elementsOf, type TextElement } from './xml-text.ts';

export function soapMarks(pattern: SoapPattern, bindings: Bindings, envelope: string): Mark[] {
  const root = elementsOf(envelope);
  if (root === undefined) return [];
  const variables = slotVariables(pattern, bindings);
  const marks: Mark[] = [];
  const add = (slot: number, start: number, end: number) => {
    const variable = variables.get(slot);
    if (variable !== undefined) marks.push({ start, end, variable });
  };
  const section = (name: string) => root.children.find(({ local }) => local === name)?.children ?? [];
  const body = section('Body');
  pattern.body.forEach(({ shape }, i) => {
    if (body[i]) markShape(shape, body[i], add);
  });
  for (const { part, shape } of pattern.headers) {
    const block = section('Header').find(({ local }) => local === part.element.name.local);
    if (block) markShape(shape, block, add);
  }
  return sortedMarks(marks);
}

/** The first variable that the value of each slot is made of. A slot depends on a variable where it is another without it. */
function slotVariables(pattern: SoapPattern, bindings: Bindings): Map<number, number> {
  const all = filled(pattern, bindings);
  const variables = new Map<number, number>();
  bindings.forEach((value, variable) => {
    if (value === undefined) return;
    const direct = pattern.slotOf(variable);
    if (direct !== undefined) {
      variables.set(direct, variable);
      return;
    }
    const without = filled(pattern, bindings.with(variable, undefined));
    all.forEach((before, slot) => {
      if (!variables.has(slot) && before !== undefined && !isSame(before, without[slot])) variables.set(slot, variable);
    });
  });
  return variables;
}

function isSame(a: Json, b: Json | undefined): boolean {
  return b !== undefined && sameJson(a, b);
}

function filled(pattern: SoapPattern, bindings: Bindings): readonly (Json | undefined)[] {
  try {
    return pattern.fill(bindings);
  } catch (error) {
    if (error instanceof SoapstoneError) return [];
    throw error;
  }
}

type Add = (slot: number, start: number, end: number) => void;

function markShape(shape: Shape, element: TextElement, add: Add): void {
  switch (shape.kind) {
    case 'hole':
    case 'each':
      return add(shape.slot, element.innerStart, element.innerEnd);
    case 'members':
      return markMembers(shape, element, add);
    case 'ordered':
    case 'constant':
  }
}

function markMembers({ entries, rest }: Extract<Shape, { kind: 'members' }>, element: TextElement, add: Add): void {
  const named = new Set<TextElement>();
  for (const { member, shape } of entries) {
    const children = childrenOf(element, member);
    for (const child of children) named.add(child);
    if (shape.kind === 'ordered')
      shape.items.forEach((item, i) => {
        if (children[i]) markShape(item, children[i], add);
      });
    else for (const child of children) markShape(shape, child, add);
    markAttribute(member, shape, element, add);
  }
  if (rest === undefined) return;
  for (const child of element.children) if (!named.has(child)) add(rest, child.start, child.end);
}

function childrenOf({ children }: TextElement, member: Member): TextElement[] {
  if (member.kind !== 'element') return [];
  return children.filter(({ local }) => local === member.element.name.local);
}

function markAttribute(member: Member, shape: Shape, element: TextElement, add: Add): void {
  if (shape.kind !== 'hole') return;
  if (member.kind === 'text') return add(shape.slot, element.innerStart, element.innerEnd);
  if (member.kind !== 'attribute') return;
  const range = element.attributes.get(member.use.name.local);
  if (range) add(shape.slot, ...range);
}
