// The long form of a table as YAML: what `explain --expand` prints.
import { isHole, type Part, printHole } from '../../../pattern/text/hole.ts';
import type { Entry, Tree } from '../../../pattern/tree.ts';
import type { MessageRow, Row } from '../../syntax/row.ts';
import type { Table, TableRow } from '../../syntax/table.ts';
import { printYaml, type YamlMap, type YamlNode } from '../../syntax/yaml.ts';

/** `rows`: the expanded short rows, by their row in the table. */
export function printTable(root: YamlNode, table: Table, rows: ReadonlyMap<TableRow, Row>): string {
  const plain = new Map<string, unknown>();
  for (const entry of (root as YamlMap).entries) plain.set(entry.key, plainOf(entry.value));
  const rules = table.rows.filter((row) => row !== undefined);
  plain.set(
    'rules',
    rules.map((row) => printRule(row, rows.get(row))),
  );
  return printYaml(plain);
}

function printRule(row: TableRow, expanded: Row | undefined): unknown {
  if (expanded === undefined || row.kind === 'long') return plainOf(row.node);
  const options = (row.node as YamlMap).entries.filter((e) =>
    ['when', 'only', 'safe', 'stream', 'timeout', 'idempotency', 'cache', 'auth', 'faults'].includes(e.key),
  );
  return new Map<string, unknown>([
    ['id', expanded.id],
    ['rest', definedFields({ request: printRequest(expanded), reply: printResponse(expanded) })],
    [
      'soap',
      definedFields({
        operation: expanded.soap.operation?.value,
        request: printMessage(expanded.soap.request),
        reply: printMessage(expanded.soap.reply),
      }),
    ],
    ...options.map((e): [string, unknown] => [e.key, plainOf(e.value)]),
  ]);
}

function printRequest(row: Row): unknown {
  const line = printLine(row.line.value);
  return row.body === undefined ? line : definedFields({ line, body: printTree(row.body) });
}

function printLine({ method, path, query }: Row['line']['value']): string {
  const fields = query.map(({ name, parts }) => `${encodeURIComponent(name)}=${parts.map(printPart).join('')}`);
  return `${method} ${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`;
}

function printPart(part: Part): string {
  return isHole(part) ? printHole(part) : encodeURIComponent(part);
}

function printResponse(row: Row): unknown {
  return definedFields({ status: row.reply.status, body: row.reply.body && printTree(row.reply.body) });
}

function printMessage(message: MessageRow | undefined): unknown {
  return message && printEntries(message.elements);
}

function printEntries(entries: readonly Entry[]): Map<string, unknown> {
  return new Map(entries.map((entry) => [entry.key, printTree(entry.value)]));
}

/** Short rows expand to holes, objects and empty elements only. */
function printTree(tree: Tree): unknown {
  if (tree.kind === 'hole') return printHole(tree.hole);
  if (tree.kind !== 'object') return new Map();
  const members = printEntries(tree.entries);
  if (tree.rest) members.set('$rest', printHole(tree.rest.hole));
  if (tree.closed) members.set('$rest', 'none');
  return members;
}

function definedFields(fields: Record<string, unknown>): Map<string, unknown> {
  return new Map(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function plainOf(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return new Map(node.entries.map((entry) => [entry.key, plainOf(entry.value)]));
}
