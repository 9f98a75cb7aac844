// The accessors of a struct (SOAP 1.1 §5.1): the elements of a type, by their names.
import type { ComplexType, ElementDecl, Particle, TypeDef } from '../../contract/model/model.ts';
import { clark } from '../../xml/reader/names.ts';

export interface Accessor {
  readonly element: ElementDecl;
  /** Position in the type. */
  readonly index: number;
  /** The value of one that is absent; undefined: none, or its presence depends on others. */
  readonly standard: string | undefined;
  /** The contract wants an element here, whatever others there are, and null does not stand for it. */
  readonly required: boolean;
  /** One that is absent stands for null: the contract wants one element, and lets it be nil. */
  readonly nullable: boolean;
}

export interface Accessors {
  readonly all: readonly Accessor[];
  /** By Clark name, and by local name. */
  readonly byName: ReadonlyMap<string, Accessor>;
  readonly byLocal: ReadonlyMap<string, Accessor>;
  /** The order of accessors means nothing: they may be sorted. */
  readonly sortable: boolean;
}

const cache = new WeakMap<ComplexType, Accessors>();

export function accessorsOf(type: ComplexType): Accessors {
  let accessors = cache.get(type);
  if (!accessors) cache.set(type, (accessors = collect(type)));
  return accessors;
}

function collect({ content, mixed }: ComplexType): Accessors {
  const all: Accessor[] = [];
  const sortable = content.kind !== 'elements' || (gather(content.particle, all) && !mixed);
  const byName = new Map<string, Accessor>();
  const byLocal = new Map<string, Accessor>();
  for (const accessor of all) {
    for (const element of [accessor.element, ...accessor.element.substitutes]) {
      const entry = element === accessor.element ? accessor : { ...accessor, element };
      if (!byName.has(clark(element.name))) byName.set(clark(element.name), entry);
      if (!byLocal.has(element.name.local)) byLocal.set(element.name.local, entry);
    }
  }
  return { all, byName, byLocal, sortable };
}

/** False where a group repeats or holds anything. `alone`: no choice or optional group is around. */
function gather(particle: Particle, all: Accessor[], alone = true): boolean {
  if (particle.kind === 'any') return false;
  if (particle.kind === 'element') {
    all.push(accessorAt(particle, all.length, alone));
    return true;
  }
  const isAlone = alone && particle.kind !== 'choice' && particle.min > 0;
  return particle.particles.map((inner) => gather(inner, all, isAlone)).every(Boolean) && particle.max === 1;
}

function accessorAt(
  { element, min, max }: Extract<Particle, { kind: 'element' }>,
  index: number,
  alone: boolean,
): Accessor {
  const standard = alone ? (element.default ?? element.fixed) : undefined;
  const isNeeded = alone && min > 0 && standard === undefined;
  const nullable = isNeeded && element.nillable && max === 1;
  return { element, index, standard, required: isNeeded && !nullable, nullable };
}

/** The declaration of the members of an array. */
export function memberOf(array: ComplexType): ElementDecl {
  return accessorsOf(array).all[0].element;
}

export interface ArrayType extends ComplexType {
  readonly array: number;
}

/** An array of SOAP encoding, or a row of one. */
export function isArray(type: TypeDef): type is ArrayType {
  return type.kind === 'complex' && type.array !== undefined;
}
