// One SOAP message of a rule: body elements and header parts of the table → those of the contract, with numbered slots.
import type { Shape } from '../../codec/model/shape.ts';
import type { HeaderPart, Message } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import type { BuildContext } from './bound-hole.ts';
import { findElement, unknownPrefix } from './contract-lookup/operation.ts';
import type { Scope, Side } from './scope.ts';
import { ShapeBuilder } from './shape.ts';
import { type ContractPosition, MessageSlots, type SlotPlan } from './slots.ts';

export interface MessagePlan {
  readonly body: readonly { readonly element: ElementDecl; readonly shape: Shape }[];
  readonly headers: readonly { readonly part: HeaderPart; readonly shape: Shape }[];
  readonly slots: readonly SlotPlan[];
}

export class SoapMessageBuilder {
  readonly spot: Side;
  readonly shapes: ShapeBuilder;
  private readonly ctx: BuildContext;
  private readonly slots: MessageSlots;

  constructor(ctx: BuildContext, scope: Scope, spot: Side) {
    this.ctx = ctx;
    this.spot = spot;
    this.slots = new MessageSlots(ctx, scope, spot);
    this.shapes = new ShapeBuilder(ctx, this.slots);
  }

  /** `entries` undefined: the row does not say what is in the body. */
  build(message: Message, entries: readonly Entry[] | undefined, headers: readonly Entry[], place: Place): MessagePlan {
    const body = entries === undefined ? this.anything(message, place) : this.body(message, entries, place);
    return { body, headers: headers.flatMap((entry) => this.header(message, entry)), slots: this.slots.plans };
  }

  /** One element outside of a message: a fault's detail. */
  element(tree: Tree, element: ElementDecl): MessagePlan {
    return {
      body: [{ element, shape: this.shapes.shape(tree, spotOf(element)) }],
      headers: [],
      slots: this.slots.plans,
    };
  }

  private body(message: Message, entries: readonly Entry[], place: Place): MessagePlan['body'] {
    const { report, codec } = this.ctx;
    const elementShapes = new Map<ElementDecl, Shape>();
    for (const entry of entries) {
      const element = findElement(message.body, entry.key, codec.dialect);
      if (element) elementShapes.set(element, this.shapes.shape(entry.value, spotOf(element)));
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
    if (element.type.kind === 'complex')
      return this.shapes.shape({ kind: 'object', entries: [], place }, spotOf(element));
    const name = element.name.local;
    this.ctx.report.add('MAPPING_MISSING', `the value of "${name}" is not bound`, place, `write ${name}: "{name}"`);
    return { kind: 'members', entries: [] };
  }

  /** By part name, else by element. */
  private header(message: Message, entry: Entry): MessagePlan['headers'] {
    const { headers } = message;
    const part =
      headers.find((h) => h.part === entry.key) ??
      headers.find((h) => findElement([h.element], entry.key, this.ctx.codec.dialect));
    if (part) return [{ part, shape: this.shapes.shape(entry.value, { ...spotOf(part.element), optional: true }) }];
    this.unknown(
      entry,
      headers.map((h) => h.element),
      'a header part of this message',
    );
    return [];
  }

  private unknown(entry: Entry, elements: readonly ElementDecl[], location: string): void {
    const { report, codec } = this.ctx;
    this.slots.passOver(entry.value);
    if (unknownPrefix(entry.key, entry.place, codec.dialect, report)) return;
    const names = elements.map((e) => e.name.local);
    const hint =
      suggest(entry.key, names) ?? (names.length === 0 ? 'the contract has none' : `expected ${names.join(', ')}`);
    report.add('MAPPING_UNKNOWN_ELEMENT', `"${entry.key}" is not ${location}`, entry.place, hint);
  }
}

function spotOf(element: ElementDecl): ContractPosition {
  const { type, nillable, name } = element;
  return { type, list: false, nillable, of: element, optional: false, label: `element "${name.local}"` };
}
