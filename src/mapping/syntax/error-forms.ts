// Reads `rest.errors`: the forms in which the REST API writes its errors.

import type { Place } from '../../errors/errors.ts';
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';
import type { Tree } from '../../pattern/tree.ts';
import { fieldsOf, listOf, statusField } from './fields.ts';
import { kind, MEDIA, orCell, type Schema, vocabulary, when } from './keywords.ts';
import { pattern } from './pattern-keys.ts';
import { readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import { holdsWhen, type Setting } from './settings.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

export interface ErrorFormRow {
  readonly media: string;
  readonly statuses: readonly [first: number, last: number];
  /** undefined: the body of RFC 9457. */
  readonly body?: Tree;
  readonly place: Place;
}

type Settings = ReadonlyMap<string, Setting>;

/** One status, or all of a class. */
export const STATUS: Schema = orCell({
  anyOf: [{ type: 'integer', minimum: 400, maximum: 599 }, { enum: ['4XX', '5XX'] }],
});

export const ERROR_FORM_KEYS = vocabulary(
  'errorForm',
  'Keys of `rest.errors`',
  'One form in which the REST API writes its errors ([error bodies](#error-bodies)).',
  {
    media: kind(MEDIA)('Media type (`application/problem+json`).'),
    status: kind(STATUS)('The statuses that the form is for (all): one status, `4XX` or `5XX`.'),
    body: pattern('The body, with variables such as `title`, `detail`, `code` and `path` (that of RFC 9457).'),
    when: when('The [settings](#settings) under which the API writes and reads it.'),
  },
  { minProperties: 1 },
);

const EVERY_STATUS = [400, 599] as const;

export function readErrorForms(
  entry: YamlEntry | undefined,
  settings: Settings,
  report: Report,
): readonly ErrorFormRow[] {
  return listOf(entry, report).flatMap((node) => readForm(node, settings, report));
}

/** None: it is for other settings. */
function readForm(node: YamlNode, settings: Settings, report: Report): readonly ErrorFormRow[] {
  const fields = fieldsOf(node, ERROR_FORM_KEYS, 'a form of "errors"', report);
  const media = fields.text('media');
  if (media && !media.value.includes('/'))
    report.add('MAPPING_SHAPE', `"${media.value}" is not a media type`, media.place);
  const body = fields.get('body');
  if (node.kind === 'map' && fields.size === 0)
    report.add('MAPPING_MISSING', 'the form says nothing', node.place, 'write media: or body:');
  const form = {
    media: media?.value ?? PROBLEM_MEDIA,
    statuses: fields.has('status') ? statusField(fields.get('status'), report) : EVERY_STATUS,
    body: body && readTree(body.value, report),
    place: node.place,
  };
  return holdsWhen(fields.get('when'), settings, report) ? [form] : [];
}
