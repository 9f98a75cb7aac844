import type { CharSet } from './charset.ts';

/** A regular expression as a tree. */
export type Expression =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'choice'; readonly items: readonly Expression[] }
  /** `max` is Infinity for an open end. */
  | { readonly kind: 'repeat'; readonly item: Expression; readonly min: number; readonly max: number };

/** A pattern that is not one of XSD, or too large. `message` names the place in the pattern. */
export class PatternError extends Error {}
