// JSON Schemas of types with JSON strings: texts, names, dates, binary data.
import { type Builtin, type Facets, patternSteps, type SimpleType } from '../../contract/model/model.ts';
import { ecmaPattern } from './ecma-pattern.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { NAME, NAME_CHAR, NCNAME, NOT_XML, XML_TEXT } from './xml-characters.ts';

/** Most derivation steps with patterns that are shown: the last ones. */
const MOST_STEPS = 100;

/** Years: four digits, or more without leading zeros, up to the gateway's limit. Leap days only in leap years. */
const LEAP = '(?:[02468][048]|[13579][26])';
const YEAR = '-?(?!0000)(?:[1-9][0-9]{0,7})?';
const DAYS =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const LEAP_YEAR = `(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|${LEAP}00)`;
const DATE = `${YEAR}(?:[0-9]{4}-${DAYS}|${LEAP_YEAR}-02-29)`;
const MONTH = '(?:0[1-9]|1[0-2])';
const TIME = '(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?|24:00:00(?:\\.0+)?)';
const ZONE = '(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?';
const FIELD = '[0-9]{1,12}';
const DURATION_TIME = `T(?=[0-9])(?:${FIELD}H)?(?:${FIELD}M)?(?:${FIELD}(?:\\.[0-9]+)?S)?`;
const CLARK = `^(?:\\{[^${NOT_XML}]*\\})?${NCNAME}$`;

/** Lexical forms (Part 2 §3.2), without backtracking. */
const FORMS: Partial<Record<Builtin, string>> = {
  dateTime: `^${DATE}T${TIME}${ZONE}$`,
  date: `^${DATE}${ZONE}$`,
  time: `^${TIME}${ZONE}$`,
  gYearMonth: `^${YEAR}[0-9]{4}-${MONTH}${ZONE}$`,
  gYear: `^${YEAR}[0-9]{4}${ZONE}$`,
  gMonthDay: `^--(?:${DAYS}|02-29)${ZONE}$`,
  gDay: `^---(?:0[1-9]|[12][0-9]|3[01])${ZONE}$`,
  gMonth: `^--${MONTH}${ZONE}$`,
  duration: `^-?P(?=[0-9T])(?:${FIELD}Y)?(?:${FIELD}M)?(?:${FIELD}D)?(?:${DURATION_TIME})?$`,
  language: '^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$',
  hexBinary: '^([0-9a-fA-F]{2})*$',
  Name: `^${NAME}$`,
  NMTOKEN: `^${NAME_CHAR}+$`,
  NCName: `^${NCNAME}$`,
  ID: `^${NCNAME}$`,
  IDREF: `^${NCNAME}$`,
  ENTITY: `^${NCNAME}$`,
  QName: CLARK,
  NOTATION: CLARK,
};
const NAMES: ReadonlySet<Builtin> = new Set(['Name', 'NCName', 'NMTOKEN', 'ID', 'IDREF', 'ENTITY', 'language']);

export function stringSchema(type: SimpleType): JsonSchemaObject {
  const schema: JsonSchemaObject = { type: 'string' };
  if (type.builtin === 'hexBinary') schema.contentEncoding = 'base16';
  if (type.builtin === 'base64Binary') schema.contentEncoding = 'base64';
  lengths(type, schema);
  const form = type.builtin === 'base64Binary' ? base64(type.facets) : FORMS[type.builtin];
  const exact = [form, ...facetPatterns(type)].filter((pattern) => pattern !== undefined);
  patterns(exact.length === 0 ? [XML_TEXT] : exact, schema);
  return schema;
}

/** Length facets count characters, or octets of binary data (Part 2 §4.3.1). They have no meaning for QName. */
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
  // A pattern of a QName is about `prefix:local`, which JSON does not have.
  if (type.builtin === 'QName' || type.builtin === 'NOTATION' || type.builtin === 'base64Binary') return [];
  return patternSteps(type.facets.patterns)
    .slice(-MOST_STEPS)
    .map(({ alternatives }) => {
      const each = alternatives.map(ecmaPattern);
      if (each.includes(undefined)) return undefined;
      return each.length === 1 ? each[0] : `^(?:${each.map((p) => p!.slice(1, -1)).join('|')})$`;
    });
}

function patterns(all: readonly string[], schema: JsonSchemaObject): void {
  if (all.length === 1) schema.pattern = all[0];
  else schema.allOf = all.map((pattern) => ({ pattern }));
}

const SEXTET = '[A-Za-z0-9+/]';
/** The last group holds the remaining octets; its unused bits are zero (Part 2 §3.2.16). */
const TAILS = ['', `${SEXTET}[AQgw]==`, `${SEXTET}{2}[AEIMQUYcgkosw048]=`];
const SPACED = '[ \\t\\n\\r]*';
/** Most groups that a pattern counts. */
const MOST_GROUPS = 1000;

/** White space is allowed anywhere, if octets are not counted. */
function base64({ length, minLength, maxLength }: Facets): string {
  const [least, greatest] = [length ?? minLength ?? 0, length ?? maxLength];
  if (least === 0 && greatest === undefined) return spacedBase64();
  const tails = TAILS.flatMap((tail, octets) => {
    const from = Math.max(0, Math.ceil((least - octets) / 3));
    const to = greatest === undefined ? undefined : Math.floor((greatest - octets) / 3);
    if (to !== undefined && to < from) return [];
    return [`(?:${SEXTET}{4})${times(from, to)}${tail}`];
  });
  return `^(?:${tails.join('|')})$`;
}

function times(from: number, to: number | undefined): string {
  if (from > MOST_GROUPS) return '*';
  return to === undefined || to > MOST_GROUPS ? `{${from},}` : `{${from},${to}}`;
}

function spacedBase64(): string {
  const digit = `${SEXTET}${SPACED}`;
  const tails = [`${digit}[AQgw]${SPACED}=${SPACED}=${SPACED}`, `(?:${digit}){2}[AEIMQUYcgkosw048]${SPACED}=${SPACED}`];
  return `^${SPACED}(?:(?:${digit}){4})*(?:${tails.join('|')})?$`;
}
