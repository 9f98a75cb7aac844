import type { Json } from '../../json/value.ts';
import { json } from '../../json/value.ts';
import { type BodyPart, Filling } from '../../pattern/body/part.ts';
import type { Bindings } from '../../pattern/text/bound-values.ts';
import type { Step } from './soap-pattern.ts';

/** A slot that holds JSON of content that comes entry by entry, and a pattern over it. */
export class BodyStep implements Step {
  readonly direct = -1;
  private readonly part: BodyPart;

  constructor(part: BodyPart) {
    this.part = part;
  }

  fill(bindings: Bindings): Json | undefined {
    const filling = new Filling();
    return this.part.write(bindings, filling) ? json(filling.out.slice()) : undefined;
  }

  match(value: Json | undefined, bindings: Bindings): boolean {
    return value === undefined ? this.part.absent(bindings) : this.part.match(value, bindings);
  }
}
