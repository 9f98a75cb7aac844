// What JSON may not smuggle into XML through content that no declaration describes.
import { beforeAll, describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { load, places } from '../laws/contracts.ts';
import { Transcode } from '../laws/transcode.ts';

let transcode: Transcode;

beforeAll(async () => {
  const contract = await load(places().find((p) => p.name === 'any-type')!);
  const codec = createCodec(contract.schemas, dialect(new Map([['u', 'urn:u']])));
  transcode = new Transcode(codec, contract.operations[0].input.body[0]);
});

function encode(untyped: string): string {
  const xml = transcode.encode(`{"untyped":${untyped},"anything":"x","text":"t"}`);
  return /<n2:untyped(.*?)<\/n2:untyped>/s.exec(xml)![1];
}

function refusal(untyped: string): string {
  try {
    return encode(untyped);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    return `${e.code} ${e.path}`;
  }
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

const refused: readonly (readonly [why: string, json: string, answer: string])[] = [
  ['an attribute twice', '{"@a":"x","@a":"y"}', 'JSON_DUPLICATE_KEY $.untyped.@a'],
  ['an attribute by two names', '{"@u:a":"1","@{urn:u}a":"2"}', 'JSON_DUPLICATE_KEY $.untyped["@{urn:u}a"]'],
  ['a default namespace', '{"@xmlns":"urn:x"}', 'CODEC_TYPE $.untyped.@xmlns'],
  ['a prefix without a namespace', '{"$xmlns":{"q":""}}', 'CODEC_TYPE $.untyped.$xmlns.q'],
  ['a default namespace in $xmlns', '{"$xmlns":{"":"urn:q"}}', 'CODEC_TYPE $.untyped.$xmlns[""]'],
  ['the prefix xmlns', '{"$xmlns":{"xmlns":"urn:q"}}', 'CODEC_TYPE $.untyped.$xmlns.xmlns'],
  ['another meaning of xml', '{"$xmlns":{"xml":"urn:q"}}', 'CODEC_TYPE $.untyped.$xmlns.xml'],
  ['another name for xmlns', `{"$xmlns":{"q":"${XMLNS}"}}`, 'CODEC_TYPE $.untyped.$xmlns.q'],
  ['a namespace declaration', `{"@{${XMLNS}}p":"urn:x"}`, `CODEC_TYPE $.untyped["@{${XMLNS}}p"]`],
  ['xsi:type as an attribute', `{"@{${XSI}}type":"xs:int"}`, `CODEC_TYPE $.untyped["@{${XSI}}type"]`],
  ['xsi:nil as an attribute', `{"@{${XSI}}nil":"true"}`, `CODEC_TYPE $.untyped["@{${XSI}}nil"]`],
  [
    'an element named like a declaration',
    `{"$mixed":[{"$name":"{${XMLNS}}x"}]}`,
    'CODEC_TYPE $.untyped.$mixed[0].$name',
  ],
  ['a name that is none', '{"$mixed":[{"$name":"a b"}]}', 'CODEC_TYPE $.untyped.$mixed[0].$name'],
  ['markup for a name', '{"$mixed":[{"$name":"a><b"}]}', 'CODEC_TYPE $.untyped.$mixed[0].$name'],
  ['an attribute with markup for a name', '{"@a=\\"\\" b":"x"}', 'CODEC_TYPE $.untyped["@a=\\"\\" b"]'],
  ['a name twice', '{"$mixed":[{"$name":"a","$name":"b"}]}', 'JSON_DUPLICATE_KEY $.untyped.$mixed[0].$name'],
  ['a control character', '"\\u0001"', 'CODEC_CHARACTER $.untyped'],
  ['a control character in an attribute', '{"@a":"\\u0000"}', 'CODEC_CHARACTER $.untyped.@a'],
  ['a type twice', '{"$type":"xs:int","$value":5,"$type":"xs:int"}', 'JSON_DUPLICATE_KEY $.untyped.$type'],
  ['a value twice', '{"$type":"xs:int","$value":5,"$value":6}', 'JSON_DUPLICATE_KEY $.untyped.$value'],
  ['nil twice', '{"$nil":true,"$nil":true}', 'JSON_DUPLICATE_KEY $.untyped.$nil'],
];

const written: readonly (readonly [why: string, json: string, xml: string])[] = [
  ['text', '"a<b&c>]]>"', '>a&lt;b&amp;c&gt;]]&gt;'],
  ['attributes', '{"@a":"\\"<\\n","$value":"v"}', ' a="&quot;&lt;&#10;">v'],
  ['xml:lang', '{"@xml:lang":"en"}', ' xml:lang="en">'],
  [
    'declarations that content may use',
    '{"$mixed":[{"$name":"x","$xmlns":{"q":"urn:q\\"<"}}]}',
    '><x xmlns:q="urn:q&quot;&lt;"></x>',
  ],
];

describe('content of anyType', () => {
  it.each(refused)('refuses %s', (_why, json, answer) => {
    expect(refusal(json)).toBe(answer);
  });

  it.each(written)('writes %s', (_why, json, xml) => {
    expect(encode(json)).toBe(xml);
  });
});
