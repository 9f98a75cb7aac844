// Reads `defaults:` of the table: parts of messages that all rules share. Knows nothing about contracts.
import type { Entry } from '../../pattern/tree.ts';
import { fieldsAt, mapOf } from './fields.ts';
import { type HeaderRow, readHeaders, readResponseHeaders } from './headers.ts';
import { kind, mapOf as mapSchema, several, vocabulary } from './keywords.ts';
import { headerParts, headers, PATTERN } from './pattern-keys.ts';
import { readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

export interface DefaultsRow {
  /** Header parts of SOAP requests and responses. */
  readonly headers: readonly Entry[];
  readonly responseHeaders: readonly Entry[];
  /** Patterns over responses, by body element; `*` is any. */
  readonly guards: readonly Entry[];
  /** Headers of REST requests and responses. */
  readonly requestFields: readonly HeaderRow[];
  readonly fields: readonly HeaderRow[];
}

const REQUEST_DEFAULTS = vocabulary('requestDefaults', 'Keys of `defaults.rest.request`', 'Parts of REST requests.', {
  headers: headers('Headers of every REST request.'),
});
const RESPONSE_DEFAULTS = vocabulary(
  'responseDefaults',
  'Keys of `defaults.rest.response`',
  'Parts of REST responses.',
  {
    headers: headers('Headers of every REST response.'),
  },
);
const REST_DEFAULTS = vocabulary('restDefaults', 'Keys of `defaults.rest`', 'Parts of REST messages.', {
  request: kind(REQUEST_DEFAULTS)('Parts of every REST request.'),
  response: kind(RESPONSE_DEFAULTS)('Parts of every REST response.'),
});
const SOAP_DEFAULTS = vocabulary('soapDefaults', 'Keys of `defaults.soap`', 'Parts of SOAP messages.', {
  headers: headerParts('Header parts of SOAP requests, where the contract has them.'),
  responseHeaders: headerParts('Header parts of SOAP responses, where the contract has them.'),
  response: kind(several(mapSchema(PATTERN)))('Patterns of responses by body element; `*` is any element.'),
});
export const DEFAULTS_KEYS = vocabulary(
  'defaults',
  'Keys of `defaults`',
  'Parts of messages that all rules share which have a place for them ([defaults for all rules](#defaults-for-all-rules)).',
  {
    soap: kind(SOAP_DEFAULTS)('Parts of SOAP messages.'),
    rest: kind(REST_DEFAULTS)('Parts of REST messages.'),
  },
);

export function readDefaults(entry: YamlEntry | undefined, report: Report): DefaultsRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, DEFAULTS_KEYS, report);
  const soap = fieldsAt(fields.get('soap'), SOAP_DEFAULTS, report);
  const rest = fieldsAt(fields.get('rest'), REST_DEFAULTS, report);
  const request = fieldsAt(rest.get('request'), REQUEST_DEFAULTS, report);
  const response = fieldsAt(rest.get('response'), RESPONSE_DEFAULTS, report);
  return {
    headers: entriesOf(soap.get('headers'), report),
    responseHeaders: entriesOf(soap.get('responseHeaders'), report),
    guards: guardsOf(soap.get('response'), report),
    requestFields: readHeaders(request.get('headers'), report),
    fields: readResponseHeaders(response.get('headers'), report),
  };
}

/** One map, or a list of maps. */
function guardsOf(entry: YamlEntry | undefined, report: Report): Entry[] {
  if (entry?.value.kind !== 'list') return entriesOf(entry, report);
  return entry.value.items.flatMap((value) => entriesOf({ ...entry, value }, report));
}

function entriesOf(entry: YamlEntry | undefined, report: Report): Entry[] {
  return mapOf(entry, report).map((e) => ({ key: e.key, place: e.place, value: readTree(e.value, report) }));
}
