// Records as responses show them. Knows nothing about where they come from.
import type { Catalog } from './catalog.ts';
import type { Stored } from './store.ts';
import type { RecordDoc } from './values.ts';

export class RecordReader {
  private readonly catalog: Catalog;

  constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  /** `bodyOnly`: without sublists. */
  shown({ id, type, external, doc }: Stored, bodyOnly = false): RecordDoc {
    const { typeName, fields } = this.catalog.ofName(type) ?? unknown(type);
    // Files of earlier versions have null where a number could not be kept: it must not hide the record.
    const entries = Object.entries(doc).filter(
      ([name, value]) => value !== null && (!bodyOnly || fields.get(name)?.kind !== 'sublist'),
    );
    const ids =
      external === null ? { '@internalId': String(id) } : { '@internalId': String(id), '@externalId': external };
    return { ...Object.fromEntries(entries), ...ids, $type: typeName };
  }
}

function unknown(type: string): never {
  throw new Error(`the database has a record of type ${type}, the contract has not`);
}
