// Puts seeded records into the database and refers to them. Knows nothing about what they are.
import type { Catalog } from '../store/catalog.ts';
import { nameField } from '../store/record-rules.ts';
import type { RecordStore } from '../store/store.ts';
import type { Doc, Ref } from '../store/values.ts';
import { Random } from './random.ts';
import { CHOICES } from './words.ts';

const CREATED = '2019-06-30T12:00:00.000Z';

export class Seeder {
  readonly random = new Random(2019);
  private readonly store: RecordStore;
  private readonly catalog: Catalog;
  private readonly refs = new Map<string, Ref[]>();
  private readonly numbers = new Map<string, number>();

  constructor(store: RecordStore, catalog: Catalog) {
    this.store = store;
    this.catalog = catalog;
  }

  /** `id`: its own, below those that the database gives. */
  add(type: string, doc: Doc, external?: string, own?: number): Ref {
    const whole = { ...this.stamps(type), ...doc };
    const name = whole[nameField(type) as keyof typeof whole] as string | undefined;
    const id = this.store.insert(type, external, name, whole, own);
    const ref = { '@internalId': String(id), name: name ?? '' };
    const known = this.refs.get(type);
    if (known) known.push(ref);
    else this.refs.set(type, [ref]);
    return ref;
  }

  /** Records that are there already, which others may refer to. */
  recall(type: string): void {
    const rows = this.store.all(type);
    this.refs.set(type, rows.map(({ id, name }) => ({ '@internalId': String(id), name: name ?? '' })));
  }

  /** The number of the next transaction with this prefix. */
  number(prefix: string): string {
    const next = (this.numbers.get(prefix) ?? 1000) + 1;
    this.numbers.set(prefix, next);
    return `${prefix}${next}`;
  }

  all(type: string): readonly Ref[] {
    return this.refs.get(type) ?? [];
  }

  some(type: string): Ref {
    return this.random.of(this.all(type));
  }

  choice(list: string, place = this.random.int(1, CHOICES[list].length)): Ref {
    return { '@internalId': String(place), name: CHOICES[list][place - 1] };
  }

  private stamps(type: string): Doc {
    const fields = this.catalog.ofName(type)?.fields;
    const names = ['createdDate', 'lastModifiedDate', 'dateCreated'].filter(
      (name) => fields?.get(name)?.kind === 'date',
    );
    return Object.fromEntries(names.map((name) => [name, CREATED]));
  }
}
