// Numbers of the reference service: what a request says is what a response says, or the request is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, NO_SUM, written } from '../../../examples/records/store/decimals.ts';
import { isRawNumber, parseExactly } from '../../../src/index.ts';
import { until } from '../../server/until.ts';
import { Scene } from './scene.ts';

const scene = new Scene();
beforeAll(() => scene.start());
afterAll(() => scene.service.close());

const rate = (value: string, external: string) =>
  `<m:upsert><m:record i:type="listAcct:BudgetExchangeRate" externalId="${external}"><listAcct:currentRate>${value}</listAcct:currentRate></m:record></m:upsert>`;
const read = (external: string) =>
  `<m:get><m:baseRef i:type="c:RecordRef" type="budgetExchangeRate" externalId="${external}"/></m:get>`;

/** The result of a job, as XML. */
async function resultOf(operation: string, content: string): Promise<string> {
  const jobId = (await scene.ask(`<m:async${operation}>${content}</m:async${operation}>`)).text('jobId');
  const job = (name: string, more = '') => scene.ask(`<m:${name}><m:jobId>${jobId}</m:jobId>${more}</m:${name}>`);
  await until(async () => (await job('checkAsyncStatus')).text('status') === 'finished');
  return (await job('getAsyncResult', '<m:pageIndex>1</m:pageIndex>')).xml;
}

describe('numbers of records', () => {
  it.each(['12345678901234567890.12', '0.1', '-1.5E-7', '123456789012345678'])(
    '%s comes back as it is',
    async (text) => {
      expect((await scene.ask(rate(text, 'N-1'))).attributes('isSuccess')).toEqual(['true']);
      expect((await scene.ask(read('N-1'))).text('currentRate')).toMatch(new RegExp(`^${text.replace('E', '[eE]')}$`));
    },
  );

  it('stay as they are when something else changes', async () => {
    await scene.ask(rate('12345678901234567890.12', 'N-2'));
    await scene.ask(
      rate('12345678901234567890.12', 'N-2').replace(/<listAcct:currentRate>.*<\/listAcct:currentRate>/, ''),
    );
    expect((await scene.ask(read('N-2'))).text('currentRate')).toBe('12345678901234567890.12');
  });

  it('stay as they are in jobs', async () => {
    const text = '12345678901234567890.12';
    const [rates] = /<m:record.*<\/m:record>/.exec(rate(text, 'N-4'))!;
    expect(await resultOf('UpsertList', rates)).toContain('isSuccess="true"');
    expect((await scene.ask(read('N-4'))).text('currentRate')).toBe(text);
    const [ref] = /<m:baseRef[^>]*>/.exec(read('N-4'))!;
    expect(await resultOf('GetList', ref)).toContain(`>${text}</`);
  });

  it.each(['0.12345678901234567', '1E400'])('%s is compared with in a search', async (text) => {
    const criterion = `<k:currentRate operator="greaterThan"><c:searchValue>${text}</c:searchValue></k:currentRate>`;
    const record = `<m:searchRecord i:type="k:BudgetExchangeRateSearchBasic">${criterion}</m:searchRecord>`;
    const answer = await scene.ask(`<m:search>${record}</m:search>`);
    expect([answer.attributes('isSuccess'), Number(answer.text('totalRecords')) > 0]).toEqual([
      ['true'],
      text !== '1E400',
    ]);
  });

  it.each([
    ['equalTo', '12345678901234567890.12', '1'],
    ['equalTo', '12345678901234567890.13', '0'],
    ['equalTo', '1.234567890123456789012E19', '1'],
    ['greaterThan', '12345678901234567890.11', '1'],
    ['greaterThan', '12345678901234567890.12', '0'],
    ['greaterThanOrEqualTo', '12345678901234567890.12', '1'],
    ['notEqualTo', '12345678901234567890.12', '0'],
    ['notLessThan', '12345678901234567890.13', '0'],
  ])('are %s %s by all their digits', async (operator, value, count) => {
    await scene.ask(rate('12345678901234567890.12', 'N-5'));
    const own = '<k:externalIdString operator="is"><c:searchValue>N-5</c:searchValue></k:externalIdString>';
    const criterion = `<k:currentRate operator="${operator}"><c:searchValue>${value}</c:searchValue></k:currentRate>`;
    const record = `<m:searchRecord i:type="k:BudgetExchangeRateSearchBasic">${criterion}${own}</m:searchRecord>`;
    expect((await scene.ask(`<m:search>${record}</m:search>`)).text('totalRecords')).toBe(count);
  });

  it.each(['1E400', '-1E400'])('%s is refused with the name of its field', async (text) => {
    const answer = await scene.ask(rate(text, 'N-3'));
    expect([answer.text('code'), answer.text('message')]).toEqual([
      'INVALID_FLD_VALUE',
      'currentRate is too large a number to be kept.',
    ]);
  });
});

describe('sums of decimals', () => {
  const sum = (...debits: string[]) => written(debits.reduce((total, debit) => added(total, debit, 1), NO_SUM));

  it.each([
    [['12345678901234567890.12', '0.01'], '12345678901234567890.13'],
    [['0.1', '0.2'], '0.3'],
    [['-0.05', '0.05'], '0'],
    [['1E3', '-1'], '999'],
    [['-1.5E-7'], '-0.00000015'],
    [['1e308', '1e308'], '"INF"'],
    [['-1e308', '-1e308'], '"-INF"'],
    [['"NaN"', '1'], '"NaN"'],
    [['"INF"', '"-INF"'], '"NaN"'],
    [['"-INF"', '5'], '"-INF"'],
  ])('%j make %s', (debits, expected) => {
    expect(sum(...debits)).toBe(expected);
  });
});

it('JSON is parsed without rounding', () => {
  const text = '{"a":12345678901234567890.12,"b":1.5,"c":[123456789012345678]}';
  const value = parseExactly(text) as { readonly a: unknown; readonly b: unknown };
  expect([isRawNumber(value.a), value.b, JSON.stringify(value)]).toEqual([true, 1.5, text]);
});
