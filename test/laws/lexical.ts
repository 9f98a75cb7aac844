// Oracle for simple values: is a text valid for a type, and which text stands for its value? Written from XML Schema 1.0 Part 2,
// independently of the codec, with plain regular expressions.
import { type Builtin, type Facets, patternSteps, type SimpleType } from '../../src/contract/model/model.ts';
import { clark, parseClark } from '../../src/xml/reader/names.ts';
import { matches, parseRegex } from './regex.ts';

/** Prefix → namespace for QName values; undefined for an unbound one. */
export type Resolve = (prefix: string) => string | undefined;

export const NO_NAMES: Resolve = () => undefined;

const INT = /^[+-]?\d+$/;
const NAME_START = '\\p{L}_';
const NAME = '\\p{L}\\p{M}\\p{Nd}._·\\-';
const ZONE = '(Z|[+-](0\\d|1[0-4]):[0-5]\\d)?';
const DATE = '-?\\d{4,}-\\d\\d-\\d\\d';
const TIME = '\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?';
const FLOAT = /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/;
const re = (text: string): RegExp => new RegExp(`^${text}$`, 'u');

const FORMS: Partial<Record<Builtin, RegExp>> = {
  boolean: /^(true|false|0|1)$/,
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  float: FLOAT,
  double: FLOAT,
  language: /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/,
  Name: re(`[${NAME_START}:][${NAME}:]*`),
  NMTOKEN: re(`[${NAME}:]+`),
  NCName: re(`[${NAME_START}][${NAME}]*`),
  ID: re(`[${NAME_START}][${NAME}]*`),
  IDREF: re(`[${NAME_START}][${NAME}]*`),
  ENTITY: re(`[${NAME_START}][${NAME}]*`),
  QName: re(`([${NAME_START}][${NAME}]*:)?[${NAME_START}][${NAME}]*`),
  NOTATION: re(`([${NAME_START}][${NAME}]*:)?[${NAME_START}][${NAME}]*`),
  duration: /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/,
  dateTime: re(`${DATE}T${TIME}${ZONE}`),
  date: re(`${DATE}${ZONE}`),
  time: re(`${TIME}${ZONE}`),
  gYearMonth: re(`-?\\d{4,}-\\d\\d${ZONE}`),
  gYear: re(`-?\\d{4,}${ZONE}`),
  gMonthDay: re(`--\\d\\d-\\d\\d${ZONE}`),
  gDay: re(`---\\d\\d${ZONE}`),
  gMonth: re(`--\\d\\d${ZONE}`),
  hexBinary: /^([0-9a-fA-F]{2})*$/,
  base64Binary: /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

/** Bounds of the integer types; undefined where there is none. */
export const INTEGERS: Partial<Record<Builtin, readonly [bigint | undefined, bigint | undefined]>> = {
  integer: [undefined, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  short: [-32768n, 32767n],
  byte: [-128n, 127n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedShort: [0n, 65535n],
  unsignedByte: [0n, 255n],
};

export function whiteSpace(text: string, mode: Facets['whiteSpace']): string {
  if (mode === 'preserve') return text;
  const replaced = text.replace(/[\t\n\r]/g, ' ');
  return mode === 'replace' ? replaced : replaced.replace(/ +/g, ' ').replace(/^ | $/g, '');
}

/** The text that stands for the value (equal values, equal texts), or undefined when the text is not valid for the type. */
export function canonicalText(type: SimpleType, raw: string, resolve: Resolve): string | undefined {
  const text = canonicalForm(type, raw, resolve);
  return text !== undefined && satisfies(type, whiteSpace(raw, type.facets.whiteSpace), text, resolve)
    ? text
    : undefined;
}

function canonicalForm(type: SimpleType, raw: string, resolve: Resolve): string | undefined {
  if (type.variety === 'union') {
    for (const member of type.members ?? []) {
      const text = canonicalText(member, raw, resolve);
      if (text !== undefined) return text;
    }
    return undefined;
  }
  const text = whiteSpace(raw, type.facets.whiteSpace);
  if (type.variety === 'atomic') return atomic(type.builtin, text, resolve);
  const items = text === '' ? [] : text.split(' ');
  const parts = items.map((i) => canonicalText(type.item!, i, resolve));
  return parts.includes(undefined) ? undefined : parts.join(' ');
}

function atomic(builtin: Builtin, text: string, resolve: Resolve): string | undefined {
  const range = INTEGERS[builtin];
  if (range) return integer(text, range);
  const compact = builtin === 'base64Binary' ? text.replace(/ /g, '') : text;
  const form = FORMS[builtin];
  const expanded = text.startsWith('{') && (builtin === 'QName' || builtin === 'NOTATION');
  if (form && !expanded && !form.test(compact)) return undefined;
  if ((builtin === 'date' || builtin === 'dateTime') && !isDay(text)) return undefined;
  if (builtin === 'boolean') return text === '1' ? 'true' : text === '0' ? 'false' : text;
  if (builtin === 'decimal') return decimal(text);
  if (builtin === 'float' || builtin === 'double') return real(text, builtin);
  if (builtin === 'hexBinary') return text.toUpperCase();
  if (builtin === 'QName' || builtin === 'NOTATION') return qname(text, resolve);
  return compact;
}

/** A day of the calendar; there is no year 0000 (Part 2 §3.2.7.1). */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(-?\d{4,})-(\d\d)-(\d\d)/.exec(text)!;
  const date = new Date(Date.UTC(2000, 0, 1));
  // The calendar comes again after 400 years, and Date knows no very long ones.
  date.setUTCFullYear(2000 + Number(BigInt(year) % 400n), Number(month) - 1, Number(day));
  return !/^-?0+$/.test(year) && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function integer(text: string, [min, max]: readonly [bigint | undefined, bigint | undefined]): string | undefined {
  if (!INT.test(text)) return undefined;
  const n = BigInt(text.replace(/^\+/, ''));
  return (min !== undefined && n < min) || (max !== undefined && n > max) ? undefined : String(n);
}

function decimal(text: string): string {
  const { digits, scale } = parts(text);
  const negative = digits < 0n;
  const all = String(negative ? -digits : digits).padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : all.slice(-scale).replace(/0+$/, '');
  const whole = scale === 0 ? all : all.slice(0, -scale);
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A decimal as digits × 10^-scale. */
export function parts(text: string): { digits: bigint; scale: number } {
  const [whole, fraction = ''] = text.replace(/^\+/, '').split('.');
  const digits = `${whole}${fraction}`;
  return {
    digits: BigInt(digits.startsWith('-') ? digits.slice(1) : digits) * (digits.startsWith('-') ? -1n : 1n),
    scale: fraction.length,
  };
}

function real(text: string, builtin: 'float' | 'double'): string {
  if (text.endsWith('INF') || text === 'NaN') return text;
  const n = Number(text);
  return String(builtin === 'float' ? Math.fround(n) : n);
}

function qname(text: string, resolve: Resolve): string | undefined {
  if (text.startsWith('{')) return clark(parseClark(text));
  const colon = text.indexOf(':');
  const ns = resolve(colon < 0 ? '' : text.slice(0, colon));
  if (ns === undefined && colon >= 0) return undefined;
  return clark({ ns: ns ?? '', local: text.slice(colon + 1) });
}

function satisfies(type: SimpleType, text: string, canonical: string, resolve: Resolve): boolean {
  const f = type.facets;
  return (
    lengths(type, canonical) &&
    patterns(f, text) &&
    digits(f, canonical) &&
    bounds(type, canonical) &&
    enumerated(type, canonical, resolve)
  );
}

function lengths(type: SimpleType, text: string): boolean {
  const f = type.facets;
  if (f.length === undefined && f.minLength === undefined && f.maxLength === undefined) return true;
  const n = lengthOf(type, text);
  return n === undefined || ((f.length ?? n) === n && n >= (f.minLength ?? 0) && n <= (f.maxLength ?? n));
}

function lengthOf(type: SimpleType, text: string): number | undefined {
  if (type.variety === 'list') return text === '' ? 0 : text.split(' ').length;
  if (type.builtin === 'hexBinary') return text.length / 2;
  if (type.builtin === 'base64Binary') return Buffer.from(text, 'base64').length;
  return type.builtin === 'QName' || type.builtin === 'NOTATION' ? undefined : [...text].length;
}

function patterns(f: Facets, text: string): boolean {
  return patternSteps(f.patterns).every(({ alternatives }) => alternatives.some((p) => matches(parseRegex(p), text)));
}

function digits(f: Facets, canonical: string): boolean {
  if (f.totalDigits === undefined && f.fractionDigits === undefined) return true;
  const [whole, fraction = ''] = canonical.replace('-', '').split('.');
  const total = whole.replace(/^0+/, '').length + fraction.length;
  return total <= (f.totalDigits ?? total) && fraction.length <= (f.fractionDigits ?? fraction.length);
}

function bounds(type: SimpleType, text: string): boolean {
  const f = type.facets;
  const check = (bound: string | undefined, ok: (order: number) => boolean): boolean => {
    const order = bound === undefined ? undefined : compare(type.builtin, text, bound);
    return order === undefined || ok(order);
  };
  return (
    check(f.minInclusive, (o) => o >= 0) &&
    check(f.maxInclusive, (o) => o <= 0) &&
    check(f.minExclusive, (o) => o > 0) &&
    check(f.maxExclusive, (o) => o < 0)
  );
}

/** Sign of a - b; undefined where this oracle does not know. */
function compare(builtin: Builtin, a: string, b: string): number | undefined {
  if (builtin === 'decimal' || INTEGERS[builtin]) {
    const [x, y] = [parts(a), parts(b)];
    const [m, n] = [x.digits * 10n ** BigInt(y.scale), y.digits * 10n ** BigInt(x.scale)];
    return m < n ? -1 : m > n ? 1 : 0;
  }
  if (builtin === 'dateTime' || builtin === 'date') return compareMoments(a, b);
  const d = builtin === 'float' || builtin === 'double' ? plainNumber(a) - plainNumber(b) : Number.NaN;
  return Number.isNaN(d) ? (a === b ? 0 : undefined) : d;
}

const HOUR = 3_600_000;

/** With and without time zone compare only where no zone could turn the order round (Part 2 §3.2.7.3); NaN meets no bound. */
function compareMoments(a: string, b: string): number {
  const [x, y] = [moment(a), moment(b)];
  const d = x.ms - y.ms;
  return x.zoned === y.zoned || Math.abs(d) > 14 * HOUR ? d : Number.NaN;
}

function moment(text: string): { ms: number; zoned: boolean } {
  const [, year, month, day, time, zone] = /^(-?\d{4,})-(\d\d)-(\d\d)(?:T([\d:.]+))?(Z|[+-][\d:]+)?$/.exec(text)!;
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day))).setUTCFullYear(Number(year));
  const [h, m, s] = (time ?? '0:0:0').split(':').map(Number);
  const [, sign, zh, zm] = /^([+-])(\d\d):(\d\d)$/.exec(zone ?? '') ?? ['', '+', '0', '0'];
  const shift = (Number(zh) * HOUR + Number(zm) * 60_000) * (sign === '-' ? -1 : 1);
  return { ms: date + h * HOUR + m * 60_000 + s * 1000 - shift, zoned: zone !== undefined };
}

function plainNumber(text: string): number {
  return text.endsWith('INF') ? Number(text.replace('INF', 'Infinity')) : Number(text);
}

function enumerated(type: SimpleType, canonical: string, resolve: Resolve): boolean {
  const { enumeration, enumerationNames } = type.facets;
  if (enumerationNames) return enumerationNames.includes(canonical);
  return enumeration === undefined || enumeration.some((e) => canonicalForm(type, e, resolve) === canonical);
}
