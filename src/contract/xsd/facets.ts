// Facets of a simple type: which ones it takes, and their values (Part 2 §4.3).
import { clark } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Builtin, Draft, Facets, SimpleType } from '../model/model.ts';
import { primitive } from './builtins.ts';
import type { Component } from './component.ts';
import { xsdChildren } from './document.ts';
import type { Linker } from './linker.ts';
import { count } from './occurs.ts';
import { nameOf } from './references.ts';

const COUNTS = new Set(['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const);
const BOUNDS = new Set(['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const);
const FACETS: ReadonlySet<string> = new Set([...COUNTS, ...BOUNDS, 'enumeration', 'pattern', 'whiteSpace']);
const SPACES = ['preserve', 'replace', 'collapse'] as const;

type Count = typeof COUNTS extends Set<infer T> ? T : never;
type Bound = typeof BOUNDS extends Set<infer T> ? T : never;

const MEND = 'in a copy of the contract, mend the facet or delete it';

/** One derivation step. `step`: its own facets; `type`: the base with merged facets. */
interface Step {
  readonly linker: Linker;
  readonly at: Component;
  readonly type: SimpleType;
  readonly merged: Draft<Facets>;
  readonly enumeration: string[];
  readonly names: string[];
  readonly patterns: string[];
}

/** The facets in effect after the restriction `e` of `base`: Part 2 §4.3; each step narrows what it inherits. */
export function restrictFacets(linker: Linker, base: SimpleType, e: XmlElement, at: Component): Facets {
  const step: Step = { linker, at, type: base, merged: { ...base.facets }, enumeration: [], names: [], patterns: [] };
  let any = false;
  for (const child of xsdChildren(e)) any = readFacet(step, child) || any;
  if (!any) return base.facets;
  const { merged, enumeration, names, patterns } = step;
  if (enumeration.length > 0) merged.enumeration = enumeration;
  if (names.length > 0) merged.enumerationNames = names;
  if (patterns.length > 0) merged.patterns = { alternatives: patterns, base: base.facets.patterns };
  checkConsistent(step, e);
  return merged;
}

/** Is `e` a facet? Its value goes into the step when it is a good one. */
function readFacet(step: Step, e: XmlElement): boolean {
  const facet = e.name.local;
  if (!FACETS.has(facet)) return false;
  const value = attr(e, 'value');
  if (value === undefined) bad(step, e, `the facet ${facet} needs a value`);
  else if (!applies(facet, step.type)) bad(step, e, `the facet ${facet} does not apply to ${nameIn(step.type)}`);
  else set(step, facet, value, e);
  return true;
}

function set(step: Step, facet: string, value: string, e: XmlElement): void {
  if (COUNTS.has(facet as Count)) setCount(step, facet as Count, value, e);
  else if (BOUNDS.has(facet as Bound)) setBound(step, facet as Bound, value.trim(), e);
  else if (facet === 'enumeration') addEnumeration(step, value, e);
  else if (facet === 'pattern') step.patterns.push(value);
  else setWhiteSpace(step, value.trim(), e);
}

function setCount(step: Step, facet: Count, value: string, e: XmlElement): void {
  const n = count(value);
  if (n === undefined || (n === 0 && facet === 'totalDigits')) bad(step, e, `${facet}="${value}" is not a count`);
  else step.merged[facet] = n;
}

function setBound(step: Step, facet: Bound, value: string, e: XmlElement): void {
  if (lexicallyFits(value, step.type)) step.merged[facet] = value;
  else bad(step, e, `${facet}="${value}" is not a value of ${nameIn(step.type)}`);
}

function addEnumeration(step: Step, value: string, e: XmlElement): void {
  const { linker, type, enumeration, names } = step;
  const text = type.facets.whiteSpace === 'collapse' ? value.trim() : value;
  if (type.builtin !== 'QName' && type.builtin !== 'NOTATION') {
    if (lexicallyFits(text, type)) enumeration.push(text);
    else bad(step, e, `enumeration value "${value}" is not a value of ${nameIn(type)}`);
    return;
  }
  const name = nameOf(linker, text, e, step.at);
  if (!name) return;
  enumeration.push(text);
  names.push(clark(name));
}

function setWhiteSpace(step: Step, value: string, e: XmlElement): void {
  const [had, has] = [SPACES.indexOf(step.type.facets.whiteSpace), SPACES.indexOf(value as (typeof SPACES)[number])];
  if (has < 0) bad(step, e, `whiteSpace="${value}" is none of ${SPACES.join(', ')}`);
  else if (has < had) bad(step, e, `whiteSpace="${value}" is looser than "${SPACES[had]}" of ${nameIn(step.type)}`);
  else step.merged.whiteSpace = SPACES[has];
}

function checkConsistent(step: Step, e: XmlElement): void {
  const { minLength, maxLength, totalDigits, fractionDigits, minInclusive, maxInclusive } = step.merged;
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    bad(step, e, `minLength (${minLength}) is more than maxLength (${maxLength})`);
  }
  if (totalDigits !== undefined && fractionDigits !== undefined && fractionDigits > totalDigits) {
    bad(step, e, `fractionDigits (${fractionDigits}) is more than totalDigits (${totalDigits})`);
  }
  // Rounding keeps the order, so a remaining difference is real. Dates give NaN and are not compared.
  if (minInclusive !== undefined && maxInclusive !== undefined && Number(minInclusive) > Number(maxInclusive)) {
    bad(step, e, `minInclusive (${minInclusive}) is more than maxInclusive (${maxInclusive})`);
  }
}

function bad(step: Step, e: XmlElement, message: string): void {
  step.linker.report.add('CONTRACT_INVALID', message, e.place, MEND);
}

function nameIn(type: SimpleType): string {
  if (type.name) return `"${clark(type.name)}"`;
  return type.variety === 'atomic' ? `a restriction of ${type.builtin}` : `a ${type.variety}`;
}

const LENGTHS = ['length', 'minLength', 'maxLength'];
const BOUND_NAMES = [...BOUNDS];
const EVERY = ['pattern', 'enumeration', 'whiteSpace'];

/** Part 2 §4.1.5: which facets a type takes besides `EVERY`, by its primitive. */
const BY_PRIMITIVE = new Map<Builtin, readonly string[]>([
  ['boolean', []],
  ['decimal', ['totalDigits', 'fractionDigits', ...BOUND_NAMES]],
  ...(['string', 'hexBinary', 'base64Binary', 'anyURI', 'QName', 'NOTATION'] as const).map(
    (p) => [p, LENGTHS] as const,
  ),
  ...(
    [
      'float',
      'double',
      'duration',
      'dateTime',
      'time',
      'date',
      'gYearMonth',
      'gYear',
      'gMonthDay',
      'gDay',
      'gMonth',
    ] as const
  ).map((p) => [p, BOUND_NAMES] as const),
]);

function applies(facet: string, type: SimpleType): boolean {
  if (type.variety === 'union') return facet === 'pattern' || facet === 'enumeration';
  if (EVERY.includes(facet)) return true;
  if (type.variety === 'list') return LENGTHS.includes(facet);
  const allowed = BY_PRIMITIVE.get(primitive(type.builtin));
  return allowed === undefined || allowed.includes(facet);
}

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const FLOAT = /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?INF|NaN)$/;

/** Checks the form of numbers; other types must only be non-empty. */
function lexicallyFits(text: string, type: SimpleType): boolean {
  if (type.variety !== 'atomic') return true;
  const kind = primitive(type.builtin);
  if (kind === 'decimal') return DECIMAL.test(text);
  if (kind === 'float' || kind === 'double') return FLOAT.test(text);
  return text !== '' || !BY_PRIMITIVE.get(kind)?.includes('minInclusive');
}
