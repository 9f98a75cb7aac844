// The REST side of a fault row.
import { constantCase } from '../../../fault/fault-names.ts';
import type { WrittenProblem } from '../../model/written.ts';
import type { ProblemPattern } from '../../runtime/problem-fit.ts';
import { fieldsOf, isNull, numberField, textField } from '../../syntax/fields.ts';
import { readResponseHeaders } from '../../syntax/headers.ts';
import { readParts, readTree } from '../../syntax/pattern-tree.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { BuildContext } from '../bound-hole.ts';
import { compileBody } from '../rest-body.ts';
import type { FaultVariables } from './fault-variables.ts';

const KEYS = ['status', 'code', 'title', 'headers', 'detail', 'data'];

/** `about`: what the SOAP side of the row says. Its element names the code where the row does not. */
export function problemPattern(
  entry: YamlEntry,
  about: Partial<Pick<WrittenProblem, 'element' | 'catchAll'>>,
  variables: FaultVariables,
  ctx: BuildContext,
): ProblemPattern {
  const { report } = ctx;
  const fields = fieldsOf(entry.value, { keys: KEYS }, '"rest"', report);
  const [status, lastStatus] = statusField(fields.get('status'), report);
  if (!fields.has('status') && (entry.value.kind === 'map' || isNull(entry.value)))
    report.add('MAPPING_MISSING', 'the fault rule has no status', entry.place, 'write status: 4xx or 5xx');
  const parts = (key: string) => {
    const field = textField(fields.get(key), report);
    return field && { parts: readParts(field.value, field.place, report), place: field.place };
  };
  const text = (source: ReturnType<typeof parts>) => source && variables.text(source.parts, source.place, 'rest');
  const code = parts('code');
  const fallback = about.element ? constantCase(about.element.name.local) : 'UPSTREAM_FAULT';
  const entryOfData = fields.get('data');
  const data = entryOfData && readTree(entryOfData.value, report);
  const headers = readResponseHeaders(fields.get('headers'), report);
  const title = textField(fields.get('title'), report)?.value;
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
      typeOf: (name) => variables.scope.get(name)?.type,
    },
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
