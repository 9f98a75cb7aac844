// The facets that every type may have: patterns over the lexical form, enumerations over values (XML Schema Part 2 §4.3.4, §4.3.5).
import type { Facets } from '../../contract/model.ts';
import { mustBeOneOf } from '../../json/one-of.ts';
import { invalidFacet } from './invalid-facet.ts';
import { outOfFacet, type Problem } from './problem.ts';
import type { Matcher } from './regex/matcher.ts';
import { checkPattern, compilePattern } from './regex/pattern.ts';

interface Step {
  readonly text: string;
  readonly matchers: readonly Matcher[];
}

/** Patterns of one derivation step are alternatives; every step must match. */
export class Patterns {
  private readonly steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }

  /** `[start, end)`: the text after white space normalisation. */
  check(bytes: Uint8Array, start: number, end: number): Problem | undefined {
    for (const { text, matchers } of this.steps) {
      if (!matchers.some((m) => m.matches(bytes, start, end))) return outOfFacet(`must match the pattern ${text}`);
    }
    return undefined;
  }
}

/** Undefined where the type has none. Throws CONTRACT_INVALID for a pattern that is none. */
export function patternsOf(facets: Facets): Patterns | undefined {
  if (facets.patterns === undefined || facets.patterns.length === 0) return undefined;
  return new Patterns(facets.patterns.map(step));
}

function step(patterns: readonly string[]): Step {
  for (const pattern of patterns) {
    const problem = checkPattern(pattern);
    if (problem !== undefined) throw invalidFacet(`the pattern "${pattern}" cannot be used: ${problem}`);
  }
  return { text: patterns.join(' or '), matchers: patterns.map(compilePattern) };
}

/** Values by their keys. */
export class Enumeration {
  private readonly keys: ReadonlySet<string>;
  private readonly texts: readonly string[];

  constructor(keys: ReadonlySet<string>, texts: readonly string[]) {
    this.keys = keys;
    this.texts = texts;
  }

  check(key: string): Problem | undefined {
    return this.keys.has(key) ? undefined : notEnumerated(this.texts);
  }
}

export function notEnumerated(texts: readonly string[]): Problem {
  return outOfFacet(mustBeOneOf(texts));
}

/** `keyOf`: key of a lexical form by the type's own rules, facets left out. Throws CONTRACT_INVALID for a text that is no value. */
export function enumerationOf(
  facets: Facets,
  keyOf: (bytes: Uint8Array) => string | undefined,
): Enumeration | undefined {
  if (facets.enumeration === undefined) return undefined;
  const keys = facets.enumeration.map((text) => {
    const key = keyOf(Buffer.from(text));
    if (key === undefined) throw invalidFacet(`the enumeration value "${text}" is not a value of the type`);
    return key;
  });
  return new Enumeration(new Set(keys), facets.enumeration);
}
