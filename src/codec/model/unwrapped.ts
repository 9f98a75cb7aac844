// Types that hold one list and nothing else, shown as that list (`types:` of a mapping, `unwrap`): `{ "x": [ … ] }` is `[ … ]`.
import type { ComplexType, TypeDef } from '../../contract/model/model.ts';
import { levelOf } from './content.ts';

const shownAsList = new WeakMap<ComplexType, ComplexType>();
const originals = new WeakMap<TypeDef, ComplexType>();

/** The type with the same XML whose JSON is the list inside; always the same one for a type. */
export function unwrap(original: ComplexType): ComplexType {
  let type = shownAsList.get(original);
  if (type === undefined) {
    type = { ...original };
    shownAsList.set(original, type);
    originals.set(type, original);
  }
  return type;
}

/** The same for one place alone: another type at each call. */
export function unwrapHere(original: ComplexType): ComplexType {
  const type = { ...original };
  originals.set(type, original);
  return type;
}

/** What `unwrap` or `unwrapHere` was given; undefined for any other type. */
export function wrapped(type: TypeDef): ComplexType | undefined {
  return originals.get(type);
}

/** `omits`: attributes that JSON does not show, by their keys. */
export function holdsOneList(type: TypeDef, omits: (key: string) => boolean): type is ComplexType {
  if (type.kind === 'simple' || type.abstract || type.mixed || type.content.kind !== 'elements') return false;
  if (type.anyAttribute !== undefined || !type.attributes.every((a) => omits(`@${a.name.local}`))) return false;
  const { positions } = levelOf(type.content.particle);
  return positions.length === 1 && positions[0].kind === 'element' && positions[0].max > 1;
}
