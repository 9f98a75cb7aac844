// One value of a filter ⇄ JSON of the search's type: numbers, flags, dates, values of enumerations, references.
import { daysOf } from '../../../codec/datatypes/presented-dates.ts';
import { contractType, isPresented } from '../../../codec/datatypes/presented-types.ts';
import { integerRange } from '../../../codec/datatypes/type-kind.ts';
import type { ZoneDays } from '../../../codec/datatypes/zone-days.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { AttributeMember, ElementMember } from '../../../codec/model/members.ts';
import type { Builtin, SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { primitive } from '../../../contract/xsd/builtins.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { parseExactly, plainNumber } from '../../../json/exact-numbers.ts';
import { fromJs, textOf, toJs } from '../../../json/value.ts';

export interface Values {
  /** For people: `a number`. */
  readonly label: string;
  /** undefined: the text is none of them. Throws SoapstoneError that says what the contract wants of it. */
  read(text: string): unknown;
  /** undefined: no text says it. */
  write(value: unknown): string | undefined;
  /** A value that the table names; undefined: these are others. */
  constant?(text: string): unknown;
  /** Where they are few: in the order of the contract. */
  readonly all?: readonly unknown[];
  readonly isFlag?: boolean;
}

/** Texts of filters ⇄ lexical forms of XML. */
interface Spelling {
  readonly label: string;
  /** undefined: the text is no value of this kind. The type may have fewer. */
  toXml(text: string): string | undefined;
  /** Its label says what is wrong with a value that the type does not have: there is no such day. */
  readonly loose?: true;
  /** undefined: no text says it. */
  fromXml(lexical: string): string | undefined;
}

const same = (text: string) => text;

const flags: Spelling = {
  label: 'true or false',
  toXml: (text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() : undefined),
  fromXml: same,
};

/** Digits of a number that is written out. The longest double has 327 characters. */
const MOST_DIGITS = 400;

const integers: Spelling = {
  label: 'a whole number',
  toXml: (text) => (/^-?\d+$/.test(text) ? plainNumber(text, MOST_DIGITS) : undefined),
  fromXml: same,
};

const decimals: Spelling = {
  label: 'a number',
  toXml: (text) => plainNumber(text, MOST_DIGITS),
  fromXml: (lexical) => plainNumber(lexical, MOST_DIGITS),
};

const doubles: Spelling = {
  ...decimals,
  toXml: (text) => (Number.isFinite(Number(text)) ? decimals.toXml(text) : undefined),
};

const DATE = /^-?\d{4,}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/;
const DATE_TIME = /^-?\d{4,}-\d\d-\d\d(T.*)?$/;

const dates: Spelling = {
  loose: true,
  label: 'a date like 2019-12-31',
  toXml: (text) => {
    const day = isoDay(text);
    return DATE.test(day) ? day : undefined;
  },
  fromXml: same,
};

/** A day of the type's zone, or a date and a time, with a zone or without. The zone stays: what no zone means is for the service to say. */
function dateTimes(days: ZoneDays): Spelling {
  return {
    loose: true,
    label: 'a date like 2019-12-31',
    toXml: (text) => {
      const [moment, time] = DATE_TIME.exec(isoDay(text)) ?? [];
      return moment && time === undefined ? days.startOf(moment) : moment;
    },
    fromXml: (lexical) => {
      const [day] = lexical.split('T', 1);
      return days.startOf(day) === lexical.replace(/\.0+(?=[Z+-])/, '') ? day : lexical;
    },
  };
}

/** `12/31/2019`, perhaps with a time, is `2019-12-31`. */
function isoDay(text: string): string {
  return text.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?=T|$)/,
    (_, month: string, day: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
}

const texts: Spelling = { label: 'a text', toXml: same, fromXml: same };

const SPELLINGS: { readonly [builtin in Builtin]?: Spelling } = {
  boolean: flags,
  decimal: decimals,
  float: doubles,
  double: doubles,
  date: dates,
};

/** Numbers too: a text may hold one. */
function plainText(value: unknown): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** The values of a type of the contract. undefined: it is no type of single values. */
export function valuesOf(type: TypeDef, field: string, codec: Codec): Values | undefined {
  if (type.kind === 'complex') return referencesOf(type, field, codec);
  const { enumeration } = type.facets;
  if (enumeration && primitive(type.builtin) === 'string')
    return wordsOf(new Map(enumeration.map((value) => [value, value])));
  return scalarsOf(type, codec);
}

function spellingOf(type: SimpleType): Spelling {
  const { builtin } = contractType(type);
  if (primitive(builtin) === 'dateTime') return dateTimes(daysOf(type));
  return integerRange(builtin) ? integers : (SPELLINGS[primitive(builtin)] ?? texts);
}

/** As the contract has them, shown as `types:` say. */
function scalarsOf(type: SimpleType, codec: Codec): Values | undefined {
  const { builtin, variety } = contractType(type);
  if (variety !== 'atomic') return undefined;
  const isFlag = primitive(builtin) === 'boolean';
  const spelling = spellingOf(type);
  const { label, toXml, fromXml, loose } = spelling;
  const xml = codec.text(type);
  const strict = (text: string) => {
    const lexical = toXml(text);
    return lexical === undefined ? undefined : parseExactly(textOf(xml.fromText(lexical)));
  };
  const read = loose ? (text: string) => unlessRefused(() => strict(text)) : strict;
  const lexicalOf = (value: unknown) => {
    if (spelling === texts) return plainText(value);
    return value === undefined || value === null ? undefined : unlessRefused(() => xml.toText(fromJs(value)));
  };
  return {
    label,
    read,
    write: (value) => {
      const lexical = lexicalOf(value);
      return lexical === undefined ? undefined : fromXml(lexical);
    },
    constant: (text) => unlessRefused(() => read(text)),
    ...(isFlag && { isFlag, all: ['true', 'false'].map(read) }),
  };
}

/** undefined: the type of the contract has no such value. */
export function unlessRefused<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
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
  const original = contractType(type);
  const text = codec.text(type);
  const values = original.facets.enumeration ?? [];
  const bare = (value: string): string => {
    const stem = withoutAffixes(value, ...affixes);
    return stem === undefined || values.includes(stem) ? value : stem;
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
  const identifier = members.find((m) => m.key === field) ?? members[0];
  const [values, constants] = [identifier, members[0]].map((m) => m && simpleValuesOf(typeOf(m), codec));
  if (values === undefined || constants === undefined) return undefined;
  const { key } = identifier;
  const first = members[0].key;
  // Members of the same kind and type identify as well, such as a second id; the others describe: a name, the type.
  const identifiers = members.filter((m) => m.kind === identifier.kind && typeOf(m) === typeOf(identifier));
  return {
    label: 'a reference',
    read: (text) => memberOf(key, values.read(text)),
    write: (value) => {
      const reference = (value ?? {}) as Readonly<Record<string, unknown>>;
      const ambiguous = key !== field && identifiers.filter((one) => one.key in reference).length > 1;
      return ambiguous ? undefined : (values.write(reference[key]) ?? constants.write(reference[first]));
    },
    constant: (text) => memberOf(first, constants.constant?.(text)),
  };
}

function simpleValuesOf(type: TypeDef, codec: Codec): Values | undefined {
  return type.kind === 'simple' ? valuesOf(type, '', codec) : undefined;
}

function memberOf(key: string, value: unknown): object | undefined {
  return value === undefined ? undefined : { [key]: value };
}
