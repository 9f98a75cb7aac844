// Rows of an advanced search: the columns that were asked for. Knows nothing about SQL.
import type { Catalog, FieldKind } from '../store/catalog.ts';
import { TRANSACTIONS } from '../store/record-rules.ts';
import type { Stored } from '../store/store.ts';
import { type Doc, isDoc, listOf } from '../store/values.ts';
import { placeOf } from './criteria.ts';

/** `columns`: a `…SearchRow`. Columns of joins and columns that mean no field here stay empty. */
export function rowOf(record: Stored, subject: string, columns: Doc, catalog: Catalog): Doc {
  const { $type, basic } = columns;
  const declared = catalog.fieldsOf(`platformCommon:${subject}SearchRowBasic`);
  const asked = isDoc(basic) ? Object.entries(basic).filter(([name]) => !NO_COLUMNS.has(name)) : [];
  const cells = asked.flatMap(([name, value]) => {
    const isText = /^SearchColumn(String|EnumSelect)Field$/.test(declared.get(name)?.type ?? '');
    const found = valuesOf(record, subject, name, catalog);
    // What is searched as a text, or as a value of an enumeration, may be a reference in the record.
    const values = isText ? found.map((value) => (isDoc(value) ? value['@internalId'] : value)) : found;
    const label = listOf(value).find((one) => one['customLabel'] !== undefined)?.['customLabel'];
    const given = values.map((searchValue) =>
      label === undefined ? { searchValue } : { customLabel: label, searchValue },
    );
    return given.length === 0 ? [] : [[name, given] as const];
  });
  const { recType } = record.doc;
  const kind = subject === 'CustomRecord' ? { recType } : {};
  return { ...($type === undefined ? {} : { $type }), basic: { ...kind, ...Object.fromEntries(cells) } };
}

const NO_COLUMNS: ReadonlySet<string> = new Set(['$type', 'customFieldList', 'recType']);

function valuesOf(record: Stored, subject: string, name: string, catalog: Catalog): unknown[] {
  const { id, external, type, doc } = record;
  if (name === 'internalId') return [{ '@internalId': String(id) }];
  if (name === 'internalIdNumber') return [String(id)];
  if (name === 'externalId') return external === null ? [] : [{ '@externalId': external }];
  if (name === 'externalIdString') return external === null ? [] : [external];
  if (name === 'type' && subject === 'Transaction') return [TRANSACTIONS[type].searchType];
  if (name === 'recordType' && subject === 'Transaction') return [type.toLowerCase()];
  if (name === 'type' && subject === 'Item') return ['_assembly'];
  const place = placeOf(subject, name, catalog);
  if (!place) return [];
  const [list, element, field] = place.path.split('/');
  if (field === undefined) return cellsOf(doc[list], place.kind);
  const lines = doc[list];
  return isDoc(lines) ? listOf(lines[element]).flatMap((line) => cellsOf(line[field], place.kind)) : [];
}

function cellsOf(value: unknown, kind: FieldKind): unknown[] {
  if (value === undefined) return [];
  return kind === 'refs' && isDoc(value) ? listOf(value['recordRef']) : [value];
}
