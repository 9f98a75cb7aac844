// Marks of variables in the text of a REST message.
import type { MappingRule } from '../../mapping/model/mapping.ts';
import type { HeaderRow } from '../../mapping/syntax/headers.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Mark } from '../protocol/api.ts';
import { firstName, type NamedRange, valuesIn } from './json-text.ts';
import { sortedMarks } from './marks.ts';
import type { Located } from './rest-message.ts';

type Parsed = Pick<Located<unknown>, 'text' | 'bodyStart' | 'fields'>;

export function requestMarks(rule: MappingRule, parsed: Parsed): Mark[] {
  const { line, headers, body } = rule.restSide;
  const [, lead, target] = /^(\S+\s+)(\S*)/.exec(parsed.text) ?? ['', '', ''];
  const [path] = target.split('?', 1);
  return marked(rule, [
    ...inPath(path, rule.request.rest.template, lead.length),
    ...inQuery(target.slice(path.length + 1), line.value.query, lead.length + path.length + 1),
    ...inFields(parsed, headers),
    ...inBody(parsed, body),
  ]);
}

export function responseMarks(rule: MappingRule, parsed: Parsed): Mark[] {
  const { headers, body } = rule.restSide.response;
  return marked(rule, [...inFields(parsed, headers), ...inBody(parsed, body)]);
}

function marked({ variables }: MappingRule, ranges: readonly NamedRange[]): Mark[] {
  return sortedMarks(
    ranges
      .map(([start, end, name]) => ({ start, end, variable: variables.indexOf(name) }))
      .filter(({ variable }) => variable >= 0),
  );
}

/** `/accounts/{id}`: a segment with a placeholder is marked as a whole. */
function inPath(path: string, template: string, offset: number): NamedRange[] {
  const patterns = template.split('/');
  let at = offset;
  return path.split('/').flatMap((segment, i): NamedRange[] => {
    const start = at;
    at += segment.length + 1;
    const name = /\{([$\w.-]+)/.exec(patterns[i] ?? '')?.[1];
    return name === undefined ? [] : [[start, start + segment.length, name]];
  });
}

type QueryFields = MappingRule['restSide']['line']['value']['query'];

function inQuery(query: string, fields: QueryFields, offset: number): NamedRange[] {
  let at = offset;
  return query.split('&').flatMap((pair): NamedRange[] => {
    const start = at + pair.indexOf('=') + 1;
    const end = at + pair.length;
    at = end + 1;
    const key = decoded(pair.split('=', 1)[0]);
    const name = firstName(fields.find((field) => field.name === key)?.parts ?? []);
    return name === undefined ? [] : [[start, end, name]];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function inFields({ fields }: Parsed, rows: readonly HeaderRow[]): NamedRange[] {
  return fields.flatMap((field): NamedRange[] => {
    const row = rows.find(({ name }) => name.toLowerCase() === field.name.toLowerCase());
    const name = row && (row.each?.list ?? firstName(row.parts));
    return name === undefined ? [] : [[field.start, field.end, name]];
  });
}

function inBody({ text, bodyStart }: Parsed, tree: Tree | undefined): NamedRange[] {
  if (tree === undefined) return [];
  return valuesIn(text.slice(bodyStart), tree).map(([start, end, name]) => [start + bodyStart, end + bodyStart, name]);
}
