// T-SEC-34: doubling an input costs no more than 2.3 times the work, in every configuration that reads it. Counted in blocks that run, not in time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GrowthMeter } from './growth.ts';
import { strangersCases } from './growth-cases.ts';
import { contractCases } from './growth-contracts.ts';

const MOST = 2.3;
const strangers = await strangersCases();

describe('work grows with the input', () => {
  let meter: GrowthMeter;
  beforeAll(() => {
    meter = new GrowthMeter();
  });
  afterAll(() => meter.close());

  it.each(strangers.map((one) => [one.configuration, one.input, one] as const))('%s: %s', async (_c, _i, one) => {
    expect(await meter.doubling(one, 2_000, MOST)).toBeLessThan(MOST);
  });

  it.each(contractCases.map((one) => [one.configuration, one.input, one] as const))('%s: %s', async (_c, _i, one) => {
    expect(await meter.doubling(one, 250, MOST)).toBeLessThan(MOST);
  });
});
