// References of a document: each leads to something that is there, and carries its name. Knows nothing about requests.
import type { Field } from './catalog.ts';
import { CustomValues } from './custom-values.ts';
import { targetOf } from './record-rules.ts';
import { Refusal } from './status.ts';
import type { RecordStore } from './store.ts';
import { type Doc, isDoc, listOf, type Ref } from './values.ts';

export class References {
  private readonly store: RecordStore;
  private readonly customValues: CustomValues;

  constructor(store: RecordStore) {
    this.store = store;
    this.customValues = new CustomValues(store);
  }

  /** The document with internal ids and names in its references. Throws Refusal for one that leads nowhere. */
  resolved(type: string, fields: ReadonlyMap<string, Field>, doc: Doc, line = false): Doc {
    return Object.fromEntries(
      Object.entries(doc).map(([name, value]) => [name, this.value(type, fields.get(name), value, line)]),
    );
  }

  private value(type: string, field: Field | undefined, value: unknown, line: boolean): unknown {
    if (!field || !isDoc(value)) return value;
    if (field.kind === 'custom') return this.customValues.resolved(type, line || field.name === 'options', value);
    if (field.kind === 'ref') return this.reference(type, field.name, value as Ref);
    if (field.kind !== 'sublist' || !field.lines) return value;
    const { element, fields } = field.lines;
    return { [element]: listOf(value[element]).map((one) => this.resolved(type, fields, one, true)) };
  }

  private reference(type: string, field: string, ref: Ref): Ref {
    const { record, list } = targetOf(type, field);
    if (record !== undefined) return this.toRecord(record, field, ref);
    return list === undefined ? ref : this.toChoice(list, field, ref);
  }

  private toRecord(type: string, field: string, ref: Ref): Ref {
    const { '@internalId': id, '@externalId': external, '@type': _, ...rest } = ref;
    if (id !== undefined)
      return { ...rest, '@internalId': id, name: this.store.nameOf(type, id) ?? missing(field, id) };
    if (external === undefined) return missing(field, '');
    const found = this.store.byExternalId(type, external) ?? missing(field, external);
    return { ...rest, '@internalId': String(found.id), name: found.name ?? '' };
  }

  private toChoice(list: string, field: string, ref: Ref): Ref {
    const id = ref['@internalId'] ?? missing(field, ref['@externalId'] ?? '');
    return { ...ref, name: this.store.choice(list, id) ?? this.store.nameOf(list, id) ?? missing(field, id) };
  }
}

/** Throws Refusal. */
export function missing(field: string, id: string): never {
  throw new Refusal('INVALID_KEY_OR_REF', `Invalid ${field} reference key ${id.slice(0, 100)}.`);
}
