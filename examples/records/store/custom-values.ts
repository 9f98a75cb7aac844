// Values of custom fields: of fields that the account has, and of the kind that the field is. Knows nothing about records.
import { parseExactly } from '../../../src/index.ts';
import { type CustomField, type CustomKind, customFieldOf, WOODS } from './customizations.ts';
import { Refusal } from './status.ts';
import type { RecordStore } from './store.ts';
import { type Doc, listOf, type Ref } from './values.ts';

/** A whole number is also a value of a field of decimals. */
const ALSO: Partial<Record<CustomKind, CustomKind>> = { Double: 'Long' };

export class CustomValues {
  private readonly store: RecordStore;

  constructor(store: RecordStore) {
    this.store = store;
  }

  /** A customFieldList as it is kept. `line`: it stands in a line of a record of this type. Throws Refusal that names the field. */
  resolved(record: string, line: boolean, list: Doc): Doc {
    return { customField: listOf(list['customField']).map((one) => this.one(record, line, one)) };
  }

  private one(record: string, line: boolean, { $type, '@scriptId': script, '@internalId': internal, value }: Doc): Doc {
    const field = definedField(record, line, String(script ?? internal ?? ''));
    const kind = /(\w+)CustomFieldRef$/.exec(String($type))?.[1];
    if (kind !== field.kind && kind !== ALSO[field.kind])
      throw new Refusal('INVALID_FLD_TYP', `The custom field ${field.scriptId} is of type ${field.kind}, not ${kind}.`);
    const ids = { $type: `platformCore:${field.kind}CustomFieldRef`, '@internalId': field.id, '@scriptId': field.scriptId };
    return { ...ids, value: kind === field.kind ? this.value(field, value) : asDecimal(value) };
  }

  private value(field: CustomField, value: unknown): unknown {
    if (field.kind === 'Select') return this.choice(field, value as Ref);
    return field.kind === 'MultiSelect' ? listOf(value).map((one) => this.choice(field, one)) : value;
  }

  private choice({ scriptId }: CustomField, ref: Ref): Ref {
    const id = ref['@internalId'] ?? ref['@externalId'] ?? '';
    const name = this.store.choice(WOODS.scriptId, id);
    if (name === undefined)
      throw new Refusal('INVALID_KEY_OR_REF', `Invalid ${scriptId} reference key ${id.slice(0, 100)}.`);
    return { '@internalId': id, '@typeId': WOODS.id, name };
  }
}

/** Whole numbers may be texts, so that they keep their digits. */
function asDecimal(value: unknown): unknown {
  return typeof value === "string" ? parseExactly(value) : value;
}

/** Throws Refusal where records of this type have no such field. */
export function definedField(record: string, line: boolean, id: string): CustomField {
  const field = customFieldOf(record, line, id);
  if (field) return field;
  throw new Refusal('INVALID_KEY_OR_REF', `Invalid custom field key ${id.slice(0, 100)}: a ${record} has no such field.`);
}
