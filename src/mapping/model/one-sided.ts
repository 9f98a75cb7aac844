// A variable of a rule that one side alone knows.
import type { Side } from '../syntax/sides.ts';

/** A variable that no message of the other side has. */
export interface OneSided {
  readonly name: string;
  readonly variable: number;
  readonly side: Side;
  /** It has a fill default. */
  readonly filled: boolean;
  /** What REST clients say there reaches no service, or is something else than the gateway says. */
  readonly free: boolean;
  /** The part of the rule that uses it, or the converter (`|name`) of which it is an argument; undefined: what is said there reaches nobody. */
  readonly of?: 'constant' | '$add' | `|${string}`;
}
