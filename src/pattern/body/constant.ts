import type { Json } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import type { BodyPart, Filling } from './part.ts';

/** A fixed JSON scalar. A difference is never an error: another rule may have the other constant. */
export class ConstantPart implements BodyPart {
  private readonly value: Json;

  constructor(value: Json) {
    this.value = value;
  }

  match(value: Json): boolean {
    return sameJson(this.value, value);
  }

  absent(): boolean {
    return false;
  }

  write(_bindings: unknown, filling: Filling): boolean {
    filling.out.append(this.value.bytes, this.value.start, this.value.end);
    return true;
  }
}
