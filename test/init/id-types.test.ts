// Which values may be ids of paths, by their types: an amount, a flag or a time names nothing.
import { expect, test } from 'vitest';
import { firstTable } from '../../src/init/first-table.ts';
import { smallContract } from './small-contract.ts';

async function rulesOf(...operations: string[]): Promise<string[]> {
  const { text } = await firstTable(smallContract({ operations }), { contract: 'small.wsdl' });
  return text.match(/(?<=^ {2}- ).*/gm) ?? [];
}

test('an amount is no id: the number of the claim is', async () => {
  const rules = await rulesOf(
    'getClaim(claimNumber: string) -> claimNumber: string, reserve: decimal',
    'updateClaimReserve(claimNumber: string, reserve: decimal)',
  );
  expect(rules).toEqual([
    'GET /claims/{claimNumber}: getClaim',
    'PUT /claims/{claimNumber}/reserve: updateClaimReserve',
  ]);
});

test.each(['decimal', 'double', 'boolean', 'date', 'dateTime'])(
  'a value of %s is none, unless named as one',
  async (type) => {
    expect(await rulesOf(`getRate(rate: ${type}) -> rate: ${type}`)).toEqual(['GET /rate?rate: getRate']);
  },
);

test('an integer is one, and a decimal that is named so', async () => {
  expect(await rulesOf('getRate(rate: int) -> rate: int')).toEqual(['GET /rates/{rate}: getRate']);
  expect(await rulesOf('getRate(rateId: decimal) -> rate: int')).toEqual(['GET /rates/{rateId}: getRate']);
});

test('a list of ids in the query of a DELETE is required, also where the contract lets it be absent', async () => {
  const rules = await rulesOf('create(sObjects: string)', 'delete(ids?: string[])', 'deleteNotes(noteIds?: string[])');
  expect(rules.filter((rule) => rule.startsWith('DELETE'))).toContain('DELETE /notes?noteIds!: deleteNotes');
});
