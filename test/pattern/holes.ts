import type { Json } from '../../src/json/value.ts';
import type { Bound } from '../../src/pattern/text/bound-values.ts';
import { type Converter, stringText, type Text } from '../../src/pattern/text/converter.ts';

interface Options {
  readonly optional?: boolean;
  readonly default?: Json;
  readonly chain?: readonly Converter[];
  readonly text?: Text;
}

/** A compiled hole for tests: variable `number`, named v0, v1, … */
export function hole(number: number, options: Options = {}): Bound {
  const { optional = false, chain = [], text = stringText } = options;
  return { name: `v${number}`, variable: number, supplied: false, optional, default: options.default, chain, text };
}
