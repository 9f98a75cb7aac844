// Rules as text: YAML in the long form for `explain --expand`, and lines of the REST side for people.

import { isHole, type Part, printHole } from '../../../pattern/text/hole.ts';
import { absentNames, type Entry, type Tree } from '../../../pattern/tree.ts';
import { nodeOf } from '../../syntax/for-each.ts';
import { Report } from '../../syntax/report.ts';
import type { MessageRow, Row } from '../../syntax/row.ts';
import type { RestSide } from '../../syntax/sides.ts';
import type { Table, TableRow } from '../../syntax/table.ts';
import { printYaml, type YamlMap, type YamlNode } from '../../syntax/yaml.ts';

/** The long form of the rule alone; undefined: no rule has this id. */
export function printOneRule(id: string, table: Table, rows: ReadonlyMap<TableRow, Row>): string | undefined {
  const row = table.rows.find((one) => one !== undefined && rows.get(one)?.id === id);
  return row && printYaml(new Map([['rules', [printRule(row, rows.get(row))]]]));
}

/** `rows`: the long form of each rule of the table. */
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
  const node = nodeOf(row.text, new Report());
  if (expanded === undefined || row.kind === 'long') return plainOf(node);
  const options = node.entries.filter((e) =>
    [
      'when',
      'only',
      'safe',
      'stream',
      'mtom',
      'timeout',
      'idempotency',
      'cache',
      'tolerance',
      'auth',
      'doc',
      'responses',
    ].includes(e.key),
  );
  const headers = node.entries.find(({ key }) => key === 'headers');
  return new Map<string, unknown>([
    ['id', expanded.id],
    [
      'rest',
      definedFields({
        request: printRequest(expanded, headers && plainOf(headers.value)),
        response: printResponse(expanded),
      }),
    ],
    [
      'soap',
      definedFields({
        operation: expanded.soap.operation?.value,
        port: expanded.soap.port?.value,
        request: printMessage(expanded.soap.request),
        response: printMessage(expanded.soap.response),
      }),
    ],
    ...options.map((e): [string, unknown] => [e.key, plainOf(e.value)]),
  ]);
}

/** `headers`: as the short row has them. */
function printRequest(row: Row, headers: unknown): unknown {
  const line = printLine(row.line.value);
  const { state } = row.line;
  const fields = { line, state: state && printLine(state.value), headers, body: row.body && printTree(row.body) };
  return (row.body ?? headers ?? state) === undefined ? line : definedFields(fields);
}

function printLine({ method, path, query }: Row['line']['value']): string {
  const fields = query.map(({ name, parts }) => `${encodeURIComponent(name)}=${parts.map(printPart).join('')}`);
  return `${method} ${path}${fields.length === 0 ? '' : `?${fields.join('&')}`}`;
}

function printPart(part: Part): string {
  return isHole(part) ? printHole(part) : encodeURIComponent(part);
}

function printResponse(row: Row): unknown {
  return definedFields({ status: row.response.status, body: row.response.body && printTree(row.response.body) });
}

function printMessage(message: MessageRow | undefined): unknown {
  return message && printEntries(message.elements);
}

function printEntries(entries: readonly Entry[]): Map<string, unknown> {
  return new Map(entries.map((entry) => [entry.key, printTree(entry.value)]));
}

/** Short rules expand to placeholders, objects and empty elements only. */
function printTree(tree: Tree): unknown {
  if (tree.kind === 'hole') return printHole(tree.hole);
  if (tree.kind !== 'object') return new Map();
  const members = printEntries(tree.entries);
  if (tree.rest) members.set('$rest', printHole(tree.rest.hole));
  if (tree.closed ?? tree.skips) members.set('$rest', tree.closed ? 'none' : 'skip');
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

/** `template`: the path with the base. */
export function requestLines({ line: { value }, headers, body }: RestSide, template: string): string[] {
  const query = value.query.map(({ name, parts }) => `${name}=${textOf(parts)}`).join('&');
  return [`${value.method} ${template}${query && `?${query}`}`, ...messageLines(headers, body)];
}

export function responseLines({ headers, body }: RestSide['response']): string[] {
  return messageLines(headers, body);
}

function messageLines(headers: RestSide['headers'], body: Tree | undefined): string[] {
  const fields = headers.map(({ name, parts, each }) => `${name}: ${each ? `${render(each.item)}, …` : textOf(parts)}`);
  if (body === undefined) return fields;
  return [...fields, ...(fields.length > 0 ? [''] : []), ...JSON.stringify(render(body), null, 2).split('\n')];
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (isHole(part) ? printHole(part) : part)).join('');
}

function render(tree: Tree): unknown {
  switch (tree.kind) {
    case 'hole':
      return printHole(tree.hole);
    case 'text':
      return textOf(tree.parts);
    case 'constant':
      return tree.value;
    case 'absent':
      return undefined;
    case 'list':
      return tree.items.map(render);
    case 'each':
      return [render(tree.item), '…'];
    case 'object': {
      const members: Record<string, unknown> = Object.create(null);
      if (tree.type) members['$type'] = tree.type.text;
      for (const { key, value } of tree.entries) if (value.kind !== 'absent') members[key] = render(value);
      const absent = absentNames(tree);
      if (absent.length > 0) members['$absent'] = absent;
      if (tree.rest) members['$rest'] = printHole(tree.rest.hole);
      return members;
    }
  }
}
