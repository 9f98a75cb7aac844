// The laws of the codec, on random instances of everything that the fixtures and tutorials can send: XML → JSON → XML says the same,
// however the bytes are cut; JSON → XML → JSON is the same text; xmllint judges what was written and ajv what was shown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { type Dialect, dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { validator } from '../codec/schema/validator.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { lawRuns } from '../sample-size.ts';
import { canonical } from './canonical.ts';
import { load, places, travelling } from './contracts.ts';
import type { Features } from './grow.ts';
import { instances } from './instances.ts';
import { plainForm } from './same-json.ts';
import { Transcode } from './transcode.ts';

const RUNS = lawRuns(6, 25);
/** Shrinking a document takes minutes: only when asked for, with the seed and path that the failure printed. */
const endOnFailure = process.env.SHRINK === undefined;

interface Style {
  readonly dialect: (contract: Contract) => Dialect;
  readonly features?: Features;
}

const styles: Record<string, Style> = {
  'the plain dialect': { dialect: () => dialect() },
  'prefixes, and numbers as strings': { dialect: (contract) => dialect(prefixes(contract), 'string') },
  // The JSON Schema leaves these out: every string would be shown as a string or an object.
  'complex types for simple ones': { dialect: () => dialect(), features: { complexForSimple: true } },
};

function prefixes({ schemas }: Contract): Map<string, string> {
  return new Map(schemas.namespaces.filter((ns) => ns !== '').map((ns, i) => [`n${i}`, ns]));
}

const sizes = fc.oneof(
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 400, size: 'max' }),
  fc.array(fc.integer({ min: 1, max: 65536 }), { maxLength: 4 }),
  fc.integer({ min: 1, max: 3 }).map((n) => Array.from({ length: 5000 }, () => n)),
);

describe.each(Object.keys(styles))('%s', (key) => {
  const style = styles[key];
  it.each(places())('$name', async (place) => {
    const contract = await load(place);
    const { schemas } = contract;
    const codec = createCodec(schemas, style.dialect(contract));
    const written: string[] = [];
    for (const element of travelling(contract)) {
      const transcode = new Transcode(codec, element);
      const problemsOf = validator(element, schemas, codec.dialect);
      const law = fc.property(instances(schemas, element, style.features), sizes, ({ xml }, cut) => {
        const json = transcode.decode(xml);
        expect(transcode.decode(xml, cut)).toBe(json);
        if (!style.features?.complexForSimple) expect(problemsOf(JSON.parse(json))).toEqual([]);
        const again = transcode.encode(json);
        expect(canonical(again, schemas, element)).toBe(canonical(xml, schemas, element));
        expect(plainForm(transcode.decode(again))).toEqual(plainForm(json));
        written.push(again);
      });
      fc.assert(law, { numRuns: RUNS, endOnFailure });
    }
    const oracle = openOracle(place.folder);
    const verdicts = oracle.validate(written);
    oracle.close();
    const bad = verdicts
      .map((v, i) => ({ problems: v.problems, xml: written[i] }))
      .filter((v) => v.problems.length > 0);
    expect(bad.slice(0, 3)).toEqual([]);
  });
});
