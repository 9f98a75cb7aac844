// One SOAP message of a rule: trees of the table → shapes over the contract, with numbered slots.
import type { Member } from '../../codec/members.ts';
import type { Shape } from '../../codec/shape.ts';
import type { HeaderPart, Message } from '../../contract/contract.ts';
import type { ComplexType, ElementDecl, SimpleType, TypeDef } from '../../contract/model.ts';
import { type Place, SoapstoneError } from '../../errors.ts';
import type { Json } from '../../json/value.ts';
import type { Bound } from '../../pattern/bound.ts';
import type { Text } from '../../pattern/converter.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import { type Hole, isHole, type Part } from '../../pattern/hole.ts';
import { stringText } from '../../pattern/plain-text.ts';
import type { TextTemplate } from '../../pattern/text-template.ts';
import type { ConstantTree, Entry, ObjectTree, Tree } from '../../pattern/tree.ts';
import { clark } from '../../xml/names.ts';
import { kindMade } from '../converters.ts';
import { findMember, suggestMember } from '../find-member.ts';
import { didYouMean } from '../nearest.ts';
import { findElement, unknownPrefix } from '../operation.ts';
import { builtinValue, type VariableType } from '../variables.ts';
import type { BuildContext } from './bound-hole.ts';
import type { Scope, Spot, Variable } from './scope.ts';

/** What fills a slot. Compiled in a second step, when all variables have their types. */
export type SlotPlan =
  | {
      readonly kind: 'hole';
      readonly hole: Hole;
      readonly variable: Variable;
      readonly optional: boolean;
      readonly text: Text;
      readonly place: Place;
    }
  | {
      readonly kind: 'text';
      readonly parts: readonly Part[];
      readonly variables: readonly Variable[];
      readonly optional: boolean;
      readonly text: Text;
      readonly place: Place;
    }
  | {
      readonly kind: 'join';
      readonly functions: FunctionPair;
      readonly variables: readonly Variable[];
      readonly place: Place;
    };

export interface MessagePlan {
  readonly body: { element: ElementDecl; shape: Shape }[];
  readonly headers: { part: HeaderPart; shape: Shape }[];
  readonly slots: SlotPlan[];
}

/** Where a tree stands. */
interface Spotted {
  readonly type: TypeDef;
  readonly list: boolean;
  readonly nillable: boolean;
  readonly optional: boolean;
  readonly what: string;
}

/** Slots of the message, or the fields of one `$each`. */
interface Slots {
  hole(hole: Hole, at: Spotted, place: Place): number;
  text(parts: readonly Part[], at: Spotted, place: Place): number;
}

export class SoapMessageBuilder {
  private readonly ctx: BuildContext;
  private readonly scope: Scope;
  readonly spot: Spot;
  private readonly plan: MessagePlan = { body: [], headers: [], slots: [] };

  constructor(ctx: BuildContext, scope: Scope, spot: Spot) {
    this.ctx = ctx;
    this.scope = scope;
    this.spot = spot;
  }

  build(message: Message, entries: readonly Entry[] | undefined, headers: readonly Entry[], place: Place): MessagePlan {
    this.body(message, entries, place);
    for (const entry of headers) this.header(message, entry);
    return this.plan;
  }

  private body(message: Message, entries: readonly Entry[] | undefined, place: Place): void {
    const { report, codec } = this.ctx;
    const found = new Set<ElementDecl>();
    for (const entry of entries ?? []) {
      const element = findElement(message.body, entry.key, codec.dialect);
      if (element === undefined) {
        if (unknownPrefix(entry.key, entry.place, codec.dialect, report)) continue;
        const names = message.body.map((e) => e.name.local);
        const hint = didYouMean(entry.key, names) ?? `expected ${names.join(', ') || 'an empty body'}`;
        report.add('MAPPING_UNKNOWN_ELEMENT', `"${entry.key}" is not in the body of this message`, entry.place, hint);
      } else {
        found.add(element);
        this.plan.body.push({ element, shape: this.shape(entry.value, this.spotOf(element), this.own) });
      }
    }
    for (const element of message.body) {
      if (found.has(element) || entries === undefined) continue;
      report.add('MAPPING_MISSING', `the body element "${element.name.local}" is missing`, place);
    }
    if (entries === undefined)
      for (const element of message.body) this.plan.body.push({ element, shape: this.anything(element, place) });
    this.plan.body.sort((a, b) => message.body.indexOf(a.element) - message.body.indexOf(b.element));
  }

  /** The row does not say what is in the element. */
  private anything(element: ElementDecl, place: Place): Shape {
    if (element.type.kind === 'complex')
      return this.object({ kind: 'object', entries: [], place }, this.spotOf(element), this.own);
    this.ctx.report.add(
      'MAPPING_MISSING',
      `the value of "${element.name.local}" is not bound`,
      place,
      `write ${element.name.local}: "{name}"`,
    );
    return { kind: 'members', entries: [] };
  }

  private header(message: Message, entry: Entry): void {
    const { report, codec } = this.ctx;
    const part =
      message.headers.find((h) => h.part === entry.key) ??
      message.headers.find((h) => findElement([h.element], entry.key, codec.dialect));
    if (part === undefined) {
      const names = message.headers.map((h) => h.element.name.local);
      const hint =
        didYouMean(entry.key, names) ??
        (names.length === 0 ? 'the operation declares no header parts' : `header parts: ${names.join(', ')}`);
      report.add('MAPPING_UNKNOWN_ELEMENT', `"${entry.key}" is not a header part of this message`, entry.place, hint);
      return;
    }
    this.plan.headers.push({
      part,
      shape: this.shape(entry.value, { ...this.spotOf(part.element), optional: true }, this.own),
    });
  }

  private spotOf(element: ElementDecl): Spotted {
    return {
      type: element.type,
      list: false,
      nillable: element.nillable,
      optional: false,
      what: `element "${element.name.local}"`,
    };
  }

  // --- trees -------------------------------------------------------------------------------------------------------------------

  private shape(tree: Tree, at: Spotted, slots: Slots): Shape {
    switch (tree.kind) {
      case 'hole':
        return { kind: 'hole', slot: slots.hole(tree.hole, at, tree.place) };
      case 'text':
        this.simple(at, tree.place, 'a text with holes');
        return this.simpleContent(at.type, { kind: 'hole', slot: slots.text(tree.parts, at, tree.place) });
      case 'constant':
        return this.constant(tree, at);
      case 'object':
        return this.listed(at, this.object(tree, at, slots));
      case 'list':
        if (!at.list) this.ctx.report.add('MAPPING_TYPE', `${at.what} stands once, not as a list`, tree.place);
        return { kind: 'ordered', items: tree.items.map((i) => this.shape(i, { ...at, list: false }, slots)) };
      case 'each':
        return this.each(tree, at, slots);
      case 'join':
        return this.join(tree, at, slots);
    }
  }

  private listed(at: Spotted, shape: Shape): Shape {
    return at.list ? { kind: 'ordered', items: [shape] } : shape;
  }

  private constant(tree: ConstantTree, at: Spotted): Shape {
    const { place, source } = tree;
    if (tree.value === null && at.type.kind === 'complex')
      return this.listed(at, this.object({ kind: 'object', entries: [], place }, at, this.own));
    const simple = simpleOf(at.type);
    if (simple === undefined || tree.value === null) {
      const message = simple
        ? `null cannot stand for ${at.what}`
        : `${at.what} has members; a constant cannot stand for it`;
      this.ctx.report.add(
        'MAPPING_TYPE',
        message,
        place,
        simple ? 'leave it out' : 'write { member: … } or "{variable}"',
      );
      return { kind: 'members', entries: [] };
    }
    this.fits(tree, simple);
    return this.listed(at, this.simpleContent(at.type, { kind: 'constant', text: source }));
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

  /** JSON forms of the constants, and JSON names of the members, that the trees named. */
  readonly constants = new Map<ConstantTree, Json>();
  readonly keys = new Map<Entry, string>();

  /** One element outside of a message: a fault's detail. */
  element(tree: Tree, element: ElementDecl): MessagePlan {
    this.plan.body.push({ element, shape: this.shape(tree, this.spotOf(element), this.own) });
    return this.plan;
  }

  private simple(at: Spotted, place: Place, what: string): void {
    if (simpleOf(at.type) === undefined)
      this.ctx.report.add('MAPPING_TYPE', `${what} cannot stand for ${at.what}, which has members`, place);
  }

  private object(tree: ObjectTree, at: Spotted, slots: Slots): Shape {
    const type = tree.type === undefined ? at.type : this.named(tree.type, at);
    const { report, codec } = this.ctx;
    if (type.kind === 'simple') {
      report.add('MAPPING_TYPE', `${at.what} has no members`, tree.place, 'write "{variable}" or a constant');
      return { kind: 'members', entries: [] };
    }
    if (type.abstract)
      report.add('MAPPING_TYPE', `the type of ${at.what} is abstract`, tree.place, 'name a derived type with $type');
    const members = codec.members(type);
    const entries: { member: Member; shape: Shape }[] = [];
    for (const entry of tree.entries) {
      const member = findMember(members, entry.key, codec.dialect);
      if (member === undefined) this.unknown(entry, members, at);
      else if (entries.some((e) => e.member === member))
        report.add('MAPPING_DUPLICATE', `"${entry.key}" stands twice`, entry.place);
      else {
        this.keys.set(entry, member.key);
        entries.push({ member, shape: this.member(entry.value, member, at.optional, slots) });
      }
    }
    const rest =
      tree.rest === undefined
        ? undefined
        : this.rest(
            tree.rest.hole,
            type,
            entries.map((e) => e.member.key),
            tree.rest.place,
            slots,
          );
    if (rest === undefined) this.covered(members, entries, tree.place, at);
    return { kind: 'members', entries, rest, type: type === at.type ? undefined : (type as ComplexType) };
  }

  private named(type: { text: string; place: Place }, at: Spotted): TypeDef {
    const { codec, report } = this.ctx;
    const name = codec.dialect.parseName(type.text);
    const found = name && codec.schemas.types.get(clark(name));
    if (found === undefined) {
      if (unknownPrefix(type.text, type.place, codec.dialect, report)) return at.type;
      const near = [...codec.schemas.types.values()].flatMap((t) => (t.name ? [codec.dialect.nameOf(t.name)] : []));
      report.add(
        'MAPPING_UNKNOWN_ELEMENT',
        `the contract has no type "${type.text}"`,
        type.place,
        didYouMean(type.text, near),
      );
      return at.type;
    }
    if (!codec.schemas.derives(found, at.type))
      report.add('MAPPING_TYPE', `"${type.text}" is not derived from the type of ${at.what}`, type.place);
    return found;
  }

  private unknown(entry: Entry, members: readonly Member[], at: Spotted): void {
    const { report, codec } = this.ctx;
    if (unknownPrefix(entry.key, entry.place, codec.dialect, report)) return;
    report.add(
      'MAPPING_UNKNOWN_ELEMENT',
      `${at.what} has no member "${entry.key}"`,
      entry.place,
      suggestMember(members, entry.key),
    );
  }

  /** Every member that a valid message must have is filled by something. */
  private covered(members: readonly Member[], entries: readonly { member: Member }[], place: Place, at: Spotted): void {
    for (const m of members) {
      if (!m.required || entries.some((e) => e.member === m)) continue;
      if (m.kind === 'attribute' && m.use.fixed !== undefined) continue;
      this.missing.push({ message: `the required member "${m.key}" of ${at.what} is not filled`, place });
    }
  }

  /** Gathered here; whether they matter depends on the direction that the rule runs in. */
  readonly missing: { readonly message: string; readonly place: Place }[] = [];

  private member(tree: Tree, m: Member, loose: boolean, slots: Slots): Shape {
    const optional = loose || !m.required;
    switch (m.kind) {
      case 'attribute':
        return this.shape(
          tree,
          { type: m.use.type, list: false, nillable: false, optional, what: `attribute "${m.use.name.local}"` },
          slots,
        );
      case 'text':
        return this.shape(tree, { type: m.type, list: false, nillable: false, optional, what: 'the text' }, slots);
      case 'element':
        return this.shape(
          tree,
          {
            type: m.element.type,
            list: m.list,
            nillable: m.element.nillable,
            optional,
            what: `element "${m.element.name.local}"`,
          },
          slots,
        );
      default:
        return this.content(tree, m, optional, slots);
    }
  }

  /** Wildcards, repeated groups and mixed content are bound as a whole. */
  private content(tree: Tree, m: Member, optional: boolean, slots: Slots): Shape {
    if (
      tree.kind !== 'hole' ||
      m.kind === 'anyAttribute' ||
      m.kind === 'attribute' ||
      m.kind === 'element' ||
      m.kind === 'text'
    ) {
      this.ctx.report.add(
        'MAPPING_PATTERN',
        `only a hole can stand for "${m.key}"`,
        tree.place,
        `write ${m.key}: "{name}"`,
      );
      return { kind: 'members', entries: [] };
    }
    this.onlyOutside(slots, `"${m.key}"`, tree.place);
    const variable = this.scope.use(tree.hole.name, this.useOf(tree.hole, tree.place, optional));
    this.scope.typed(variable, { kind: 'content', member: m }, tree.place);
    return {
      kind: 'hole',
      slot: this.slot({ kind: 'hole', hole: tree.hole, variable, optional, text: stringText, place: tree.place }),
    };
  }

  private rest(hole: Hole, type: ComplexType, without: readonly string[], place: Place, slots: Slots): number {
    this.onlyOutside(slots, '$rest', place);
    const variable = this.scope.use(hole.name, this.useOf(hole, place, false));
    this.scope.typed(variable, { kind: 'rest', type, without }, place);
    return this.slot({ kind: 'hole', hole, variable, optional: false, text: stringText, place });
  }

  // --- slots -------------------------------------------------------------------------------------------------------------------

  private readonly own: Slots = {
    hole: (hole, at, place) => {
      const variable = this.scope.use(hole.name, this.useOf(hole, place, at.optional));
      if (!hole.supplied) this.scope.typed(variable, this.typeAt(hole, at), place);
      return this.slot({ kind: 'hole', hole, variable, optional: at.optional, text: this.textAt(at), place });
    },
    text: (parts, at, place) => {
      const variables = parts.filter(isHole).map((hole) => {
        const variable = this.scope.use(hole.name, this.useOf(hole, place, at.optional));
        if (!hole.supplied && variable.type === undefined && hole.converters.length > 0)
          this.scope.typed(variable, this.typeAt(hole, at), place);
        return variable;
      });
      return this.slot({ kind: 'text', parts, variables, optional: at.optional, text: this.textAt(at), place });
    },
  };

  private slot(plan: SlotPlan): number {
    return this.plan.slots.push(plan) - 1;
  }

  private useOf(hole: Hole, place: Place, optional: boolean) {
    return { spot: this.spot, place, optional: optional || hole.optional, fallback: hole.default !== undefined };
  }

  private textAt(at: Spotted): Text {
    const simple = simpleOf(at.type);
    return simple === undefined ? stringText : this.ctx.codec.text(simple);
  }

  /** Type of the variable behind a hole: what stands here, or what its converter makes of it. */
  private typeAt(hole: Hole, at: Spotted): VariableType {
    const inner = hole.converters[0];
    if (inner === undefined) return { kind: 'value', type: at.type, list: at.list, nillable: at.nillable };
    switch (kindMade(inner)) {
      case 'int':
        return builtinValue(this.ctx.codec, 'integer');
      case 'bool':
        return builtinValue(this.ctx.codec, 'boolean');
      case 'texts':
        return { kind: 'text', list: true };
      case 'text':
        return { kind: 'text', list: false };
      case 'any':
        return { kind: 'any' };
    }
  }

  private onlyOutside(slots: Slots, what: string, place: Place): void {
    if (slots !== this.own) this.ctx.report.add('MAPPING_UNSUPPORTED', `${what} inside $each comes later`, place);
  }

  // --- $each, $join --------------------------------------------------------------------------------------------------------------

  private each(tree: Tree & { kind: 'each' }, at: Spotted, slots: Slots): Shape {
    const { report } = this.ctx;
    this.onlyOutside(slots, '$each', tree.place);
    if (!at.list) report.add('MAPPING_TYPE', `${at.what} stands once: $each needs a list`, tree.place);
    const fields: string[] = [];
    const types = new Map<string, VariableType>();
    let list = '';
    const inner: Slots = {
      hole: (hole, spot, place) => {
        const dot = hole.name.indexOf('.');
        const owner = dot < 0 ? '' : hole.name.slice(0, dot);
        if (owner === '' || (list !== '' && owner !== list)) {
          report.add('MAPPING_PATTERN', `{${hole.name}} inside $each must be {list.field}, with one list`, place);
        }
        if (hole.converters.length > 0) report.add('MAPPING_UNSUPPORTED', 'converters inside $each come later', place);
        if (list === '') list = owner;
        const field = hole.name.slice(dot + 1);
        if (!fields.includes(field)) fields.push(field);
        types.set(field, { kind: 'value', type: spot.type, list: spot.list, nillable: spot.nillable });
        return fields.indexOf(field);
      },
      text: (_parts, _spot, place) => {
        report.add('MAPPING_UNSUPPORTED', 'texts with holes inside $each come later', place);
        return 0;
      },
    };
    const item = this.shape(tree.item, { ...at, list: false, optional: false }, inner);
    if (list === '') report.add('MAPPING_PATTERN', '$each needs at least one hole {list.field}', tree.place);
    const hole: Hole = { name: list, supplied: false, optional: false, converters: [], offset: 0 };
    const variable = this.scope.use(list, this.useOf(hole, tree.place, at.optional));
    this.scope.typed(variable, { kind: 'items', fields: types }, tree.place);
    const slot = this.slot({
      kind: 'hole',
      hole,
      variable,
      optional: at.optional,
      text: stringText,
      place: tree.place,
    });
    return { kind: 'each', slot, item, fields };
  }

  private join(tree: Tree & { kind: 'join' }, at: Spotted, slots: Slots): Shape {
    this.onlyOutside(slots, '$join', tree.place);
    const functions = this.ctx.library.functions.get(tree.converter);
    if (functions === undefined) {
      const hint =
        didYouMean(tree.converter, this.ctx.library.functions.keys()) ?? 'export it from module.ts as { in, out }';
      this.ctx.report.add('MAPPING_UNKNOWN_CONVERTER', `unknown function "${tree.converter}"`, tree.place, hint);
      return { kind: 'members', entries: [] };
    }
    const variables = tree.of.map((name) => {
      const variable = this.scope.use(name, {
        spot: this.spot,
        place: tree.place,
        optional: at.optional,
        fallback: false,
      });
      this.scope.typed(variable, { kind: 'any' }, tree.place);
      return variable;
    });
    return { kind: 'hole', slot: this.slot({ kind: 'join', functions, variables, place: tree.place }) };
  }
}

export function simpleOf(type: TypeDef): SimpleType | undefined {
  if (type.kind === 'simple') return type;
  return type.content.kind === 'simple' ? type.content.type : undefined;
}

/** A text with holes, compiled. */
export function templateOf(parts: readonly Part[], make: (hole: Hole) => Bound): TextTemplate {
  const literals: string[] = [''];
  const holes: Bound[] = [];
  for (const part of parts) {
    if (isHole(part)) {
      holes.push(make(part));
      literals.push('');
    } else literals[literals.length - 1] += part;
  }
  return { literals, holes };
}
