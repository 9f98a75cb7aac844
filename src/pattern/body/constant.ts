// Nodes without holes: a fixed scalar, and a member that must not be there.
import type { Json } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import { type BodyPart, type Filling, type Manner, quietManner, refuse } from './part.ts';

/** A fixed JSON scalar. A difference is no error where another rule may match. */
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

/** A name of `$absent`: the member must not be there. */
export class AbsentPart implements BodyPart {
  private readonly path: string;
  private readonly manner: Manner;

  constructor(path: string, manner: Manner) {
    this.path = path;
    this.manner = manner;
  }

  match(): boolean {
    return refuse(this.manner, 'BAD_BODY', MUST_BE_ABSENT, this.path);
  }

  absent(): boolean {
    return true;
  }

  write(): boolean {
    return false;
  }
}

/** Used for both sides. */
export const MUST_BE_ABSENT = 'must be left out: the request names the object elsewhere';
