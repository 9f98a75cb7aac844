// Random instances of every record type, search and message: valid for libxml2, and the codec gives back what it was given.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { ElementDecl } from '../../src/contract/model/model.ts';
import { validator } from '../codec/schema/validator.ts';
import { canonical } from '../laws/canonical.ts';
import { travelling } from '../laws/contracts.ts';
import { instances } from '../laws/instances.ts';
import { plainForm } from '../laws/same-json.ts';
import { Transcode } from '../laws/transcode.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { sample } from '../sample-size.ts';
import { clarkOf, contractFolder, rows } from './tables.ts';

const contract = await loadContract(contractFolder);
const { schemas } = contract;
const codec = createCodec(schemas, dialect());

/** Global elements of records and searches: their schemas are those of the areas, not of the platform. */
const ofAreas = rows('elements', ' ').map(([element]) => element);
const records = ofAreas.filter((e) => !e.startsWith('platform') && !e.endsWith('Search'));
const searches = ofAreas.filter((e) => e.endsWith('Search'));
const declared = (name: string) => schemas.elements.get(clarkOf(name))!;

const RUNS = sample(3, 25);

/** What the codec wrote, judged at the end in one run: libxml2 compiles the schemas anew in each. */
const written: string[] = [];

/** XML → JSON → XML says the same, JSON → XML → JSON is the same. */
function holds(element: ElementDecl, numRuns: number, problemsOf: (json: unknown) => unknown[] = () => []): void {
  const transcode = new Transcode(codec, element);
  const law = fc.property(instances(schemas, element, { size: 4000 }), ({ xml }) => {
    const json = transcode.decode(xml);
    expect(problemsOf(JSON.parse(json))).toEqual([]);
    const again = transcode.encode(json);
    expect(canonical(again, schemas, element)).toBe(canonical(xml, schemas, element));
    expect(plainForm(transcode.decode(again))).toEqual(plainForm(json));
    written.push(again);
  });
  fc.assert(law, { numRuns, endOnFailure: true });
}

describe('records', () => {
  it('are 63: the 27 of the REST interface, six that they refer to, those of other areas and of getAll, and those of the account; files and folders have no element', () =>
    expect(records.length).toBe(63));
  it.each(records)('%s, and its JSON Schema agrees', (name) => {
    holds(declared(name), RUNS, validator(declared(name), schemas, codec.dialect));
  });
});

describe('searches', () => {
  it.each(searches)('%s', (name) => holds(declared(name), sample(2, 5)));
});

describe('messages, headers and faults', () => {
  const all = travelling(contract);
  it('are 111', () => expect(all.length).toBe(111));
  it.each(all.map((e) => [e.name.local, e] as const))('%s', (_, element) => holds(element, sample(1, 3)));
});

it('all that was written is valid for libxml2', () => {
  expect(written.length).toBeGreaterThan(33 * RUNS);
  const oracle = openOracle(contractFolder);
  const verdicts = oracle.validate(written);
  oracle.close();
  const bad = verdicts.flatMap(({ valid, problems }, i) => (valid ? [] : [{ problems, xml: written[i] }]));
  expect(bad.slice(0, 3)).toEqual([]);
});
