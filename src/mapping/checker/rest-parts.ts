// Compiles paths, queries and headers, in the lexical forms of their variables' types.
import { type Preferences, preferencesOf } from '../../bytes/preferences.ts';
import type { Place } from '../../errors/errors.ts';
import { ItemForm } from '../../pattern/body/items.ts';
import type { HeaderList, HeaderPattern } from '../../pattern/headers.ts';
import type { Parameter } from '../../pattern/query.ts';
import { asReference, isReference } from '../../pattern/reference.ts';
import type { Segment } from '../../pattern/segments.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import { stringText } from '../../pattern/text/converter.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import { splitPath } from '../../pattern/text/path.ts';
import type { TextTemplate } from '../../pattern/text/text-template.ts';
import { type EachTree, wholeHole } from '../../pattern/tree.ts';
import { traitsOf } from '../converters/call.ts';
import { isCommaList } from '../converters/list.ts';
import { isList, itemTextOf, nameOfType, textOf } from '../model/variables.ts';
import { within } from '../syntax/fields.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import { LINKS } from '../syntax/pages.ts';
import type { Row } from '../syntax/row.ts';
import { boundHole, templateOf } from './bound-hole.ts';
import type { Variable } from './scope.ts';
import { type RestSource, sharedHeader } from './shared-forms.ts';

export function compileSegments(row: Row, base: string, source: RestSource): Segment[] {
  const segments = row.line.value.segments.map((parts): Segment => {
    if (!parts.some(isHole)) return parts.join('');
    return { ...lineTemplate(parts, row, 'a path', false, source), ...tailOf(parts) };
  });
  return [...(base === '' ? [] : splitPath(base)), ...segments];
}

/** What the router wants of a path: the texts around placeholders. */
export function routeSegments(row: Row, base: string): Segment[] {
  const segments = row.line.value.segments.map((parts): Segment => {
    if (!parts.some(isHole)) return parts.join('');
    return { literals: templateOf(parts, (hole) => hole as never).literals, holes: [], ...tailOf(parts) };
  });
  return [...(base === '' ? [] : splitPath(base)), ...segments];
}

function tailOf(parts: readonly Part[]): { readonly tail?: true } {
  return parts.some((part) => isHole(part) && part.tail) ? { tail: true } : {};
}

export function compileQuery(row: Row, source: RestSource): Parameter[] {
  return row.line.value.query.map(({ name, parts }): Parameter => {
    if (!parts.some(isHole)) return { kind: 'constant', name, value: parts.join('') };
    const [part] = parts;
    const variable = parts.length === 1 && isHole(part) ? (source.scope.get(part.name) as Variable) : undefined;
    if (variable && isList(variable.type)) {
      const hole = part as Hole;
      if (isCommaList(hole.converters.at(-1))) return joinedParameter(name, hole, variable, row, source);
      if (!makesText(hole)) return listParameter(name, hole, variable, row, source);
    }
    return { kind: 'text', name, template: lineTemplate(parts, row, 'a query', true, source) };
  });
}

/** Does a converter make one text of a list? A function may. */
function makesText({ converters }: Hole): boolean {
  return converters.some((call) => traitsOf(call).joins || traitsOf(call).makes === 'any');
}

/** The query joins the items itself: it tells their commas from those between them. */
function joinedParameter(name: string, hole: Hole, variable: Variable, row: Row, source: RestSource): Parameter {
  const ofItems = { ...hole, converters: hole.converters.slice(0, -1) };
  const parameter = listParameter(name, ofItems, variable, row, source);
  return { ...parameter, joined: true };
}

/** Repeated query values ⇄ a list. */
function listParameter(
  name: string,
  hole: Hole,
  variable: Variable,
  row: Row,
  source: RestSource,
): Parameter & { kind: 'list' } {
  const { ctx } = source;
  const place = within(row.line, hole.offset);
  const item = hole.converters.length > 0 ? stringText : itemTextOf(variable.type, ctx.codec, 'rest');
  if (item === undefined) notText(hole, variable, 'a query', place, source);
  const bound = boundHole(hole, variable, 'rest', stringText, source.optional(variable), place, ctx);
  return { kind: 'list', name, hole: bound, item: item ?? stringText };
}

export function compileHeaders(rows: readonly HeaderRow[], source: RestSource): HeaderPattern[] {
  return rows.map((row) => sharedHeader(row, source, () => compileHeader(row, source)));
}

function compileHeader({ name, parts, place, each }: HeaderRow, source: RestSource): HeaderPattern {
  const key = name.toLowerCase();
  if (each) return { name, key, template: NOTHING, list: headerList(each, source) };
  const template = textTemplate(parts, place, 'a header', true, source);
  if (PREFERENCES.has(key) && !parts.some(isHole))
    return { name, key, template, preferences: namedPreferences(name, parts.join(''), place, source) };
  return { name, key, template: isReference(key) ? asReference(template) : template };
}

/** Links to other windows are the gateway's own: a service behind has another form for them. */
export function compileResponseHeaders(rows: readonly HeaderRow[], source: RestSource): HeaderPattern[] {
  return compileHeaders(rows, source).map((header) => {
    const added = header.template.holes.some(({ name }) => LINKS.includes(name));
    return added ? { ...header, added } : header;
  });
}

/** In these headers a constant matches when its preferences are among those of the field (RFC 7240 §2, §3). */
const PREFERENCES: ReadonlySet<string> = new Set(['prefer', 'preference-applied']);

function namedPreferences(name: string, text: string, place: Place, { ctx }: RestSource): Preferences {
  const preferences = preferencesOf(text);
  if (preferences.size === 0)
    ctx.report.add('MAPPING_PATTERN', `${name} has no preference`, place, 'write respond-async');
  return preferences;
}

const NOTHING: TextTemplate = { literals: [''], holes: [] };

function headerList({ list, item, place }: EachTree, source: RestSource): HeaderList {
  const { ctx, scope } = source;
  const items = scope.items(list);
  const variable = scope.get(list) as Variable;
  const parts = item.kind === 'hole' ? [item.hole] : item.kind === 'text' ? item.parts : [];
  return {
    hole: boundHole(wholeHole(list), variable, 'rest', stringText, source.optional(variable), place, ctx),
    item: textTemplate(parts, place, 'a header', true, { ctx, scope: items, optional: () => true }),
    form: new ItemForm(items.names),
  };
}

/** Problems have the position of the placeholder in the line. */
function lineTemplate(parts: readonly Part[], { line }: Row, location: string, mayMiss: boolean, source: RestSource) {
  return templateOf(parts, (hole) => textHole(hole, within(line, hole.offset), location, mayMiss, source));
}

export function textTemplate(
  parts: readonly Part[],
  place: Place,
  location: string,
  mayMiss: boolean,
  source: RestSource,
): TextTemplate {
  return templateOf(parts, (hole) => textHole(hole, place, location, mayMiss, source));
}

function textHole(hole: Hole, place: Place, location: string, mayMiss: boolean, source: RestSource): Bound {
  const variable = source.scope.get(hole.name) as Variable;
  if (hole.converters.length === 0 && textOf(variable.type, source.ctx.codec, 'rest') === undefined)
    notText(hole, variable, location, place, source);
  else if (hole.converters.length === 0 && isList(variable.type)) notText(hole, variable, location, place, source);
  return boundHole(hole, variable, 'rest', stringText, mayMiss && source.optional(variable), place, source.ctx);
}

function notText(hole: Hole, variable: Variable, location: string, place: Place, { ctx }: RestSource): void {
  if (variable.type === undefined) return;
  const hint = itemTextOf(variable.type, ctx.codec, 'rest') ? `write {${hole.name}|csv}` : 'bind it in a body';
  ctx.report.add(
    'MAPPING_TYPE',
    `{${hole.name}} is ${nameOfType(variable.type, ctx.codec)}, which ${location} cannot hold`,
    place,
    hint,
  );
}
