// A sample message for an element of a contract: XML with one value of each type, and the constants of a pattern. Knows nothing about tables.
import { isDecimal } from '../codec/datatypes/type-kind.ts';
import type { Codec } from '../codec/model/codec.ts';
import type { MembersShape, Shape } from '../codec/model/shape.ts';
import {
  type AttributeUse,
  type ComplexType,
  type ElementDecl,
  type Particle,
  patternSteps,
  type SimpleType,
} from '../contract/model/model.ts';
import type { Demand } from '../rule/pattern.ts';
import { clark } from '../xml/reader/names.ts';
import { failureMembers } from './failure-members.ts';
import { Fillings, hasOneObject, isObjectType } from './filling.ts';
import { sampleText } from './sample-values.ts';
import {
  elementShape,
  isUnnamed,
  itemShape,
  leastItems,
  type Shapes,
  shapeOf,
  textIn,
  textOf,
} from './wanted-shapes.ts';
import { attributeText, escaped, leaf, typeFields } from './xml-texts.ts';

/** `least`: required parts. `short`: the values directly inside of the element too. `full`: all optional parts, down to a few levels. */
export type SampleSize = 'least' | 'short' | 'full';

/** Levels of optional elements in a full sample. */
const FULL_LEVELS = 4;
const DEEPEST = 16;
/** Elements of one sample. */
const MOST = 400;
/** Elements that are tried for one sample, with those that fail. */
const MOST_TRIED = 4000;
/** From here on optional parts are left out. */
const MOST_WITH_OPTIONAL = 50;

/**
 * Lines of XML. `shape`: of a pattern, whose constants the sample has; what the pattern does not name is left out where it may be.
 * `text`: what values without a form of their own are, where their types take it. `demand`: what the slots of the shape must have.
 * undefined where a required value has no sample: patterns of the contract may ask for anything.
 */
export function sampleXml(
  element: ElementDecl,
  codec: Codec,
  size: SampleSize,
  shape: Shape | undefined = undefined,
  text: string | undefined = undefined,
  demand: DemandOf = () => undefined,
): string[] | undefined {
  try {
    return new Sampler(codec, size, { text, demand, root: element.name.local }).element(element, '', 0, shape);
  } catch (error) {
    if (error instanceof NoSample) return undefined;
    throw error;
  }
}

/** The value that has no sample, with its pattern; undefined where there is a sample, or another reason that it has none. */
export function missingSample(element: ElementDecl, codec: Codec, shape: Shape | undefined): string | undefined {
  try {
    const options = { text: undefined, demand: () => undefined, root: element.name.local };
    new Sampler(codec, 'least', options).element(element, '', 0, shape);
    return undefined;
  } catch (error) {
    if (error instanceof NoSample) return error.message || undefined;
    throw error;
  }
}

class NoSample extends Error {}

type DemandOf = (slot: number) => Demand | undefined;

interface SamplerOptions {
  readonly text: string | undefined;
  readonly demand: DemandOf;
  /** Local name of the whole message's element. */
  readonly root: string;
}

class Sampler {
  private readonly codec: Codec;
  private readonly size: SampleSize;
  private readonly text: string | undefined;
  private readonly root: string;
  private demand: DemandOf;
  private count = 0;
  /** Failures do not give it back: alternatives of recursive types would multiply with each level. */
  private tried = 0;
  /** From then on a failure says nothing about the type. */
  private isFull = false;
  /** Where a type was too deep: it has no sample there or deeper. */
  private readonly tooDeep = new Map<ComplexType, number>();
  /** Elements that JSON shows of the type around, where it has a list of null members: that list takes names of members alone. */
  private visibleElements: ReadonlySet<string> | undefined = undefined;
  /** Optional elements of the type around that stand for a failure, where its flag says success. */
  private failures: ReadonlySet<string> = new Set();
  /** Of the content of the innermost item of a list: it has its values at any level. */
  private itemDepth = 0;
  /** The message has one object: it is what the message is about. */
  private hasOneObject = false;
  private readonly fillings = new Fillings();

  constructor(codec: Codec, size: SampleSize, { text, demand, root }: SamplerOptions) {
    this.demand = demand;
    this.codec = codec;
    this.size = size;
    this.text = text;
    this.root = root;
  }

  /** `ns`: the default namespace around the element. */
  element(declared: ElementDecl, ns: string, depth: number, shape: Shape | undefined): string[] {
    this.tried++;
    const isOver = ++this.count > MOST || this.tried > MOST_TRIED;
    this.isFull ||= isOver;
    if (depth > DEEPEST || isOver) throw new NoSample();
    const element = declared.abstract ? this.substitute(declared) : declared;
    const { name, type } = element;
    const fields = name.ns === ns ? [] : [`xmlns="${escaped(name.ns)}"`];
    const constant = shape?.kind === 'constant' ? shape.text : undefined;
    if (type.kind === 'simple')
      return leaf(
        name.local,
        fields,
        constant ?? element.fixed ?? this.noFailure(element, type) ?? this.value(type, name.local),
      );
    const members = shape?.kind === 'members' ? shape : undefined;
    const actual = members?.type ?? (type.abstract ? this.derived(type) : type);
    if (actual !== type) fields.push(...typeFields(actual));
    const attributes = this.attributes(actual, members);
    fields.push(...attributes);
    if (actual.content.kind === 'simple')
      return leaf(name.local, fields, constant ?? textIn(members) ?? this.value(actual.content.type, name.local));
    const required = this.content(actual, name.ns, depth + 1, members);
    const isEmpty = required.length === 0 && attributes.length === 0 && members === undefined && depth > 0;
    const filled = isEmpty ? this.filled(actual, name.ns, depth + 1) : undefined;
    const content = filled?.content ?? required;
    fields.push(...(filled?.attributes ?? []));
    const tag = [name.local, ...fields].join(' ');
    return content.length === 0
      ? [`<${tag}/>`]
      : [`<${tag}>`, ...content.map((line) => `  ${line}`), `</${name.local}>`];
  }

  private content(type: ComplexType, ns: string, depth: number, members: MembersShape | undefined): string[] {
    if (type.content.kind !== 'elements') return [];
    if (members === undefined && depth >= (this.tooDeep.get(type) ?? Infinity)) throw new NoSample();
    const { visibleElements, failures } = this;
    if (depth === 1) this.hasOneObject = hasOneObject(type, this.codec);
    this.visibleElements = visibleElementsOf(type, this.codec);
    this.failures = failureMembers(type, this.codec, (flag) => textOf(shapeOf(members, (member) => member === flag)));
    try {
      return this.particle(type.content.particle, ns, depth, members);
    } catch (error) {
      if (error instanceof NoSample && members === undefined && !this.isFull) this.tooDeep.set(type, depth);
      throw error;
    } finally {
      this.visibleElements = visibleElements;
      this.failures = failures;
    }
  }

  /** What an object that would be empty shows: optional parts of its content, else its optional attributes. */
  private filled(type: ComplexType, ns: string, depth: number): Filled {
    const isTooMuch = this.size === 'least' || this.count > MOST_WITH_OPTIONAL;
    if (isTooMuch || !this.fillings.mayFill(type)) return { content: [], attributes: [] };
    const content = this.fillings.fill(type, depth, () => this.attempt(() => this.content(type, ns, depth, undefined)));
    return { content, attributes: content.length > 0 ? [] : this.optionalAttributes(type) };
  }

  private optionalAttributes({ attributes }: ComplexType): string[] {
    return attributes.flatMap((use) =>
      use.name.ns === ''
        ? this.attempt(() => [attributeText(use, use.fixed ?? this.value(use.type, use.name.local))])
        : [],
    );
  }

  private substitute({ substitutes: [first] }: ElementDecl): ElementDecl {
    if (first === undefined) throw new NoSample();
    return first;
  }

  private derived(type: ComplexType): ComplexType {
    for (const subtype of this.codec.schemas.types.values())
      if (subtype.kind === 'complex' && subtype.name && !subtype.abstract && this.codec.schemas.derives(subtype, type))
        return subtype;
    throw new NoSample();
  }

  private attributes({ attributes }: ComplexType, members: MembersShape | undefined): string[] {
    return attributes.flatMap((use) => {
      const { name, required, fixed, type } = use;
      const shape = shapeOf(members, (member) => member.kind === 'attribute' && member.use === use);
      const constant = shape?.kind === 'constant' ? shape.text : undefined;
      if (name.ns !== '' || (!required && constant === undefined && !this.wantsAttribute(use, { members, shape })))
        return [];
      return [attributeText(use, constant ?? fixed ?? this.value(type, name.local))];
    });
  }

  /** An optional attribute that the pattern names by itself; in a full sample each that it does not leave out. */
  private wantsAttribute({ type }: AttributeUse, { members, shape }: Shapes): boolean {
    const demand = this.demandAt(shape);
    if (demand !== undefined) return demand === 'value';
    if (this.size === 'least' || (this.size === 'full' ? isUnnamed(shape, members) : shape?.kind !== 'hole'))
      return false;
    return this.attempt(() => [this.value(type, '')]).length > 0;
  }

  private particle(particle: Particle, ns: string, depth: number, members: MembersShape | undefined): string[] {
    const { min, max } = particle;
    if (particle.kind === 'any') {
      if (min > 0) throw new NoSample();
      return [];
    }
    const shape = particle.kind === 'element' ? elementShape(members, particle.element) : undefined;
    const needed = Math.max(min, leastItems(particle, shape, members));
    if (needed === 0 && !(max > 0 && this.wants(particle, depth, { members, shape }))) return [];
    const once = (i: number) => this.once(particle, ns, depth, { members, shape: itemShape(shape, i) });
    const make = (i: number) => this.item(shape, () => (max > 1 ? this.inList(depth, () => once(i)) : once(i)));
    const required = Array.from({ length: Math.min(needed, max) }, (_, i) => make(i)).flat();
    const isMore = required.length === 0 && max > 0 && this.wants(particle, depth, { members, shape });
    const lines = isMore ? this.attempt(() => make(0)) : required;
    if (lines.length > 0) this.fillings.sampled(depth);
    return lines;
  }

  private once(
    particle: Exclude<Particle, { kind: 'any' }>,
    ns: string,
    depth: number,
    { members, shape }: Shapes,
  ): string[] {
    if (particle.kind === 'element') return this.element(particle.element, ns, depth, shape);
    if (particle.kind === 'choice') return this.choice(particle.particles, ns, depth, members);
    return particle.particles.flatMap((child) => this.particle(child, ns, depth, members));
  }

  /** The alternative that the pattern names, else that of this message, else the first one that has a sample. */
  private choice(
    particles: readonly Particle[],
    ns: string,
    depth: number,
    members: MembersShape | undefined,
  ): string[] {
    const listed = particles.filter((child) => child.kind === 'element' && elementShape(members, child.element));
    const ordered = listed.length > 0 ? listed : ownFirst(particles, this.root);
    for (const child of ordered) {
      const lines = this.attempt(() => this.particle(child, ns, depth, members));
      if (lines.length > 0) return lines;
    }
    if (ordered.length > 0 && ordered.every(({ min }) => min > 0)) throw new NoSample();
    return [];
  }

  /** Nothing where an optional part has no sample. */
  private attempt(make: () => string[]): string[] {
    const { count } = this;
    try {
      return make();
    } catch (error) {
      if (!(error instanceof NoSample)) throw error;
      this.count = count;
      return [];
    }
  }

  private demandAt(shape: Shape | undefined): Demand | undefined {
    return shape?.kind === 'hole' ? this.demand(shape.slot) : undefined;
  }

  /** Slots in items are those of the item. */
  private item(shape: Shape | undefined, make: () => string[]): string[] {
    if (shape?.kind !== 'each') return make();
    const { demand } = this;
    this.demand = () => undefined;
    try {
      return make();
    } finally {
      this.demand = demand;
    }
  }

  private inList(depth: number, make: () => string[]): string[] {
    const { itemDepth } = this;
    this.itemDepth = depth + 1;
    try {
      return make();
    } finally {
      this.itemDepth = itemDepth;
    }
  }

  /** Is an optional part shown? */
  private wants(particle: Particle, depth: number, { members, shape }: Shapes): boolean {
    const demand = this.demandAt(shape);
    if (demand !== undefined) return demand === 'value';
    if (particle.kind === 'element' && isUnnamed(shape, members)) return false;
    if (this.size === 'least' || this.count > MOST_WITH_OPTIONAL) return false;
    if (shape !== undefined) return true;
    if (particle.kind === 'element' && this.failures.has(clark(particle.element.name))) return false;
    if (particle.kind === 'element' && this.visibleElements?.has(clark(particle.element.name)) === false) return false;
    const isObject = particle.kind === 'element' && isObjectType(particle.element.type);
    if (isObject && this.fillings.isFilling(particle.element.type)) return false;
    const isTaken = this.fillings.takes(isObject, depth);
    if (isTaken !== undefined) return isTaken;
    if (this.size === 'full') return depth < FULL_LEVELS || (!isObject && depth === this.itemDepth);
    const isValue = particle.kind !== 'element' || particle.element.type.kind === 'simple';
    return depth === 1 && (isValue || this.hasOneObject);
  }

  /** The number that says no failure, where the message must have one beside its flag of success. */
  private noFailure({ name }: ElementDecl, type: SimpleType): string | undefined {
    const isCode = this.failures.has(clark(name)) && isDecimal(type.builtin);
    return isCode && sampleText(type, this.codec.text(type), '0') === '0' ? '0' : undefined;
  }

  /** `label`: the name of what has it. */
  private value(type: SimpleType, label: string): string {
    const [first] = type.facets.enumeration ?? [];
    if (first !== undefined) return first;
    if (type.variety === 'union') return this.value(type.members![0], label);
    const text = sampleText(type, this.codec.text(type), this.text);
    if (text !== undefined) return text;
    const patterns = patternSteps(type.facets.patterns).map(({ alternatives }) => alternatives.join('|'));
    throw new NoSample(patterns.length === 0 ? label : `${label} has the pattern ${patterns.join(' and ')}`);
  }
}

/** Messages of all operations may share one choice: `GetItemResponseMessage` is that of `GetItemResponse`. */
function ownFirst(particles: readonly Particle[], root: string): readonly Particle[] {
  const isOwn = (particle: Particle) =>
    particle.kind === 'element' && particle.element.name.local.startsWith(root) ? 1 : 0;
  return particles.toSorted((a, b) => isOwn(b) - isOwn(a));
}

interface Filled {
  readonly content: readonly string[];
  readonly attributes: readonly string[];
}

/** Names of the elements that JSON shows, where the type has a list of null members; that list is not among them. */
function visibleElementsOf(type: ComplexType, codec: Codec): ReadonlySet<string> | undefined {
  const all = codec.members(type);
  if (!all.some((member) => member.kind === 'element' && member.nullable)) return undefined;
  return new Set(all.flatMap((member) => (member.kind === 'element' ? [clark(member.element.name)] : [])));
}
