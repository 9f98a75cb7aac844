// JSON with one mistake: the encoder refuses it with the place, or writes what xmllint accepts.
// Nothing that the encoder takes is refused by the JSON Schema.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { validator } from '../codec/schema/validator.ts';
import { openOracle } from '../oracle/xmllint.ts';
import { lawRuns } from '../sample-size.ts';
import { load, places, travelling } from './contracts.ts';
import { excusable, STRICTER } from './excuses.ts';
import { instances } from './instances.ts';
import { Branch, mutateTree, parseTree, type Tree, textOfTree } from './mutate-json.ts';
import { Source } from './source.ts';
import { Transcode } from './transcode.ts';

const RUNS = lawRuns(6, 25);

/** The XML, or undefined when it was refused as it should be. */
function encoded(transcode: Transcode, json: string): string | undefined {
  try {
    return transcode.encode(json);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    expect(e.path, json).toMatch(/^\$/);
    return undefined;
  }
}

function repeatsName(tree: Tree): boolean {
  if (tree instanceof Branch) {
    const names = new Set(tree.members.map(([k]) => k));
    return names.size < tree.members.length || tree.members.some(([, v]) => repeatsName(v));
  }
  return Array.isArray(tree) && tree.some(repeatsName);
}

describe('JSON with one mistake', () => {
  it.each(places())('$name', async (place) => {
    const { schemas, operations } = await load(place);
    const codec = createCodec(schemas, dialect());
    const written: { json: string; xml: string }[] = [];
    for (const element of travelling({ schemas, operations, files: [] })) {
      const problemsOf = validator(element, schemas);
      const transcode = new Transcode(codec, element);
      const mutants = fc
        .tuple(instances(schemas, element), fc.uint8Array({ minLength: 12, maxLength: 12 }))
        .map(([{ xml }, bytes]) => mutateTree(parseTree(transcode.decode(xml)), new Source(bytes)));
      for (const tree of fc.sample(mutants, RUNS)) {
        const json = textOfTree(tree);
        const xml = encoded(transcode, json);
        if (xml !== undefined) expect(problemsOf(JSON.parse(json)), json).toEqual([]);
        if (repeatsName(tree)) expect(xml, json).toBeUndefined();
        if (xml !== undefined) written.push({ json, xml });
      }
    }
    const oracle = openOracle(place.folder);
    const verdicts = oracle.validate(written.map((w) => w.xml));
    oracle.close();
    const bad = verdicts.flatMap(({ problems }, i) =>
      problems.length === 0 || excusable(STRICTER, problems) ? [] : [{ ...written[i], problems }],
    );
    expect(bad.slice(0, 3)).toEqual([]);
  });
});
