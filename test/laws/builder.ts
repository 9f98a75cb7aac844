// Contracts made by hand, for tests that need one construct and no files.
import type {
  AttributeUse,
  Builtin,
  ComplexType,
  ElementDecl,
  Facets,
  GroupParticle,
  Particle,
  Schemas,
  SimpleType,
  TypeDef,
  Wildcard,
} from '../../src/contract/model/model.ts';
import { anyType, builtin, builtinTypes } from '../../src/contract/xsd/builtins.ts';
import { clark, type QName } from '../../src/xml/reader/names.ts';

export const NS = 'urn:example:built';

export function named(local: string): QName {
  return { ns: NS, local };
}

/** A restriction of a built-in type. */
export function simple(base: Builtin, facets: Partial<Facets> = {}, name?: string): SimpleType {
  const of = builtin(base);
  return { ...of, name: name === undefined ? undefined : named(name), base: of, facets: { ...of.facets, ...facets } };
}

export function listOf(item: SimpleType, facets: Partial<Facets> = {}): SimpleType {
  return {
    kind: 'simple',
    variety: 'list',
    builtin: 'anySimpleType',
    item,
    facets: { whiteSpace: 'collapse', ...facets },
  };
}

export function unionOf(...members: SimpleType[]): SimpleType {
  return { kind: 'simple', variety: 'union', builtin: 'anySimpleType', members, facets: { whiteSpace: 'preserve' } };
}

export function complex(particle: Particle | SimpleType | undefined, more: Partial<ComplexType> = {}): ComplexType {
  const content = contentOf(particle);
  return { kind: 'complex', base: anyType, abstract: false, mixed: false, attributes: [], content, ...more };
}

function contentOf(particle: Particle | SimpleType | undefined): ComplexType['content'] {
  if (particle === undefined) return { kind: 'empty' };
  return particle.kind === 'simple' ? { kind: 'simple', type: particle } : { kind: 'elements', particle };
}

export function element(local: string, type: TypeDef, more: Partial<ElementDecl> = {}): ElementDecl {
  return { name: named(local), type, global: false, nillable: false, abstract: false, substitutes: [], ...more };
}

export function attribute(local: string, type: SimpleType, more: Partial<AttributeUse> = {}): AttributeUse {
  return { name: { ns: '', local }, type, required: false, ...more };
}

type Bounds = readonly [min: number, max: number];
export const MANY: Bounds = [0, Number.POSITIVE_INFINITY];

export function one(decl: ElementDecl, [min, max]: Bounds = [1, 1]): Particle {
  return { kind: 'element', element: decl, min, max };
}

export function group(
  kind: GroupParticle['kind'],
  particles: readonly Particle[],
  [min, max]: Bounds = [1, 1],
): GroupParticle {
  return { kind, particles, min, max };
}

export function wild(wildcard: Wildcard, [min, max]: Bounds = MANY): Particle {
  return { kind: 'any', wildcard, min, max };
}

/** `types` and `elements` are the global ones; built-in types are added. */
export function schemasOf(types: readonly TypeDef[], elements: readonly ElementDecl[] = []): Schemas {
  return {
    types: new Map<string, TypeDef>([...builtinTypes, ...types.map((t) => [clark(t.name!), t] as const)]),
    elements: new Map(elements.map((e) => [clark(e.name), e])),
    attributes: new Map(),
    namespaces: [NS],
    derives: (type, base) => base === anyType || chain(type).includes(base),
  };
}

function chain(type: TypeDef): TypeDef[] {
  return type.base === undefined ? [type] : [type, ...chain(type.base)];
}
