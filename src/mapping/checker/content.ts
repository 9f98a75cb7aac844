// Patterns over repeated groups and substitution groups. The codec decodes such content as one JSON value, and the tree is a pattern over
// it. This file checks the tree against the contract.
import type { Dialect } from '../../codec/datatypes/dialect.ts';
import type { ElementMember, GroupMember, Member } from '../../codec/model/members.ts';
import type { Shape } from '../../codec/model/shape.ts';
import { Keys } from '../../codec/presentation/list-members.ts';
import type { ComplexType, TypeDef } from '../../contract/model/model.ts';
import type { ObjectTree, Tree } from '../../pattern/tree.ts';
import { clark, XSD_NS } from '../../xml/reader/names.ts';
import type { BuildContext } from './bound-hole.ts';
import type { JsonForms } from './json-form.ts';
import type { ContractPosition, MessageSlots } from './slots.ts';

/** Checks the trees below an entry. */
export interface EntryShapes {
  readonly forms: JsonForms;
  entry(tree: ObjectTree, members: readonly Member[], label: string, slots: MessageSlots): void;
  listing(tree: ObjectTree, type: ComplexType, at: ContractPosition, slots: MessageSlots, typed?: boolean): unknown;
}

export class ContentTrees {
  private readonly ctx: BuildContext;
  private readonly shapes: EntryShapes;

  constructor(ctx: BuildContext, shapes: EntryShapes) {
    this.ctx = ctx;
    this.shapes = shapes;
  }

  /** Notes the types and JSON forms in the tree. One slot holds the whole content. */
  shape(tree: Tree, member: ElementMember | GroupMember, slots: MessageSlots): Shape {
    this.check(tree, member, slots.jsonSlots());
    return { kind: 'hole', slot: slots.body(tree, this.shapes.forms) };
  }

  /** An object whose type is in a variable: `$type: "{kind|table(kinds)}"`. Its other members are those of the declared type. */
  varied(tree: ObjectTree, type: ComplexType, at: ContractPosition, slots: MessageSlots): Shape {
    const { codec, report } = this.ctx;
    const jsonSlots = slots.jsonSlots();
    for (const entry of tree.entries.filter(({ key }) => key === '$type')) {
      this.shapes.forms.keys.set(entry, codec.namings(type)[0].key);
      const text = codec.schemas.types.get(clark({ ns: XSD_NS, local: 'string' })) as TypeDef;
      const there = {
        type: text,
        list: false,
        nillable: false,
        optional: at.optional || !type.abstract,
        label: '$type',
      };
      if (entry.value.kind === 'hole') jsonSlots.hole(entry.value.hole, there, entry.place);
      else if (entry.value.kind === 'text') jsonSlots.text(entry.value.parts, there, entry.place);
      else report.add('MAPPING_PATTERN', '$type must be the name of a type', entry.place);
    }
    const memberTree = { ...tree, entries: tree.entries.filter(({ key }) => key !== '$type') };
    this.shapes.listing(memberTree, type, at, jsonSlots, true);
    if (at.list) this.shapes.forms.note(tree, { single: true });
    return { kind: 'hole', slot: slots.body(tree, this.shapes.forms) };
  }

  private check(tree: Tree, member: ElementMember | GroupMember, slots: MessageSlots): void {
    const group = member.kind === 'group';
    const members = group ? member.members : substitutesOf(member, this.ctx.codec.dialect);
    if (tree.kind === 'each') {
      const items = slots.items(tree.list);
      this.entry(tree.item, member, members, items);
      slots.each(tree.list, items, true, tree.place);
    } else if (tree.kind === 'list') for (const item of tree.items) this.entry(item, member, members, slots);
    else if (tree.kind !== 'object') this.refuse(tree, member);
    else if (!group && !member.list) this.entry(tree, member, members, slots);
    else this.byName(tree, member, members, slots);
  }

  private entry(tree: Tree, member: Member, members: readonly Member[], slots: MessageSlots): void {
    if (tree.kind !== 'object') this.refuse(tree, member);
    else this.shapes.entry(tree, members, `"${member.key}"`, slots);
  }

  private byName(
    tree: ObjectTree,
    member: ElementMember | GroupMember,
    members: readonly Member[],
    slots: MessageSlots,
  ): void {
    const single = members.every((m) => m.kind === 'element' && !m.list);
    if (!single || (member.kind === 'group' && member.particle.kind !== 'choice')) {
      const hint = `write ${member.key}: [ … ] or ${member.key}: { $each: … }`;
      this.ctx.report.add('MAPPING_PATTERN', `entries of "${member.key}" may have several members`, tree.place, hint);
    }
    const lists = members.map((m): Member => (m.kind === 'element' ? { ...m, list: true, required: false } : m));
    this.shapes.forms.note(tree, { names: members.map((m) => m.key) });
    this.shapes.entry(tree, lists, `"${member.key}"`, slots);
  }

  private refuse(tree: Tree, { key }: Member): void {
    const hint = `write ${key}: "{name}", ${key}: [ { member: … } ] or ${key}: { $each: { member: … } }`;
    this.ctx.report.add('MAPPING_PATTERN', `each entry of "${key}" must be an object`, tree.place, hint);
  }
}

/** An entry of a substitution group has one member: its element. */
function substitutesOf({ element }: ElementMember, dialect: Dialect): Member[] {
  const keys = new Keys(dialect, '');
  const once = { kind: 'element', list: false, required: false, min: 0, max: 1, substituted: false } as const;
  const all = element.abstract ? element.substitutes : [element, ...element.substitutes];
  return all.map((decl) => ({ ...once, key: keys.take(decl.name), element: { ...decl, substitutes: [] } }));
}
