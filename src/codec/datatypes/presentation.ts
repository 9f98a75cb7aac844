// Simple types whose values look different in JSON (`types:` of a mapping): which type they are in XML, and what makes their codec.
import type { SimpleType } from '../../contract/model/model.ts';
import type { ValueCodec } from './codec.ts';

export interface Look {
  readonly original: SimpleType;
  /** Values have other texts than in XML, not only other JSON. */
  readonly spelling?: boolean;
  /** `base`: that of the original. */
  codec(base: ValueCodec): ValueCodec;
}

const looks = new WeakMap<SimpleType, Look>();

/** `presentedType`: what JSON makes of the values. */
export function withLook(presentedType: SimpleType, look: Look): SimpleType {
  const type = { ...presentedType, name: undefined };
  looks.set(type, look);
  return type;
}

export function lookOf(type: SimpleType): Look | undefined {
  return looks.get(type);
}
