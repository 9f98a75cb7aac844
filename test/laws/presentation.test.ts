// The laws of the codec under random combinations of the words of `types:`. What one direction makes, the other takes back; ajv judges the
// JSON and xmllint the XML. The same in slots of random shapes.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { textOf } from '../../src/json/value.ts';
import { judge, presentationOf } from '../codec/presented.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { lawRuns, sample } from '../sample-size.ts';
import { canonical } from './canonical.ts';
import { load, travelling } from './contracts.ts';
import { orders } from './fit-orders.ts';
import { plainForm } from './same-json.ts';
import { assembled, Shapes } from './shapes.ts';
import { Source } from './source.ts';
import { Transcode } from './transcode.ts';

const RUNS = lawRuns(6, 25);
const COMBINATIONS = sample(4, 10);

const folder = join(import.meta.dirname, '..', '..', 'mappings', '30-types', 'contract');
const contract = await load({ name: '30-types', folder });
const { schemas } = contract;
const style = dialect(new Map([['o', 'https://example.com/orders']]));

/** Words by type, each of which may be said or not. */
const words: Record<string, string[]> = {
  'o:Order': [
    'rename: { "@internalId": id, lineList: lines, property: properties, note: remark }',
    'rename: { "@internalId": id, note: remark, "*": snake }',
    'omit: [ "@revision", dueDate ]',
    'flatten: lineList/line',
    'keyed: { property: { key: "@name", value: $value }, customField: { key: "@scriptId", value: value, into: parent } }',
    'keyed: { property: { key: "@name", value: $value } }',
    'keyed: { customField: { key: "@scriptId", value: value, into: parent } }',
    'keyed: { lineList/line: { key: article, into: parent } }',
    'keyed: { lineList/line: { key: article }, property: { key: "@name" } }',
    'nulls: nullFieldList/name',
    'add: { links: [ { rel: self, href: "/orders/{internalId}" } ] }',
    'readOnly: [ note, "@revision" ]',
  ],
  'o:LineList': ['omit: "@replaceAll"', 'keyed: { line: { key: article } }'],
  'o:Line': ['flatten: tagList/tag', 'rename: { article: name }', 'omit: tagList'],
  'o:CustomField': ['rename: { "@scriptId": script, "*": snake }'],
  'o:Property': ['rename: { "@name": called }'],
  decimal: ['values: string'],
  '"o:*"': ['rename: { "*": snake, "{x}List": "{x}", "@{x}": "{x}" }', 'add: [ remarks ]'],
  '"o:*List"': ['rename: { $list: items }'],
  '"o:*List in o:Order"': ['rename: { $list: all }'],
  '"o:*List[@replaceAll]"': ['rename: { "@replaceAll": all }'],
  'o:Payment': ['rename: { $type: method }', 'values: { $type: methods }', 'omit: reference'],
};
const all: readonly Said[] = Object.entries(words).flatMap(([type, said]) => said.map((word) => ({ type, word })));

/** Words on one and the same list of lines. */
const ON_LINES = /lineList\//;

/** Words that cannot be said together with, or without, another one. */
function fits(said: readonly Said[]): boolean {
  const has = (type: string, word: string) => said.some((s) => s.type === type && s.word.startsWith(word));
  const count = (pattern: RegExp) => said.filter((s) => s.type === 'o:Order' && pattern.test(s.word)).length;
  if (firstOfEach(said).length < said.length || count(ON_LINES) > 1) return false;
  if (count(ON_LINES) > 0 && !has('o:LineList', 'omit')) return false;
  return !(has('o:Line', 'flatten') && has('o:Line', 'omit'));
}

interface Said {
  readonly type: string;
  readonly word: string;
}

/** A type says each word once. */
function firstOfEach(said: readonly Said[]): readonly Said[] {
  const keyword = ({ type, word }: Said) => `${type} ${word.slice(0, word.indexOf(':'))}`;
  return said.filter((one, i) => said.findIndex((other) => keyword(other) === keyword(one)) === i);
}

function tableOf(said: readonly Said[]): string {
  const lines = Object.keys(words).flatMap((type) => {
    const renamed = said.some((s) => s.type === type && s.word.includes('"@internalId": id'));
    const own = said
      .filter((s) => s.type === type)
      .map((s) => (renamed ? s.word.replace('{internalId}', '{id}') : s.word));
    return own.length === 0 ? [] : [`  ${type}: { ${own.join(', ')} }`];
  });
  return `tables: { methods: { card: o:CardPayment } }\ntypes:\n${lines.join('\n')}`;
}

/** Combinations that stay the same for a seed; that of all words is always among them. */
const combinations = fc
  .sample<readonly Said[]>(fc.subarray([...all]).filter(fits), { numRuns: COMBINATIONS - 1 })
  .concat([
    firstOfEach(
      all.filter(({ type, word }) => !word.includes('lineList/') && !(type === 'o:Line' && word.startsWith('omit'))),
    ),
    all.filter(
      ({ type, word }) =>
        word.includes('key: article, into: parent') || (type === 'o:LineList' && word.startsWith('omit')),
    ),
    all.filter(
      ({ type, word }) =>
        word.includes('key: article }, property') || (type === 'o:LineList' && word.startsWith('omit')),
    ),
  ])
  .map((said) => ({ table: tableOf(said), lossless: !said.some((s) => s.word.startsWith('omit')) }));

describe('presented types', () => {
  it.each(combinations)('$table', ({ table, lossless }) => {
    const codec = createCodec(schemas, style, presentationOf(schemas, table, style));
    const written: string[] = [];
    for (const element of travelling(contract)) {
      const transcode = new Transcode(codec, element);
      const valid = judge(element, codec);
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 400, size: 'max' });
      const law = fc.property(orders(schemas, element), sizes, (xml, cut) => {
        const json = transcode.decode(xml);
        expect(transcode.decode(xml, cut)).toBe(json);
        expect(valid(JSON.parse(json)), json).toBe(true);
        const again = transcode.encode(json);
        written.push(again);
        if (lossless) expect(canonical(again, schemas, element)).toBe(canonical(xml, schemas, element));
        expect(plainForm(transcode.decode(again))).toEqual(plainForm(json));
        expect(transcode.encode(transcode.decode(again))).toBe(again);
      });
      fc.assert(law, { numRuns: RUNS, endOnFailure: process.env.SHRINK === undefined });
      const choices = fc.uint8Array({ maxLength: 200, size: 'max' });
      const divided = fc.property(orders(schemas, element), choices, (xml, bytes) => {
        const { shape, slots } = new Shapes(codec, new Source(bytes)).of(element);
        const program = codec.program(element, shape, slots);
        const decoder = program.decoder();
        decoder.write(Buffer.from(xml));
        const values = decoder.end();
        const forms = values.map((v) => v && plainForm(textOf(v)));
        const whole = transcode.decode(xml);
        expect(assembled(shape, (n) => forms[n])).toEqual(plainForm(whole));
        const out = new ByteBuffer();
        program.encode(values, out);
        const again = Buffer.from(out.slice()).toString();
        expect(plainForm(transcode.decode(again))).toEqual(plainForm(whole));
        written.push(again);
      });
      fc.assert(divided, { numRuns: RUNS, endOnFailure: process.env.SHRINK === undefined });
    }
    const oracle = openOracle(folder);
    const bad = oracle.validate(written).filter((v) => v.problems.length > 0);
    oracle.close();
    expect(bad.slice(0, 3)).toEqual([]);
  });
});
