// One SOAP side at run time: slots of the codec ⇄ variables of the rule. Knows nothing about envelopes.

import { withSteps } from '../../codec/datatypes/regex/steps.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { type Json, OBJECT, STRING, sizeOf } from '../../json/value.ts';
import { kindOf, membersOf, scalarText, stringOf } from '../../json/walk.ts';
import { joinUp, splitJoined } from '../../pattern/body/join.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import {
  type Bindings,
  type Bound,
  bindAbsent,
  bindJson,
  filledValue,
  fillsNothing,
  OK,
  toJson,
} from '../../pattern/text/bound-values.ts';
import { absentText, fillText, matchText, type TextTemplate } from '../../pattern/text/text-template.ts';
import type { SoapPattern } from '../../rule/pattern.ts';

/** Converts between one slot and its variables. */
export interface Step {
  fill(bindings: Bindings): Json | undefined;
  /** False: this is another message. */
  match(value: Json | undefined, bindings: Bindings): boolean;
  /** The variable, when the slot holds it as it is; else -1. */
  readonly direct: number;
}

type Sides = Pick<SoapPattern, 'body' | 'headers'>;

export class CompiledSoapPattern implements SoapPattern {
  readonly body: SoapPattern['body'];
  readonly headers: SoapPattern['headers'];
  readonly slots: number;
  private readonly steps: readonly Step[];
  private readonly direct: Int32Array;

  constructor(sides: Sides, steps: readonly Step[]) {
    this.body = sides.body;
    this.headers = sides.headers;
    this.slots = steps.length;
    this.steps = steps;
    this.direct = Int32Array.from(steps, (step) => step.direct);
  }

  slotOf(variable: number): number | undefined {
    const slot = this.direct.indexOf(variable);
    return slot < 0 || this.direct.lastIndexOf(variable) !== slot ? undefined : slot;
  }

  /** Does some slot hold variable `v` as it is? */
  takes(variable: number): boolean {
    return this.direct.includes(variable);
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
    return values;
  }

  match(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined {
    return withSteps(sizeOf(slots), () => this.bind(slots, bindings));
  }

  private bind(slots: readonly (Json | undefined)[], bindings: Bindings): Bindings | undefined {
    for (let i = 0; i < this.slots; i++) {
      const variable = this.direct[i];
      const value = slots[i];
      if (variable < 0) {
        if (!this.steps[i].match(value, bindings)) return undefined;
      } else if (value !== undefined) {
        if (bindings[variable] === undefined) bindings[variable] = value;
        else if (!this.steps[i].match(value, bindings)) return undefined;
      }
    }
    return bindings;
  }
}

export class HoleStep implements Step {
  readonly direct: number;
  private readonly hole: Bound;

  constructor(hole: Bound) {
    this.hole = hole;
    const bare = hole.chain.length === 0 && hole.default === undefined && !hole.supplied && !hole.required;
    this.direct = bare && !hole.hollow ? hole.variable : -1;
  }

  fill(bindings: Bindings): Json | undefined {
    const value = filledValue(this.hole, bindings);
    return fillsNothing(this.hole, value) ? undefined : toJson(this.hole, value as Json);
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    if (value !== undefined) return bindJson(this.hole, value, bindings) === OK;
    if (this.hole.required) return false;
    bindAbsent(this.hole, bindings);
    return true;
  }
}

/** `"eid:{id}"` as simple content. */
export class TextStep implements Step {
  readonly direct = -1;
  private readonly template: TextTemplate;
  private readonly fromText: (text: string) => Json;

  constructor(template: TextTemplate, fromText: (text: string) => Json = stringOf) {
    this.template = template;
    this.fromText = fromText;
  }

  fill(bindings: Bindings): Json | undefined {
    const text = fillText(this.template, bindings);
    return text === undefined ? undefined : this.fromText(text);
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    if (value === undefined) {
      absentText(this.template, bindings);
      return true;
    }
    const text = kindOf(value) === STRING ? scalarText(value) : undefined;
    return text !== undefined && this.matches(text, bindings);
  }

  private matches(text: string, bindings: Bindings): boolean {
    try {
      return matchText(this.template, text, bindings) === OK;
    } catch (e) {
      if (e instanceof SoapstoneError && e.code !== 'PATTERN_LIMIT') return false;
      throw e;
    }
  }
}

export class JoinStep implements Step {
  readonly direct = -1;
  private readonly functions: FunctionPair;
  private readonly holes: readonly Bound[];

  constructor(functions: FunctionPair, holes: readonly Bound[]) {
    this.functions = functions;
    this.holes = holes;
  }

  fill(bindings: Bindings): Json | undefined {
    return joinUp(this.functions, this.holes, bindings);
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    return value === undefined || splitJoined(this.functions, this.holes, value, bindings);
  }
}

/** Members beside those that the pattern names: there must be none. */
export class NothingStep implements Step {
  readonly direct = -1;

  fill(): undefined {}

  match(value: Json | undefined): boolean {
    return value === undefined || (kindOf(value) === OBJECT && membersOf(value).length === 0);
  }
}

/** A member of `$absent`. */
export class AbsentStep implements Step {
  readonly direct = -1;

  fill(): undefined {}

  match(value: Json | undefined): boolean {
    return value === undefined;
  }
}
