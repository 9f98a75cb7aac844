// Types whose values are JSON numbers or flags, not texts.
import type { Builtin } from '../../contract/model/model.ts';
import { integerRange } from './integer-range.ts';

export function isDecimal(builtin: Builtin): boolean {
  return builtin === 'decimal' || integerRange(builtin) !== undefined;
}

export function isBare(builtin: Builtin): boolean {
  return isDecimal(builtin) || builtin === 'boolean' || builtin === 'float' || builtin === 'double';
}
