// The generator and the oracle judge each other, and xmllint both, before they judge the codec.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openOracle } from '../oracle/xmllint.ts';
import { lawRuns } from '../sample-size.ts';
import { canonical } from './canonical.ts';
import { load, places, travelling } from './contracts.ts';
import { instances } from './instances.ts';
import { render } from './render.ts';
import { Source } from './source.ts';
import type { ElementNode } from './tree.ts';

const RUNS = lawRuns(6, 25);

/** Without noise: libxml2 does not collapse white space everywhere that it should. */
function plain(tree: ElementNode): string {
  return render(tree, new Source(new Uint8Array(0)));
}

describe('random instances', () => {
  it.each(places())('$name: are valid for xmllint', async ({ folder, name }) => {
    const contract = await load({ folder, name });
    const elements = travelling(contract);
    expect(elements).not.toEqual([]);
    const samples = elements.flatMap((e) =>
      fc.sample(instances(contract.schemas, e), RUNS).map(({ tree }) => plain(tree)),
    );
    const oracle = openOracle(folder);
    const verdicts = oracle.validate(samples);
    oracle.close();
    const bad = verdicts
      .map((v, i) => ({ problems: v.problems, xml: samples[i] }))
      .filter((v) => v.problems.length > 0);
    expect(bad.slice(0, 3)).toEqual([]);
  });

  it.each(places())('$name: two spellings of one tree are canonically equal', async (place) => {
    const { schemas, operations } = await load(place);
    for (const element of travelling({ schemas, operations, files: [] })) {
      const spelled = fc.tuple(instances(schemas, element), fc.uint8Array({ maxLength: 300, size: 'max' }));
      const law = fc.property(spelled, ([{ tree, xml }, bytes]) => {
        expect(canonical(render(tree, new Source(bytes)), schemas, element)).toBe(canonical(xml, schemas, element));
      });
      fc.assert(law, { numRuns: RUNS });
    }
  });
});
