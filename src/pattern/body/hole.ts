// Holes that are a whole JSON value.
import type { Json } from '../../json/value.ts';
import {
  type Bindings,
  type Bound,
  bind,
  bindAbsent,
  bindJson,
  CONFLICT,
  filledValue,
  fillsNothing,
  isLate,
  OK,
  OUTSIDE,
  outsideOf,
  toJson,
} from '../text/bound-values.ts';
import { type BodyPart, type Filling, type Manner, refuse, refuseValue } from './part.ts';

/** `"{name}"`: the whole value. */
export class HolePart implements BodyPart {
  readonly hole: Bound;
  private readonly path: string;
  private readonly manner: Manner;

  constructor(hole: Bound, path: string, manner: Manner) {
    this.hole = hole;
    this.path = path;
    this.manner = manner;
  }

  get late(): boolean {
    return isLate(this.hole);
  }

  match(value: Json, bindings: Bindings): boolean {
    const outcome = this.bound(value, bindings);
    if (outcome === OK) return true;
    const message =
      outcome === CONFLICT ? `differs from the other value of {${this.hole.name}}` : outsideOf([this.hole]);
    return refuse(this.manner, outcome === CONFLICT ? 'BAD_BODY' : 'CODEC_TYPE', message, this.path);
  }

  private bound(value: Json, bindings: Bindings): number {
    const { hole } = this;
    if (hole.chain.length === 0 && hole.constant === undefined) return bind(hole, value, bindings);
    try {
      return bindJson(this.hole, value, bindings);
    } catch (error) {
      refuseValue(this.manner, error, this.path);
      return OUTSIDE;
    }
  }

  absent(bindings: Bindings): boolean {
    return bindAbsent(this.hole, bindings) || refuse(this.manner, 'CODEC_MISSING', 'required, but absent', this.path);
  }

  pathIn(variable: number, path: string): string | undefined {
    return variable === this.hole.variable ? this.path + path.slice(1) : undefined;
  }

  /** What `write` would write, not copied. */
  bytes(bindings: Bindings): Uint8Array | undefined {
    const value = filledValue(this.hole, bindings);
    if (fillsNothing(this.hole, value)) return undefined;
    const { bytes, start, end } = toJson(this.hole, value as Json, bindings);
    return bytes.subarray(start, end);
  }

  /** The variable's value; undefined for supplied ones, so that callers cannot guess them. */
  openValue(bindings: Bindings): Json | undefined {
    const value = this.hole.supplied ? undefined : bindings[this.hole.variable] && filledValue(this.hole, bindings);
    return fillsNothing(this.hole, value) ? undefined : toJson(this.hole, value, bindings);
  }

  write(bindings: Bindings, filling: Filling): boolean {
    if (filling.streamed === this.hole.variable) {
      filling.at = filling.out.length;
      return true;
    }
    const value = filledValue(this.hole, bindings);
    if (fillsNothing(this.hole, value)) return false;
    const json = toJson(this.hole, value as Json, bindings);
    filling.out.append(json.bytes, json.start, json.end);
    return true;
  }
}
