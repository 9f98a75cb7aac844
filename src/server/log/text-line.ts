import type { Fields, Level } from './writer.ts';

/** `12:03:04.567 GET /v1/accounts/{id} 200 12.3 ms (upstream 10.1 ms) get-account`; of what is no exchange, `12:03:04.567 reloaded` */
export function textLine(_level: Level, fields: Fields): string {
  const time = new Date().toISOString().slice(11, 23);
  if (fields.event !== undefined) return `${time} ${eventText(fields)}\n`;
  const upstream = fields.upstream_ms ? ` (upstream ${fields.upstream_ms} ms)` : '';
  const parts = [
    time,
    fields.method ?? '-',
    fields.template ?? '-',
    fields.status,
    `${fields.duration_ms} ms${upstream}`,
  ];
  return `${[...parts, fields.rule, fields.code, fields.reason].filter((part) => part !== undefined).join(' ')}\n`;
}

/** What went wrong stands beneath, a line for each problem. */
function eventText({ event, problem }: Fields): string {
  return problem === undefined ? `${event}` : `${event}\n${problem}`.replaceAll('\n', '\n  ');
}
