// XSD regular expressions as matchers that take time linear in the text. Knows nothing about types or messages.
import { automaton } from './automaton.ts';
import type { CharSet } from './charset.ts';
import { Matcher } from './matcher.ts';
import { parsePattern } from './parse.ts';
import { programOf } from './program.ts';
import { PatternError } from './syntax.ts';

/** What is wrong with a pattern (XML Schema Part 2 §F), or undefined when it can be used. */
export function checkPattern(text: string): string | undefined {
  try {
    automaton(parsePattern(text));
    return undefined;
  } catch (e) {
    if (e instanceof PatternError) return e.message;
    throw e;
  }
}

/** Throws PatternError where `checkPattern` has something to say. */
export function compilePattern(text: string): Matcher {
  return new Matcher(programOf(automaton(parsePattern(text))));
}

/** One matcher for what any of the patterns matches, or several where one would be too large. */
export function compileAny(texts: readonly string[]): readonly Matcher[] {
  if (texts.length === 1) return [compilePattern(texts[0])];
  const sets = new Map<string, CharSet>();
  try {
    const items = texts.map((text) => parsePattern(text, sets));
    return [new Matcher(programOf(automaton({ kind: 'choice', items })))];
  } catch (e) {
    if (!(e instanceof PatternError)) throw e;
    return texts.map(compilePattern);
  }
}
