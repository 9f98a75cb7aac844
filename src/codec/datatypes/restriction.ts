// The facets that every type may have: patterns over the lexical form, enumerations over values (XML Schema Part 2 §4.3.4, §4.3.5).
import type { Facets, PatternStep, SimpleType } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { mustBeOneOf } from '../../json/expected-words.ts';
import { checkPattern, compileAny, type TextMatcher } from './regex/pattern.ts';
import { exhausted } from './regex/steps.ts';
import { label } from './type-kind.ts';
import { invalidFacet, outOfFacet, type Problem } from './value-problem.ts';

const MEND = 'mend the pattern in a copy of the contract (XML Schema Part 2 §F), or leave it out';

/** The patterns of one derivation step, which are alternatives. Compiled at first use. */
class Step {
  readonly base: Step | undefined;
  private readonly alternatives: readonly string[];
  private matchers: readonly TextMatcher[] | undefined;

  constructor(alternatives: readonly string[], base: Step | undefined) {
    for (const pattern of alternatives) {
      const problem = checkPattern(pattern);
      if (problem !== undefined) throw invalidFacet(`the pattern "${pattern}" cannot be used: ${problem}`, MEND);
    }
    this.alternatives = alternatives;
    this.base = base;
  }

  get text(): string {
    return this.alternatives.join(' or ');
  }

  matches(bytes: Uint8Array, start: number, end: number): boolean {
    this.matchers ??= compileAny(this.alternatives);
    for (const matcher of this.matchers) if (matcher.matches(bytes, start, end)) return true;
    return false;
  }
}

/** Types that inherit a step share it. */
const steps = new WeakMap<PatternStep, Step>();

function stepOf(last: PatternStep): Step {
  const missing: PatternStep[] = [];
  let step: Step | undefined;
  for (let at: PatternStep | undefined = last; at !== undefined && step === undefined; at = at.base) {
    step = steps.get(at);
    if (step === undefined) missing.push(at);
  }
  for (const source of missing.reverse()) {
    step = new Step(source.alternatives, step);
    steps.set(source, step);
  }
  return step as Step;
}

/** Every step of the derivation must match. */
export class Patterns {
  private readonly type: SimpleType;
  private readonly last: Step;

  constructor(type: SimpleType, last: PatternStep) {
    this.type = type;
    this.last = stepOf(last);
  }

  /** `[start, end)`: the text after white space normalisation. Throws PATTERN_LIMIT. */
  check(bytes: Uint8Array, start: number, end: number): Problem | undefined {
    let failed: Step | undefined;
    for (let step: Step | undefined = this.last; step !== undefined; step = step.base) {
      if (step.matches(bytes, start, end)) continue;
      if (exhausted()) throw tooCostly(this.type);
      failed = step;
    }
    return failed && outOfFacet(`must match the pattern ${failed.text}`);
  }
}

function tooCostly(type: SimpleType): SoapstoneError {
  return new SoapstoneError('PATTERN_LIMIT', `the patterns of ${label(type)} take too many steps for one message`, {
    suggestion: 'send shorter values; a maxLength in the contract bounds them before patterns are tried',
  });
}

/** Undefined without patterns. Throws CONTRACT_INVALID for an invalid pattern. */
export function patternsOf(type: SimpleType): Patterns | undefined {
  return type.facets.patterns && new Patterns(type, type.facets.patterns);
}

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
  return { ...outOfFacet(mustBeOneOf(texts)), unlisted: true };
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
