import { describe, expect, it } from 'vitest';
import { bank, mappingOf, problemsOf } from './tables.ts';

const cacheOf = (line: string, options: string) =>
  mappingOf(bank, `rules:\n  - ${line}: GetAccount\n${options}`).rules[0].cache;

describe('cache of a rule', () => {
  it('is a time, or never, or as the bridge says', () => {
    expect(cacheOf('GET /accounts/{accountId}', '    cache: 30s')).toBe(30_000);
    expect(cacheOf('POST /accounts/{accountId}', '    cache: 5m\n    safe: true')).toBe(300_000);
    expect(cacheOf('GET /accounts/{accountId}', '    cache: false')).toBe(0);
    expect(cacheOf('GET /accounts/{accountId}', '')).toBeUndefined();
  });

  it.each([
    ['GET', 'cache: soon', '"cache" must be a time'],
    ['GET', 'cache: 0', '"cache" must be a time'],
    ['POST', 'cache: 30s', 'only a safe rule can have "cache"'],
    ['GET', 'cache: 30s\n    safe: false', 'only a safe rule can have "cache"'],
    ['GET', 'cache: 30s\n    stream: true', '"cache" and "stream" cannot be combined'],
  ])('of %s: %s is refused', (method, options, problem) => {
    const table = `rules:\n  - ${method} /accounts/{accountId}: GetAccount\n    ${options}\n`;
    expect(problemsOf(bank, table).map((one) => one.split(' (')[0])).toContain(`MAPPING_SHAPE: ${problem}`);
  });
});
