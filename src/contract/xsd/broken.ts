// Which components are broken: those with problems, and those that need one. Knows nothing about WSDL.
import type { SoapstoneError } from '../../errors/errors.ts';
import type { Steps } from '../../event-loop/time-slices.ts';
import { clark, WSDL_NS, XSD_NS } from '../../xml/reader/names.ts';
import { elements, type XmlElement } from '../../xml/tree.ts';
import { qualified, splitList } from '../model/definition-tree.ts';
import type { ElementDecl, Particle, TypeDef } from '../model/model.ts';
import type { Report } from '../source/report.ts';
import type { Component, Space } from './component.ts';
import type { Linker } from './linker.ts';
import type { Registry } from './registry.ts';

/** Problems of one component that are worth a line. */
const MOST_CAUSES = 20;

/** Why a component cannot be used. */
type Causes = Set<SoapstoneError>;

/** The space that an attribute refers to; `ref` is about the space of its element. */
const SPACES: Readonly<Record<string, Space>> = { type: 'type', base: 'type', itemType: 'type', memberTypes: 'type' };

export class BrokenComponents {
  private readonly registry: Registry;
  private readonly causes = new Map<Component, Causes>();

  private constructor(registry: Registry) {
    this.registry = registry;
  }

  static *of({ registry, report }: Linker): Steps<BrokenComponents> {
    const broken = new BrokenComponents(registry);
    if (report.problems.length > 0) yield* broken.spread(report);
    return broken;
  }

  has(space: Space, key: string): boolean {
    const component = this.registry.spaces[space].get(key);
    return component !== undefined && this.causes.has(component);
  }

  /** Problems of what an element needs; empty where nothing is broken. */
  causesOf(element: ElementDecl): readonly SoapstoneError[] {
    if (this.causes.size === 0) return [];
    const { element: declared } = this.registry.spaces;
    const component = element.global ? declared.get(clark(element.name)) : undefined;
    return component ? [...(this.causes.get(component) ?? [])] : this.causesOfType(element.type);
  }

  private causesOfType(type: TypeDef): readonly SoapstoneError[] {
    const component = type.name && this.registry.spaces.type.get(clark(type.name));
    if (component) return [...(this.causes.get(component) ?? [])];
    const isWrapper = type.kind === 'complex' && type.name === undefined && type.content.kind === 'elements';
    return isWrapper ? this.causesOfParticle(type.content.particle) : [];
  }

  private causesOfParticle(particle: Particle): readonly SoapstoneError[] {
    if (particle.kind === 'element') return this.causesOf(particle.element);
    return particle.kind === 'any' ? [] : particle.particles.flatMap((inside) => this.causesOfParticle(inside));
  }

  /** From components with problems to all that refer to them. */
  private *spread(report: Report): Steps<void> {
    const users = new Map<Component, Component[]>();
    const pending: Component[] = [];
    for (const component of this.components()) {
      yield;
      const found: Causes = new Set();
      this.walk(component, component.node, report, found, users);
      if (found.size === 0) continue;
      this.causes.set(component, found);
      pending.push(component);
    }
    for (const component of pending) {
      yield;
      for (const user of users.get(component) ?? [])
        if (this.blame(user, this.causes.get(component)!)) pending.push(user);
    }
  }

  /** Is there a new cause? */
  private blame(component: Component, causes: Causes): boolean {
    const before = this.causes.get(component) ?? new Set();
    const { size } = before;
    for (const cause of causes) if (before.size < MOST_CAUSES) before.add(cause);
    this.causes.set(component, before);
    return before.size > size;
  }

  private *components(): Iterable<Component> {
    for (const space of Object.values(this.registry.spaces))
      for (const component of space.values())
        for (let next: Component | undefined = component; next; next = next.redefines) yield next;
  }

  private walk(at: Component, e: XmlElement, report: Report, found: Causes, users: Map<Component, Component[]>): void {
    for (const problem of report.problemsAt(e.place)) if (found.size < MOST_CAUSES) found.add(problem);
    for (const target of this.referred(at, e)) {
      const all = users.get(target);
      if (all) all.push(at);
      else users.set(target, [at]);
    }
    for (const child of elements(e)) if (child.name.local !== 'annotation') this.walk(at, child, report, found, users);
  }

  private referred(at: Component, e: XmlElement): Component[] {
    if (e.name.ns !== XSD_NS) return [];
    return e.attributes.flatMap(({ name, value }) => {
      if (name.local === 'arrayType' && name.ns === WSDL_NS)
        return this.target(at, 'type', value.split('[', 1)[0].trim(), e) ?? [];
      const space = spaceOf(name.local, e);
      if (space === undefined || name.ns !== '') return [];
      return splitList(value).flatMap((text) => this.target(at, space, text, e) ?? []);
    });
  }

  private target(at: Component, space: Space, text: string, e: XmlElement): Component | undefined {
    const name = qualified(text, e);
    if (name === undefined) return undefined;
    const key = clark(name.ns === '' && at.document.chameleon ? { ns: at.document.ns, local: name.local } : name);
    if (at.redefines && at.space === space && key === clark(at.name)) return at.redefines;
    return this.registry.spaces[space]?.get(key);
  }
}

function spaceOf(attribute: string, e: XmlElement): Space | undefined {
  if (attribute === 'ref') return e.name.local as Space;
  if (attribute === 'substitutionGroup') return takesTypeOfHead(e) ? 'element' : undefined;
  return SPACES[attribute];
}

/** Part 1 §3.3.2: without a type of its own, an element has that of its head. */
function takesTypeOfHead(e: XmlElement): boolean {
  const isTyped = e.attributes.some(({ name }) => name.local === 'type' && name.ns === '');
  return !isTyped && !elements(e).some(({ name }) => name.local === 'complexType' || name.local === 'simpleType');
}
