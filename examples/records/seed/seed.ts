// The data that a new database begins with: the same in every run. Knows nothing about how it is asked for.
import type { Catalog } from '../store/catalog.ts';
import type { RecordStore } from '../store/store.ts';
import { seedLists } from './lists.ts';
import { Seeder } from './seeder.ts';
import { seedTrade } from './trade.ts';
import { CHOICES, EURO } from './words.ts';

/** Nothing for a database that has records, or has had any. */
export function seed({ store, catalog }: { readonly store: RecordStore; readonly catalog: Catalog }): void {
  const { db } = store;
  if (db.one('SELECT 1 FROM choice LIMIT 1')) return;
  db.transaction(() => {
    for (const [list, names] of Object.entries(CHOICES)) {
      for (const [k, name] of names.entries()) db.run('INSERT INTO choice VALUES (?, ?, ?)', list, k + 1, name);
    }
    for (const day of ['2018-01-01', '2018-07-01', '2019-01-01', '2019-07-01']) seedCurrencies(store, day);
    const seeder = new Seeder(store, catalog);
    seedLists(seeder);
    seedTrade(seeder);
  });
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
