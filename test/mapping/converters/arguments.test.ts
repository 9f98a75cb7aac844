// Converters with arguments: how they are written, what is wrong with them, and functions of a module that see other variables.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FunctionPair, isFunctionPair } from '../../../src/pattern/converters/pair.ts';
import { isHole, printHole } from '../../../src/pattern/text/hole.ts';
import { parseTemplate } from '../../../src/pattern/text/template.ts';
import { bothWays, problemsOf } from '../both-ways.ts';

const SCHEMA = `<xs:element name="Put"><xs:complexType><xs:sequence>
  <xs:element name="price" type="xs:string" minOccurs="0"/><xs:element name="unit" type="xs:string" minOccurs="0"/>
  <xs:element name="line" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="price" type="xs:string"/><xs:element name="unit" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element>`;

/** `7` ⇄ `7 EUR`, by the unit that stands elsewhere. */
const withUnit = {
  out: (price: unknown, unit: unknown) => `${price} ${unit ?? 'none'}`,
  in: (place: unknown, unit: unknown) => String(place).split(` ${unit ?? 'none'}`)[0],
};
const functions = new Map([['withUnit', withUnit]]);
const problems = (rest: string, soap = '{ price: "{price}", unit: "{unit}" }') =>
  problemsOf(SCHEMA, rest, soap, 'tables: { units: [ { rest: a, soap: A } ] }', functions);

describe('arguments', () => {
  it.each(['{a|f}', '{a|f(b)}', '{a?|f(b, c.d)|g(x: y, z: w)}'])('%s is printed as it is written', (text) => {
    const [part] = parseTemplate(text);
    expect(isHole(part) && printHole(part)).toBe(text);
  });

  it('are printed as they are written, whatever they are', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,5}$/);
    const argument = fc.oneof(
      name,
      fc.tuple(name, name).map((pair) => pair.join(': ')),
      fc.tuple(name, name).map((pair) => pair.join('.')),
    );
    const call = fc
      .tuple(name, fc.array(argument, { maxLength: 3 }))
      .map(([fn, args]) => (args.length === 0 ? fn : `${fn}(${args.join(', ')})`));
    const text = fc
      .tuple(name, fc.array(call, { maxLength: 3 }))
      .map(([variable, calls]) => `{${[variable, ...calls].join('|')}}`);
    fc.assert(
      fc.property(text, (written) => {
        const [part] = parseTemplate(written);
        expect(isHole(part) && printHole(part)).toBe(written);
      }),
    );
  });

  it.each(['{a|f(b,)}', '{a|f(x: )}', '{a|f(b c)}', '{a|f(b}'])('%s is no placeholder', (text) => {
    expect(() => parseTemplate(text)).toThrow(/is not (an argument of|a converter)/);
  });

  it.each([
    ['{ price: "{price|quoted(unit)}", unit: "{unit}" }', 'MAPPING_PATTERN: "quoted" takes no arguments'],
    ['{ price: "{price|table}", unit: "{unit}" }', 'MAPPING_PATTERN: "table" needs the argument "name"'],
    ['{ price: "{price|table(a, b)}", unit: "{unit}" }', 'MAPPING_PATTERN: "table" has no place for the argument "b"'],
    [
      '{ price: "{price|table(units.rest.x)}", unit: "{unit}" }',
      'MAPPING_UNKNOWN_TABLE: table "units" has no column "rest.x"',
    ],
    ['{ price: "{price|table(of: b)}", unit: "{unit}" }', 'MAPPING_PATTERN: "table" has no argument "of"'],
    ['{ price: "{price|withUnit(unti)}", unit: "{unit}" }', 'MAPPING_NAMES: no pattern of the rule has {unti}'],
  ])('%s is wrong', (rest, problem) => {
    expect(problems(rest)).toContain(problem);
  });
});

describe('a function of the module sees other variables', () => {
  it.each([
    '{ price: "{price|withUnit(unit)}", unit: "{unit}" }',
    '{ unit: "{unit}", price: "{price|withUnit(unit)}" }',
  ])('on the REST side, wherever they stand: %s', (rest) => {
    const { toXml, toJson } = bothWays(SCHEMA, rest, '{ price: "{price}", unit: "{unit}" }', undefined, functions);
    const xml = '<t:price>7</t:price><t:unit>EUR</t:unit>';
    expect(toXml({ price: '7 EUR', unit: 'EUR' })).toBe(xml);
    expect(toJson(xml)).toEqual({ price: '7 EUR', unit: 'EUR' });
    expect(toJson('<t:price>7</t:price>')).toEqual({ price: '7 none' });
  });

  it.each([
    ['{ sum: { price: "{price|withUnit(unit)}" }, unit: "{unit}" }', { sum: { price: '7 EUR' }, unit: 'EUR' }],
    ['{ price: "= {price|withUnit(unit)}", unit: "{unit}" }', { price: '= 7 EUR', unit: 'EUR' }],
  ])('in an object or a text of their own: %s', (rest, body) => {
    const { toXml, toJson } = bothWays(SCHEMA, rest, '{ price: "{price}", unit: "{unit}" }', undefined, functions);
    const xml = '<t:price>7</t:price><t:unit>EUR</t:unit>';
    expect(toXml(body)).toBe(xml);
    expect(toJson(xml)).toEqual(body);
  });

  it('on the SOAP side, before and after their element', () => {
    const soap = '{ price: "{price|withUnit(unit)}", unit: "{unit}" }';
    const { toXml, toJson } = bothWays(SCHEMA, '{ p: "{price}", u: "{unit}" }', soap, undefined, functions);
    const xml = '<t:price>7 EUR</t:price><t:unit>EUR</t:unit>';
    expect(toXml({ p: '7', u: 'EUR' })).toBe(xml);
    expect(toJson(xml)).toEqual({ p: '7', u: 'EUR' });
  });

  it('in the items of a list', () => {
    const rest = '{ lines: { $each: { price: "{lines.price|withUnit(lines.unit)}", unit: "{lines.unit}" } } }';
    const soap = '{ line: { $each: { price: "{lines.price}", unit: "{lines.unit}" } } }';
    const { toXml, toJson } = bothWays(SCHEMA, rest, soap, undefined, functions);
    const body = {
      lines: [
        { price: '7 EUR', unit: 'EUR' },
        { price: '8 USD', unit: 'USD' },
      ],
    };
    const line = (price: number, unit: string) =>
      `<t:line><t:price>${price}</t:price><t:unit>${unit}</t:unit></t:line>`;
    expect(toXml(body)).toBe(line(7, 'EUR') + line(8, 'USD'));
    expect(toJson(line(7, 'EUR') + line(8, 'USD'))).toEqual(body);
  });
});

it.each([['unit'], [['unit', 7]]])('a pair whose parameters are %j is none', (parameters) => {
  expect(isFunctionPair({ ...withUnit, parameters })).toBe(false);
});

describe('a function that names its arguments', () => {
  const named = new Map<string, FunctionPair>([
    [
      'around',
      {
        parameters: ['before', 'after'],
        out: (price, before, after) => `${before}${price}${after}`,
        in: (place, before, after) => String(place).slice(String(before).length, -String(after).length),
      },
    ],
  ]);
  const soap = '{ price: "{price}", unit: "{unit}" }';

  it('takes them by name, in any order', () => {
    const rest = '{ price: "{price|around(after: unit, before: price)}", unit: "{unit}" }';
    expect(bothWays(SCHEMA, rest, soap, undefined, named).toJson('<t:price>7</t:price><t:unit>EUR</t:unit>')).toEqual({
      price: '77EUR',
      unit: 'EUR',
    });
  });

  it.each([
    ['around(unit)', 'MAPPING_PATTERN: "around" needs the argument "after"'],
    ['around(unit, unit, unit)', 'MAPPING_PATTERN: "around" has no place for the argument "unit"'],
    ['around(unit, behind: unit)', 'MAPPING_PATTERN: "around" has no argument "behind"'],
  ])('%s is wrong', (call, problem) => {
    const rest = `{ price: "{price|${call}}", unit: "{unit}" }`;
    expect(problemsOf(SCHEMA, rest, soap, undefined, named)).toContain(problem);
  });
});

describe('join', () => {
  const pairs = new Map([
    ['both', { in: (v: unknown) => String(v).split('/'), out: (v: unknown) => (v as unknown[]).join('/') }],
  ]);
  const rest = '{ at: "{price|join(both, unit)}" }';
  const soap = '{ price: "{price}", unit: "{unit}" }';

  it('is one value of several variables, both ways', () => {
    const { toXml, toJson } = bothWays(SCHEMA, rest, soap, undefined, pairs);
    const xml = '<t:price>7</t:price><t:unit>EUR</t:unit>';
    expect(toXml({ at: '7/EUR' })).toBe(xml);
    expect(toJson(xml)).toEqual({ at: '7/EUR' });
    expect(toXml({})).toBe('');
    expect(toJson('')).toEqual({});
  });

  it('is another message where one of the variables has another value', () => {
    const body = '{ at: "{price|join(both, unit)}", unit: "{unit}" }';
    const { toXml } = bothWays(SCHEMA, body, soap, undefined, pairs);
    expect(toXml({ at: '7/EUR', unit: 'EUR' })).toBe('<t:price>7</t:price><t:unit>EUR</t:unit>');
    expect(() => toXml({ at: '7/EUR', unit: 'USD' })).toThrow(/differs/);
  });

  it('stands among other converters', () => {
    const more = new Map<string, FunctionPair>([
      ...pairs,
      ['upper', { in: (v: unknown) => String(v).toLowerCase(), out: (v: unknown) => String(v).toUpperCase() }],
    ]);
    const { toXml, toJson } = bothWays(SCHEMA, '{ at: "{price|join(both, unit)|upper}" }', soap, undefined, more);
    expect(toXml({ at: 'A/B' })).toBe('<t:price>a</t:price><t:unit>b</t:unit>');
    expect(toJson('<t:price>a</t:price><t:unit>b</t:unit>')).toEqual({ at: 'A/B' });
  });

  it.each([
    ['{ at: "{price|join}" }', 'MAPPING_PATTERN: "join" needs the argument "function"'],
    ['{ at: "{price|join(both)}" }', 'MAPPING_PATTERN: "join" needs the argument "variable"'],
    ['{ at: "{price|join(bth, unit)}" }', 'MAPPING_UNKNOWN_CONVERTER: unknown function "bth"'],
    ['{ at: "{price|join(both, unti)}" }', 'MAPPING_NAMES: {unti} is in rest.request but not in soap.request'],
  ])('%s is wrong', (body, problem) => {
    expect(problemsOf(SCHEMA, body, soap, undefined, pairs)).toContain(problem);
  });
});
