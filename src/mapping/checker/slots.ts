// The numbered slots of one SOAP message, and their contents.
import type { Shape } from '../../codec/model/shape.ts';
import type { HeaderPart } from '../../contract/model/contract.ts';
import type { ElementDecl, TypeDef } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import { stringText, type Text } from '../../pattern/text/converter.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import { holesOf, type Tree, wholeHole } from '../../pattern/tree.ts';
import { listedValues, recordCoverage, traitsOf } from '../converters/call.ts';
import { builtinValue, simpleOf, type ValueType, type VariableType } from '../model/variables.ts';
import { isOuter, nameOfOuter } from '../syntax/tree-names.ts';
import type { BuildContext } from './bound-hole.ts';
import { useArguments } from './converter-arguments.ts';
import type { JsonForms } from './json-form.ts';
import type { Scope, Side, Variable } from './scope.ts';

/** One message: what stands in its body and header parts, and its slots. */
export interface MessagePlan {
  readonly body: readonly { readonly element: ElementDecl; readonly shape: Shape }[];
  readonly headers: readonly { readonly part: HeaderPart; readonly shape: Shape }[];
  readonly slots: readonly SlotPlan[];
}

/** The content of a slot. It is compiled when all variables have their types. */
export type SlotPlan = HoleSlot | TextSlot | EachSlot | BodySlot | NothingSlot | IgnoredSlot | AbsentSlot;

export interface HoleSlot {
  readonly kind: 'hole';
  readonly hole: Hole;
  readonly variable: Variable;
  readonly optional: boolean;
  /** Lexical form at the position. */
  readonly text: Text;
  readonly place: Place;
}

export interface TextSlot {
  readonly kind: 'text';
  readonly parts: readonly Part[];
  readonly variables: readonly Variable[];
  readonly optional: boolean;
  readonly text: Text;
  readonly place: Place;
}

export interface EachSlot {
  readonly kind: 'each';
  readonly variable: Variable;
  readonly optional: boolean;
  /** Slots of an item. */
  readonly slots: readonly SlotPlan[];
  /** Their names in the codec's JSON; undefined: the names of their variables. */
  readonly names: readonly string[] | undefined;
  readonly fields: Scope;
  /** Fields that are variables of the rule: all items have them in common. */
  readonly outer: readonly OuterField[];
  readonly place: Place;
}

export interface OuterField {
  readonly field: number;
  readonly variable: Variable;
}

/** Content that the codec decodes as one JSON value, and a pattern over it. */
export interface BodySlot {
  readonly kind: 'body';
  readonly tree: Tree;
  readonly forms: JsonForms;
  /** Lexical form at each placeholder. */
  readonly texts: ReadonlyMap<Hole, Text>;
  readonly scope: Scope;
  readonly inRequest: boolean;
}

/** `$rest: none`: there must be no other members. */
export interface NothingSlot {
  readonly kind: 'nothing';
}

/** Read and not used. */
export interface IgnoredSlot {
  readonly kind: 'ignored';
}

/** A member that must not be there. */
export interface AbsentSlot {
  readonly kind: 'absent';
}

/** The position of a tree in the contract. */
export interface ContractPosition {
  readonly type: TypeDef;
  readonly list: boolean;
  readonly nillable: boolean;
  /** The declaration, where there is one. */
  readonly of?: ValueType['of'];
  readonly textOf?: ValueType['textOf'];
  /** It may be absent from a valid message. */
  readonly optional: boolean;
  /** For messages. */
  readonly label: string;
}

export function valueAt({ type, list, nillable, of, textOf }: ContractPosition): ValueType {
  return { kind: 'value', type, list, nillable, of, textOf };
}

/** The slots of a message, or of the items of one `$each`. */
export class MessageSlots {
  readonly plans: SlotPlan[] = [];
  private readonly ctx: BuildContext;
  private readonly scope: Scope;
  private readonly side: Side;
  private readonly texts: Map<Hole, Text>;

  constructor(ctx: BuildContext, scope: Scope, side: Side, texts = new Map<Hole, Text>()) {
    this.ctx = ctx;
    this.scope = scope;
    this.side = side;
    this.texts = texts;
  }

  get inRequest(): boolean {
    return this.side === 'soap.request';
  }

  /** Where a message without the value belongs to another row. */
  private get mayRequire(): boolean {
    return (this.inRequest || this.ctx.tellsApart === true) && !this.scope.ofItems;
  }

  hole(hole: Hole, at: ContractPosition, place: Place): number {
    const untyped = hole.constant !== undefined || (hole.supplied && !this.ctx.gateway.get(hole.name)?.isCredential);
    const type = untyped ? undefined : this.typeAt(hole, at);
    recordCoverage(hole.converters.at(-1), 'soap', this.ctx.library, simpleOf(at.type), at.label);
    return this.typedHole(hole, type, at.optional, place, this.textAt(at));
  }

  /** A placeholder for a value of this type. */
  typedHole(hole: Hole, type: VariableType | undefined, optional: boolean, place: Place, text = stringText): number {
    if (hole.required && !this.mayRequire) this.refuseRequired(hole, place);
    const variable = this.use(hole, place, optional && !hole.required);
    if (type) this.scope.typed(variable, type, place);
    this.texts.set(hole, text);
    return this.add({ kind: 'hole', hole, variable, optional, text, place });
  }

  text(parts: readonly Part[], at: ContractPosition, place: Place): number {
    const variables = parts.filter(isHole).map((hole) => {
      if (hole.required) this.refuseRequired(hole, place);
      const variable = this.use(hole, place, at.optional);
      const isConverted = hole.converters.length > 0 && !hole.supplied && variable.type === undefined;
      if (isConverted) this.scope.typed(variable, this.typeAt(hole, at), place);
      return variable;
    });
    return this.add({ kind: 'text', parts, variables, optional: at.optional, text: this.textAt(at), place });
  }

  /** The slots of the items of a list. */
  items(list: string): MessageSlots {
    return new MessageSlots(this.ctx, this.scope.items(list), this.side, this.texts);
  }

  /** Throw-away slots for trees that are patterns over JSON: only the variables count. */
  jsonSlots(): MessageSlots {
    return new MessageSlots(this.ctx, this.scope, this.side, this.texts);
  }

  /** A pattern over JSON whose placeholders were visited with `jsonSlots`. */
  body(tree: Tree, forms: JsonForms): number {
    return this.add({ kind: 'body', tree, forms, texts: this.texts, scope: this.scope, inRequest: this.inRequest });
  }

  nothing(): number {
    return this.add({ kind: 'nothing' });
  }

  ignored(): number {
    return this.add({ kind: 'ignored' });
  }

  absent(): number {
    return this.add({ kind: 'absent' });
  }

  /** A list whose items have the slots `items`. */
  each(list: string, items: MessageSlots, optional: boolean, place: Place): { slot: number; fields: string[] } {
    const { plans: slots, scope: fields } = items;
    const own = fields.all().filter(({ name }) => !isOuter(name));
    const types = new Map(own.flatMap((v) => (v.type ? [[v.name, v.type]] : [])));
    const variable = this.use(wholeHole(list), place, optional);
    this.scope.typed(variable, { kind: 'items', fields: types }, place);
    const plain = slots.flatMap((plan) => (isPlain(plan) ? [plan.variable.name] : []));
    const names = new Set(plain).size === slots.length ? undefined : slots.map((_, i) => String(i));
    const outer = this.outerFields(fields, place);
    const slot = this.add({ kind: 'each', variable, optional, slots, names, fields, outer, place });
    return { slot, fields: names ?? plain };
  }

  private outerFields(fields: Scope, place: Place): OuterField[] {
    const outer = fields.all().filter(({ name, uses }) => isOuter(name) && uses.some(({ side }) => side === this.side));
    return outer.map(({ name, number: field, type }) => {
      const variable = this.use(wholeHole(nameOfOuter(name)), place, false);
      if (type) this.scope.typed(variable, type, place);
      return { field, variable };
    });
  }

  /** Skips a wrong tree. Its variables count as used, so that one mistake is one message. */
  passOver(tree: Tree): void {
    holesOf(tree, (hole, place) => this.use(hole, place, true));
  }

  private refuseRequired({ name }: Hole, place: Place): void {
    const hint = `use ! only in a request or in the response of a fault row, for a whole value`;
    const message = `{${name}!} is not allowed here`;
    this.ctx.report.add('MAPPING_PATTERN', message, place, hint);
  }

  private use(hole: Hole, place: Place, optional: boolean): Variable {
    const fallback = hole.default !== undefined;
    const use = {
      side: this.side,
      place,
      optional: optional || hole.optional,
      fallback,
      filled: hole.fill !== undefined,
    };
    useArguments(hole, this.side, place, this.scope, optional);
    return this.scope.use(hole.name, { ...use, of: hole.constant === undefined ? undefined : 'constant' });
  }

  private add(plan: SlotPlan): number {
    return this.plans.push(plan) - 1;
  }

  private textAt(at: ContractPosition): Text {
    const simple = simpleOf(at.type);
    return simple === undefined ? stringText : this.ctx.codec.text(simple);
  }

  /** Type of a placeholder's variable: that of the position, or what its converter makes of it. */
  private typeAt(hole: Hole, at: ContractPosition): VariableType {
    const inner = hole.converters[0];
    if (inner === undefined) return valueAt(at);
    switch (traitsOf(inner).makes) {
      case 'integer':
        return builtinValue(this.ctx.codec, 'integer', at.list);
      case 'boolean':
        return builtinValue(this.ctx.codec, 'boolean', at.list);
      case 'texts':
        return { kind: 'text', list: true };
      case 'text':
        return { kind: 'text', list: at.list, values: listedValues(inner, 'soap', this.ctx.library.tables)?.variable };
      case 'any':
        return { kind: 'any' };
    }
  }
}

/** The slot holds its variable unchanged. */
function isPlain(plan: SlotPlan): plan is HoleSlot | EachSlot {
  if (plan.kind === 'each') return plan.names === undefined;
  return (
    plan.kind === 'hole' &&
    !isOuter(plan.variable.name) &&
    plan.hole.converters.length === 0 &&
    plan.hole.default === undefined &&
    plan.hole.fill === undefined &&
    plan.hole.constant === undefined &&
    !plan.hole.supplied
  );
}
