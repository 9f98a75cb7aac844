// The laws of a rule, tried on one message of a case.

import { SoapstoneError } from '../../errors/errors.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { same, show, Wrong } from './compare.ts';

const LAWS = {
  1: 'both sides name the same variables',
  2: 'match(fill(b)) = b',
  3: 'fill(match(x)) is the canonical form of x',
  4: 'values are of the types of the contract',
} as const;

export type Law = keyof typeof LAWS;

export function lawText(law: Law): string {
  return `law ${law} (${LAWS[law]})`;
}

/** A law that does not hold for a case. */
export class BrokenLaw extends Wrong {
  readonly law: Law;
  constructor(law: Law, message: string) {
    super(message);
    this.law = law;
  }
}

/** The law behind a failed step, where its error tells: a variable that nothing supplies, a value that does not fit. */
export function lawOf(error: unknown): Law | undefined {
  if (error instanceof BrokenLaw) return error.law;
  if (!(error instanceof SoapstoneError)) return undefined;
  if (error.code === 'CODEC_MISSING' && error.message.startsWith('no value for {')) return 1;
  return error.code.startsWith('CODEC_') ? 4 : undefined;
}

/** One side of one pair. */
export interface Side<X> {
  fill(bindings: Bindings): X;
  match(message: X): Bindings | undefined;
  /** Equal for equal messages. */
  text(message: X): string;
}

/** `bindings`: what the side has matched in the case. Throws BrokenLaw. */
export function checkSide<X>(side: Side<X>, rule: Rule, bindings: Bindings): void {
  const message = side.fill(bindings.slice());
  const secondBindings = side.match(message);
  if (secondBindings === undefined) throw new BrokenLaw(2, `it does not match what it writes: ${side.text(message)}`);
  rule.variables.forEach((name, i) => {
    if (name.startsWith('$') || same(secondBindings[i], bindings[i])) return;
    throw new BrokenLaw(2, `{${name}} = ${show(bindings[i])} comes back as ${show(secondBindings[i])}`);
  });
  const twice = side.text(side.fill(secondBindings));
  if (twice !== side.text(message))
    throw new BrokenLaw(3, `${side.text(message)} is written as ${twice} the second time`);
}
