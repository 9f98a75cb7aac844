// Conditions of a rule: what a message must say for the rule's pattern to match. Those that are not sure are left out: the decoder has the last word.

import type { ElementMember, Member } from '../../../codec/model/members.ts';
import type { ConstantShape, MembersShape, Shape } from '../../../codec/model/shape.ts';
import { holdsConstant } from '../../../codec/model/shaped.ts';
import type { ComplexType, Particle, TypeDef } from '../../../contract/model/model.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import { clark } from '../../../xml/reader/names.ts';
import { ABSENT, type ContentPlaces, type ElementPlace, PRESENT } from './places.ts';
import type { Question } from './question.ts';

/** Writes the conditions of one rule to the places of its message. */
export class Conditions {
  private readonly rule: bigint;
  private readonly soap: SoapPattern;

  constructor(rule: bigint, soap: SoapPattern) {
    this.rule = rule;
    this.soap = soap;
  }

  write(header: ContentPlaces, body: ContentPlaces): void {
    for (const { element, shape } of this.soap.body) this.element(body.child(element), shape);
    for (const { part, shape } of this.soap.headers) this.child(header.child(part.element), shape, true);
  }

  private child(place: ElementPlace | undefined, shape: Shape, sure: boolean): void {
    if (place === undefined) return;
    if (holdsConstant(shape)) place.presence.expect(this.rule, PRESENT);
    if (shape.kind === 'hole') {
      if (sure) this.presence(place.presence, shape.slot);
    } else this.element(place, shape);
  }

  private element(place: ElementPlace | undefined, shape: Shape): void {
    if (place === undefined) return;
    const { declaration } = place;
    if (shape.kind === 'members') this.members(place, shape);
    else if (shape.kind === 'ordered' && shape.items.length > 0) this.element(place, shape.items[0]);
    else if (shape.kind === 'each') this.firstItem(place, shape.item);
    else if (isDemanded(shape)) this.text(place, place.content(declaration.type), shape, declaration.type);
  }

  /** What all items say: the type, and constant attributes. There may be no item, so no presence is sure. */
  private firstItem(place: ElementPlace, item: Shape): void {
    if (item.kind !== 'members') return;
    const type = item.type ?? place.declaration.type;
    if (item.type?.name !== undefined) place.type.expect(this.rule, clark(item.type.name));
    if (type.kind === 'simple' || (item.type && !item.type.name)) return;
    for (const { member, shape } of item.entries)
      if (member.kind === 'attribute' && isDemanded(shape))
        place.content(type).attribute(clark(member.use.name), member.use.type).value?.expect(this.rule, shape.text);
  }

  private members(place: ElementPlace, shape: MembersShape): void {
    const type = shape.type ?? place.declaration.type;
    if (shape.type?.name !== undefined) place.type.expect(this.rule, clark(shape.type.name));
    if (type.kind === 'simple' || (shape.type && !shape.type.name)) return;
    const content = place.content(type);
    for (const { member, shape: inner } of shape.entries) this.member(place, content, type, member, inner);
  }

  private member(place: ElementPlace, content: ContentPlaces, type: ComplexType, member: Member, shape: Shape): void {
    if (member.kind === 'attribute') {
      const attribute = content.attribute(clark(member.use.name), member.use.type);
      if (shape.kind === 'hole') this.presence(attribute.presence, shape.slot);
      else if (isDemanded(shape)) attribute.value?.expect(this.rule, shape.text);
    } else if (member.kind === 'text') this.text(place, content, shape, member.type);
    else if (member.kind === 'element' && isSimple(member) && namesPlaces(type)) {
      // A list of names may say that the element is null.
      this.child(content.child(member.element), shape, member.nullable !== true);
    }
  }

  private text({ declaration }: ElementPlace, content: ContentPlaces, shape: Shape, type: TypeDef): void {
    // An empty element may stand for a value of the contract.
    if (!isDemanded(shape) || type.kind !== 'simple') return;
    if (declaration.default === undefined && declaration.fixed === undefined)
      content.textOf(type)?.expect(this.rule, shape.text);
  }

  private presence(question: Question, slot: number): void {
    const demand = this.soap.demand?.(slot);
    if (demand !== undefined) question.expect(this.rule, demand === 'value' ? PRESENT : ABSENT);
  }
}

/** A constant without which a message is another one. */
function isDemanded(shape: Shape): shape is ConstantShape {
  return shape.kind === 'constant' && shape.optional !== true;
}

function isSimple({ substituted, keyed, spread, nulls }: ElementMember): boolean {
  return !substituted && keyed === undefined && spread === undefined && nulls === undefined;
}

const named = new WeakMap<TypeDef, boolean>();

/** Has each element of the content one place, which its name tells? Not in repeated groups, beside wildcards, and where one name stands twice. */
function namesPlaces(type: ComplexType): boolean {
  let answer = named.get(type);
  if (answer === undefined) {
    answer = !type.mixed && (type.content.kind !== 'elements' || isNamed(type.content.particle, new Set()));
    named.set(type, answer);
  }
  return answer;
}

function isNamed(particle: Particle, names: Set<string>): boolean {
  if (particle.max === 0) return true;
  if (particle.kind === 'any') return false;
  if (particle.kind !== 'element') return particle.max === 1 && particle.particles.every((p) => isNamed(p, names));
  const { element } = particle;
  return [element, ...element.substitutes].every(({ name }) => names.size !== names.add(clark(name)).size);
}
