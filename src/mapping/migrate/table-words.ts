// Words of the table itself that have a shorter form today: settings, value tables and codes.
import { type Document, isScalar, isSeq, type Node, type YAMLSeq } from 'yaml';
import { asMap, flowPair, type Log, mapsIn, pairOf } from './document.ts';

/** A setting with a default among values is a list, with the default first. */
export function settings(document: Document.Parsed, log: Log): void {
  for (const pair of asMap(pairOf(asMap(document.contents), 'settings')?.value)?.items ?? []) {
    const setting = asMap(pair.value);
    if (!setting) continue;
    const description = pairOf(setting, 'description');
    if (description) {
      log(description, 'description', 'a comment');
      pair.value!.comment = ` ${isScalar(description.value) ? String(description.value.value) : ''}`;
      setting.items.splice(setting.items.indexOf(description), 1);
    }
    const usual = pairOf(setting, 'default')?.value;
    const values = pairOf(setting, 'values')?.value;
    if (!isScalar(usual) || pairOf(setting, 'type')) continue;
    const others = isSeq(values) ? values.items.filter((one) => isScalar(one) && one.value !== usual.value) : [];
    const short = isSeq(values) ? document.createNode([], { flow: true }) : usual;
    if (isSeq(values)) (short as YAMLSeq).items.push(usual, ...others);
    log(pair, 'default', 'the first value');
    (short as Node).comment = setting.comment;
    pair.value = short as Node;
  }
}

/** `mayLack` named types by pattern: rows and types that have such a name are optional. */
export function optionalTypes(document: Document.Parsed, log: Log): void {
  const table = asMap(document.contents);
  const pair = pairOf(table, 'mayLack');
  if (!table || !pair || !isSeq(pair.value)) return;
  const patterns = (pair.value.toJSON() as string[]).map((text) => new RegExp(`^${text.replaceAll('*', '.*')}$`));
  const isLacked = (text: unknown) => isScalar(text) && patterns.some((pattern) => pattern.test(String(text.value)));
  const tables = asMap(pairOf(table, 'tables')?.value)?.items ?? [];
  const rows = tables.flatMap(({ value }) => mapsIn(pairOf(asMap(value), 'rows')?.value ?? value));
  const lacked = rows.filter((row) => row.items.some(({ value }) => isLacked(value)));
  const types = asMap(pairOf(table, 'types')?.value)?.items ?? [];
  const words = types.flatMap(({ key, value }) => (isLacked(key) ? (asMap(value) ?? []) : []));
  for (const map of [...lacked, ...words]) map.items.push(flowPair(document, 'optional', 'true'));
  table.items.splice(table.items.indexOf(pair), 1);
  log(pair, 'mayLack', `optional: true in ${lacked.length + words.length} rows and types`);
}

/** `columns` and `rows`: the first row has the columns of every row. */
export function rowsOfTables(document: Document.Parsed, log: Log): void {
  for (const pair of asMap(pairOf(asMap(document.contents), 'tables')?.value)?.items ?? []) {
    const table = asMap(pair.value);
    const rows = pairOf(table, 'rows');
    if (!table || !rows || !isSeq(rows.value)) continue;
    const columns = pairOf(table, 'columns');
    if (columns) {
      log(columns, 'columns', '"*"');
      const first = document.createNode({}, { flow: true }) as unknown as { items: unknown[] };
      const every = flowPair(document, '*', {});
      every.value = columns.value;
      first.items.push(every);
      rows.value.items.unshift(first);
    }
    log(rows, 'rows', 'a list');
    const before = (rows.key as Node).commentBefore;
    if (before) rows.value.commentBefore = before;
    pair.value = rows.value;
  }
}

/** `codes: { key: id, label: refName }` is `codes: id/refName`. */
export function codes(document: Document.Parsed, log: Log): void {
  const all = asMap(pairOf(asMap(pairOf(asMap(document.contents), 'types')?.value), '*')?.value);
  const pair = pairOf(all, 'codes');
  const names = asMap(pair?.value);
  if (!pair || !names) return;
  const [key, label] = ['key', 'label'].map((word) => pairOf(names, word)?.value);
  if (!isScalar(key) || !isScalar(label)) return;
  const text = `${String(key.value)}/${String(label.value)}`;
  log(pair, 'codes', text);
  pair.value = document.createNode(text) as Node;
}
