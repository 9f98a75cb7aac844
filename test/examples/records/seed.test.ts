// The seeded data: enough of it, and every record valid for libxml2 as the service shows it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractFolder, restRecords } from '../../business-records/tables.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { Scene } from './scene.ts';

const scene = new Scene();
beforeAll(async () => void (await scene.start()));
afterAll(() => scene.service.close());

it('has at least 10,000 records, of every type of the REST interface that can be searched', async () => {
  const subjects = [
    ...new Set(
      restRecords()
        .map(({ search }) => search)
        .filter((search) => search.includes(':')),
    ),
  ];
  const totals = new Map<string, number>();
  for (const search of [...subjects, 'listRel:CustomerSearch']) {
    const all =
      '<m:searchPreferences><m:bodyFieldsOnly>false</m:bodyFieldsOnly><m:pageSize>1000</m:pageSize></m:searchPreferences>';
    const body = `<m:search><m:searchRecord i:type="${search}"/></m:search>`;
    const first = await scene.ask(body, scene.token() + all);
    expect(first.text('code'), search).toBe(undefined);
    totals.set(search, Number(first.text('totalRecords')));
    for (let page = 2; page <= Number(first.text('totalPages')); page++)
      await scene.ask(
        `<m:searchMoreWithId><m:searchId>${first.text('searchId')}</m:searchId><m:pageIndex>${page}</m:pageIndex></m:searchMoreWithId>`,
      );
  }
  expect([...totals].filter(([, total]) => total === 0)).toEqual([]);
  expect([...totals.values()].reduce((sum, total) => sum + total, 0)).toBeGreaterThanOrEqual(10_000);
  const oracle = openOracle(contractFolder);
  expect(
    oracle
      .validate(scene.said)
      .flatMap(({ problems }) => problems)
      .slice(0, 5),
  ).toEqual([]);
  oracle.close();
});
