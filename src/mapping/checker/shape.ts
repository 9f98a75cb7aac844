// Trees of the table → shapes over the contract. Checks names, types and constants, and collects missing members.
import type { ElementMember, Member } from '../../codec/model/members.ts';
import type { Shape } from '../../codec/model/shape.ts';
import { isPresentedList } from '../../codec/presentation/presented-list.ts';
import type { ComplexType, TypeDef } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import { MUST_BE_ABSENT } from '../../pattern/body/constant.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import type { ConstantTree, EachTree, Entry, HoleTree, ObjectTree, Tree } from '../../pattern/tree.ts';
import { type RestType, simpleOf, type VariableType } from '../model/variables.ts';
import type { BuildContext } from './bound-hole.ts';
import { ContentTrees } from './content.ts';
import { findMember } from './contract-lookup/find-member.ts';
import type { Listing } from './identities.ts';
import { JsonForms } from './json-form.ts';
import { namesInEntries } from './names-in.ts';
import {
  checkSpelling,
  constantValue,
  missingMembers,
  namedType,
  nameInJson,
  refuseAdded,
  reportUnknown,
} from './shape-checks.ts';
import type { ContractPosition, MessageSlots } from './slots.ts';

type ContentMember = (VariableType & { readonly kind: 'content' })['member'];

const nothing: Shape = { kind: 'members', entries: [] };

/** The type of an entry, which has members but no declared type. */
const ANYTHING = { kind: 'complex' } as TypeDef;

export class ShapeBuilder {
  /** How the trees look in JSON. */
  readonly forms = new JsonForms();
  /** Required members that nothing fills. They matter only in one direction of a rule. */
  readonly missing: { readonly message: string; readonly place: Place; readonly hint: string }[] = [];
  /** All objects with members, in the order of the table. */
  private readonly objects: { readonly type: TypeDef; readonly tree: ObjectTree }[] = [];
  private readonly ctx: BuildContext;
  private readonly rootSlots: MessageSlots;
  private readonly content: ContentTrees;

  constructor(ctx: BuildContext, slots: MessageSlots) {
    this.ctx = ctx;
    this.rootSlots = slots;
    this.content = new ContentTrees(ctx, this);
  }

  /** The recursion is as deep as the table, which is bounded. */
  shape(tree: Tree, at: ContractPosition, slots: MessageSlots = this.rootSlots): Shape {
    switch (tree.kind) {
      case 'hole':
        return { kind: 'hole', slot: slots.hole(tree.hole, at, tree.place), repeat: repeatOf([tree.hole]) };
      case 'absent':
        return { kind: 'hole', slot: slots.absent(), repeat: MUST_BE_ABSENT };
      case 'text':
        checkSpelling(tree, at, this.ctx.report);
        if (simpleOf(at.type) === undefined)
          return this.refuse(tree, `${at.label} has members, so it cannot be a text`);
        return this.simpleContent(tree, at, {
          kind: 'hole',
          slot: slots.text(tree.parts, at, tree.place),
          repeat: repeatOf(tree.parts.filter(isHole)),
        });
      case 'constant':
        return this.constant(tree, at);
      case 'object':
        return this.object(tree, at, slots);
      case 'list':
        if (!at.list) return this.refuse(tree, `${at.label} occurs once, so it cannot be a list`);
        return this.ordered(tree.items.map((item) => this.shape(item, { ...at, list: false }, slots)));
      case 'each':
        return this.each(tree, at, slots);
    }
  }

  private refuse(tree: Tree, message: string, hint?: string): Shape {
    this.ctx.report.add('MAPPING_TYPE', message, tree.place, hint);
    this.rootSlots.passOver(tree);
    return nothing;
  }

  private constant(tree: ConstantTree, at: ContractPosition): Shape {
    const simple = simpleOf(at.type);
    if (tree.value === null) {
      if (simple) return this.refuse(tree, `${at.label} cannot be null`, 'remove it');
      return this.object({ kind: 'object', entries: [], place: tree.place }, at, this.rootSlots);
    }
    if (simple === undefined) {
      const hint = 'write { member: … } or "{variable}"';
      return this.refuse(tree, `${at.label} has members, so it cannot be a constant`, hint);
    }
    const value = constantValue(tree, simple, this.ctx);
    if (value) this.forms.constants.set(tree, value);
    return this.listed(tree, at, this.simpleContent(tree, at, { kind: 'constant', text: tree.source }));
  }

  /** Simple content of a type with attributes is a member of its own. */
  private simpleContent(tree: Tree, { type }: ContractPosition, shape: Shape): Shape {
    if (type.kind === 'simple') return shape;
    this.forms.note(tree, { value: true });
    const member = this.ctx.codec.members(type).find((m) => m.kind === 'text');
    return member === undefined ? shape : { kind: 'members', entries: [{ member, shape }] };
  }

  private object(tree: ObjectTree, at: ContractPosition, slots: MessageSlots): Shape {
    const type = tree.type === undefined ? at.type : namedType(tree.type, at, this.ctx);
    if (type.kind === 'simple')
      return this.refuse(tree, `${at.label} has no members`, 'write "{variable}" or a constant');
    if (tree.entries.some(({ key }) => key === '$type')) return this.content.varied(tree, type, at, slots);
    // A read value may have any derived type; a written one needs one of them.
    if (type.abstract && tree.type === undefined)
      this.missing.push({
        message: `the type of ${at.label} is abstract`,
        place: tree.place,
        hint: 'name a derived type with $type',
      });
    if (tree.type) this.forms.note(tree, { type: nameInJson(type, at.type, this.ctx) });
    const { entries, rest } = this.listing(tree, type, at, slots);
    const subtype = type === at.type ? undefined : type;
    return this.listed(tree, at, { kind: 'members', entries, rest, allNamed: this.allNamed(tree), type: subtype });
  }

  /** undefined: the pattern does not say what becomes of other members. */
  private allNamed({ closed, skips }: ObjectTree): boolean | undefined {
    if (skips && !this.rootSlots.inRequest)
      this.ctx.report.add('MAPPING_PATTERN', '$rest: skip is for SOAP requests: responses are read leniently', skips);
    return skips ? false : closed && true;
  }

  /** The listed members of an object, and the slot of all others. `typed`: the pattern names the type. */
  listing(
    tree: ObjectTree,
    type: ComplexType,
    at: ContractPosition,
    slots: MessageSlots,
    typed = tree.type !== undefined,
  ) {
    refuseAdded({ ...tree, entries: tree.entries.filter(({ added }) => added) }, this.ctx.report);
    const members = this.ctx.codec.members(type);
    const entries = this.entries(tree, members, at, slots);
    this.objects.push({ type, tree });
    const without = [...entries.map((e) => e.member.key), ...(typed ? ['$type'] : [])];
    const repeats = this.rootSlots.inRequest ? entries.filter(isRepeatable).map((e) => e.member.key) : [];
    const rest = tree.closed ? slots.nothing() : tree.rest && this.rest(tree.rest, { type, without, repeats }, slots);
    if (tree.rest === undefined && entries.length === tree.entries.length)
      this.checkRequired(members, entries, tree.place, at);
    return { entries, rest };
  }

  /** What the objects list. Call this when all trees have their shapes. */
  listings(): Listing[] {
    return this.objects.map(({ type, tree }) => ({ type, members: this.namesAt(tree), rest: restOf(tree) }));
  }

  private namesAt({ entries }: ObjectTree): Map<string, readonly string[]> {
    return new Map(
      entries.map((entry) => [this.forms.keys.get(entry) ?? entry.key, isValue(entry) ? namesInEntries([entry]) : []]),
    );
  }

  /** An object that is one entry of a repeated or substitution group. */
  entry(tree: ObjectTree, members: readonly Member[], label: string, slots: MessageSlots): void {
    const at = { type: ANYTHING, list: false, nillable: false, optional: false, label };
    const entries = this.entries(tree, members, at, slots);
    if (tree.rest ?? tree.type)
      this.ctx.report.add('MAPPING_PATTERN', `an entry of ${label} cannot have $rest or $type`, tree.place);
    if (entries.length === tree.entries.length) this.checkRequired(members, entries, tree.place, at);
  }

  /** Skips entries with unknown names. */
  private entries(
    tree: ObjectTree,
    members: readonly Member[],
    at: ContractPosition,
    slots: MessageSlots,
  ): { member: Member; shape: Shape }[] {
    const { report, codec } = this.ctx;
    const memberShapes: { member: Member; shape: Shape }[] = [];
    for (const entry of tree.entries) {
      const member = findMember(members, entry.key, codec.dialect);
      if (member === undefined) {
        this.rootSlots.passOver(entry.value);
        reportUnknown(entry, members, at, this.ctx);
      } else if (memberShapes.some((e) => e.member === member)) {
        report.add('MAPPING_DUPLICATE', `"${entry.key}" is listed twice`, entry.place);
      } else {
        if (entry.key !== member.key) this.forms.keys.set(entry, member.key);
        memberShapes.push({ member, shape: this.member(entry.value, member, at, slots) });
      }
    }
    return memberShapes.slice();
  }

  private checkRequired(
    members: readonly Member[],
    entries: readonly { member: Member }[],
    place: Place,
    { label }: ContractPosition,
  ): void {
    const problem = missingMembers(members, new Set(entries.map(({ member }) => member)), label);
    if (problem) this.missing.push({ ...problem, place });
  }

  private member(tree: Tree, m: Member, outer: ContractPosition, slots: MessageSlots): Shape {
    const optional = outer.optional || !m.required;
    const once = { list: false, nillable: false, optional };
    switch (m.kind) {
      case 'attribute':
        return this.shape(tree, { ...once, type: m.use.type, of: m, label: `attribute "${m.use.name.local}"` }, slots);
      case 'text':
        return this.shape(tree, { ...once, type: m.type, textOf: outer.of, label: 'the text' }, slots);
      case 'element': {
        const { type, nillable, name } = m.element;
        if (m.substituted && tree.kind !== 'hole') return this.content.shape(tree, m, slots);
        if (m.keyed !== undefined) return this.onlyWhole(tree, m, optional, slots);
        if (isPresentedList(type)) return this.unwrapped(tree, m, optional, slots);
        const label = `element "${name.local}"`;
        return this.shape(tree, { type, list: m.list, nillable, of: m, optional, label }, slots);
      }
      case 'group':
        if (tree.kind !== 'hole') return this.content.shape(tree, m, slots);
        return this.onlyWhole(tree, m, optional, slots);
      case 'anyAttribute':
      case 'spread':
        return this.onlyHole(tree, m);
      default:
        return this.onlyWhole(tree, m, optional, slots);
    }
  }

  private onlyWhole(tree: Tree, m: ContentMember, optional: boolean, slots: MessageSlots): Shape {
    if (tree.kind !== 'hole') return this.onlyHole(tree, m);
    return { kind: 'hole', slot: slots.typedHole(tree.hole, { kind: 'content', member: m }, optional, tree.place) };
  }

  /** A list without its wrapper in JSON. Patterns describe the list; a placeholder binds wrapper and list as one. */
  private unwrapped(tree: Tree, m: ElementMember, optional: boolean, slots: MessageSlots): Shape {
    const [item] = this.ctx.codec.members(m.element.type) as [ElementMember];
    const label = `element "${m.element.name.local}"`;
    if (tree.kind !== 'hole') {
      if (item.substituted || item.keyed) return this.onlyHole(tree, m);
      const at = { type: item.element.type, list: true, nillable: item.element.nillable, of: item, optional, label };
      return { kind: 'members', entries: [{ member: item, shape: this.shape(tree, at, slots) }] };
    }
    if (item.keyed) return this.onlyWhole(tree, m, optional, slots);
    const at = { type: item.element.type, list: true, nillable: m.element.nillable, of: m, optional, label };
    return this.shape(tree, at, slots);
  }

  /** Wildcards and mixed content can only be bound as a whole. */
  private onlyHole(tree: Tree, m: Member): Shape {
    const hint = `write ${m.key}: "{name}"`;
    this.ctx.report.add('MAPPING_PATTERN', `"${m.key}" must be a placeholder`, tree.place, hint);
    this.rootSlots.passOver(tree);
    return nothing;
  }

  private rest({ hole, place }: HoleTree, others: Omit<RestType, 'kind'>, slots: MessageSlots): number {
    const converted = hole.converters.length > 0;
    return slots.typedHole(hole, converted ? { kind: 'any' } : { kind: 'rest', ...others }, false, place);
  }

  private each({ list, item, place }: EachTree, at: ContractPosition, slots: MessageSlots): Shape {
    if (!at.list) this.ctx.report.add('MAPPING_TYPE', `${at.label} occurs once, but $each needs a list`, place);
    const items = slots.items(list);
    const shape = this.shape(item, { ...at, list: false, optional: false }, items);
    return { kind: 'each', item: shape, ...slots.each(list, items, at.optional, place) };
  }

  /** Wraps one item where the contract has a list. */
  private listed(tree: Tree, at: ContractPosition, shape: Shape): Shape {
    if (!at.list) return shape;
    this.forms.note(tree, { single: true });
    return this.ordered([shape]);
  }

  /** In requests no item may be lost, so the number of items must match exactly. */
  private ordered(items: Shape[]): Shape {
    return { kind: 'ordered', items, exact: this.rootSlots.inRequest };
  }
}

/** What a member of `$rest` must be where these placeholders have the same member. Never names a variable of the gateway: clients must not guess its value. */
function repeatOf(holes: readonly Hole[]): string | undefined {
  if (holes.some((hole) => hole.supplied)) return undefined;
  return `must be left out, or say the same as ${holes.map(({ name }) => `{${name}}`).join(' and ')}`;
}

/** May an object of `$rest` say the member too? */
function isRepeatable({ shape }: { readonly shape: Shape }): boolean {
  return 'repeat' in shape && shape.repeat !== undefined;
}

function restOf({ rest }: ObjectTree): Listing['rest'] {
  return rest && { name: rest.hole.name, place: rest.place };
}

/** The value of the member itself, not of something inside. */
function isValue({ value }: Entry): boolean {
  return value.kind === 'hole' || value.kind === 'text';
}
