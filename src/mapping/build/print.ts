// Rows in their long form as YAML: what `explain --expand` shows.
import { isHole, type Part, printHole } from '../../pattern/hole.ts';
import type { Entry, Tree } from '../../pattern/tree.ts';
import type { HeaderRow, Row } from '../read/row.ts';
import { printYaml } from '../yaml.ts';

export function printRows(rows: readonly Row[]): string {
  return printYaml(rows.map(longForm));
}

function longForm(row: Row): Record<string, unknown> {
  return clean({
    id: row.id,
    only: row.only,
    safe: row.safe,
    stream: row.stream ? true : undefined,
    timeout: row.timeout === undefined ? undefined : `${row.timeout}ms`,
    rest: { request: request(row), reply: reply(row) },
    soap: clean({
      port: row.soap.port?.value,
      operation: row.soap.operation?.value,
      headers: entries(row.soap.headers),
      request: row.soap.request && entries(row.soap.request.elements),
      replyHeaders: entries(row.soap.replyHeaders),
      reply: row.soap.reply && entries(row.soap.reply.elements),
    }),
  });
}

function request(row: Row): unknown {
  const { method, path, query } = row.line.value;
  const fields = query.map((q) => `${q.name}=${text(q.parts)}`).join('&');
  const line = `${method} ${path}${fields === '' ? '' : `?${fields}`}`;
  if (row.headers.length === 0 && row.body === undefined) return line;
  return clean({ line, headers: headers(row.headers), body: row.body && tree(row.body) });
}

function reply(row: Row): unknown {
  const { reply: r } = row;
  return clean({ status: r.status ?? (r.body === undefined ? 204 : 200), media: r.media, headers: headers(r.headers), body: r.body && tree(r.body) });
}

function headers(rows: readonly HeaderRow[]): unknown {
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map((h) => [h.name, text(h.parts)]));
}

function entries(list: readonly Entry[]): unknown {
  return list.length === 0 ? undefined : Object.fromEntries(list.map((e) => [e.key, tree(e.value)]));
}

function tree(t: Tree): unknown {
  switch (t.kind) {
    case 'hole':
      return printHole(t.hole);
    case 'text':
      return text(t.parts);
    case 'constant':
      return typeof t.value === 'string' ? escaped(t.value) : t.value;
    case 'list':
      return t.items.map(tree);
    case 'each':
      return { $each: tree(t.item) };
    case 'join':
      return { $join: t.converter, of: t.of };
    case 'object':
      return clean({
        $type: t.type?.text,
        ...Object.fromEntries(t.entries.map((e) => [e.key, tree(e.value)])),
        $rest: t.rest && printHole(t.rest.hole),
      });
  }
}

function text(parts: readonly Part[]): string {
  return parts.map((p) => (isHole(p) ? printHole(p) : escaped(p))).join('');
}

function escaped(literal: string): string {
  return literal.replaceAll('{', '{{').replaceAll('}', '}}');
}

function clean(o: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined));
}
