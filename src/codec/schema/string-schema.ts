// JSON Schemas of the types that are strings in JSON: texts, names, dates, binary data.
import { type Builtin, type Facets, patternSteps, type SimpleType } from '../../contract/model.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import type { JsonSchemaObject } from './json-schema.ts';

/** More steps of patterns than any type has that people made; the last ones are shown. */
const MOST_STEPS = 100;

const DATE = '-?[0-9]{4,}-[0-9]{2}-[0-9]{2}';
const TIME = '[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?';
const ZONE = '(Z|[+-][0-9]{2}:[0-9]{2})?';
const CLARK = '^(\\{.*\\})?[^{}:\\s]+$';

/** Lexical forms (Part 2 §3.2), without the calendar: no backtracking over one another's characters. */
const FORMS: Partial<Record<Builtin, string>> = {
  dateTime: `^${DATE}T${TIME}${ZONE}$`,
  date: `^${DATE}${ZONE}$`,
  time: `^${TIME}${ZONE}$`,
  gYearMonth: `^-?[0-9]{4,}-[0-9]{2}${ZONE}$`,
  gYear: `^-?[0-9]{4,}${ZONE}$`,
  gMonthDay: `^--[0-9]{2}-[0-9]{2}${ZONE}$`,
  gDay: `^---[0-9]{2}${ZONE}$`,
  gMonth: `^--[0-9]{2}${ZONE}$`,
  duration: '^-?P([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?)?$',
  language: '^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$',
  hexBinary: '^([0-9a-fA-F]{2})*$',
  QName: CLARK,
  NOTATION: CLARK,
};
const NAMES: ReadonlySet<Builtin> = new Set(['Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF', 'ENTITY', 'language']);

export function stringSchema(type: SimpleType): JsonSchemaObject {
  const schema: JsonSchemaObject = { type: 'string' };
  if (type.builtin === 'hexBinary') schema.contentEncoding = 'base16';
  if (type.builtin === 'base64Binary') schema.contentEncoding = 'base64';
  lengths(type, schema);
  patterns([FORMS[type.builtin], ...facetPatterns(type)], schema);
  return schema;
}

/** The facets count characters, or octets of binary data (Part 2 §4.3.1); they mean nothing for QName. */
function lengths(type: SimpleType, schema: JsonSchemaObject): void {
  if (type.builtin === 'QName' || type.builtin === 'NOTATION') return;
  const f: Facets = type.facets;
  const min = f.length ?? f.minLength;
  const max = f.length ?? f.maxLength;
  const least = NAMES.has(type.builtin) ? 1 : undefined;
  if (min !== undefined || least !== undefined)
    schema.minLength = Math.max(characters(type.builtin, min ?? 0), least ?? 0);
  if (max !== undefined) schema.maxLength = characters(type.builtin, max);
}

function characters(builtin: Builtin, n: number): number {
  if (builtin === 'hexBinary') return n * 2;
  return builtin === 'base64Binary' ? Math.ceil(n / 3) * 4 : n;
}

/** One pattern for each derivation step, its alternatives joined (Part 2 §4.3.4.3). */
function facetPatterns(type: SimpleType): (string | undefined)[] {
  // A name's pattern speaks of `prefix:local`, which JSON does not show.
  if (type.builtin === 'QName' || type.builtin === 'NOTATION' || type.builtin === 'base64Binary') return [];
  return patternSteps(type.facets.patterns)
    .slice(-MOST_STEPS)
    .map(({ alternatives }) => {
      const each = alternatives.map(ecmaPattern);
      if (each.includes(undefined)) return undefined;
      return each.length === 1 ? each[0] : `^(?:${each.map((p) => p!.slice(1, -1)).join('|')})$`;
    });
}

function patterns(all: readonly (string | undefined)[], schema: JsonSchemaObject): void {
  const known = all.filter((p) => p !== undefined);
  if (known.length === 1) schema.pattern = known[0];
  if (known.length > 1) schema.allOf = known.map((pattern) => ({ pattern }));
}
