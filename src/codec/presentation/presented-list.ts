// Types that hold one list only, shown as that list (`types:` of a mapping, `unwrap`): `{ "x": [ … ] }` is `[ … ]`.
import type { ComplexType, ElementDecl, TypeDef } from '../../contract/model/model.ts';
import { isPresented } from '../datatypes/presented-types.ts';
import { levelOf } from '../model/content.ts';

/** A type with the XML of `original`. Its JSON is the list inside. */
export interface PresentedList extends ComplexType {
  readonly original: ComplexType;
}

export function isPresentedList(type: TypeDef): type is PresentedList {
  return type.kind === 'complex' && 'original' in type;
}

/** Cache: the tables of a type are made once. */
const lists = new WeakMap<ComplexType, PresentedList>();

export function asList(original: ComplexType): PresentedList {
  let list = lists.get(original);
  if (list === undefined) lists.set(original, (list = { ...original, original }));
  return list;
}

/** Arrays of SOAP encoding are JSON arrays. */
export function arrayAsList(element: ElementDecl): ElementDecl {
  const { type } = element;
  if (type.kind === 'simple' || type.array === undefined || isPresentedList(type)) return element;
  return { ...element, type: asList(type) };
}

/** The contract's type behind a presented one; undefined for any other type. */
export function originalOf(type: TypeDef): TypeDef | undefined {
  if (type.kind === 'simple') return isPresented(type) ? type.original : undefined;
  return isPresentedList(type) ? type.original : undefined;
}

/** `omits`: is the attribute with this key omitted? */
export function holdsOneList(type: TypeDef, omits: (key: string) => boolean): type is ComplexType {
  if (type.kind === 'simple' || type.abstract || type.mixed || type.content.kind !== 'elements') return false;
  if (type.anyAttribute !== undefined || !type.attributes.every((a) => omits(`@${a.name.local}`))) return false;
  const { positions } = levelOf(type.content.particle);
  return positions.length === 1 && positions[0].kind === 'element' && positions[0].max > 1;
}
