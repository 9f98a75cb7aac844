// getSelectValue: what a field may be set to. Knows nothing about writing it.
import type { Field } from '../store/catalog.ts';
import { targetOf } from '../store/record-rules.ts';
import { Refusal, succeeded } from '../store/status.ts';
import type { Doc } from '../store/values.ts';
import type { Desk } from './desk.ts';

export interface Choice {
  readonly fieldDescription: {
    readonly recordType?: string;
    readonly sublist?: string;
    readonly field: string;
    readonly filter?: { readonly filterValue: string; readonly '@operator': string };
  };
  readonly pageIndex: number;
}

interface Value {
  readonly id: string;
  readonly name: string;
}

const PAGE = 1000;

const FILTERS: Readonly<Record<string, (name: string, wanted: string) => boolean>> = {
  contains: (name, wanted) => name.includes(wanted),
  is: (name, wanted) => name === wanted,
  startsWith: (name, wanted) => name.startsWith(wanted),
};

/** One page of the values, in the order of their ids. */
export function choicesFor(desk: Desk, { fieldDescription, pageIndex }: Choice): Doc {
  const { recordType, sublist, field: name, filter } = fieldDescription;
  const type = desk.catalog.ofName(recordType);
  if (!type)
    throw new Refusal('INVALID_RCRD_TYPE', `Records of type ${recordType ?? '(none)'} are not available here.`);
  const fields =
    sublist === undefined
      ? type.fields
      : (type.fields.get(sublist) ?? type.fields.get(`${sublist}List`))?.lines?.fields;
  if (!fields) throw new Refusal('INVALID_SUBLIST_DESC', `${type.name} has no sublist ${sublist}.`);
  const field = fields.get(name);
  if (!field) throw new Refusal('INVALID_FLD_VALUE', `${type.name} has no field ${name}.`);
  const values = valuesOf(desk, type.name, field).filter((value) => fits(value, filter));
  const pages = Math.ceil(values.length / PAGE);
  if (pageIndex < 1 || pageIndex > Math.max(1, pages))
    throw new Refusal('INVALID_SEARCH_PAGE_INDEX', `pageIndex is 1 to ${Math.max(1, pages)}, not ${pageIndex}.`);
  const baseRef = values.slice((pageIndex - 1) * PAGE, pageIndex * PAGE).map((value) => {
    return { $type: 'platformCore:RecordRef', '@internalId': value.id, name: value.name };
  });
  return { status: succeeded(), totalRecords: values.length, totalPages: pages, baseRefList: { baseRef } };
}

function valuesOf({ db }: Desk, type: string, field: Field): readonly Value[] {
  if (field.values) return field.values.map((value) => ({ id: value, name: value.replace(/^_/, '') }));
  const { record, list } = targetOf(type, field.name);
  if (record !== undefined)
    return db.all<Value>(
      "SELECT CAST(id AS TEXT) AS id, coalesce(name, '') AS name FROM record WHERE type = ? ORDER BY record.id",
      record,
    );
  const rows = db.all<Value>(
    'SELECT CAST(id AS TEXT) AS id, name FROM choice WHERE list = ? ORDER BY choice.id',
    list ?? field.name,
  );
  if (rows.length === 0) throw new Refusal('INVALID_FLD_VALUE', `${field.name} is not a field with a list of values.`);
  return rows;
}

function fits({ name }: Value, filter: Choice['fieldDescription']['filter']): boolean {
  return !filter || FILTERS[filter['@operator']](name.toLowerCase(), filter.filterValue.toLowerCase());
}
