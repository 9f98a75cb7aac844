import { describe, expect, it } from 'vitest';
import { bank, mappingOf, problemsOf } from './tables.ts';

const DAY = 24 * 3_600_000;

/** What the one rule of a table says about keys. */
function planOf(options: string, head = '') {
  return mappingOf(bank, `${head}\nrules:\n  - POST /accounts/{accountId}: GetAccount\n${options}`).rules[0]
    .idempotency;
}

describe('idempotency of a rule', () => {
  it('is there for what is not safe, and for nothing else', () => {
    expect(planOf('')).toEqual({ header: 'idempotency-key', required: false, keep: DAY, scope: 'rule' });
    expect(planOf('    safe: true')).toBeUndefined();
    const [get] = mappingOf(bank, 'rules: [{ "GET /accounts/{accountId}": GetAccount }]').rules;
    expect(get.idempotency).toBeUndefined();
  });

  it('is what the rule says, else what the table says', () => {
    const head = 'idempotency: { required: true, keep: 72h }';
    expect(planOf('', head)).toEqual({ header: 'idempotency-key', required: true, keep: 3 * DAY, scope: 'rule' });
    expect(planOf('    idempotency: { header: X-Request-Key, keep: 5m }', head)).toEqual({
      header: 'x-request-key',
      required: false,
      keep: 300_000,
      scope: 'rule',
    });
    expect(planOf('    idempotency: { scope: bridge, format: uuid }')).toMatchObject({
      scope: 'bridge',
      format: 'uuid',
    });
    expect(planOf('    idempotency: false', head)).toBeUndefined();
    expect(planOf('    idempotency: {}', 'idempotency: false')).toBeDefined();
    expect(planOf('', 'idempotency: false')).toBeUndefined();
  });

  it.each([
    ['{ header: "a b" }', '"a b" is not the name of a header field'],
    ['{ keep: soon }', '"keep" must be a time'],
    ['{ scope: caller }', '"scope" must be one of rule, bridge'],
    ['{ format: ulid }', '"format" must be one of uuid'],
    ['{ require: true }', 'unknown key "require" in "idempotency"'],
    ['yes', '"idempotency" must hold keys and values'],
  ])('%s is refused', (value, problem) => {
    const rules = 'rules: [{ "POST /accounts/{accountId}": GetAccount }]';
    expect(problemsOf(bank, `idempotency: ${value}\n${rules}`)).toEqual([`MAPPING_SHAPE: ${problem}`]);
  });
});
