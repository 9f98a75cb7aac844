// Particles and model groups (Part 1 §3.8, §3.9).
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { GroupParticle, Occurs, Particle } from '../model/model.ts';
import { MODEL_DEPTH } from '../source/limits.ts';
import { tooNested } from './bounds.ts';
import type { Component } from './component.ts';
import { xsdChild, xsdChildren } from './document.ts';
import { elementOf, fieldsOf, localElement } from './element.ts';
import type { Linker } from './linker.ts';
import { bounds, occurs } from './occurs.ts';
import { refer } from './references.ts';
import { wildcard } from './wildcard.ts';

/**
 * The particle of `e` (Part 1 §3.9), or undefined if it can never occur (maxOccurs="0", no content). `depth`: groups
 * around it.
 */
export function particle(linker: Linker, e: XmlElement, at: Component, depth = 0): Particle | undefined {
  const { local } = e.name;
  if (local === 'element') return element(linker, e, at);
  const { min, max } = occurs(linker, e);
  if (max === 0) return undefined;
  switch (local) {
    case 'any':
      return Object.freeze({ kind: 'any', wildcard: wildcard(linker, e, at), min, max });
    case 'sequence':
    case 'choice':
    case 'all':
      return group(linker, e, at, { min, max }, depth);
    case 'group':
      return groupReference(linker, e, at, { min, max }, depth);
    default:
      linker.report.add('CONTRACT_UNSUPPORTED', `xs:${local} has no place in a content model`, e.place);
      return undefined;
  }
}

function element(linker: Linker, e: XmlElement, at: Component): Particle | undefined {
  const fields = fieldsOf(e);
  const { min, max } = bounds(linker, e, fields.minOccurs, fields.maxOccurs);
  if (max === 0) return undefined;
  if (fields.ref === undefined) {
    return Object.freeze({ kind: 'element', element: localElement(linker, e, fields, at), min, max });
  }
  const target = refer(linker, 'element', fields.ref, e, at);
  return target && Object.freeze({ kind: 'element', element: elementOf(linker, target), min, max });
}

function group(linker: Linker, e: XmlElement, at: Component, times: Occurs, depth: number): Particle | undefined {
  if (depth === MODEL_DEPTH) throw tooNested(e.place);
  const kind = e.name.local as GroupParticle['kind'];
  const particles: Particle[] = [];
  let { min } = times;
  for (const child of xsdChildren(e)) {
    if (child.name.local === 'annotation') continue;
    const part = particle(linker, child, at, depth + 1);
    if (part) particles.push(part);
    else if (kind === 'choice' && attr(child, 'maxOccurs') !== '0') min = 0; // a branch that is empty may be taken
  }
  // A required empty choice matches nothing (Part 1 §3.8.1); other empty groups match the empty sequence.
  if (particles.length === 0 && (kind !== 'choice' || min === 0)) return undefined;
  if (kind === 'all') checkAll(linker, e, particles);
  linker.bounds.nested(particles, e.place);
  return Object.freeze({ kind, particles: Object.freeze(particles), min, max: times.max });
}

/** Part 1 §3.8.6, All Group Limited. */
function checkAll(linker: Linker, e: XmlElement, particles: readonly Particle[]): void {
  const bad = particles.some((p) => p.kind !== 'element' || p.max > 1);
  if (bad) linker.report.add('CONTRACT_INVALID', 'xs:all may hold only elements that occur at most once', e.place);
}

function groupReference(
  linker: Linker,
  e: XmlElement,
  at: Component,
  times: Occurs,
  depth: number,
): Particle | undefined {
  const ref = attr(e, 'ref');
  if (ref === undefined) linker.report.add('CONTRACT_INVALID', 'a group inside a content model needs a ref', e.place);
  const target = ref === undefined ? undefined : refer(linker, 'group', ref, e, at);
  const content = target && groupOf(linker, target, e, depth);
  if (!content || (times.min === 1 && times.max === 1)) return content;
  // A model group has no bounds (Part 1 §3.7.2): those of the reference count.
  return Object.freeze({ ...content, ...times });
}

/** Content of a named group, shared by all references. */
function groupOf(linker: Linker, component: Component, from: XmlElement, depth: number): Particle | undefined {
  if (component.state === 'busy') {
    linker.report.add('CONTRACT_INVALID', `group "${clark(component.name)}" contains itself`, from.place);
    return undefined;
  }
  if (component.state === 'new') {
    component.state = 'busy';
    const model = xsdChild(component.node, 'sequence', 'choice', 'all');
    component.result = model && particle(linker, model, component, depth);
    component.state = 'done';
  }
  return component.result as Particle | undefined;
}

/** Checks a group that may be unused. */
export function checkGroup(linker: Linker, component: Component): void {
  groupOf(linker, component, component.node, 0);
}
