// Counts inside of repeated groups: how many items each repetition has is free, so that a regular expression over the children is the oracle.
import { expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { XSD_NS } from '../../src/xml/reader/names.ts';
import { Transcode } from '../laws/transcode.ts';
import { validator } from './schema/validator.ts';

const NS = 'urn:example:runs';
const element = (name: string, times = '') => `<xs:element name="${name}" type="xs:string"${times}/>`;
const between = (min: number, max: number | 'unbounded') => ` minOccurs="${min}" maxOccurs="${max}"`;
const ANY_NUMBER = between(0, 'unbounded');
const choice = (times: string, ...inside: string[]) => `<xs:choice${times}>${inside.join('')}</xs:choice>`;
const sequence = (times: string, ...inside: string[]) => `<xs:sequence${times}>${inside.join('')}</xs:sequence>`;

const MODELS: readonly (readonly [string, RegExp])[] = [
  [choice(ANY_NUMBER, element('a', between(2, 3)), element('b')), /^(a{2,3}|b)*$/],
  [choice(ANY_NUMBER, element('a', between(4, 5)), element('b')), /^(a{4,5}|b)*$/],
  [sequence(ANY_NUMBER, element('c', ' minOccurs="0"'), element('a', between(3, 4))), /^(c?a{3,4})*$/],
  [sequence(ANY_NUMBER, element('a', between(2, 3)), element('c', ' minOccurs="0"')), /^(a{2,3}c?)*$/],
  [choice(between(1, 3), element('a', between(2, 3)), element('b')), /^(a{2,3}|b){1,3}$/],
  [
    sequence(
      ANY_NUMBER,
      choice(between(1, 2), element('a', between(2, 3)), element('b')),
      element('c', ' minOccurs="0"'),
    ),
    /^((a{2,3}|b){1,2}c?)*$/,
  ],
  [
    choice(ANY_NUMBER, choice(between(2, 3), element('a', between(3, 4)), element('b')), element('c')),
    /^((a{3,4}|b){2,3}|c)*$/,
  ],
  [
    choice(ANY_NUMBER, sequence(between(2, 3), element('a'), element('b', ' minOccurs="0"')), element('c')),
    /^((ab?){2,3}|c)*$/,
  ],
];

/** All words of two lengths, and words of one letter and of long runs. */
const WORDS = [
  ...words(['a', 'b', 'c'], 6),
  ...Array.from({ length: 30 }, (_, n) => [
    'a'.repeat(n),
    `b${'a'.repeat(n)}c`,
    `${'a'.repeat(n)}b${'a'.repeat(n)}`,
  ]).flat(),
];

function words(letters: readonly string[], longest: number): string[] {
  if (longest === 0) return [''];
  const shorter = words(letters, longest - 1);
  const last = shorter.filter((word) => word.length === longest - 1);
  return [...shorter, ...last.flatMap((word) => letters.map((letter) => word + letter))];
}

function transcodeOf(model: string, mixed = '') {
  const schema = `<xs:schema xmlns:xs="${XSD_NS}" targetNamespace="${NS}" elementFormDefault="qualified">
    <xs:element name="e"><xs:complexType${mixed}>${model}</xs:complexType></xs:element></xs:schema>`;
  const { schemas } = loadContractFrom(new Map([['main.xsd', Buffer.from(schema)]]), 'main.xsd');
  const codec = createCodec(schemas, dialect());
  const declared = schemas.elements.get(`{${NS}}e`)!;
  return { transcode: new Transcode(codec, declared), problemsOf: validator(declared, schemas, codec.dialect) };
}

const xmlOf = (word: string) =>
  `<e xmlns="${NS}">${[...word].map((name, i) => `<${name}>${'x'.repeat(i % 4)}${i}</${name}>`).join('')}</e>`;
const contentOf = (xml: string) => [...xml.matchAll(/<(?:\w+:)?([abc])>([^<]*)</g)].map(([, ...pair]) => pair);

/** undefined: refused with a code. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (error instanceof SoapstoneError && error.code.startsWith('CODEC_')) return undefined;
    throw error;
  }
}

it.each(MODELS)('%s takes the words of %s, and gives them back', (model, oracle) => {
  const { transcode, problemsOf } = transcodeOf(model);
  const taken = WORDS.filter((word) => {
    const json = attempt(() => transcode.decode(xmlOf(word), [word.length === 5 ? 7 : 4096]));
    if (json === undefined) return false;
    expect(problemsOf(JSON.parse(json))).toEqual([]);
    expect(contentOf(transcode.encode(json))).toEqual(contentOf(xmlOf(word)));
    return true;
  });
  expect(taken).toEqual(WORDS.filter((word) => oracle.test(word)));
  expect(taken.length).toBeGreaterThan(5);
});

it.each(MODELS)('mixed content of %s takes the words of %s both ways', (model, oracle) => {
  const { transcode } = transcodeOf(model, ' mixed="true"');
  const json = (word: string) => JSON.stringify({ $mixed: [...word].map((name, i) => ({ [name]: `${i}` })) });
  const taken = WORDS.filter((word) => attempt(() => transcode.decode(xmlOf(word))) !== undefined);
  const written = WORDS.filter((word) => attempt(() => transcode.encode(json(word))) !== undefined);
  const valid = WORDS.filter((word) => oracle.test(word));
  expect(taken).toEqual(valid);
  expect(written).toEqual(valid);
});

it('divides items so that each repetition has enough', () => {
  const { transcode } = transcodeOf(MODELS[0][0]);
  expect(JSON.parse(transcode.decode(`<e xmlns="${NS}">${'<a>1</a>'.repeat(7)}<b>2</b></e>`))).toEqual({
    $items: [{ a: ['1', '1', '1'] }, { a: ['1', '1'] }, { a: ['1', '1'] }, { b: '2' }],
  });
});
