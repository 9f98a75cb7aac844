// Simple types whose values look different in JSON (`types:` of a mapping).
import type { SimpleType } from '../../contract/model/model.ts';
import type { ValueCodec } from './codec.ts';

/** Variety, built-in type and facets are those of the JSON values. */
export interface PresentedType extends SimpleType {
  /** The contract's type: that of the XML values. */
  readonly original: SimpleType;
  /** Values have other texts than in XML, not only other JSON. */
  readonly respelled: boolean;
  /** `base`: the codec of the original. */
  presentedCodec(base: ValueCodec): ValueCodec;
}

export function isPresented(type: SimpleType): type is PresentedType {
  return 'presentedCodec' in type;
}

/** The contract's type. */
export function contractType(type: SimpleType): SimpleType {
  return isPresented(type) ? type.original : type;
}
