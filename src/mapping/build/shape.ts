// Trees of the table → shapes over the contract. Checks names, types, constants and that nothing required is missing.
import type { ElementMember, Member } from '../../codec/members.ts';
import type { Shape } from '../../codec/shape.ts';
import { wrapped } from '../../codec/unwrapped.ts';
import type { ComplexType, SimpleType, TypeDef } from '../../contract/model.ts';
import { type Place, SoapstoneError } from '../../errors.ts';
import type { Json } from '../../json/value.ts';
import type { Hole } from '../../pattern/hole.ts';
import type { ConstantTree, EachTree, Entry, HoleTree, ObjectTree, Tree } from '../../pattern/tree.ts';
import { clark } from '../../xml/names.ts';
import { findMember, suggestMember } from '../find-member.ts';
import { didYouMean } from '../nearest.ts';
import { unknownPrefix } from '../operation.ts';
import { simpleOf, type VariableType } from '../variables.ts';
import type { BuildContext } from './bound-hole.ts';
import { EachFields } from './each-fields.ts';
import type { MessageSlots, Slots, Spotted } from './slots.ts';

type Whole = (VariableType & { readonly kind: 'content' })['member'];

const nothing: Shape = { kind: 'members', entries: [] };

export class ShapeBuilder {
  /** JSON forms of the constants, and JSON names of the members, that the trees named. */
  readonly constants = new Map<ConstantTree, Json>();
  readonly keys = new Map<Entry, string>();
  /** Required members that nothing fills. Whether they matter depends on the direction that the rule runs in. */
  readonly missing: { readonly message: string; readonly place: Place }[] = [];
  private readonly ctx: BuildContext;
  private readonly own: MessageSlots;

  constructor(ctx: BuildContext, slots: MessageSlots) {
    this.ctx = ctx;
    this.own = slots;
  }

  /** Depth is that of the table, which is bounded. */
  shape(tree: Tree, at: Spotted, slots: Slots = this.own): Shape {
    switch (tree.kind) {
      case 'hole':
        return { kind: 'hole', slot: slots.hole(tree.hole, at, tree.place) };
      case 'text':
        if (simpleOf(at.type) === undefined)
          return this.refuse(tree, `a text cannot stand for ${at.what}, which has members`);
        return this.simpleContent(at.type, { kind: 'hole', slot: slots.text(tree.parts, at, tree.place) });
      case 'constant':
        return this.constant(tree, at);
      case 'object':
        return listed(at, this.object(tree, at, slots));
      case 'list':
        if (!at.list) return this.refuse(tree, `${at.what} stands once, not as a list`);
        return { kind: 'ordered', items: tree.items.map((item) => this.shape(item, { ...at, list: false }, slots)) };
      case 'each':
        return this.each(tree, at, slots);
      case 'join': {
        const slot = this.outside(slots, '$join', tree.place).join(tree, at);
        return slot === undefined ? nothing : { kind: 'hole', slot };
      }
    }
  }

  private refuse(tree: Tree, message: string, hint?: string): Shape {
    this.ctx.report.add('MAPPING_TYPE', message, tree.place, hint);
    this.own.passOver(tree);
    return nothing;
  }

  private constant(tree: ConstantTree, at: Spotted): Shape {
    const simple = simpleOf(at.type);
    if (tree.value === null) {
      if (simple) return this.refuse(tree, `null cannot stand for ${at.what}`, 'leave it out');
      return listed(at, this.object({ kind: 'object', entries: [], place: tree.place }, at, this.own));
    }
    if (simple === undefined) {
      const hint = 'write { member: … } or "{variable}"';
      return this.refuse(tree, `${at.what} has members; a constant cannot stand for it`, hint);
    }
    this.fits(tree, simple);
    return listed(at, this.simpleContent(at.type, { kind: 'constant', text: tree.source }));
  }

  /** Simple content stands beside attributes in its own member. */
  private simpleContent(type: TypeDef, shape: Shape): Shape {
    if (type.kind === 'simple') return shape;
    const member = this.ctx.codec.members(type).find((m) => m.kind === 'text');
    return member === undefined ? shape : { kind: 'members', entries: [{ member, shape }] };
  }

  private fits(tree: ConstantTree, type: SimpleType): void {
    try {
      this.constants.set(tree, this.ctx.codec.text(type).fromText(tree.source));
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      this.ctx.report.add('MAPPING_TYPE', `the constant "${tree.source}" does not fit: ${e.message}`, tree.place);
    }
  }

  private object(tree: ObjectTree, at: Spotted, slots: Slots): Shape {
    const type = tree.type === undefined ? at.type : this.named(tree.type, at);
    if (type.kind === 'simple')
      return this.refuse(tree, `${at.what} has no members`, 'write "{variable}" or a constant');
    if (type.abstract && tree.type === undefined) {
      const hint = 'name a derived type with $type';
      this.ctx.report.add('MAPPING_TYPE', `the type of ${at.what} is abstract`, tree.place, hint);
    }
    const members = this.ctx.codec.members(type);
    const entries = this.entries(tree, members, at, slots);
    const without = entries.map((e) => e.member.key);
    const rest = tree.rest && this.rest(tree.rest, type, without, slots);
    if (rest === undefined && entries.length === tree.entries.length) this.covered(members, entries, tree.place, at);
    return { kind: 'members', entries, rest, type: type === at.type ? undefined : (type as ComplexType) };
  }

  /** Fewer than the tree has when names are unknown. */
  private entries(
    tree: ObjectTree,
    members: readonly Member[],
    at: Spotted,
    slots: Slots,
  ): { member: Member; shape: Shape }[] {
    const { report, codec } = this.ctx;
    const found: { member: Member; shape: Shape }[] = [];
    for (const entry of tree.entries) {
      const member = findMember(members, entry.key, codec.dialect);
      if (member === undefined) this.unknown(entry, members, at);
      else if (found.some((e) => e.member === member)) {
        report.add('MAPPING_DUPLICATE', `"${entry.key}" stands twice`, entry.place);
      } else {
        this.keys.set(entry, member.key);
        found.push({ member, shape: this.member(entry.value, member, at.optional, slots) });
      }
    }
    return found;
  }

  private named(type: { readonly text: string; readonly place: Place }, at: Spotted): TypeDef {
    const { codec, report } = this.ctx;
    const name = codec.dialect.parseName(type.text);
    const found = name && codec.schemas.types.get(clark(name));
    if (found === undefined) {
      if (unknownPrefix(type.text, type.place, codec.dialect, report)) return at.type;
      const known = [...codec.schemas.types.values()].flatMap((t) => (t.name ? [codec.dialect.nameOf(t.name)] : []));
      const hint = didYouMean(type.text, known);
      report.add('MAPPING_UNKNOWN_ELEMENT', `the contract has no type "${type.text}"`, type.place, hint);
      return at.type;
    }
    if (!codec.schemas.derives(found, at.type)) {
      report.add('MAPPING_TYPE', `"${type.text}" is not derived from the type of ${at.what}`, type.place);
    }
    return found;
  }

  private unknown(entry: Entry, members: readonly Member[], at: Spotted): void {
    const { report, codec } = this.ctx;
    this.own.passOver(entry.value);
    if (unknownPrefix(entry.key, entry.place, codec.dialect, report)) return;
    const hint = suggestMember(members, entry.key);
    report.add('MAPPING_UNKNOWN_ELEMENT', `${at.what} has no member "${entry.key}"`, entry.place, hint);
  }

  private covered(members: readonly Member[], entries: readonly { member: Member }[], place: Place, at: Spotted): void {
    const keys = members
      .filter((m) => m.required && !entries.some((e) => e.member === m))
      .filter((m) => m.kind !== 'attribute' || m.use.fixed === undefined)
      .map((m) => `"${m.key}"`);
    if (keys.length === 0) return;
    const one = keys.length === 1;
    const message = `the required ${one ? 'member' : 'members'} ${keys.join(', ')} of ${at.what} ${one ? 'is' : 'are'} not filled`;
    this.missing.push({ message, place });
  }

  private member(tree: Tree, m: Member, loose: boolean, slots: Slots): Shape {
    const optional = loose || !m.required;
    const once = { list: false, nillable: false, optional };
    switch (m.kind) {
      case 'attribute':
        return this.shape(tree, { ...once, type: m.use.type, of: m, what: `attribute "${m.use.name.local}"` }, slots);
      case 'text':
        return this.shape(tree, { ...once, type: m.type, what: 'the text' }, slots);
      case 'element': {
        const { type, nillable, name } = m.element;
        if (m.substituted && tree.kind !== 'hole') return this.onlyHole(tree, m);
        if (m.keyed !== undefined) return this.onlyWhole(tree, m, optional, slots);
        if (wrapped(type) !== undefined) return this.unwrapped(tree, m, optional, slots);
        const what = `element "${name.local}"`;
        return this.shape(tree, { type, list: m.list, nillable, of: m, optional, what }, slots);
      }
      case 'anyAttribute':
      case 'spread':
        return this.onlyHole(tree, m);
      default:
        return this.onlyWhole(tree, m, optional, slots);
    }
  }

  private onlyWhole(tree: Tree, m: Whole, optional: boolean, slots: Slots): Shape {
    if (tree.kind !== 'hole') return this.onlyHole(tree, m);
    const own = this.outside(slots, `"${m.key}"`, tree.place);
    return { kind: 'hole', slot: own.whole(tree.hole, { kind: 'content', member: m }, optional, tree.place) };
  }

  /** A list that is shown without its wrapper: patterns speak of the list, a hole takes wrapper and list as one. */
  private unwrapped(tree: Tree, m: ElementMember, optional: boolean, slots: Slots): Shape {
    const [item] = this.ctx.codec.members(m.element.type) as [ElementMember];
    const what = `element "${m.element.name.local}"`;
    if (tree.kind !== 'hole') {
      if (item.substituted || item.keyed) return this.onlyHole(tree, m);
      const at = { type: item.element.type, list: true, nillable: item.element.nillable, of: item, optional, what };
      return { kind: 'members', entries: [{ member: item, shape: this.shape(tree, at, slots) }] };
    }
    if (item.keyed) return this.onlyWhole(tree, m, optional, slots);
    const at = { type: item.element.type, list: true, nillable: m.element.nillable, of: m, optional, what };
    return this.shape(tree, at, slots);
  }

  /** Wildcards, repeated groups, mixed content and substitution groups are bound as a whole. */
  private onlyHole(tree: Tree, m: Member): Shape {
    const hint = `write ${m.key}: "{name}"`;
    this.ctx.report.add('MAPPING_PATTERN', `only a hole can stand for "${m.key}"`, tree.place, hint);
    this.own.passOver(tree);
    return nothing;
  }

  private rest({ hole, place }: HoleTree, type: ComplexType, without: readonly string[], slots: Slots): number {
    return this.outside(slots, '$rest', place).whole(hole, { kind: 'rest', type, without }, false, place);
  }

  private outside(slots: Slots, what: string, place: Place): MessageSlots {
    if (slots !== this.own) this.ctx.report.add('MAPPING_UNSUPPORTED', `${what} inside $each comes later`, place);
    return this.own;
  }

  private each(tree: EachTree, at: Spotted, slots: Slots): Shape {
    const { report } = this.ctx;
    const { place } = tree;
    const own = this.outside(slots, '$each', place);
    if (!at.list) report.add('MAPPING_TYPE', `${at.what} stands once: $each needs a list`, place);
    const fields = new EachFields(report);
    const item = this.shape(tree.item, { ...at, list: false, optional: false }, fields);
    if (fields.list === '') {
      report.add('MAPPING_PATTERN', '$each needs at least one hole {list.field}', place);
      return nothing;
    }
    const hole: Hole = { name: fields.list, supplied: false, optional: false, converters: [], offset: 0 };
    const slot = own.whole(hole, { kind: 'items', fields: fields.types }, at.optional, place);
    return { kind: 'each', slot, item, fields: fields.names };
  }
}

/** One item where the contract has a list. */
function listed(at: Spotted, shape: Shape): Shape {
  return at.list ? { kind: 'ordered', items: [shape] } : shape;
}
