// Lists in header fields, bodies that are taken leniently, media types by kind, and an optional $rest.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { fromJs, textOf } from '../../../src/json/value.ts';
import { stringOf } from '../../../src/json/walk.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { quotedString as quoted } from '../../../src/mapping/converters/quoted.ts';
import { ask, type Found, mappingOf, problemsOf, refusal } from '../tables.ts';

const contract = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="https://example.com/t" targetNamespace="https://example.com/t">
  <types><xs:schema targetNamespace="https://example.com/t" elementFormDefault="qualified">
    <xs:complexType name="Line"><xs:sequence><xs:element name="article" type="xs:string"/><xs:element name="count" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="Doc"><xs:sequence>
      <xs:element name="title" type="xs:string"/>
      <xs:element name="size" type="xs:int" minOccurs="0"/>
      <xs:choice minOccurs="0"><xs:element name="day" type="xs:date"/><xs:element name="week" type="xs:int"/></xs:choice>
      <xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType>
    <xs:complexType name="Detail"><xs:sequence><xs:element name="code" type="xs:string"/><xs:element name="message" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="Loose"><xs:sequence><xs:element name="a" type="xs:string" minOccurs="0"/><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="doc" type="t:Doc" minOccurs="0"/><xs:element name="loose" type="t:Loose" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="PutResponse"><xs:complexType><xs:sequence><xs:element name="detail" type="t:Detail" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Put"/></message><message name="out"><part name="p" element="t:PutResponse"/></message>
  <portType name="P"><operation name="Put"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Put"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1/"/></port></service></definitions>`),
    ],
  ]),
);

const rule = (request: string, response: string, soap: string, more = '') => `rules:
  - id: put
    ${more}
    rest: { request: ${request}, response: ${response} }
    soap: ${soap}`;

describe('a list in a header field', () => {
  const mapping = mappingOf(
    contract,
    rule(
      '"POST /docs"',
      '{ status: 204, headers: { X-Warnings: { $each: "{warnings.code};{warnings.message|quoted}" } } }',
      '{ request: { Put: {} }, response: { PutResponse: { detail: { $each: { code: "{warnings.code}", message: "{warnings.message}" } } } } }',
    ),
  );
  const { response, variables } = mapping.rules[0];
  const there = (list: unknown) => {
    const bindings = new Array(variables.length);
    bindings[variables.indexOf('warnings')] = list === undefined ? undefined : fromJs(list);
    return response.rest.fill(bindings).headers;
  };
  const back = (text: string | undefined) => {
    const found = response.rest.match(
      { status: 204, headers: { 'x-warnings': text }, body: undefined },
      new Array(variables.length),
    );
    const value = found?.[variables.indexOf('warnings')];
    return value && JSON.parse(textOf(value));
  };

  it('goes both ways', () => {
    const list = [
      { code: 'LATE', message: 'a "b", c\\ 100 % für 漢' },
      { code: 'ODD', message: '' },
    ];
    const text = 'LATE;"a \\"b\\", c\\\\ 100 %25 f%C3%BCr %E6%BC%A2", ODD;""';
    expect(there(list)).toEqual({ 'X-Warnings': text });
    expect(back(text)).toEqual(list);
    expect(back(` ${text.replace(', ODD', ' ,, ODD')}`)).toEqual(list);
  });

  it('is absent where it is empty', () => {
    expect([there([]), there(undefined), back(undefined), back('')]).toEqual([{}, {}, undefined, undefined]);
    expect(refusal(() => back('LATE'))).toBe('BAD_HEADER X-Warnings');
  });

  it('is the same again for any text', () => {
    const law = fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
      const list = texts.map((message) => ({ code: 'X', message }));
      expect(back(there(list)['X-Warnings'])).toEqual(list);
    });
    fc.assert(law);
    expect(quoted.in(stringOf('"%"'))).toBeUndefined();
  });

  it('is checked', () => {
    const of = (headers: string) =>
      problemsOf(
        contract,
        rule('"POST /docs"', `{ status: 204, headers: { X-W: ${headers} } }`, '{ request: { Put: {} } }'),
      );
    expect(of('{ $each: { a: "{w.x}" } }')).toEqual(['MAPPING_PATTERN: a header must be a text or a list of texts']);
    expect(of('{ $each: "{w.x}" }')).toEqual([expect.stringMatching(/^MAPPING_NAMES: \{w\} is in rest.response/)]);
  });
});

describe('a body that is taken leniently', () => {
  const text = rule(
    '{ line: POST /docs, headers: { X-Names: "{names=Warning}", X-Values: "{values=Error}" }, body: "{doc|tolerant(names, values, ignored)}" }',
    '{ status: 204, headers: { X-Ignored: { $each: "{ignored.path} {ignored.code}" } } }',
    '{ request: { Put: { doc: { $rest: "{doc}" } } } }',
    'only: rest-to-soap',
  );
  const mapping = mappingOf(contract, text);
  const messages = new SoapMessages(mapping);

  function sent(body: unknown, headers: Record<string, string> = {}): [xml: string, told: string | undefined] {
    const { rule: found, bindings } = ask(mapping, 'POST /docs', { body, headers }) as Found;
    const { body: written } = messages.encode(found.request.soap, bindings, found.tolerance?.(bindings));
    const xml = Buffer.from(written[0])
      .toString()
      .replaceAll(/(?<=<\/?)\w+:/g, '')
      .replace(/ xmlns[^>]*/, '');
    return [/<doc[^>]*>.*<\/doc>/.exec(xml)?.[0] ?? xml, found.response.rest.fill(bindings).headers['X-Ignored']];
  }

  it('leaves out what it does not know, and says so', () => {
    const doc = { title: 'x', titel: 'y', line: [{ article: 'a', colour: 'red' }] };
    const xml = '<doc><title>x</title><line><article>a</article></line></doc>';
    expect(sent(doc)).toEqual([xml, '$.titel CODEC_UNKNOWN, $.line[0].colour CODEC_UNKNOWN']);
    expect(sent(doc, { 'x-names': 'ignore' })).toEqual([xml, undefined]);
    expect(refusal(() => sent(doc, { 'x-names': 'Error' }))).toBe('CODEC_UNKNOWN $.titel');
  });

  it('leaves out values that are wrong, where nothing must stand', () => {
    const doc = {
      title: 'x',
      size: 'large',
      line: [
        { article: 'a', count: 1.5 },
        { article: 'b', count: 2 },
      ],
    };
    const xml =
      '<doc><title>x</title><line><article>a</article></line><line><article>b</article><count>2</count></line></doc>';
    expect(refusal(() => sent(doc))).toBe('CODEC_TYPE $.size');
    const [written, told] = sent(doc, { 'x-values': 'WARNING' });
    expect(written).toBe(xml);
    expect(told?.replaceAll(/CODEC_(TYPE|FACET)/g, '-')).toBe('$.size -, $.line[0].count -');
    expect(sent(doc, { 'x-values': 'Ignore' })).toEqual([xml, undefined]);
    expect(refusal(() => sent({ size: 1 }, { 'x-values': 'Ignore' }))).toMatch(/^CODEC_MISSING/);
    expect(refusal(() => sent({ title: ['x'], size: 1 }, { 'x-values': 'Ignore' }))).toMatch(/^CODEC_TYPE \$.title/);
  });

  it('leaves nothing out that others need beside them', () => {
    expect(refusal(() => sent({ title: 'x', day: 'someday' }, { 'x-values': 'Ignore' }))).toBe('CODEC_TYPE $.day');
  });

  it('refuses names that a warning is not enough for', () => {
    const strict = mappingOf(contract, `converters: { tolerant: { except: [ "tit*" ] } }\n${text}`);
    const written = (body: unknown, level: string) => {
      const { rule: found, bindings } = ask(strict, 'POST /docs', { body, headers: { 'x-names': level } }) as Found;
      return new SoapMessages(strict).encode(found.request.soap, bindings, found.tolerance?.(bindings)).body.length;
    };
    expect(refusal(() => written({ title: 'x', titel: 'y' }, 'Warning'))).toBe('CODEC_UNKNOWN $.titel');
    expect(written({ title: 'x', colour: 'y' }, 'Warning')).toBe(1);
    expect(written({ title: 'x', titel: 'y' }, 'Ignore')).toBe(1);
  });

  it('knows three words', () => {
    expect(refusal(() => sent({ title: 'x' }, { 'x-names': 'maybe' }))).toBe('BAD_HEADER X-Names');
  });

  it('is checked', () => {
    expect(problemsOf(contract, text.replace('tolerant(names', 'tolerant(nmes'))).toContain(
      'MAPPING_NAMES: no pattern of the rule has {nmes}',
    );
    expect(problemsOf(contract, text.replace('|tolerant(names, values, ignored)', ''))).toEqual([
      expect.stringMatching(/^MAPPING_NAMES: \{ignored\}/),
    ]);
    expect(problemsOf(contract, text.replace('names, values, ignored', 'leftOut: ignored'))).toContain(
      'MAPPING_MISSING: "tolerant" needs "names" or "values"',
    );
  });
});

describe('media types by the kind of response', () => {
  const media = (
    response: string,
  ) => `rest: { media: { default: application/vnd.a+json, list: application/vnd.a.list+json }, errors: [ { media: application/vnd.a.error+json } ] }
rules:
  - id: put
    rest: { request: "POST /docs", response: { status: 200, body: { a: "{$now}" }${response} } }
    soap: { request: { Put: {} } }`;

  it('are named by rules', () => {
    const mapping = mappingOf(contract, media(', media: list'));
    expect([mapping.media, mapping.errorForms[0].media, mapping.rules[0].response.rest.media]).toEqual([
      'application/vnd.a+json',
      'application/vnd.a.error+json',
      'application/vnd.a.list+json',
    ]);
    expect(mappingOf(contract, media('')).rules[0].response.rest.media).toBe('application/vnd.a+json');
    expect(problemsOf(contract, media(', media: lst'))).toEqual(['MAPPING_NAMES: there is no media type "lst"']);
  });
});

describe('an optional $rest', () => {
  const mapping = mappingOf(
    contract,
    rule(
      '{ line: "POST /docs/{a}", body: "{rest}" }',
      '{ status: 204 }',
      '{ request: { Put: { loose: { a: "{a}", $rest: "{rest?}" } } } }',
    ),
  );
  const { request, variables } = mapping.rules[0];
  const rest = variables.indexOf('rest');

  it('is absent where there is nothing else', () => {
    for (const body of [undefined, {}]) {
      const found = ask(mapping, 'POST /docs/x', { body })!;
      expect(found.bindings[rest]).toBeUndefined();
      const again = request.soap.match(request.soap.fill(found.bindings), new Array(variables.length))!;
      expect(again[rest]).toBeUndefined();
    }
    const found = ask(mapping, 'POST /docs/x', { body: { b: 'y' } })!;
    expect(textOf(found.bindings[rest]!)).toBe('{"b":"y"}');
  });

  it('has no body to write then', () => {
    const bindings = new Array(variables.length);
    bindings[variables.indexOf('a')] = stringOf('x');
    expect(request.rest.fill(bindings).body).toBeUndefined();
    expect(request.soap.match([stringOf('x'), fromJs({})], new Array(variables.length))![rest]).toBeUndefined();
  });
});
