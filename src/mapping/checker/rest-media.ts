// The media type of a REST body, what it says about the form of the body, and what a response is tagged by.

import { suggest } from '../../errors/suggest.ts';
import type { Segment } from '../../pattern/segments.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Report } from '../syntax/report.ts';
import type { Row } from '../syntax/row.ts';
import type { Table } from '../syntax/table.ts';
import { namesInPath } from './names-in.ts';
import { compileSegments } from './rest-parts.ts';
import type { Scope } from './scope.ts';
import type { RestSource } from './shared-forms.ts';

/** Its own, by the name that the table has for it, or the table's. */
export function mediaOf({ response: { media } }: Row, table: Table, report: Report): string {
  const kind = media && table.kinds.get(media.value);
  if (media && kind === undefined && !media.value.includes('/')) {
    const hint = suggest(media.value, table.kinds.keys()) ?? 'define it in media: of rest';
    report.add('MAPPING_NAMES', `there is no media type "${media.value}"`, media.place, hint);
  }
  return kind ?? media?.value ?? table.media;
}

/** The variable that is the state of the resource. Only what GET shows as a whole has one. */
export function etagOf({ response: { etag }, line, stream }: Row, scope: Scope, report: Report): number | undefined {
  if (etag === undefined) return undefined;
  const { value, place } = etag;
  const variable = scope.get(value);
  if (variable === undefined)
    report.add('MAPPING_NAMES', `there is no variable {${value}}`, place, suggest(value, scope.names));
  if (line.value.method !== 'GET' || stream)
    report.add('MAPPING_SHAPE', 'only a response to GET has an "etag", without "stream"', place);
  return variable?.number;
}

/** The path of the state that conditions are about, where the rule names another than its own. */
export function statePath(row: Row, base: string, source: RestSource): Segment[] | undefined {
  const { line } = row;
  const { state } = line;
  if (state === undefined) return undefined;
  const { report } = source.ctx;
  const ofState = { ...row, line: state };
  const names = namesInPath(row);
  const unknown = namesInPath(ofState).filter((name) => !names.includes(name));
  for (const name of unknown)
    report.add('MAPPING_NAMES', `{${name}} must be in the path of "line"`, state.place, suggest(name, names));
  if (line.value.method === 'GET' || state.value.method !== 'GET' || state.value.query.length > 0)
    report.add('MAPPING_SHAPE', '"state" is a GET without a query, for a rule with another method', state.place);
  return unknown.length > 0 ? undefined : compileSegments(ofState, base, source);
}

/** Is the body one value of xs:base64Binary with a media type of its own that is not JSON? It is then sent as its octets. */
export function isBinaryBody(body: Tree | undefined, media: string | undefined, scope: Scope): boolean {
  if (body?.kind !== 'hole' || body.hole.converters.length > 0) return false;
  if (media === undefined || !isOctets(media)) return false;
  const type = scope.get(body.hole.name)?.type;
  return type?.kind === 'value' && !type.list && type.type.kind === 'simple' && type.type.builtin === 'base64Binary';
}

/** Neither JSON nor a form. */
export function isOctets(media: string): boolean {
  return !/[/+]json\b|^multipart\/|^application\/x-www-form-urlencoded/.test(media);
}
