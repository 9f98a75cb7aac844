// Random shapes of an element: which of its members become slots of their own.
import type { Codec } from '../../src/codec/model/codec.ts';
import type { ElementMember, Member } from '../../src/codec/model/members.ts';
import type { Shape } from '../../src/codec/model/shape.ts';
import { isAnyType, isOrdered } from '../../src/codec/presentation/list-members.ts';
import { isPresentedList } from '../../src/codec/presentation/presented-list.ts';
import type { ElementDecl, TypeDef } from '../../src/contract/model/model.ts';
import { Fits } from './fits.ts';
import type { Source } from './source.ts';

const DEEPEST = 4;

export class Shapes {
  private readonly codec: Codec;
  private readonly source: Source;
  private readonly fits: Fits;

  constructor(codec: Codec, source: Source) {
    this.codec = codec;
    this.source = source;
    this.fits = new Fits(codec.schemas);
  }

  of(element: ElementDecl): { shape: Shape; slots: number } {
    const slots: number[] = [];
    return { shape: this.shape(element, slots, 0), slots: slots.length };
  }

  private shape(element: ElementDecl, slots: number[], depth: number): Shape {
    if (!this.divisible(element) || depth > DEEPEST || this.source.chance(20)) return hole(slots);
    return this.members(element.type, slots, depth);
  }

  /** Neither nil nor another type can come in its place, and its content has members. */
  private divisible({ type, nillable }: ElementDecl): boolean {
    if (type.kind === 'simple' || nillable || isAnyType(type) || isOrdered(type)) return false;
    return this.fits.typesOf(type).length === 1 && this.fits.typesOf(type)[0] === type;
  }

  private members(type: TypeDef, slots: number[], depth: number): Shape {
    const named = this.codec.members(type).filter((m) => m.kind !== 'anyAttribute' && m.kind !== 'spread');
    const taken = named.filter(() => !this.source.chance(30));
    const entries = taken.map((member) => ({ member, shape: this.member(member, slots, depth + 1) }));
    const all = taken.length === this.codec.members(type).length;
    return { kind: 'members', entries, rest: all ? undefined : slots.push(0) - 1 };
  }

  private member(member: Member, slots: number[], depth: number): Shape {
    if (member.kind !== 'element' || member.substituted || member.keyed || isPresentedList(member.element.type))
      return hole(slots);
    if (member.nullable) return hole(slots);
    if (member.list) return this.list(member, slots, depth);
    // An optional element all of whose slots are empty is left out: it could not come back as an empty one.
    return member.required ? this.shape(member.element, slots, depth) : hole(slots);
  }

  private list(member: ElementMember, slots: number[], depth: number): Shape {
    if (!this.divisible(member.element) || depth > DEEPEST || this.source.chance(40)) return hole(slots);
    const slot = slots.push(0) - 1;
    const fields: number[] = [];
    const item = this.members(member.element.type, fields, depth);
    return { kind: 'each', slot, item, fields: fields.map((_, i) => `f${i}`) };
  }
}

function hole(slots: number[]): Shape {
  return { kind: 'hole', slot: slots.push(0) - 1 };
}

/** The same without some of its parts, which are then passed over. Slots keep their numbers. */
export function sparser(shape: Shape, source: Source): Shape {
  if (shape.kind === 'each') return { ...shape, item: sparser(shape.item, source) };
  if (shape.kind !== 'members') return shape;
  const entries = shape.entries
    .filter(() => !source.chance(50))
    .map(({ member, shape: inner }) => ({ member, shape: sparser(inner, source) }));
  return { ...shape, entries, rest: entries.length === shape.entries.length ? shape.rest : undefined };
}

type Entries = [string, unknown][];

/** The value that the slots of a shape make up together, in the form of `plainForm`; undefined when there is none. */
export function assembled(shape: Shape, slot: (n: number) => unknown): unknown {
  if (shape.kind === 'hole') return slot(shape.slot);
  if (shape.kind === 'each') return items(shape, slot(shape.slot) as Entries[] | undefined);
  if (shape.kind !== 'members') throw new Error(`no law for ${shape.kind}`);
  const own = shape.entries.map((e): [string, unknown] => [e.member.key, assembled(e.shape, slot)]);
  const rest = shape.rest === undefined ? [] : ((slot(shape.rest) ?? []) as Entries);
  return [...own.filter(([, v]) => v !== undefined), ...rest].sort(([a], [b]) => (a < b ? -1 : 1));
}

function items(shape: Shape & { kind: 'each' }, list: Entries[] | undefined): unknown {
  return list?.map((object) => assembled(shape.item, (n) => object.find(([key]) => key === shape.fields[n])?.[1]));
}
