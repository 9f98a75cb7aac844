// A long chain of restrictions, each with a pattern of its own.
import { expect, test } from 'vitest';
import { simpleTypeProblem } from '../../../src/codec/datatypes/compile.ts';
import type { PatternStep, SimpleType } from '../../../src/contract/model/model.ts';
import { atomic, decode, failure, numbers } from './types.ts';

const LENGTH = 2_000;
/** More than the chain needs by far, and much less than if each type had the patterns of all before it. */
const MOST_BYTES = 200e6;

function chain(): SimpleType[] {
  const types: SimpleType[] = [];
  for (let i = 0; i < LENGTH; i++) {
    const base: PatternStep | undefined = types.at(-1)?.facets.patterns;
    types.push(atomic('string', { patterns: { alternatives: [`[a-z]{0,${i + 1}}x*.{0,${LENGTH - i}}`], base } }));
  }
  return types;
}

test('has each pattern once, and all of them count', () => {
  const types = chain();
  const before = process.memoryUsage().heapUsed;
  expect(types.flatMap((type) => simpleTypeProblem(type, numbers) ?? [])).toEqual([]);
  const last = types[LENGTH - 1];
  expect(decode(last, 'abc')).toBe('"abc"');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MOST_BYTES);
  expect(failure(() => decode(last, `${'-'.repeat(LENGTH + 1)}`))).toContain(`[a-z]{0,1}x*.{0,${LENGTH}}`);
});
