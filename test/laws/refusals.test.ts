// Documents with one mistake: what xmllint refuses the decoder refuses, with the place; what xmllint accepts the decoder accepts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { formatError, SoapstoneError } from '../../src/errors/errors.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { lawRuns } from '../sample-size.ts';
import { load, places, travelling } from './contracts.ts';
import { excusable, LAXER, STRICTER } from './excuses.ts';
import { instances } from './instances.ts';
import { mutate } from './mutate-xml.ts';
import { render } from './render.ts';
import { Source } from './source.ts';
import { Transcode } from './transcode.ts';

const RUNS = lawRuns(6, 25);

interface Attempt {
  readonly xml: string;
  readonly refusal: SoapstoneError | undefined;
}

function attempt(transcode: Transcode, xml: string): Attempt {
  try {
    transcode.decode(xml);
    return { xml, refusal: undefined };
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    return { xml, refusal: e };
  }
}

describe('documents with one mistake', () => {
  it.each(places())('$name', async (place) => {
    const { schemas, operations } = await load(place);
    const codec = createCodec(schemas, dialect());
    const attempts = travelling({ schemas, operations, files: [] }).flatMap((element) => {
      const transcode = new Transcode(codec, element);
      const mutants = fc
        .tuple(instances(schemas, element), fc.uint8Array({ minLength: 8, maxLength: 8 }))
        .map(([{ tree }, bytes]) => render(mutate(tree, new Source(bytes)), new Source(new Uint8Array(0))));
      return fc.sample(mutants, RUNS).map((xml) => attempt(transcode, xml));
    });
    const oracle = openOracle(place.folder);
    const verdicts = oracle.validate(attempts.map((a) => a.xml));
    oracle.close();
    const differ = attempts.flatMap(({ xml, refusal }, i) => {
      const { valid, problems } = verdicts[i];
      const decoder = refusal === undefined ? [] : [formatError(refusal)];
      const excused = refusal === undefined ? excusable(STRICTER, problems) : excusable(LAXER, decoder);
      return valid === (refusal === undefined) || excused ? [] : [{ xml, xmllint: problems, decoder }];
    });
    expect(differ.slice(0, 3)).toEqual([]);
    for (const { refusal, xml } of attempts) if (refusal) expect(refusal.path, xml).toMatch(/./);
  });
});
