// getPostingTransactionSummary: sums of journal lines by the fields that are asked for. Knows nothing about other transactions.
import { parseExactly } from '../../../src/index.ts';
import { Refusal, succeeded } from '../store/status.ts';
import type { Doc, Ref } from '../store/values.ts';
import type { Desk } from './desk.ts';

type Groups = Readonly<Record<string, boolean>>;

interface SummaryRequest {
  readonly fields?: Groups;
  readonly filters?: Readonly<Record<string, { readonly recordRef?: readonly Ref[] }>>;
  readonly pageIndex: number;
  readonly operationId?: string;
}

/** Where a journal has what can be asked for; items and their parents are not on journals. */
const PLACES: Readonly<Record<string, string>> = {
  period: "r.doc, '$.postingPeriod",
  account: "line.value, '$.account",
  entity: "line.value, '$.entity",
  department: "line.value, '$.department",
  class: "line.value, '$.class",
  location: "line.value, '$.location",
  subsidiary: "line.value, '$.lineSubsidiary",
  book: "r.doc, '$.accountingBook",
};

const PAGE = 1000;
const JOURNALS = `record AS r, json_each(r.doc, '$.lineList.line') AS line WHERE r.type IN ('advInterCompanyJournalEntry', 'interCompanyJournalEntry')`;

/** Debit less credit. */
export function postingSummary(
  { db }: Desk,
  { fields = {}, filters = {}, pageIndex, operationId }: SummaryRequest,
): Doc {
  const groups = Object.keys(fields).filter((name) => fields[name] === true);
  if (groups.length === 0) throw new Refusal('USER_ERROR', 'Ask for the sums of at least one field.');
  for (const name of [...groups, ...Object.keys(filters)]) {
    if (!Object.hasOwn(PLACES, name)) throw new Refusal('INVALID_FLD_VALUE', `Journals have no ${name}.`);
  }
  const { text, values } = filtered(filters);
  const columns = groups.flatMap((name) => [
    `json_extract(${PLACES[name]}."@internalId"') AS ${name}_id`,
    `json_extract(${PLACES[name]}.name') AS ${name}_name`,
  ]);
  const ids = groups.map((name) => `${name}_id`).join();
  const rows = db.all(
    `SELECT ${columns.join()}, sum_decimals(line.value -> '$.debit', line.value -> '$.credit') AS amount FROM ${JOURNALS}${text} GROUP BY ${ids} ORDER BY ${ids}`,
    ...values,
  );
  const pages = Math.ceil(rows.length / PAGE);
  if (pageIndex < 1 || pageIndex > Math.max(1, pages))
    throw new Refusal('INVALID_SEARCH_PAGE_INDEX', `pageIndex is 1 to ${Math.max(1, pages)}, not ${pageIndex}.`);
  const page = rows
    .slice((pageIndex - 1) * PAGE, pageIndex * PAGE)
    .map((row) => ({ ...refsOf(row, groups), amount: parseExactly(String(row['amount'])) }));
  return {
    status: succeeded(),
    totalRecords: rows.length,
    pageSize: PAGE,
    totalPages: pages,
    pageIndex,
    ...(operationId === undefined ? {} : { operationId }),
    ...(page.length === 0 ? {} : { postingTransactionSummaryList: { postingTransactionSummary: page } }),
  };
}

function filtered(filters: NonNullable<SummaryRequest['filters']>): {
  readonly text: string;
  readonly values: string[];
} {
  const parts = Object.entries(filters).map(([name, list]) => {
    const ids = (list.recordRef ?? []).map((ref) => ref['@internalId'] ?? '');
    return { text: ` AND json_extract(${PLACES[name]}."@internalId"') IN (${ids.map(() => '?').join()})`, ids };
  });
  return { text: parts.map(({ text }) => text).join(''), values: parts.flatMap(({ ids }) => ids) };
}

function refsOf(row: Doc, groups: readonly string[]): Doc {
  const refs = groups.filter((name) => row[`${name}_id`] !== null);
  return Object.fromEntries(
    refs.map((name) => [name, { '@internalId': row[`${name}_id`], name: row[`${name}_name`] ?? '' }]),
  );
}
