// XSD regular expressions as matchers that take time linear in the text. Knows nothing about types or messages.
import { automaton, checkSize } from './automaton.ts';
import type { CharSet } from './charset.ts';
import { type CountedLength, countedLength } from './counted-length.ts';
import { Matcher } from './matcher.ts';
import { type Expression, PatternError, parsePattern } from './parse.ts';
import { programOf } from './program.ts';
import { take } from './steps.ts';

/** Steps of compiling a pattern, for each state: the first message that needs it pays. */
const COMPILING = 8;

/** Says whether a pattern matches all of the valid UTF-8 in [start, end). */
export type TextMatcher = Pick<Matcher, 'matches'>;

/** What is wrong with a pattern (XML Schema Part 2 §F), or undefined when it can be used. */
export function checkPattern(text: string): string | undefined {
  try {
    for (const branch of usableBranches(parsePattern(text))) checkSize(branch.expression);
    return undefined;
  } catch (e) {
    if (e instanceof PatternError) return e.message;
    throw e;
  }
}

/** Throws PatternError where the pattern as a whole is too large. */
export function compilePattern(text: string): Matcher {
  return matcherOf(parsePattern(text));
}

/** Matchers of which one must match. Throws PatternError where `checkPattern` has something to say. */
export function compileAny(texts: readonly string[]): readonly TextMatcher[] {
  const sets = new Map<string, CharSet>();
  const items = texts.map((text) => parsePattern(text, sets));
  const whole: Expression = items.length === 1 ? items[0] : { kind: 'choice', items };
  return isSmall(whole) ? [matcherOf(whole)] : items.flatMap((item) => usableBranches(item).map(branchMatcher));
}

type Branch = Pick<CountedLength, 'expression'> & Partial<CountedLength>;

/** The whole, or its alternatives, of which those that are too large have their length counted apart. */
export function usableBranches(expression: Expression): readonly Branch[] {
  if (isSmall(expression)) return [{ expression }];
  const branches = expression.kind === 'choice' ? expression.items : [expression];
  return branches.map((branch) => (isSmall(branch) ? undefined : countedLength(branch)) ?? { expression: branch });
}

function isSmall(expression: Expression): boolean {
  try {
    checkSize(expression);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

function branchMatcher({ expression, min, max }: Branch): TextMatcher {
  const matcher = matcherOf(expression);
  return min === undefined || max === undefined ? matcher : new BoundedMatcher(matcher, min, max);
}

function matcherOf(expression: Expression): Matcher {
  const states = automaton(expression);
  take(COMPILING * states.set.length);
  return new Matcher(programOf(states));
}

class BoundedMatcher implements TextMatcher {
  private readonly matcher: Matcher;
  private readonly min: number;
  private readonly max: number;

  /** Bounds in characters. */
  constructor(matcher: Matcher, min: number, max: number) {
    this.matcher = matcher;
    this.min = min;
    this.max = max;
  }

  matches(bytes: Uint8Array, start: number, end: number): boolean {
    const length = charactersIn(bytes, start, end);
    return length >= this.min && length <= this.max && this.matcher.matches(bytes, start, end);
  }
}

function charactersIn(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if ((bytes[i] & 0xc0) !== 0x80) count++;
  return count;
}
