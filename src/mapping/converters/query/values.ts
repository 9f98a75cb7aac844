// One value of a filter ⇄ JSON of the search's type: numbers, flags, dates, values of enumerations, references.
import { isPresented } from '../../../codec/datatypes/presented-types.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { AttributeMember, ElementMember } from '../../../codec/model/members.ts';
import type { Builtin, SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { primitive } from '../../../contract/xsd/builtins.ts';
import { type Json, textOf, toJs } from '../../../json/value.ts';

export interface Values {
  /** For people: `a number`. */
  readonly label: string;
  /** undefined: the text is none of them. */
  read(text: string): unknown;
  /** undefined: no text says it. */
  write(value: unknown): string | undefined;
  /** A value that the table names; undefined: these are others. */
  constant?(text: string): unknown;
  /** Where they are few: in the order of the contract. */
  readonly all?: readonly unknown[];
  readonly isFlag?: true;
}

const flags: Values = {
  label: 'true or false',
  read: (text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
  write: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  all: [true, false],
  isFlag: true,
};

/** Numbers of JSON: those that they would be rounded to are not said. */
const integers: Values = {
  label: 'a whole number',
  read: (text) => (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  write: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
};

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

const numbers: Values = {
  label: 'a number',
  read: (text) => (isDouble(text) ? Number(text) : undefined),
  // Numbers with more digits come as their texts.
  write: (value) => (Number.isFinite(value) || NUMBER.test(String(value)) ? String(value) : undefined),
};

/** More than the longest that JavaScript writes with all its zeros. */
const LONGEST_NUMBER = 400;

/** A double (IEEE 754) has exactly this decimal value, written as shortly as JSON writes it. */
function isDouble(text: string): boolean {
  return (
    text.length <= LONGEST_NUMBER &&
    canonicalNumber(text) !== undefined &&
    canonicalNumber(text) === canonicalNumber(String(Number(text)))
  );
}

/** Sign, digits without zeros at their ends, exponent; undefined: infinity. */
function canonicalNumber(text: string): string | undefined {
  const [match, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (match === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const scale = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${scale}`;
}

/** Plain values of JSON, but for numbers that a double would round: they stay texts. */
export function exactJs(value: Json): unknown {
  const reviver = (_: string, member: unknown, context?: { source?: string }) =>
    typeof member === 'number' && context?.source !== undefined && !isDouble(context.source) ? context.source : member;
  return JSON.parse(textOf(value), reviver);
}

const dates: Values = { label: 'a date like 2019-12-31', read: dayOf, write: plainText };
const dateTimes: Values = {
  label: 'a date like 2019-12-31',
  read: dateTimeOf,
  write: (value) => plainText(value)?.replace(/T00:00:00(\.0+)?Z$/, ''),
};

const texts: Values = { label: 'a text', read: (text) => text, write: plainText, constant: (text) => text };

/** Numbers too: a text may hold one. */
function plainText(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** `2019-12-31`, `12/31/2019` */
function dayOf(text: string): string | undefined {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = us ? `${us[3]}-${us[1].padStart(2, '0')}-${us[2].padStart(2, '0')}` : text;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

/** As xs:dateTime has it. */
const TIME = /^T(([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?|24:00:00(\.0+)?)(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

/** A day, or a date and a time, with a zone or without. The zone stays: what no zone means is for the service to say. */
function dateTimeOf(text: string): string | undefined {
  const [, date, time = 'T00:00:00Z'] = /^([^T]*)(T.*)?$/.exec(text) ?? [];
  const day = date === undefined ? undefined : dayOf(date);
  return day !== undefined && TIME.test(time) ? day + time : undefined;
}

const INTEGERS: ReadonlySet<Builtin> = new Set<Builtin>([
  ...(['integer', 'long', 'int', 'short', 'byte', 'nonNegativeInteger', 'nonPositiveInteger'] as const),
  ...(['positiveInteger', 'negativeInteger', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'] as const),
]);

const OTHERS: { readonly [builtin in Builtin]?: Values } = {
  boolean: flags,
  decimal: numbers,
  float: numbers,
  double: numbers,
  date: dates,
  dateTime: dateTimes,
};

/** The values of a type of the contract. undefined: it is no type of single values. */
export function valuesOf(type: TypeDef, field: string, codec: Codec): Values | undefined {
  if (type.kind === 'complex') return referencesOf(type, field, codec);
  if (type.variety !== 'atomic') return undefined;
  const { enumeration } = type.facets;
  if (enumeration) return wordsOf(new Map(enumeration.map((value) => [value, value])));
  if (INTEGERS.has(type.builtin)) return integers;
  return OTHERS[primitive(type.builtin)] ?? texts;
}

const SHOWN = 20;

/** Values of an enumeration. `words`: JSON of the search → text of the filter. */
export function wordsOf(words: ReadonlyMap<string, string>): Values {
  const values = new Map([...words].map(([value, word]) => [word, value]));
  const labels = [...values.keys()];
  return {
    label: `one of ${labels.slice(0, SHOWN).join(', ')}${labels.length > SHOWN ? ', …' : ''}`,
    read: (text) => values.get(text),
    write: (value) => words.get(plainText(value) ?? ''),
    constant: (text) => (words.has(text) ? text : undefined),
    all: [...words.keys()],
  };
}

/** `_{x}` for values that the contract does not list. */
export function affixed(prefix: string, suffix: string): Values {
  return {
    label: 'a value',
    read: (text) => prefix + text + suffix,
    write: (value) => {
      const text = plainText(value);
      return text === undefined ? undefined : withoutAffixes(text, prefix, suffix);
    },
  };
}

function withoutAffixes(text: string, prefix: string, suffix: string): string | undefined {
  if (!text.startsWith(prefix) || !text.endsWith(suffix) || text.length < prefix.length + suffix.length)
    return undefined;
  return text.slice(prefix.length, text.length - suffix.length);
}

/** Values of the contract → words: as `types:` shows them, else without the affixes. */
export function wordsOfType(type: SimpleType, affixes: readonly [string, string], codec: Codec): Values {
  const original = isPresented(type) ? type.original : type;
  const text = codec.text(type);
  const values = original.facets.enumeration ?? [];
  const bare = (value: string): string => {
    const word = withoutAffixes(value, ...affixes);
    return word === undefined || values.includes(word) ? value : word;
  };
  const wordOf = (value: string) => (isPresented(type) ? String(toJs(text.fromText(value))) : bare(value));
  return wordsOf(new Map(values.map((value) => [value, wordOf(value)])));
}

export function typeOf(member: ElementMember | AttributeMember): TypeDef {
  return member.kind === 'element' ? member.element.type : member.use.type;
}

/** An object with one member: that of the field's name, else the first. A constant has its own meaning there, and is always the first. */
function referencesOf(type: TypeDef, field: string, codec: Codec): Values | undefined {
  const members = codec.members(type).filter((m) => m.kind === 'attribute' || m.kind === 'element');
  if (members.length === 0) return undefined;
  const first = members[0].key;
  const identifier = members.find((m) => m.key === field) ?? members[0];
  const { key } = identifier;
  // Members of the same kind and type identify as well, such as a second id; the others describe: a name, the type.
  const identifiers = members.filter((m) => m.kind === identifier.kind && typeOf(m) === typeOf(identifier));
  return {
    label: 'a reference',
    read: (text) => ({ [key]: text }),
    write: (value) => {
      const reference = (value ?? {}) as Readonly<Record<string, unknown>>;
      const ambiguous = key !== field && identifiers.filter((one) => one.key in reference).length > 1;
      return ambiguous ? undefined : plainText(reference[key] ?? reference[first]);
    },
    constant: (text) => ({ [first]: text }),
  };
}
