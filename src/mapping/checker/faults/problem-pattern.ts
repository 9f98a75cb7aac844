// The REST side of a fault rule, and the variables that it takes from the SOAP side.

import { constantCase } from '../../../fault/fault-names.ts';
import type { WrittenProblem } from '../../model/mapping.ts';
import type { ProblemPattern } from '../../runtime/fault-row.ts';
import { PROBLEM_KEYS } from '../../syntax/fault-keys.ts';
import { fieldsAt, isNull, statusField } from '../../syntax/fields.ts';
import { readResponseHeaders } from '../../syntax/headers.ts';
import { readParts, readTree } from '../../syntax/pattern-tree.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { BuildContext } from '../bound-hole.ts';
import { compileBody } from '../rest-body.ts';
import type { FaultVariables } from './fault-variables.ts';

/** `about`: the SOAP side of the fault rule. The name of its element is the default of the code. */
export function problemPattern(
  entry: YamlEntry,
  about: Partial<Pick<WrittenProblem, 'element' | 'catchAll'>>,
  variables: FaultVariables,
  ctx: BuildContext,
): ProblemPattern {
  const { report } = ctx;
  const fields = fieldsAt(entry, PROBLEM_KEYS, report, '"rest"');
  const [status, lastStatus] = statusField(fields.get('status'), report);
  if (!fields.has('status') && (entry.value.kind === 'map' || isNull(entry.value)))
    report.add('MAPPING_MISSING', 'the fault rule has no status', entry.place, 'write status: 4xx or 5xx');
  const parts = (key: string) => {
    const field = fields.text(key);
    return field && { parts: readParts(field.value, field.place, report), place: field.place };
  };
  const text = (source: ReturnType<typeof parts>) => source && variables.text(source.parts, source.place, 'rest');
  const code = parts('code');
  const fallback = about.element ? constantCase(about.element.name.local) : 'UPSTREAM_FAULT';
  const entryOfData = fields.get('data');
  const data = entryOfData && readTree(entryOfData.value, report);
  const headers = readResponseHeaders(fields.get('headers'), report);
  const title = fields.text('title')?.value;
  return {
    status,
    lastStatus,
    anyCode: !fields.has('code'),
    code: text(code) ?? { literals: [fallback], holes: [] },
    title,
    detail: text(parts('detail')),
    headers: variables.headers(headers),
    data: data && compileBody(data, variables.source('rest', data.place)),
    restSide: {
      status,
      code: code?.parts ?? [fallback],
      title,
      headers,
      data,
      element: about.element,
      catchAll: about.catchAll ?? false,
      anyCode: !fields.has('code'),
      typeOf: (name) => variables.scope.get(name)?.type,
    },
  };
}
