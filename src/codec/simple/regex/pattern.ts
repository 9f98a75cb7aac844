// XSD regular expressions as matchers that take time linear in the text. Knows nothing about types or messages.
import { automaton } from './automaton.ts';
import { Matcher } from './matcher.ts';
import { parsePattern } from './parse.ts';
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
  return new Matcher(automaton(parsePattern(text)));
}
