// `several` of `pages` as it is written: a question of several searches, and those whose items are looked at. Knows nothing about contracts.

import { fieldsOf, type Located, nameField, numberField } from './fields.ts';
import type { Report } from './report.ts';
import { readSoap, type SoapRow } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

/** `of` may be a question of several searches, whose items are the same where they have the same `by`. */
export interface SeveralRow {
  readonly of: Located<string>;
  readonly by: Located<string>;
  readonly itemFilter?: WhereRow;
}

/** Searches of which only those items are found that fit a condition. */
export interface WhereRow {
  /** Variable: the condition, in the request of `searchCalls`. */
  readonly condition: Located<string>;
  /** Function of `module.ts`: whether an item fits. */
  readonly fits: Located<string>;
  /** Items that may be looked at for one request. */
  readonly maxItems: number;
  /** How such searches are asked for, and the list in their responses; absent: as all others are. */
  readonly searchCalls?: { readonly soap: SoapRow; readonly items: Located<string> };
}

export function readSeveral(entry: YamlEntry | undefined, report: Report): SeveralRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, { keys: ['of', 'by', 'where'] }, '"several"', report);
  demand(['of', 'by'], fields, '"several"', entry, report);
  const of = nameField(fields.get('of'), report);
  const by = nameField(fields.get('by'), report);
  const itemFilter = readWhere(fields.get('where'), report);
  return of && by && { of, by, itemFilter };
}

const MOST_LOOKED_AT = 100_000;

function readWhere(entry: YamlEntry | undefined, report: Report): WhereRow | undefined {
  if (entry === undefined) return undefined;
  const keys = ['condition', 'fits', 'most', 'items', 'soap'];
  const fields = fieldsOf(entry.value, { keys }, '"where"', report);
  demand(['condition', 'fits'], fields, '"where"', entry, report);
  const [side, list] = [fields.get('soap'), fields.get('items')];
  if (side || list) demand(['items', 'soap'], fields, '"where"', entry, report);
  const condition = nameField(fields.get('condition'), report);
  const fits = nameField(fields.get('fits'), report);
  const soap = side && readSoap(side, report);
  const items = nameField(list, report);
  const searchCalls = soap && items && { soap, items };
  const maxItems = numberField(fields.get('most'), 1, MOST_LOOKED_AT, report) ?? 10_000;
  return condition && fits && { condition, fits, maxItems, searchCalls };
}

function demand(
  keys: readonly string[],
  fields: ReadonlyMap<string, YamlEntry>,
  subject: string,
  { place }: YamlEntry,
  report: Report,
): void {
  for (const key of keys) {
    if (fields.has(key)) continue;
    const hint = key === 'soap' ? 'write soap: { request: …, reply: … }' : `write ${key}: NAME`;
    report.add('MAPPING_MISSING', `${subject} has no "${key}"`, place, hint);
  }
}
