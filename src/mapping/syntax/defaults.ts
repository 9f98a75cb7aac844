// Reads `defaults:` of the table: parts of messages that all rules share. Knows nothing about contracts.
import type { Entry } from '../../pattern/tree.ts';
import { fieldsAt, mapOf } from './fields.ts';
import { type HeaderRow, readHeaders, readResponseHeaders } from './headers.ts';
import { readTree } from './pattern-tree.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

export interface DefaultsRow {
  /** Header parts of SOAP requests and responses. */
  readonly headers: readonly Entry[];
  readonly replyHeaders: readonly Entry[];
  /** Patterns over responses, by body element; `*` is any. */
  readonly guards: readonly Entry[];
  /** Headers of REST requests and responses. */
  readonly requestFields: readonly HeaderRow[];
  readonly fields: readonly HeaderRow[];
}

export function readDefaults(entry: YamlEntry | undefined, report: Report): DefaultsRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, ['soap', 'rest'], report);
  const soap = fieldsAt(fields.get('soap'), ['headers', 'replyHeaders', 'reply'], report);
  const rest = fieldsAt(fields.get('rest'), ['request', 'reply'], report);
  const request = fieldsAt(rest.get('request'), ['headers'], report);
  const response = fieldsAt(rest.get('reply'), ['headers'], report);
  return {
    headers: entriesOf(soap.get('headers'), report),
    replyHeaders: entriesOf(soap.get('replyHeaders'), report),
    guards: guardsOf(soap.get('reply'), report),
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
