// The built-in types (Part 2 §3, Part 1 §3.4.7). One set for the whole process, so that `===` works across contracts.
import { clark, XSD_NS } from '../../xml/reader/names.ts';
import type { Builtin, ComplexType, Facets, SimpleType, TypeDef } from '../model/model.ts';

/** Each built-in after its base. */
const DERIVED: readonly (readonly [Builtin, Builtin])[] = [
  ['string', 'anySimpleType'],
  ['boolean', 'anySimpleType'],
  ['decimal', 'anySimpleType'],
  ['float', 'anySimpleType'],
  ['double', 'anySimpleType'],
  ['duration', 'anySimpleType'],
  ['dateTime', 'anySimpleType'],
  ['time', 'anySimpleType'],
  ['date', 'anySimpleType'],
  ['gYearMonth', 'anySimpleType'],
  ['gYear', 'anySimpleType'],
  ['gMonthDay', 'anySimpleType'],
  ['gDay', 'anySimpleType'],
  ['gMonth', 'anySimpleType'],
  ['hexBinary', 'anySimpleType'],
  ['base64Binary', 'anySimpleType'],
  ['anyURI', 'anySimpleType'],
  ['QName', 'anySimpleType'],
  ['NOTATION', 'anySimpleType'],
  ['normalizedString', 'string'],
  ['token', 'normalizedString'],
  ['language', 'token'],
  ['Name', 'token'],
  ['NMTOKEN', 'token'],
  ['NCName', 'Name'],
  ['ID', 'NCName'],
  ['IDREF', 'NCName'],
  ['ENTITY', 'NCName'],
  ['integer', 'decimal'],
  ['nonPositiveInteger', 'integer'],
  ['negativeInteger', 'nonPositiveInteger'],
  ['long', 'integer'],
  ['int', 'long'],
  ['short', 'int'],
  ['byte', 'short'],
  ['nonNegativeInteger', 'integer'],
  ['unsignedLong', 'nonNegativeInteger'],
  ['unsignedInt', 'unsignedLong'],
  ['unsignedShort', 'unsignedInt'],
  ['unsignedByte', 'unsignedShort'],
  ['positiveInteger', 'nonNegativeInteger'],
];
const LISTS: readonly (readonly [Builtin, Builtin])[] = [
  ['NMTOKENS', 'NMTOKEN'],
  ['IDREFS', 'IDREF'],
  ['ENTITIES', 'ENTITY'],
];

/**
 * Their bounds (int ≤ 2147483647, integer without fraction, …) are implied by `builtin` and no facets: a facet is always
 * from the schema's author.
 */
function facets(name: Builtin): Facets {
  if (name === 'string' || name === 'anySimpleType') return Object.freeze({ whiteSpace: 'preserve' });
  return Object.freeze({ whiteSpace: name === 'normalizedString' ? 'replace' : 'collapse' });
}

function simple(builtin: Builtin, properties: Partial<SimpleType>): SimpleType {
  const name = Object.freeze({ ns: XSD_NS, local: builtin });
  return Object.freeze({ kind: 'simple', name, variety: 'atomic', builtin, facets: facets(builtin), ...properties });
}

function simpleTypes(): Map<Builtin, SimpleType> {
  const types = new Map<Builtin, SimpleType>([['anySimpleType', simple('anySimpleType', {})]]);
  for (const [name, base] of DERIVED) types.set(name, simple(name, { base: types.get(base) }));
  for (const [name, item] of LISTS) {
    const listFacets = Object.freeze({ whiteSpace: 'collapse' as const, minLength: 1 });
    types.set(
      name,
      simple(name, { base: types.get('anySimpleType'), variety: 'list', item: types.get(item), facets: listFacets }),
    );
  }
  return types;
}

const simples = simpleTypes();

/** All simple ones. */
export const builtinNames: readonly Builtin[] = [...simples.keys()];

export function builtin(name: Builtin): SimpleType {
  return simples.get(name)!;
}

export const anySimpleType: SimpleType = builtin('anySimpleType');

const primitives = new Map(builtinNames.map((name) => [name, topmost(builtin(name)).builtin]));

function topmost(type: SimpleType): SimpleType {
  return type.base === undefined || type.base === anySimpleType ? type : topmost(type.base);
}

/** The primitive type that an atomic one is derived from (Part 2 §3.2); anySimpleType and lists are their own. */
export function primitive(name: Builtin): Builtin {
  return primitives.get(name)!;
}

/** Is `name` derived from `ancestor`, another type with the same primitive type? */
export function isDerived(name: Builtin, ancestor: Builtin): boolean {
  const { base } = builtin(name);
  if (base === undefined || primitive(name) !== primitive(ancestor)) return false;
  return base.builtin === ancestor || isDerived(base.builtin, ancestor);
}

const anything = Object.freeze({ namespaces: Object.freeze({ kind: 'any' as const }), process: 'lax' as const });

/** Part 1 §3.4.7: mixed, any attributes, any elements, all of them lax. */
export const anyType: ComplexType = Object.freeze({
  kind: 'complex',
  name: Object.freeze({ ns: XSD_NS, local: 'anyType' }),
  abstract: false,
  mixed: true,
  attributes: Object.freeze([]),
  anyAttribute: anything,
  content: Object.freeze({
    kind: 'elements',
    particle: Object.freeze({
      kind: 'sequence',
      min: 1,
      max: 1,
      particles: Object.freeze([
        Object.freeze({ kind: 'any', wildcard: anything, min: 0, max: Number.POSITIVE_INFINITY }),
      ]),
    }),
  }),
} as const);

/** All of them by Clark name. */
export const builtinTypes: ReadonlyMap<string, TypeDef> = new Map<string, TypeDef>(
  [anyType, ...simples.values()].map((type) => [clark(type.name!), type]),
);
