// get, getList, getAll and getDeleted. Knows nothing about searches.

import { column } from '../search/operand.ts';
import { type Criterion, condition } from '../search/operators.ts';
import { and, type Sql } from '../search/sql.ts';
import { Refusal, statusOf, succeeded } from '../store/status.ts';
import type { Deleted } from '../store/store.ts';
import { type BaseRef, type Doc, refTo } from '../store/values.ts';
import type { Desk, Operations } from './desk.ts';

/** One readResponse, whatever becomes of it. */
export function readOf(desk: Desk): (ref: BaseRef) => Doc {
  return (ref) => statusOf(() => ({ status: succeeded(), record: desk.reader.shown(desk.writer.find(ref)) }));
}

const PAGE = 1000;

export function reading(desk: Desk): Operations {
  const read = readOf(desk);
  return {
    get: ({ baseRef }: { baseRef: BaseRef }) => ({ readResponse: read(baseRef) }),
    getList: ({ baseRef }: { baseRef: readonly BaseRef[] }) => {
      return { readResponseList: { status: succeeded(), readResponse: baseRef.map(read) } };
    },
    getAll: ({ record }: { record: { '@recordType'?: string } }) => ({
      getAllResult: statusOf(() => all(desk, record['@recordType'])),
    }),
    getDeleted: (request: DeletedRequest) => ({ getDeletedResult: statusOf(() => deleted(desk, request)) }),
  };
}

/** Without pages: these lists are short. */
function all({ catalog, store, reader }: Desk, name: string | undefined): Doc {
  if (name === undefined) throw new Refusal('RCRD_TYPE_REQD', 'getAll needs a record type.');
  const type = catalog.ofName(name);
  if (!type) throw new Refusal('INVALID_RCRD_TYPE', `Records of type ${name} are not available here.`);
  const record = store.all(type.name).map((one) => reader.shown(one));
  return { status: succeeded(), totalRecords: record.length, recordList: { record } };
}

interface DeletedRequest {
  readonly getDeletedFilter: {
    readonly deletedDate?: Criterion;
    readonly type?: Criterion;
    readonly scriptId?: Criterion;
  };
  readonly pageIndex: number;
}

function deleted({ db, now }: Desk, { getDeletedFilter: filter, pageIndex }: DeletedRequest): Doc {
  const where = deletedBy(filter, now());
  const { total } = db.one<{ total: number }>(
    `SELECT count(*) AS total FROM deleted AS d WHERE ${where.text}`,
    ...where.values,
  ) ?? { total: 0 };
  const pages = Math.max(1, Math.ceil(total / PAGE));
  if (pageIndex < 1 || pageIndex > pages)
    throw new Refusal('INVALID_SEARCH_PAGE_INDEX', `pageIndex is 1 to ${pages}, not ${pageIndex}.`);
  const page = `SELECT * FROM deleted AS d WHERE ${where.text} ORDER BY at, id LIMIT ? OFFSET ?`;
  const rows = db.all<Deleted>(page, ...where.values, PAGE, (pageIndex - 1) * PAGE);
  const list = rows.map(({ id, type, external, name, at }) => {
    const ref = refTo(type, id, external);
    return { deletedDate: new Date(at).toISOString(), record: name === null ? ref : { ...ref, name } };
  });
  const deletedRecordList = { deletedRecord: list };
  return {
    status: succeeded(),
    totalRecords: total,
    pageSize: PAGE,
    totalPages: Math.ceil(total / PAGE),
    pageIndex,
    deletedRecordList,
  };
}

function deletedBy({ deletedDate, type, scriptId }: DeletedRequest['getDeletedFilter'], now: number): Sql {
  const parts: Sql[] = [];
  const at = column("strftime('%Y-%m-%dT%H:%M:%fZ', d.at / 1000.0, 'unixepoch')");
  if (deletedDate) parts.push(condition('Date', at, deletedDate, 'deletedDate', now));
  if (type) parts.push(condition('EnumMultiSelect', column('d.type'), type, 'type', now));
  if (scriptId) parts.push(condition('String', column("CASE WHEN d.type GLOB 'customrecord_*' THEN d.type END"), scriptId, 'scriptId', now));
  return and(parts);
}
