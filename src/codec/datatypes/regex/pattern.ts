// XSD regular expressions as matchers that take time linear in the text. Knows nothing about types or messages.
import { automaton, checkSize } from './automaton.ts';
import type { CharSet } from './charset.ts';
import { Matcher } from './matcher.ts';
import { type Expression, PatternError, parsePattern } from './parse.ts';
import { programOf } from './program.ts';
import { take } from './steps.ts';

/** Steps of compiling a pattern, for each state: the first message that needs it pays. */
const COMPILING = 8;

/** What is wrong with a pattern (XML Schema Part 2 §F), or undefined when it can be used. */
export function checkPattern(text: string): string | undefined {
  try {
    checkSize(parsePattern(text));
    return undefined;
  } catch (e) {
    if (e instanceof PatternError) return e.message;
    throw e;
  }
}

/** Throws PatternError where `checkPattern` has something to say. */
export function compilePattern(text: string): Matcher {
  return matcherOf(parsePattern(text));
}

/** One matcher for what any of the patterns matches, or several where one would be too large. */
export function compileAny(texts: readonly string[]): readonly Matcher[] {
  if (texts.length === 1) return [compilePattern(texts[0])];
  const sets = new Map<string, CharSet>();
  try {
    const items = texts.map((text) => parsePattern(text, sets));
    return [matcherOf({ kind: 'choice', items })];
  } catch (e) {
    if (!(e instanceof PatternError)) throw e;
    return texts.map(compilePattern);
  }
}

function matcherOf(expression: Expression): Matcher {
  const states = automaton(expression);
  take(COMPILING * states.set.length);
  return new Matcher(programOf(states));
}
