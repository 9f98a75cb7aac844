// Searches of the reference service over 10,000 customers, in a process that does nothing else: CPU of the first and of later ones.
import { join } from 'node:path';
import { Searches } from '../../examples/records/search/searches.ts';
import { seed } from '../../examples/records/seed/seed.ts';
import { Catalog } from '../../examples/records/store/catalog.ts';
import { Database } from '../../examples/records/store/database.ts';
import { RecordReader } from '../../examples/records/store/reader.ts';
import { RecordStore } from '../../examples/records/store/store.ts';
import type { Doc } from '../../examples/records/store/values.ts';
import { loadContract } from '../../src/index.ts';
import { median } from '../measure/median.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';

const CUSTOMERS = 10_000;
const ROUNDS = 15;
const contract = join(import.meta.dirname, '../../mappings/business-records/contract');

const basic = (criteria: Doc): Doc => ({ $type: 'listRel:CustomerSearch', basic: criteria });
const by = (field: string, operator: string, searchValue: unknown) =>
  basic({ [field]: { '@operator': operator, searchValue } });
const region = { '@scriptId': 'custentity_region', '@operator': 'is', searchValue: 'Bergen' };

const questions: readonly (readonly [what: string, search: Doc])[] = [
  ['all', basic({})],
  ['name is', by('entityId', 'is', 'Bench 77')],
  ['email contains', by('email', 'contains', '77')],
  ['phone is not', by('phone', 'isNot', '+49 451 100077')],
  ['credit limit greater than', by('creditLimit', 'greaterThan', 40_000)],
  ['category any of', by('category', 'anyOf', [{ '@internalId': '2' }])],
  ['created after', by('dateCreated', 'after', '2019-01-01T00:00:00Z')],
  ['label of an address contains', by('address', 'contains', 'Main')],
  [
    'custom field is',
    basic({ customFieldList: { customField: [{ $type: 'platformCore:SearchStringCustomField', ...region }] } }),
  ],
  [
    'orders whose memo contains',
    { $type: 'listRel:CustomerSearch', transactionJoin: { memo: { '@operator': 'contains', searchValue: 'Bergen' } } },
  ],
];

async function manyCustomers(): Promise<Searches> {
  const catalog = new Catalog(await loadContract(contract));
  const store = new RecordStore(new Database(':memory:'));
  seed({ store, catalog });
  const seeded = store.db.all<{ doc: string }>("SELECT json(doc) AS doc FROM record WHERE type = 'customer'");
  store.db.transaction(() => {
    for (let k = seeded.length; k < CUSTOMERS; k++) {
      const doc: Doc = {
        ...JSON.parse(seeded[k % seeded.length].doc),
        entityId: `Bench ${k}`,
        email: `b${k}@x.example`,
      };
      store.insert('customer', `B-${k}`, `Bench ${k}`, doc);
    }
  });
  return new Searches(store.db, catalog, new RecordReader(catalog), Date.now, 'BENCH');
}

/** ms of CPU of a search with a first page of 100 records, which is kept. */
function timed(searches: Searches, search: Doc): { readonly total: number; readonly cpu: number } {
  const before = process.cpuUsage();
  const found = searches.run(searches.read(search, { pageSize: 100 }, 1000));
  searches.page(found, 1, searches.keep(found, 'bench'));
  const { user, system } = process.cpuUsage(before);
  return { total: found.ids.length, cpu: (user + system) / 1000 };
}

export async function recordSearchSection(): Promise<Section> {
  const searches = await manyCustomers();
  const rows = questions.map(([what, search]) => {
    const first = timed(searches, search);
    const later = Array.from({ length: ROUNDS }, () => timed(searches, search).cpu);
    return { what, total: first.total, first: first.cpu, later: median(later) };
  });
  const cells = rows.map(({ what, total, first, later }) => [what, String(total), figure(first), figure(later)]);
  const slowest = Math.max(...rows.map(({ later }) => later));
  return {
    title: `Searches of the reference service over ${CUSTOMERS} customers`,
    body: table(['search', 'found', 'first, CPU ms', 'later, CPU ms'], cells),
    targets: [{ what: 'slowest search, ms', sense: 'at most', bound: 20, measured: slowest }],
  };
}
