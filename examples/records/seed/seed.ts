// The data that a new database begins with: the same in every run. Knows nothing about how it is asked for.
import type { Catalog } from '../store/catalog.ts';
import type { RecordStore } from '../store/store.ts';
import { seedAreas } from './areas.ts';
import { seedLists } from './lists.ts';
import { Seeder } from './seeder.ts';
import { seedTrade } from './trade.ts';
import { CHOICES, EURO, FIRST_IDS } from './words.ts';

/** Nothing for a database that has them, or has had them. One of an earlier version gets the areas that it lacks. */
export function seed({ store, catalog }: { readonly store: RecordStore; readonly catalog: Catalog }): void {
  const { db } = store;
  const has = (list: string) => db.one('SELECT 1 FROM choice WHERE list = ? LIMIT 1', list) !== undefined;
  if (has(AREAS)) return;
  const seeder = new Seeder(store, catalog);
  db.transaction(() => {
    if (has('currency')) for (const type of BEHIND_AREAS) seeder.recall(type);
    else seedTradeAndLists(store, seeder);
    seedAreas(seeder);
    db.run('INSERT INTO choice VALUES (?, 1, ?)', AREAS, 'seeded');
  });
}

/** A mark, and no list of values. */
const AREAS = '#areas';
/** What the records of the areas refer to. */
const BEHIND_AREAS = ['account', 'assemblyItem', 'customer'];

function seedTradeAndLists(store: RecordStore, seeder: Seeder): void {
  for (const [list, names] of Object.entries(CHOICES)) {
    const first = FIRST_IDS[list] ?? 1;
    for (const [k, name] of names.entries()) store.db.run('INSERT INTO choice VALUES (?, ?, ?)', list, first + k, name);
  }
  for (const day of ['2018-01-01', '2018-07-01', '2019-01-01', '2019-07-01']) seedCurrencies(store, day);
  seedLists(seeder);
  seedTrade(seeder);
}

/** Between all currencies; each half year a little different. */
function seedCurrencies({ db }: RecordStore, day: string): void {
  const drift = 1 + (Date.parse(day) % 97) / 10_000;
  EURO.forEach((base, a) => {
    EURO.forEach((source, b) => {
      if (a === b) return;
      const rate = Math.round(((source * (b === 0 ? 1 : drift)) / (base * (a === 0 ? 1 : drift))) * 1e6) / 1e6;
      db.run('INSERT INTO rate (base, source, day, rate) VALUES (?, ?, ?, ?)', a + 1, b + 1, day, rate);
    });
  });
}
