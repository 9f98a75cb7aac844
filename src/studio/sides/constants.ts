// Puts the constants of a pattern into a sample envelope: the contract alone does not know them.
import type { Shape } from '../../codec/model/shape.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import { elementsOf, type TextElement } from './xml-text.ts';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Constants of elements that the sample has, and of their attributes. */
export function withConstants(envelope: string, pattern: SoapPattern): string {
  const body = elementsOf(envelope)?.children.find(({ local }) => local === 'Body')?.children ?? [];
  const edits = pattern.body.flatMap(({ shape }, i) => (body[i] ? editsOf(shape, body[i], envelope) : []));
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: piece }) => text.slice(0, start) + piece + text.slice(end), envelope);
}

function editsOf(shape: Shape, element: TextElement, text: string): Edit[] {
  if (shape.kind === 'constant') return inner(element, shape.text);
  if (shape.kind !== 'members') return [];
  return shape.entries.flatMap(({ member, shape: entry }) => {
    if (member.kind === 'element')
      return element.children
        .filter(({ local }) => local === member.element.name.local)
        .flatMap((child, i) => editsOf(entry.kind === 'ordered' ? (entry.items[i] ?? entry) : entry, child, text));
    if (entry.kind !== 'constant') return [];
    if (member.kind === 'text') return inner(element, entry.text);
    return member.kind === 'attribute' ? attribute(element, member.use.name.local, entry.text, text) : [];
  });
}

function inner({ innerStart, innerEnd, end }: TextElement, value: string): Edit[] {
  return innerStart === end ? [] : [{ start: innerStart, end: innerEnd, text: escaped(value) }];
}

function attribute(element: TextElement, name: string, value: string, text: string): Edit[] {
  const range = element.attributes.get(name);
  if (range) return [{ start: range[0], end: range[1], text: escaped(value) }];
  const [tag] = /^<[^\s/>]+/.exec(text.slice(element.start, element.innerStart)) ?? [''];
  const at = element.start + tag.length;
  return [{ start: at, end: at, text: ` ${name}="${escaped(value)}"` }];
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
