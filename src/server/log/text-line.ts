import type { Fields, Level } from './writer.ts';

/** `12:03:04.567 GET /v1/accounts/{id} 200 12.3 ms (peer 10.1 ms) get-account` */
export function textLine(_level: Level, fields: Fields): string {
  const time = new Date().toISOString().slice(11, 23);
  const peer = fields.upstream_ms ? ` (peer ${fields.upstream_ms} ms)` : '';
  const parts = [time, fields.method ?? '-', fields.template ?? '-', fields.status, `${fields.duration_ms} ms${peer}`];
  return `${[...parts, fields.rule, fields.code, fields.reason].filter((part) => part !== undefined).join(' ')}\n`;
}
