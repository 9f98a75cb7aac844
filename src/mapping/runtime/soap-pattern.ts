// One SOAP side at run time: slots of the codec ⇄ variables of the rule. Knows nothing about envelopes.

import { withSteps } from '../../codec/datatypes/regex/steps.ts';
import { ARRAY, type Json, NULL, sizeOf } from '../../json/value.ts';
import { itemsOf, kindOf } from '../../json/walk.ts';
import type { Bindings } from '../../pattern/text/bound-values.ts';
import type { Demand, SoapPattern } from '../../rule/pattern.ts';

/** Converts between one slot and its variables. */
export interface Step {
  fill(bindings: Bindings): Json | undefined;
  /** False: the message does not match. */
  match(value: Json | undefined, bindings: Bindings): boolean;
  /** The variable that the slot holds unchanged; else -1. */
  readonly direct: number;
  /** Those that the value of a text or a single placeholder is made of. */
  readonly variables?: readonly number[];
  readonly demand?: Demand;
  /** What it writes is a default, which means the same as absence. */
  isDefault?(bindings: Bindings): boolean;
  /** It reads other variables: the other slots are matched first. */
  readonly late?: boolean;
}

const NONE: readonly never[] = [];

type Sides = Pick<SoapPattern, 'body' | 'headers'>;

export class CompiledSoapPattern implements SoapPattern {
  readonly body: SoapPattern['body'];
  readonly headers: SoapPattern['headers'];
  readonly slots: number;
  private readonly steps: readonly Step[];
  private readonly direct: Int32Array;
  /** Slots that are matched after the others; undefined: none. */
  private readonly late: readonly number[] | undefined = undefined;
  /** A message that has a value for no placeholder is another one. */
  private needsValue = false;
  /** A message without one of these slots is another one. */
  private needed: readonly number[] = NONE;
  /** Slots of elements that are left out where they would hold nothing but defaults. */
  private readonly groups: readonly (readonly number[])[];
  private readonly accept: ((bindings: Bindings) => void) | undefined;

  /** `accept` throws SoapstoneError where the rule does not take a message that matches. */
  constructor(
    sides: Sides,
    steps: readonly Step[],
    accept?: (bindings: Bindings) => void,
    groups: readonly (readonly number[])[] = NONE,
  ) {
    this.body = sides.body;
    this.headers = sides.headers;
    this.slots = steps.length;
    this.steps = steps;
    this.direct = Int32Array.from(steps, (step) => step.direct);
    if (steps.some((step) => step.late)) this.late = [...steps.keys()].filter((i) => steps[i].late);
    this.accept = accept;
    this.groups = groups;
  }

  needingValue(needsValue: boolean): this {
    this.needsValue = needsValue;
    return this;
  }

  needingSlots(needed: readonly number[]): this {
    this.needed = needed;
    return this;
  }

  slotOf(variable: number): number | undefined {
    const slot = this.direct.indexOf(variable);
    return slot < 0 || this.direct.lastIndexOf(variable) !== slot ? undefined : slot;
  }

  variablesOf(slot: number): readonly number[] {
    return this.steps[slot].variables ?? [];
  }

  /** Does a slot hold this variable unchanged? */
  takes(variable: number): boolean {
    return this.direct.includes(variable);
  }

  demand(slot: number): Demand | undefined {
    return this.steps[slot].demand;
  }

  fill(bindings: Bindings): (Json | undefined)[] {
    return withSteps(sizeOf(bindings), () => this.values(bindings));
  }

  private values(bindings: Bindings): (Json | undefined)[] {
    const values: (Json | undefined)[] = new Array(this.slots);
    for (let i = 0; i < this.slots; i++) {
      const variable = this.direct[i];
      values[i] = variable >= 0 ? bindings[variable] : this.steps[i].fill(bindings);
    }
    for (const group of this.groups) this.leaveOut(group, values, bindings);
    return values;
  }

  private leaveOut(group: readonly number[], values: (Json | undefined)[], bindings: Bindings): void {
    const { steps } = this;
    if (group.some((slot) => values[slot] !== undefined && steps[slot].isDefault?.(bindings) !== true)) return;
    for (const slot of group) values[slot] = undefined;
  }

  match(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined {
    return withSteps(sizeOf(slots), () => this.bind(slots, bindings));
  }

  private bind(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined {
    if (this.needsValue && slots.every(isNothing)) return undefined;
    for (const slot of this.needed) if (slots[slot] === undefined) return undefined;
    for (let i = 0; i < this.slots; i++) {
      const variable = this.direct[i];
      const value = slots[i];
      if (variable < 0) {
        if (!this.late?.includes(i) && !this.steps[i].match(value, bindings)) return undefined;
      } else if (value !== undefined) {
        if (bindings[variable] === undefined) bindings[variable] = value;
        else if (!this.steps[i].match(value, bindings)) return undefined;
      }
    }
    for (const i of this.late ?? []) if (!this.steps[i].match(slots[i], bindings)) return undefined;
    this.accept?.(bindings);
    return bindings;
  }
}

/** Also nil, and a list without items. */
function isNothing(value: Json | undefined): boolean {
  if (value === undefined) return true;
  const kind = kindOf(value);
  return kind === NULL || (kind === ARRAY && itemsOf(value).length === 0);
}
