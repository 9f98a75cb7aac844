// A variable of a rule that one side alone knows.
import type { Side } from '../syntax/sides.ts';

/** A variable that no message of the other side has. */
export interface OneSided {
  readonly name: string;
  readonly variable: number;
  readonly side: Side;
  /** It has a fill default. */
  readonly filled: boolean;
  /** The part of the rule that uses it; undefined: what is said there reaches nobody. */
  readonly of?: 'project' | 'lenient' | 'marks' | 'constant' | '$add';
}
