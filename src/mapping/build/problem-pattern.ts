// The REST side of a fault row.

import type { ProblemPattern } from '../problem-fit.ts';
import { fieldsOf, numberField, textField } from '../read/fields.ts';
import { readReplyHeaders } from '../read/headers.ts';
import { readParts, readTree } from '../read/tree.ts';
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
  const status = numberField(fields.get('status'), 400, 599, report);
  if (!fields.has('status'))
    report.add('MAPPING_MISSING', 'the fault row has no status', entry.place, 'write status: 4xx or 5xx');
  const text = (key: string) => {
    const field = textField(fields.get(key), report);
    return field && variables.text(readParts(field.value, field.place, report), field.place, 'rest');
  };
  const data = fields.get('data');
  return {
    status: status ?? 500,
    code: text('code') ?? { literals: [code ?? 'UPSTREAM_FAULT'], holes: [] },
    title: textField(fields.get('title'), report)?.value,
    detail: text('detail'),
    headers: variables.headers(readReplyHeaders(fields.get('headers'), report)),
    data: data && compileBody(readTree(data.value, report), variables.source('rest', data.value.place)),
  };
}
