// Random instances of random schemas: XML → JSON → XML has the same canonical form for libxml2, character by character, and is valid for it.
// INSTANCE_SCHEMAS says how many schemas are drawn, INSTANCE_SEED which.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { validator } from '../codec/schema/validator.ts';
import { canonicalXml, openOracle } from '../oracle/xmllint.ts';
import { sample } from '../sample-size.ts';
import { expandedNames } from './infoset.ts';
import { instances } from './instances.ts';
import { render } from './render.ts';
import { plainForm } from './same-json.ts';
import { schemaText } from './schema-texts.ts';
import { Source } from './source.ts';
import { Transcode } from './transcode.ts';

const COUNT = Number(process.env['INSTANCE_SCHEMAS'] ?? sample(60, 600));
const SEED = Number(process.env['INSTANCE_SEED'] ?? 16);
const RUNS = 12;

interface Trip {
  readonly schema: string;
  readonly xml: string;
  readonly json: string;
  readonly again: string;
}

function drawSchemas(): readonly string[] {
  const bytes = fc.uint8Array({ minLength: 1500, maxLength: 1500 });
  return fc.sample(bytes, { numRuns: COUNT, seed: SEED }).map((b, i) => schemaText(`urn:example:i${i}`, new Source(b)));
}

function travel(schema: string, seed: number): readonly Trip[] {
  const { schemas } = loadContractFrom(new Map([['main.xsd', Buffer.from(schema)]]), 'main.xsd');
  const element = [...schemas.elements.values()].find(({ name }) => name.local === 'root')!;
  const codec = createCodec(schemas, dialect());
  const transcode = new Transcode(codec, element);
  const problemsOf = validator(element, schemas, codec.dialect);
  return fc.sample(instances(schemas, element, { spelledOnce: true }), { numRuns: RUNS, seed }).map(({ tree }) => {
    const xml = render(tree, new Source(new Uint8Array(0)));
    const json = attempt(() => transcode.decode(xml));
    if (/^Error:/.test(json)) return { schema, xml, json, again: json };
    const problems = problemsOf(JSON.parse(json));
    if (problems.length > 0) return { schema, xml, json, again: `Error: ${JSON.stringify(problems)}` };
    const again = attempt(() => transcode.encode(json));
    if (!/^Error:/.test(again)) expect(plainForm(transcode.decode(again, [7, 1, 30]))).toEqual(plainForm(json));
    return { schema, xml, json, again };
  });
}

/** The text of the error where there is one. */
function attempt(step: () => string): string {
  try {
    return step();
  } catch (error) {
    return `Error: ${error}`;
  }
}

describe('instances of random schemas', () => {
  const texts = drawSchemas();
  const folder = mkdtempSync(join(tmpdir(), 'instances-'));
  for (const [i, text] of texts.entries()) writeFileSync(join(folder, `${i}.xsd`), text);
  const oracle = openOracle(folder);
  const trips = texts.flatMap((text, i) => travel(text, SEED + i));
  const back = trips.filter(({ again }) => !again.startsWith('Error:'));
  afterAll(() => {
    oracle.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['nil', /xsi:nil="true"/, 20],
    ['derived types', /xsi:type=/, 100],
    ['members of substitution groups', /<s\d/, 50],
    ['wildcards', /"urn:unknown:\d"/, 50],
    ['attributes', / a\d+="/, 100],
    ['attributes of wildcards', /:more="/, 10],
    ['mixed content', /\w+>(?: spaced {2}out |12\.50)<\w/, 20],
    ['lists', />(?:one|two|three) (?:one|two|three)[ <]/, 20],
  ])('have %s', (_, pattern, least) => {
    expect(trips.filter(({ xml }) => pattern.test(xml)).length).toBeGreaterThanOrEqual(least);
  });

  it('come back', () => {
    expect(trips.filter(({ again }) => again.startsWith('Error:')).slice(0, 3)).toEqual([]);
  });

  it.each(['xml', 'again'] as const)('are valid for libxml2 (%s)', (side) => {
    const verdicts = oracle.validate(back.map((trip) => trip[side]));
    const bad = back.map((trip, i) => ({ ...trip, problems: verdicts[i].problems }));
    expect(bad.filter(({ problems }) => problems.length > 0).slice(0, 3)).toEqual([]);
  });

  it('have the same canonical form', () => {
    const before = canonicalXml(back.map(({ xml }) => xml)).map(expandedNames);
    const after = canonicalXml(back.map(({ again }) => again)).map(expandedNames);
    const wrong = back.flatMap((trip, i) =>
      before[i] === after[i] ? [] : [{ ...trip, before: before[i], after: after[i] }],
    );
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});
