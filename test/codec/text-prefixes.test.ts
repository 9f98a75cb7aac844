// Prefixes that text uses (decision 0108): XML → JSON → XML, and libxml2 resolves the same names in both.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { jsonSchema } from '../../src/codec/schema/schema-set.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { load, places } from '../laws/contracts.ts';
import { Transcode } from '../laws/transcode.ts';
import { openOracle } from '../oracle/xmllint.ts';

const T = 'urn:example:prefixed-text';
let contract: Contract;
let open: Transcode;
let texts: Transcode;
const passed: string[] = [];
const came: string[] = [];
const schemas: ((json: unknown) => boolean)[] = [];

beforeAll(async () => {
  contract = await load(places().find(({ name }) => name === 'prefixed-text')!);
  const [element] = contract.operations[0].input.body;
  const [first, second] = (['open', 'texts'] as const).map((xmlns) => {
    const codec = createCodec(contract.schemas, dialect(new Map([['t', T]]), 'number', xmlns));
    schemas.push(new Ajv2020({ strict: false }).compile(jsonSchema(element, codec)));
    return new Transcode(codec, element);
  });
  [open, texts] = [first, second];
});

function subscribe(content: string, declared = ''): string {
  return `<Subscribe xmlns="${T}" xmlns:tns="urn:topics" xmlns:q="urn:q" ${declared}>${content}</Subscribe>`;
}

/** XML → JSON, which the schema takes, and back again for libxml2. */
function carried(content: string, transcode = open, declared = ''): unknown {
  const xml = subscribe(content, declared);
  const text = transcode.decode(xml);
  expect(transcode.decode(xml, [7, 60, 3])).toBe(text);
  passed.push(xml);
  came.push(transcode.encode(text));
  const json = JSON.parse(text);
  expect(schemas[transcode === open ? 0 : 1](json), text).toBe(true);
  return json;
}

const tns = { tns: 'urn:topics' };
const topic = (text: string, attributes = '') => `<filter><Topic ${attributes}>${text}</Topic></filter>`;

describe('prefixes in content that the contract leaves open', () => {
  it('of mixed content, in wildcards and not', () => {
    expect(carried(`${topic('tns:Door/tns:Open', 'Dialect="urn:d"')}<rule>boolean(//q:a)</rule>`)).toEqual({
      filter: {
        $any: [{ $name: 't:Topic', $value: { '@Dialect': 'urn:d', $mixed: ['tns:Door/tns:Open'], $xmlns: tns } }],
      },
      rule: { $mixed: ['boolean(//q:a)'], $xmlns: { q: 'urn:q' } },
    });
  });

  it('of undeclared elements, their attributes, and content of any type', () => {
    expect(carried('<filter><x xmlns="" path="tns:*">-q:b</x></filter><extension>tns:Door</extension>')).toEqual({
      filter: { $any: [{ $name: 'x', '@path': 'tns:*', $value: '-q:b', $xmlns: { ...tns, q: 'urn:q' } }] },
      extension: { $value: 'tns:Door', $xmlns: tns },
    });
    expect(carried('<extension a="q:b">text<q:c>tns:d</q:c> and q:e</extension>')).toEqual({
      extension: {
        '@a': 'q:b',
        $mixed: ['text', { $name: '{urn:q}c', $value: 'tns:d', $xmlns: tns }, ' and q:e'],
        $xmlns: { q: 'urn:q' },
      },
    });
  });

  it('of attributes that a wildcard takes', () => {
    expect(carried('<item q:kind="tns:Door"/>')).toEqual({
      item: [{ '@{urn:q}kind': 'tns:Door', $xmlns: tns }],
    });
  });

  it('not of what only looks like a prefix, nor of one that the message does not declare', () => {
    const ordinary = 'http://a.example tns: 10:30 child::x xml:lang tns:4 note: q-tns:a soap:Client tns:/x';
    expect(carried(`${topic(ordinary)}<extension>${ordinary}</extension>`)).toEqual({
      filter: { $any: [{ $name: 't:Topic', $value: { $mixed: [ordinary] } }] },
      extension: ordinary,
    });
  });

  it('not of strings, URIs and their attributes, whose form is that of the contract', () => {
    expect(carried('<query>tns:a</query><target select="q:x">tns:b</target><item value="tns:c"/>')).toEqual({
      query: 'tns:a',
      target: { '@select': 'q:x', $value: 'tns:b' },
      item: [{ '@value': 'tns:c' }],
    });
    // Nobody asked for them, so the oracle must not compare them.
    passed.pop();
    came.pop();
  });

  it('is refused where a long namespace in many short texts would make a small message large', () => {
    const topics = (count: number) =>
      subscribe(`<filter>${'<Topic>l:x</Topic>'.repeat(count)}</filter>`, `xmlns:l="urn:${'l'.repeat(50_000)}"`);
    expect(open.decode(topics(10)).length).toBeGreaterThan(500_000);
    expect(() => open.decode(topics(100))).toThrow(expect.objectContaining({ code: 'XML_LIMIT' }));
  });
});

describe('prefixes in strings, where the table asks for them', () => {
  it('of elements, text beside attributes, and attributes', () => {
    const xml = '<query>tns:a</query><target select="q:x">tns:b</target><item value="tns:c" q:d="q:e"/>';
    expect(carried(xml, texts)).toEqual({
      query: { $value: 'tns:a', $xmlns: tns },
      target: { '@select': 'q:x', $value: 'tns:b', $xmlns: { ...tns, q: 'urn:q' } },
      item: [{ '@value': 'tns:c', '@{urn:q}d': 'q:e', $xmlns: { ...tns, q: 'urn:q' } }],
    });
    expect(carried('<query>http://a.example 10:30</query>', texts)).toEqual({ query: 'http://a.example 10:30' });
  });
});

describe('prefixes that the codec uses for other namespaces', () => {
  it('stand for what the content says, and for what the codec says around it', () => {
    const declared = 'xmlns:t="urn:other" xmlns:xsi="urn:odd" xmlns:x0="urn:zero"';
    carried(topic('t:a xsi:b x0:c', 'Dialect="urn:d"'), open, declared);
    carried('<rule>t:a<Topic>x0:b<q:c d="xsi:e">t:f</q:c></Topic></rule>', open, declared);
    carried(
      `<extension xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="e:Target" xmlns:e="${T}" select="t:b">t:a</extension>`,
      texts,
      declared,
    );
    carried(
      '<rule>x0:g</rule><extension>t:a<q:b>x0:c<r:d xmlns:r="urn:r" r:e="t:f"/></q:b></extension>',
      open,
      declared,
    );
    expect(came.at(-1)).toMatch(/<x\d:extension xmlns:t="urn:other">/);
  });
});

it('libxml2 resolves the same names before and after, in valid documents', () => {
  const python = spawnSync('/usr/bin/python3', [join(import.meta.dirname, '..', 'oracle', 'resolved.py')], {
    input: JSON.stringify([...passed, ...came]),
    encoding: 'utf8',
  });
  expect(python.stderr).toBe('');
  const described = JSON.parse(python.stdout) as unknown[];
  expect(described.slice(passed.length)).toEqual(described.slice(0, passed.length));
  expect(passed.length).toBeGreaterThan(8);
  const oracle = openOracle(places().find(({ name }) => name === 'prefixed-text')!.folder);
  expect(oracle.validate(came).filter(({ valid }) => !valid)).toEqual([]);
  oracle.close();
});
