// One SOAP message of a rule: body elements and header parts of the table → those of the contract, then a compiled pattern.

import type { Shape } from '../../codec/model/shape.ts';
import type { HeaderPart, Message } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { type BodyPart, quietManner, quietWholeManner } from '../../pattern/body/part.ts';
import type { Bindings, Bound } from '../../pattern/text/bound-values.ts';
import { stringText } from '../../pattern/text/converter.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import { type Entry, type Tree, wholeHole } from '../../pattern/tree.ts';
import { CompiledSoapPattern, type Step } from '../runtime/soap-pattern.ts';
import { AbsentStep, BodyStep, EachStep, HoleStep, IgnoredStep, NothingStep, TextStep } from '../runtime/soap-steps.ts';
import { type BuildContext, boundHole, templateOf } from './bound-hole.ts';
import { findHeader, freeHeader, freeName } from './contract-lookup/header-part.ts';
import { findElement, unknownPrefix } from './contract-lookup/operation.ts';
import { type RequiredDefaults, requiredDefaults, requiredDefaultsOfItem } from './required-defaults.ts';
import { type BodySource, compileBody } from './rest-body.ts';
import type { Scope, Side, Variable } from './scope.ts';
import { ShapeBuilder } from './shape.ts';
import {
  type BodySlot,
  type ContractPosition,
  type EachSlot,
  type MessagePlan,
  MessageSlots,
  type SlotPlan,
  type TextSlot,
} from './slots.ts';
import { wholeShape } from './unnamed-members.ts';

export type { MessagePlan } from './slots.ts';

export class SoapMessageBuilder {
  readonly side: Side;
  readonly shapes: ShapeBuilder;
  private readonly ctx: BuildContext;
  private readonly scope: Scope;
  private readonly slots: MessageSlots;
  private readonly refusesUnnamed: boolean;

  /** `refusesUnnamed`: a message with members that no pattern names is another one. */
  constructor(ctx: BuildContext, scope: Scope, side: Side, refusesUnnamed = false) {
    this.refusesUnnamed = refusesUnnamed;
    this.ctx = ctx;
    this.scope = scope;
    this.side = side;
    this.slots = new MessageSlots(ctx, scope, side);
    this.shapes = new ShapeBuilder(ctx, this.slots);
  }

  /** `entries` undefined: the rule has no body pattern. */
  build(message: Message, entries: readonly Entry[] | undefined, headers: readonly Entry[], place: Place): MessagePlan {
    const body = entries === undefined ? this.anything(message, place) : this.body(message, entries, place);
    return { body, headers: headers.flatMap((entry) => this.header(message, entry)), slots: this.slots.plans };
  }

  /** Takes every message that the contract allows. It is read to its end, so that a mistake in it is found. */
  validMessage({ body, headers }: Message, patterns: readonly Entry[]): MessagePlan {
    const ignored = () => ({ kind: 'hole', slot: this.slots.ignored() }) as const;
    const message = { body, headers };
    return {
      body: body.map((element) => ({ element, shape: ignored() })),
      headers: patterns.flatMap((entry) => this.header(message, entry)),
      slots: this.slots.plans,
    };
  }

  /** One element outside of a message: the detail of a fault. */
  element(tree: Tree, element: ElementDecl): MessagePlan {
    return {
      body: [{ element, shape: this.shapes.shape(tree, positionOf(element)) }],
      headers: [],
      slots: this.slots.plans,
    };
  }

  private body(message: Message, entries: readonly Entry[], place: Place): MessagePlan['body'] {
    const { report, codec } = this.ctx;
    const elementShapes = new Map<ElementDecl, Shape>();
    for (const entry of entries) {
      const element = findElement(message.body, entry.key, codec.dialect);
      if (element) elementShapes.set(element, this.bodyShape(entry.value, element));
      else this.unknown(entry, message.body, 'in the body of this message');
    }
    for (const element of message.body) {
      if (elementShapes.has(element) || elementShapes.size < entries.length) continue;
      report.add('MAPPING_MISSING', `the body element "${element.name.local}" is missing`, place);
    }
    return message.body.flatMap((element) => {
      const shape = elementShapes.get(element);
      return shape ? [{ element, shape }] : [];
    });
  }

  private anything(message: Message, place: Place): MessagePlan['body'] {
    return message.body.map((element) => ({ element, shape: this.any(element, place) }));
  }

  private any(element: ElementDecl, place: Place): Shape {
    if (element.type.kind === 'complex') return this.bodyShape({ kind: 'object', entries: [], place }, element);
    const name = element.name.local;
    this.ctx.report.add('MAPPING_MISSING', `the value of "${name}" is not bound`, place, `write ${name}: "{name}"`);
    return { kind: 'members', entries: [] };
  }

  private bodyShape(tree: Tree, element: ElementDecl): Shape {
    const shape = this.shapes.shape(tree, positionOf(element));
    return this.refusesUnnamed ? wholeShape(shape) : shape;
  }

  /** A part that the message declares, else a free one. */
  private header({ headers }: Message, entry: Entry): MessagePlan['headers'] {
    const declared = findHeader(headers, entry.key, this.ctx.codec);
    const part = declared ?? this.freePart(headers, entry);
    const shape = part && this.shapes.shape(entry.value, { ...positionOf(part.element), optional: true });
    if (shape) return [{ part, shape: declared ? shape : withOptionalConstants(shape) }];
    this.unknown(
      entry,
      headers.map((h) => h.element),
      'a header part of this message',
      'to have one that the contract does not declare, write "{namespace}Name"',
    );
    return [];
  }

  /** A misspelt name of a declared part is a mistake all the same. */
  private freePart(headers: readonly HeaderPart[], entry: Entry): HeaderPart | undefined {
    const { codec } = this.ctx;
    const name = freeName(entry.key, codec);
    if (name === undefined) return undefined;
    const same = headers.filter(({ element }) => element.name.ns === name.ns);
    if (
      suggest(
        name.local,
        same.map(({ element }) => element.name.local),
      ) !== undefined
    )
      return undefined;
    return freeHeader(name, entry.value, codec, (variable) => this.scope.get(variable)?.type);
  }

  private unknown(entry: Entry, elements: readonly ElementDecl[], location: string, advice?: string): void {
    const { report, codec } = this.ctx;
    this.slots.passOver(entry.value);
    if (unknownPrefix(entry.key, entry.place, codec.dialect, report)) return;
    const names = elements.map((e) => e.name.local);
    const local = entry.key.replace(/^.*[:}]/, '');
    const expected = names.length === 0 ? (advice ?? 'the contract has none') : `expected ${names.join(', ')}`;
    const hint = suggest(local, names) ?? (advice && names.length > 0 ? `${expected}; ${advice}` : expected);
    report.add('MAPPING_UNKNOWN_ELEMENT', `"${entry.key}" is not ${location}`, entry.place, hint);
  }
}

function positionOf(element: ElementDecl): ContractPosition {
  const { type, nillable, name } = element;
  return { type, list: false, nillable, of: element, optional: false, label: `element "${name.local}"` };
}

/** Of a part that no client of the contract knows of: its constants are what the gateway writes. */
function withOptionalConstants(shape: Shape): Shape {
  switch (shape.kind) {
    case 'constant':
      return { ...shape, optional: true };
    case 'members':
      return { ...shape, entries: shape.entries.map((e) => ({ ...e, shape: withOptionalConstants(e.shape) })) };
    case 'each':
      return { ...shape, item: withOptionalConstants(shape.item) };
    case 'ordered':
      return { ...shape, items: shape.items.map(withOptionalConstants) };
    default:
      return shape;
  }
}

export function compileMessage(
  plan: MessagePlan,
  ctx: BuildContext,
  accept?: (bindings: Bindings) => void,
): CompiledSoapPattern {
  const defaults = requiredDefaults(plan);
  return new CompiledSoapPattern(plan, stepsOf(plan.slots, defaults, ctx), accept, defaults.groups);
}

function stepsOf(slots: readonly SlotPlan[], { needed, items }: RequiredDefaults, ctx: BuildContext): Step[] {
  return slots.map((slot, i) => stepOf(slot, needed.has(i), items.get(i), ctx));
}

/** `needed`: the element around it requires a value. `item`: of a list. */
function stepOf(slot: SlotPlan, needed: boolean, item: Shape | undefined, ctx: BuildContext): Step {
  switch (slot.kind) {
    case 'hole': {
      const { hole, variable, text, optional, place } = slot;
      return new HoleStep(boundHole(hole, variable, 'soap', text, optional, place, ctx, needed));
    }
    case 'text':
      return new TextStep(
        templateOf(slot.parts, (hole) => inText(hole, slot, needed, ctx)),
        slot.text.fromText,
      );
    case 'each':
      return eachStep(slot, item!, ctx);
    case 'body':
      return new BodyStep(bodyOf(slot, ctx));
    case 'nothing':
      return new NothingStep();
    case 'ignored':
      return new IgnoredStep();
    case 'absent':
      return new AbsentStep();
  }
}

function bodyOf({ tree, forms, texts, scope, inRequest }: BodySlot, ctx: BuildContext): BodyPart {
  const source: BodySource = {
    ctx,
    manner: inRequest ? quietWholeManner : quietManner,
    variable: (name) => scope.get(name) as Variable,
    items: (list) => scope.items(list),
    optional: () => true,
    contract: { forms, texts },
  };
  return compileBody(tree, source, false);
}

function eachStep(slot: EachSlot, item: Shape, ctx: BuildContext): Step {
  const { variable, optional, slots, names, fields, place } = slot;
  const bound = (of: Variable) => boundHole(wholeHole(of.name), of, 'soap', stringText, optional, place, ctx);
  const list = bound(variable);
  const defaults = requiredDefaultsOfItem(item, slots);
  const steps = stepsOf(slots, defaults, ctx);
  if (names === undefined) return new HoleStep(list);
  const pattern = new CompiledSoapPattern({ body: [], headers: [] }, steps, undefined, defaults.groups);
  const outer = slot.outer.map(({ field, variable: of }) => ({ field, bound: bound(of) }));
  return new EachStep(list, pattern, fields.names, names, outer);
}

function inText(hole: Hole, slot: TextSlot, needed: boolean, ctx: BuildContext): Bound {
  const variable = slot.variables[slot.parts.filter(isHole).indexOf(hole)];
  return boundHole(hole, variable, 'soap', stringText, slot.optional, slot.place, ctx, needed);
}

/** The shape has no condition: it matches every message if its placeholders do. */
export function isOpen(shape: Shape): boolean {
  if (shape.kind === 'hole') return true;
  if (shape.kind === 'each') return isOpen(shape.item);
  return shape.kind === 'members' && shape.type === undefined && shape.entries.every((entry) => isOpen(entry.shape));
}
