import type { Json } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import { type BodyPart, type Filling, type Manner, quietManner, refuse } from './part.ts';

/** A fixed JSON scalar. A difference is no error where another rule may have the other constant. */
export class ConstantPart implements BodyPart {
  private readonly value: Json;
  private readonly path: string;
  private readonly manner: Manner;

  constructor(value: Json, path = '$', manner = quietManner) {
    this.value = value;
    this.path = path;
    this.manner = manner;
  }

  match(value: Json): boolean {
    return sameJson(this.value, value) || this.differs('CODEC_TYPE', 'not the value that the rule describes');
  }

  absent(): boolean {
    return this.differs('CODEC_MISSING', 'required, but absent');
  }

  write(_bindings: unknown, filling: Filling): boolean {
    filling.out.append(this.value.bytes, this.value.start, this.value.end);
    return true;
  }

  private differs(code: 'CODEC_TYPE' | 'CODEC_MISSING', message: string): boolean {
    return this.manner.sole === true && refuse(this.manner, code, message, this.path);
  }
}
