// Writes docs/reference/settings.md from the tables that the product itself reads: `node scripts/settings-doc.ts`. A test compares the two.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestRecord } from '../src/binding/channels.ts';
import { AccessLog } from '../src/server/log/access-log.ts';
import { silent } from '../src/server/log/writer.ts';
import { Collector } from '../src/server/metrics/collector.ts';
import { createRegistry } from '../src/server/metrics/registry.ts';
import { StoreTimes } from '../src/server/metrics/store-times.ts';
import { CONFIG_VARIABLE } from '../src/server/settings/environment.ts';
import type { KindSpec } from '../src/server/settings/kinds.ts';
import { type OptionName, optionNames, specOf } from '../src/server/settings/options.ts';
import { environmentName, flagOf } from '../src/server/settings/spelling.ts';

/** How values of a kind are written. */
const KINDS: Readonly<Record<KindSpec['kind'], string>> = {
  text: 'text',
  url: 'http(s) URL',
  port: 'port',
  count: 'number',
  duration: 'time',
  size: 'size',
  choice: '',
  path: 'path',
  paths: 'paths',
  hosts: 'hosts',
  pairs: '`name=value`, …',
  switch: '`true` or `false`',
  store: '`memory`, `redis://…`, `rediss://…`, `sentinel://…`, `unix:/…`',
  rate: '`100/s`, `1000/10m`',
  secret: '`env:NAME` or `file:/path`',
  auth: 'keys and values, or a file',
};

const LOG_FIELDS: Readonly<Record<string, string>> = {
  time: 'When the line was written, ISO 8601 in UTC',
  level: '`info`; `warn` for statuses above 500; `error` for 500',
  request_id: 'Id of the request, as in the reply: the `X-Request-Id` that came in, or a new one',
  trace_id: 'Trace id of the W3C `traceparent` that came in',
  bridge: 'Name of the bridge',
  rule: 'Id of the rule',
  method: 'HTTP method',
  template: "The rule's path with its holes; never the path itself",
  status: 'Status sent; 499 where the caller went away first',
  duration_ms: 'Total time',
  upstream_ms: 'Time of it that was spent waiting for the service',
  bytes_in: 'Size of the request body',
  bytes_out: 'Size of the response body',
  code: 'Code of the [error](errors.md) or fault',
  reason:
    'Why the service, the store or a credential could not be reached or used, why a caller was refused (401), the name of an unexpected error, or the text of a fault that the client does not see',
  at: 'Stack frames of an unexpected error',
};

/** Lists every field that lines of the access log may have, in their order. */
export const logFieldNames: readonly string[] = Object.keys(LOG_FIELDS);

const full: RequestRecord = {
  bridge: 'b',
  id: 'i',
  rule: 'r',
  method: 'GET',
  path: '/',
  status: 500,
  code: 'INTERNAL',
  ms: 2,
  upstreamMs: 1,
  requestBytes: 0,
  responseBytes: 0,
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  cause: new Error('unexpected'),
};

/** The page's text. Throws where a field of the access log has no meaning written here. */
export async function settingsPage(): Promise<string> {
  const parts = [HEAD, ...options(), ADMIN, ...(await metrics()), ...logFields()];
  return `${parts.join('\n\n')}\n`;
}

const HEAD = `# Settings

<!-- Written by scripts/settings-doc.ts: change src/server/settings/options.ts or the script, then run it. -->

Settings of \`soapstone serve\`. Each has three spellings: a flag, an environment variable and a key of \`soapstone.yaml\`. Flags win over the environment, the environment over
the file, the file over defaults. The file is \`soapstone.yaml\` of the working directory, or the one that \`--config\` or \`${CONFIG_VARIABLE}\` names. Unknown keys, unknown
\`SOAPSTONE_…\` variables and wrong values are errors, all reported at once. Relative paths start at the working directory, in a file at the file's folder.

Times are written \`500ms\`, \`30s\`, \`2m\` or \`1h\`, sizes \`65536\`, \`512KiB\`, \`10MiB\` or \`1GiB\`, several paths or hosts with commas between them (in the file also as a list).`;

function options(): string[] {
  return [
    '## Of a bridge',
    'A bridge is one mapping and the service behind it: `mapping` and `upstream` are needed. Several bridges stand in `soapstone.yaml` as a list under `bridges`, each with the keys of this table; the same keys beside `bridges` hold for all, except `mapping`, `contract`, `name` and `upstream`.',
    table('bridge'),
    'As middleware (`soapstone({ mapping, upstream, … })`) the same names are taken, without `passThrough`, `openapi` and `docs`; numbers are ms and bytes.',
    '## Of the process',
    table('process'),
  ];
}

function table(scope: 'bridge' | 'process'): string {
  const rows = optionNames.filter((name) => specOf(name).scope === scope).map(optionRow);
  return rowsOf(['key', 'flag', 'environment', 'value', 'default', 'meaning'], rows);
}

function optionRow(name: OptionName): string[] {
  const { kind, values, off, default: fallback, doc } = specOf(name);
  const value = values ? values.map(code).join(', ') : `${KINDS[kind]}${off ? ' or `off`' : ''}`;
  return [code(name), code(flagOf(name)), code(environmentName(name)), value, fallback ? code(fallback) : '', doc];
}

const ADMIN = `## Admin port

| path | answer |
|---|---|
| \`/livez\` | 200 while the process runs |
| \`/readyz\` | 200 while it takes requests, 503 while it starts or drains; \`?verbose\` lists the bridges |
| \`/metrics\` | Prometheus text; OpenMetrics, with exemplars of traced requests, for scrapers that accept it |
| \`/mappings\` | the rules that are loaded, as JSON |`;

async function metrics(): Promise<string[]> {
  const found = await createRegistry(filled(), { version: '0' }).getMetricsAsJSON();
  const own = found.filter(({ name }) => name.startsWith('soapstone_'));
  return [
    '## Metrics',
    'Beside these there are the usual `process_…` and `nodejs_…` of prom-client. Of jobs, `rule` is the id of their row, `step` is `submitted`, `polled` or `fetched`. `rule` is a rule id, `_none` where no rule was found, `_pass_through` for passed-through paths; `direction` is `rest-to-soap` or `soap-to-rest`; `status` is `2xx` to `5xx`; `fault` is the error or fault code, empty for none, `_OTHER` beyond 100 outcomes of a rule.',
    rowsOf(
      ['name', 'type', 'labels', 'meaning'],
      own.map((metric) => [code(metric.name), String(metric.type), labelsOf(metric), metric.help]),
    ),
  ];
}

/** A collector that has seen something of everything. */
function filled(): Collector {
  const collector = new Collector();
  const storeTimes = new StoreTimes();
  storeTimes.add('get', 1);
  collector.addBridge('b', ['r'], {
    direction: 'rest-to-soap',
    jobs: [{ job: 'r', step: 'submitted', rule: 'r' }],
    storeTimes,
    pool: () => ({ connected: 0, running: 0, pending: 0 }),
    guard: () => ({ retries: 0, breaker: 'closed', waiting: 0, refused: { breaker: 0, queue: 0 } }),
    storeFailures: () => 0,
    storeDurability: () => ({ state: 'durable', problems: [] }),
    limits: () => ({ rate: 0 }),
    fetches: () => [{ use: 'keys', host: 'h', outcome: 'success', count: 0 }],
    responseCache: () => ({ hits: 0, misses: 1, shared: 0 }),
  });
  const pem = readFileSync(new URL('../test/fixtures/tls/client.pem', import.meta.url), 'utf8');
  const certificates = () => [{ bridge: 'b', use: 'upstream' as const, pem }];
  collector.sources = { ...collector.sources, certificates, cutConnections: () => ({ handshake: 0 }) };
  collector.add(full);
  return collector;
}

function labelsOf(metric: { readonly values?: readonly { readonly labels: object }[] }): string {
  const names = new Set((metric.values ?? []).flatMap(({ labels }) => Object.keys(labels)));
  names.delete('le');
  return [...names].map(code).join(', ');
}

function logFields(): string[] {
  const seen: string[] = ['time', 'level'];
  const writer = { ...silent, write: (_level: string, fields: object) => void seen.push(...Object.keys(fields)) };
  new AccessLog(writer, new Map([['b', new Map([['r', '/']])]])).add(full);
  const rows = seen.map((name) => [code(name), meaningOf(name)]);
  return [
    '## Access log',
    'One JSON line an exchange on standard output, written in the background. Fields without a value are left out. Nothing of a message gets in (no bodies, no queries, no header values), except the text of a fault that the client does not see: at most 500 characters, quoted, in `reason` ([`faultTexts`](errors.md)).',
    rowsOf(['field', 'meaning'], rows),
    '`logFormat: text` writes `12:03:04.567 GET /v1/accounts/{id} 200 12.3 ms (peer 10.1 ms) rule`, and code and reason where there are some.',
  ];
}

function meaningOf(name: string): string {
  const meaning = LOG_FIELDS[name];
  if (meaning === undefined)
    throw new Error(`the field ${name} of the access log has no meaning in scripts/settings-doc.ts`);
  return meaning;
}

function rowsOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../docs/reference/settings.md', import.meta.url), await settingsPage());
}
