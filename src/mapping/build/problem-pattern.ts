// The REST side of a fault row.

import type { ProblemPattern } from '../problem-fit.ts';
import { fieldsOf, numberField, textField } from '../read/fields.ts';
import { readReplyHeaders } from '../read/headers.ts';
import { readParts, readTree } from '../read/tree.ts';
import type { Report } from '../report.ts';
import type { YamlEntry } from '../yaml.ts';
import type { BuildContext } from './bound-hole.ts';
import type { FaultVariables } from './fault-variables.ts';
import { compileBody } from './rest-body.ts';

const KEYS = ['status', 'code', 'title', 'headers', 'detail', 'data'];

/** `code`: what it is called where the row does not say. */
export function problemPattern(
  entry: YamlEntry,
  code: string | undefined,
  variables: FaultVariables,
  ctx: BuildContext,
): ProblemPattern {
  const { report } = ctx;
  const fields = fieldsOf(entry.value, { keys: KEYS }, '"rest"', report);
  const [status, lastStatus] = statusField(fields.get('status'), report);
  if (!fields.has('status'))
    report.add('MAPPING_MISSING', 'the fault row has no status', entry.place, 'write status: 4xx or 5xx');
  const text = (key: string) => {
    const field = textField(fields.get(key), report);
    return field && variables.text(readParts(field.value, field.place, report), field.place, 'rest');
  };
  const data = fields.get('data');
  return {
    status,
    lastStatus,
    anyCode: !fields.has('code'),
    code: text('code') ?? { literals: [code ?? 'UPSTREAM_FAULT'], holes: [] },
    title: textField(fields.get('title'), report)?.value,
    detail: text('detail'),
    headers: variables.headers(readReplyHeaders(fields.get('headers'), report)),
    data: data && compileBody(readTree(data.value, report), variables.source('rest', data.value.place)),
  };
}

/** One status, or those of a class: `4XX`. */
function statusField(entry: YamlEntry | undefined, report: Report): [first: number, last: number] {
  const { value } = entry ?? {};
  const text = value?.kind === 'scalar' ? String(value.value) : '';
  if (/^[45]XX$/.test(text)) return [Number(text[0]) * 100, Number(text[0]) * 100 + 99];
  const status = numberField(entry, 400, 599, report) ?? 500;
  return [status, status];
}
