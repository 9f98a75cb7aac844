// Schemas printed in the form of the tables. Throws at every construct that the public contract does not use.
import type { Info } from '../laws/infoset.ts';
import { attribute, elementsOf, name, named, type Schema } from './documents.ts';

/** Head line of each complex type → its fields. */
export function complexTypes({ prefix, root }: Schema): [string, string][] {
  return named(root, 'complexType').map((type) => {
    only(type, 'name', 'abstract');
    const abstract = attribute(type, 'abstract') === 'true' ? ' abstract' : '';
    const derived = parts(type)[0];
    const extended = derived?.name.local.endsWith('Content') ? one(derived, 'extension') : undefined;
    const base = extended ? ` extends ${name(extended, attribute(extended, 'base')!)}` : '';
    return [`${prefix}:${attribute(type, 'name')}${abstract}${base}`, fields(extended ?? type)];
  });
}

/** Head line of each simple type → its values. */
export function enumerations({ prefix, root }: Schema): [string, string][] {
  return named(root, 'simpleType').map((type) => {
    const restriction = one(type, 'restriction');
    if (name(restriction, attribute(restriction, 'base')!) !== 'string') throw new Error('only strings are enumerated');
    const values = elementsOf(restriction).map((e) => attribute(same(e, 'enumeration'), 'value'));
    return [`${prefix}:${attribute(type, 'name')}`, values.join(' | ')];
  });
}

/** `element type` */
export const globalElements = ({ prefix, root }: Schema): string[] =>
  named(root, 'element').map((e) => `${prefix}:${attribute(e, 'name')} ${name(e, attribute(e, 'type')!)}`);

function fields(content: Info): string {
  return parts(content)
    .flatMap((part) => (part.name.local === 'sequence' ? elementsOf(part).map(element) : [attributeUse(part)]))
    .join('; ');
}

function element(e: Info): string {
  only(same(e, 'element'), 'name', 'ref', 'type', 'minOccurs', 'maxOccurs', 'default');
  const ref = attribute(e, 'ref');
  const times = occurrence(attribute(e, 'minOccurs') ?? '1', attribute(e, 'maxOccurs') ?? '1');
  if (ref !== undefined) return `ref ${name(e, ref)}${times}`;
  return `${attribute(e, 'name')}: ${name(e, attribute(e, 'type')!)}${times}${preset(e)}`;
}

function attributeUse(a: Info): string {
  only(same(a, 'attribute'), 'name', 'type', 'use', 'default');
  const optional = attribute(a, 'use') === 'required' ? '' : '?';
  return `@${attribute(a, 'name')}: ${name(a, attribute(a, 'type')!)}${optional}${preset(a)}`;
}

function preset(e: Info): string {
  const value = attribute(e, 'default');
  return value === undefined ? '' : `=${value}`;
}

const marks = new Map([
  ['1,1', ''],
  ['0,1', '?'],
  ['0,unbounded', '*'],
  ['1,unbounded', '+'],
]);

const occurrence = (min: string, max: string): string => marks.get(`${min},${max}`) ?? `{${min},${max}}`;

const parts = (e: Info): Info[] => elementsOf(e).filter((c) => c.name.local !== 'annotation');

function one(e: Info, local: string): Info {
  const [only, ...more] = parts(e);
  if (more.length > 0) throw new Error(`more than one part in ${e.name.local}`);
  return same(only, local);
}

function same(e: Info, local: string): Info {
  if (e.name.local !== local) throw new Error(`${e.name.local} where ${local} is meant`);
  return e;
}

function only(e: Info, ...names: string[]): void {
  const odd = e.attributes.filter((a) => !names.includes(a.name.local));
  if (odd.length > 0) throw new Error(`${e.name.local} has ${odd.map((a) => a.name.local)}`);
}
