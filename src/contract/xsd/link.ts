// Links the gathered schemas: references resolved, groups expanded, derivations merged. Knows nothing about files or WSDL.
import { each, type Steps } from '../../event-loop/time-slices.ts';
import type { AttributeUse, Draft, ElementDecl, Particle, Schemas, TypeDef } from '../model/model.ts';
import { contractLimits } from '../source/limits.ts';
import type { Report } from '../source/report.ts';
import { attributeGroupOf, attributeOf } from './attributes.ts';
import { Bounds, contractLimit } from './bounds.ts';
import { BrokenComponents } from './broken.ts';
import { builtinTypes } from './builtins.ts';
import { complete } from './complete.ts';
import { derives } from './derives.ts';
import { elementOf } from './element.ts';
import type { Linker } from './linker.ts';
import { checkGroup } from './particle.ts';
import type { Registry } from './registry.ts';
import { linkSubstitutes } from './substitution.ts';
import { typeOf } from './type-shells.ts';
import { checkTypes, type TypeCheck } from './unusable-types.ts';
import { checkVarieties } from './variety.ts';

export function startLinking(registry: Registry, report: Report): Linker {
  return { registry, report, pending: [], filled: 0, typesByScope: new Map(), drafts: [], bounds: new Bounds() };
}

interface LinkedSchemas {
  /** Without broken components. */
  readonly schemas: Schemas;
  readonly broken: BrokenComponents;
}

/**
 * Links all components, and references made through `linker` before. Problems go to its report. The linker must not be used afterwards.
 * `undeclared`: elements of no schema that wildcards know too.
 */
export function* finishSchemas(
  linker: Linker,
  undeclared: ReadonlyMap<string, ElementDecl>,
  checkType?: TypeCheck,
): Steps<LinkedSchemas> {
  const { registry } = linker;
  const schemas = {
    types: new Map<string, TypeDef>(builtinTypes),
    elements: new Map<string, ElementDecl>(undeclared),
    attributes: new Map<string, AttributeUse>(),
    namespaces: [] as readonly string[],
    derives,
  };
  // A reference may add a well-known schema: repeat for its components.
  for (let had = -1; had !== registry.namespaces.size; ) {
    had = registry.namespaces.size;
    yield* linkAll(linker, schemas);
  }
  schemas.namespaces = Object.freeze([...registry.namespaces]);
  yield* checkVarieties(linker);
  yield* linkSubstitutes(linker);
  yield* countParticles(linker);
  if (checkType) yield* checkTypes(linker, checkType);
  const broken = yield* BrokenComponents.of(linker);
  if (linker.report.problems.length > 0) yield* leaveOut(broken, schemas, linker.drafts);
  yield* each(linker.drafts, freeze);
  return { schemas: Object.freeze(schemas), broken };
}

/** Nothing that is left refers to them but substitution groups and types, where a message names them. */
function* leaveOut(broken: BrokenComponents, { types, elements, attributes }: Open, drafts: object[]): Steps<void> {
  for (const key of types.keys()) if (broken.has('type', key)) types.delete(key);
  for (const [key, element] of elements) if (broken.causesOf(element).length > 0) elements.delete(key);
  for (const key of attributes.keys()) if (broken.has('attribute', key)) attributes.delete(key);
  yield* each(drafts, (draft) => {
    if (!('substitutes' in draft)) return;
    const element = draft as Draft<ElementDecl>;
    element.substitutes = element.substitutes.filter((member) => broken.causesOf(member).length === 0);
  });
}

interface Open {
  readonly types: Map<string, TypeDef>;
  readonly elements: Map<string, ElementDecl>;
  readonly attributes: Map<string, AttributeUse>;
}

function* linkAll(linker: Linker, { types, elements, attributes }: Open): Steps<void> {
  const { type, element, attribute, group, attributeGroup } = linker.registry.spaces;
  yield* each(type, ([key, c]) => types.set(key, typeOf(linker, c)));
  yield* each(element, ([key, c]) => elements.set(key, elementOf(linker, c)));
  yield* each(attribute, ([key, c]) => attributes.set(key, attributeOf(linker, c)));
  yield* each(group.values(), (c) => checkGroup(linker, c));
  yield* each(attributeGroup.values(), (c) => attributeGroupOf(linker, c, c.node));
  const { pending } = linker;
  // Filling one shell may add further ones.
  while (linker.filled < pending.length) {
    complete(linker, pending[linker.filled++]);
    yield;
  }
}

/** Freezes a component with its own lists. */
function freeze(draft: object): void {
  Object.freeze(draft);
  if ('content' in draft) Object.freeze(draft.content);
  if ('attributes' in draft) Object.freeze(draft.attributes);
  if ('facets' in draft) Object.freeze(draft.facets);
  if ('members' in draft) Object.freeze(draft.members);
  if ('substitutes' in draft) Object.freeze(draft.substitutes);
}

/** Counts particles as the codec sees them: groups expanded, each substitute counted. Needs all types and substitutes. */
function* countParticles({ pending, bounds }: Linker): Steps<void> {
  const counts = new Map<readonly Particle[], number>();
  yield* each(pending, ({ draft, node }) => {
    if (draft.kind === 'simple' || draft.content.kind !== 'elements') return;
    const count = particlesOf(draft.content.particle, counts);
    if (count > contractLimits.particles) {
      const message = `a content model has more than ${contractLimits.particles} particles, with those of groups and bases`;
      throw contractLimit(message, node.place, 'refer to fewer groups, or fewer times');
    }
    bounds.spend(count, node.place);
  });
}

/** Sums are cached by shared particle list, so the work is linear in the size of the schema. */
function particlesOf(p: Particle, counts: Map<readonly Particle[], number>): number {
  if (p.kind === 'element') return 1 + p.element.substitutes.length;
  if (p.kind === 'any') return 1;
  let sum = counts.get(p.particles);
  if (sum === undefined) {
    sum = 1;
    for (const particle of p.particles) sum += particlesOf(particle, counts);
    counts.set(p.particles, sum);
  }
  return sum;
}
