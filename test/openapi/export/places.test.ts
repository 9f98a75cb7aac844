// Description ⇔ behaviour, place by place: what the described schema lets pass is taken, what it does not is refused, and the other way round.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { fromJs } from '../../../src/json/value.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { pickRule } from '../../../src/mapping/runtime/rule-lookup.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { everyType, type PlaceOfValue, types } from './every-type.ts';
import { nearValues } from './near-values.ts';
import '../../seed.ts';
import { inlined } from '../../oracle/openapi.ts';
import { lawRuns } from '../../sample-size.ts';

const mapping = everyType();
const messages = new SoapMessages(mapping);
const text = JSON.stringify(describeRest([mapping]));
const document = inlined(JSON.parse(text));
const RUNS = lawRuns(40, 150);

const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, multipleOfPrecision: 9 });
ajv.addSchema(document, 'openapi');

/** Validators of the schema of a value at its place. */
function schemaAt(place: PlaceOfValue, type: string) {
  const path = `/${place}/${type}${place === 'path' ? '/{v}' : ''}`.replaceAll('/', '~1');
  const at =
    place === 'body' ? 'post/requestBody/content/application~1json/schema/properties/v' : 'get/parameters/0/schema';
  return ajv.compile({ $ref: `openapi#/paths/${encodeURIComponent(path)}/${at}` });
}

/** The values that a text may stand for: itself, and what JSON makes of it. */
function valuesOf(value: string): unknown[] {
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) && Number.isFinite(Number(value));
  return value === 'true' || value === 'false' || number ? [value, JSON.parse(value)] : [value];
}

/** Does the gateway take it? Any mistake that is none of the value's form is a mistake of the test. */
function takes(place: PlaceOfValue, type: string, value: unknown): boolean {
  const sent = encodeURIComponent(String(value));
  const path = `/${place}/${type}${place === 'path' ? `/${sent}` : ''}`;
  try {
    const found = mapping.lookup(place === 'body' ? 'POST' : 'GET', path);
    if (found.kind !== 'found') return false;
    const picked = pickRule(found.rules, {
      method: place === 'body' ? 'POST' : 'GET',
      segments: found.segments,
      query: place === 'query' ? `v=${sent}` : '',
      headers: place === 'header' ? { 'x-v': String(value) } : {},
      body: place === 'body' ? fromJs({ v: value }) : undefined,
    });
    if (picked === undefined) return false;
    messages.encode(picked.rule.request.soap, picked.bindings);
    return true;
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    expect(['BAD_PATH', 'BAD_QUERY', 'BAD_HEADER', 'CODEC_TYPE', 'CODEC_FACET', 'CODEC_CHARACTER']).toContain(
      error.code,
    );
    return false;
  }
}

/** What is taken in another spelling than the described one: white space around it, signs and zeros of XML Schema's numbers, 1 and 0. */
function isOtherSpelling(value: unknown, type: string): boolean {
  if (typeof value !== 'string') return false;
  if (value !== value.trim() || /\s\s|[\t\n\r]/.test(value)) return true;
  return type === 'boolean'
    ? /^[01]$/.test(value)
    : /^[+-]?\d*\.?\d*(?:[eE][+-]?\d+)?$/.test(value) && /\d/.test(value) && valuesOf(value).length === 1;
}

/** A validator in JavaScript knows numbers as doubles. */
const isRounded = (value: unknown) =>
  valuesOf(String(value)).some(
    (one) => typeof one === 'number' && (Math.abs(one) > 1e15 || (one !== 0 && Math.abs(one) < 1e-6)),
  );

describe.each(['path', 'query', 'header', 'body'] as const)('a value in a %s', (place) => {
  it.each(types)('%s: described if and only if it is taken', (type) => {
    const schema = schemaAt(place, type);
    const values: fc.Arbitrary<unknown> =
      place === 'body' ? nearValues.chain((value) => fc.constantFrom(...valuesOf(value))) : nearValues;
    const property = fc.property(values, (value) => {
      if (isRounded(value) || (typeof value === 'string' && !value.isWellFormed())) return;
      // Node reads fields as Latin-1, and HTTP takes the white space around them away.
      if (place === 'header' && /[^\0-\xff]|^\s|\s$|[\0\r\n]/.test(String(value))) return;
      const candidates = place === 'body' ? [value] : valuesOf(String(value));
      const described = candidates.some((one) => schema(one));
      const taken = takes(place, type, value);
      if (described) expect(taken, `described, and refused: ${JSON.stringify(value)}`).toBe(true);
      else if (!isOtherSpelling(value, type))
        expect(taken, `taken, and not described: ${JSON.stringify(value)}`).toBe(false);
    });
    fc.assert(property, { numRuns: RUNS });
  });
});

/** type, taken, refused: in a path, a query and a body. */
const bounds: readonly (readonly [string, string, string])[] = [
  ['long', '9223372036854775807', '9223372036854775808'],
  ['long', '-9223372036854775808', '-9223372036854775809'],
  ['unsignedLong', '18446744073709551615', '18446744073709551616'],
  ['unsignedLong', '0', '-1'],
];

describe('bounds that no double holds', () => {
  it.each(bounds)('%s: %s is the last one', (type, last, next) => {
    for (const place of ['path', 'query', 'header'] as const) {
      expect([takes(place, type, last), takes(place, type, next)]).toEqual([true, false]);
      const operation = text.slice(text.indexOf(`"operationId":"${place}.${type}"`));
      const [, component] =
        /#\/components\/parameters\/([^"]+)/.exec(operation.slice(0, operation.indexOf('"responses"'))) ?? [];
      const written = component === undefined ? operation : text.slice(text.indexOf(`"${component}":{"name"`));
      expect(/"(?:minimum|maximum)":(-?\d+),"(?:minimum|maximum)":(-?\d+)/.exec(written)?.slice(1)).toContain(last);
    }
  });
});

describe('what strangers have sent', () => {
  it.each<[string, PlaceOfValue, string, unknown]>([
    ['a date in the year 0', 'query', 'date', '0000-00-00'],
    ['a time in the year 0', 'query', 'dateTime', '0000-00-00T00:00:00'],
    ['no leap year', 'body', 'date', '2023-02-29'],
    ['the bound itself', 'body', 'Positive', 0],
    ['three places', 'body', 'Money', 0.125],
    ['NUL in a query', 'query', 'string', 'ñ\0'],
    ['a control character in a body', 'body', 'string', '\x1c'],
    ['U+FFFE', 'body', 'token', '\ufffe'],
    ['NUL in a path', 'path', 'string', 'a\0'],
    ['a backslash in a path', 'path', 'string', 'a\\b'],
    ['a slash in a path', 'path', 'string', 'a/b'],
    ['a dot segment', 'path', 'string', '..'],
    ['UTF-8 in a header field', 'header', 'string', 'Ã¼'],
    ['a control character in a header field', 'header', 'string', 'a\x01'],
    ['a private character in a name', 'body', 'NMTOKEN', 'a\u{10ffff}'],
    ['a duration without fields', 'query', 'duration', 'PT'],
    ['no base64', 'body', 'base64Binary', 'QQ='],
    ['too few octets', 'body', 'Octets', 'QQ=='],
  ])('%s is refused, and described so', (_name, place, type, value) => {
    expect([schemaAt(place, type)(value), takes(place, type, value)]).toEqual([false, false]);
  });

  it.each([
    ['decimal', '1e-7'],
    ['integer', '5.0'],
    ['long', '1e3'],
  ])('%s: a number as programs write it (%s) is taken as in a body', (type, value) => {
    expect([takes('query', type, value), takes('path', type, value), takes('body', type, Number(value))]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
