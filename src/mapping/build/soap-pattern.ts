// Slots ⇄ variables of one SOAP message, compiled. On the hot path: arrays by number, nothing parsed.
import type { Json } from '../../json/value.ts';
import { type Bindings, type Bound, bindAbsent, bindJson, fillsNothing, OK, toJson } from '../../pattern/bound.ts';
import { joinUp, splitJoined } from '../../pattern/body/join.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import { absentText, fillText, matchText, type TextTemplate } from '../../pattern/text-template.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { SoapPattern } from '../rule.ts';

export type Slot =
  | { readonly kind: 'hole'; readonly hole: Bound }
  | { readonly kind: 'text'; readonly template: TextTemplate; readonly optional: boolean }
  | { readonly kind: 'join'; readonly functions: FunctionPair; readonly holes: readonly Bound[] };

export class CompiledSoapPattern implements SoapPattern {
  readonly body: SoapPattern['body'];
  readonly headers: SoapPattern['headers'];
  readonly slots: number;
  private readonly plan: readonly Slot[];

  constructor(body: SoapPattern['body'], headers: SoapPattern['headers'], plan: readonly Slot[]) {
    this.body = body;
    this.headers = headers;
    this.plan = plan;
    this.slots = plan.length;
  }

  slotOf(variable: number): number | undefined {
    const index = this.plan.findIndex((s) => s.kind === 'hole' && s.hole.variable === variable && s.hole.chain.length === 0);
    return index < 0 ? undefined : index;
  }

  fill(bindings: Bindings): (Json | undefined)[] {
    const slots: (Json | undefined)[] = new Array(this.slots);
    for (let i = 0; i < this.slots; i++) slots[i] = filled(this.plan[i], bindings);
    return slots;
  }

  match(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined {
    for (let i = 0; i < this.slots; i++) if (!matched(this.plan[i], slots[i], bindings)) return undefined;
    return bindings;
  }
}

function filled(slot: Slot, bindings: Bindings): Json | undefined {
  switch (slot.kind) {
    case 'hole': {
      const value = bindings[slot.hole.variable];
      // A default is left out where the place may be absent, and written where it may not.
      if (fillsNothing(slot.hole, value)) return slot.hole.optional ? undefined : (value ?? slot.hole.default);
      return toJson(slot.hole, value as Json);
    }
    case 'text': {
      const text = fillText(slot.template, bindings);
      return text === undefined ? undefined : stringOf(text);
    }
    case 'join':
      return joinUp(slot.functions, slot.holes, bindings);
  }
}

function matched(slot: Slot, value: Json | undefined, bindings: Bindings): boolean {
  switch (slot.kind) {
    case 'hole':
      return value === undefined ? bindAbsent(slot.hole, bindings) : bindJson(slot.hole, value, bindings) === OK;
    case 'text': {
      if (value === undefined) return absentText(slot.template, bindings) || slot.optional;
      const text = scalarText(value);
      return text !== undefined && matchText(slot.template, text, bindings) === OK;
    }
    case 'join':
      return value === undefined || splitJoined(slot.functions, slot.holes, value, bindings);
  }
}
