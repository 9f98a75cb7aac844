// Writes docs/reference/settings.md from the product's own tables: `node scripts/settings-doc.ts`. A test compares the two.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestRecord } from '../src/binding/channels.ts';
import { AccessLog } from '../src/server/log/access-log.ts';
import { silent } from '../src/server/log/open-log.ts';
import { Collector } from '../src/server/metrics/collector.ts';
import { StoreTimes } from '../src/server/metrics/distribution.ts';
import { createRegistry } from '../src/server/metrics/prometheus.ts';
import type { KindSpec } from '../src/server/settings/kinds.ts';
import { CONFIG_VARIABLE } from '../src/server/settings/load.ts';
import { environmentName, flagOf } from '../src/server/settings/option-spec.ts';
import { type OptionName, optionNames, specOf } from '../src/server/settings/options.ts';

/** Spelling of the values of each kind. */
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
  networks: 'addresses and networks',
  origins: 'origins',
  pairs: '`name=value`, …',
  list: 'texts',
  switch: '`true` or `false`',
  store: '`memory`, `redis://…`, `rediss://…`, `sentinel://…`, `unix:/…`',
  rate: '`100/s`, `1000/10m`',
  secret: '`env:NAME` or `file:/path`',
  auth: 'keys and values, or a file',
  cors: 'origins, or a map',
};

const LOG_FIELDS: Readonly<Record<string, string>> = {
  time: 'When the line was written, ISO 8601 in UTC',
  level: '`info`; `warn` for statuses above 500; `error` for 500',
  request_id: 'Request id, as in the response: the `X-Request-Id` of the request, or a new one',
  trace_id: 'Trace id of the W3C `traceparent` of the request',
  bridge: 'Name of the bridge',
  rule: 'Id of the rule',
  method: 'HTTP method',
  protocol: 'HTTP version of the client: `1.0`, `1.1` or `2`',
  template:
    'Path template of the rule, or of the rules at the path; never the path itself. Of passed-through requests the prefix (`/files/*`)',
  path: 'Path of a request without a template, at most 200 characters, escaped; without query. Of segments above 40 characters, the first 12',
  status: 'Status sent; 499 if the client closed the connection first; that of the failure if a response broke off',
  duration_ms: 'Total time, in milliseconds',
  upstream_ms: 'Part of it spent waiting for the upstream, in milliseconds',
  queue_ms:
    'Part of it spent waiting for a free connection to the upstream, in milliseconds, where there was such a wait',
  retry_wait_ms: 'Part of it spent waiting between tries, in milliseconds, where the call was retried',
  bytes_in: 'Size of the request body, in bytes',
  bytes_out: 'Size of the response body, in bytes',
  code: 'Code of the [error](errors.md) or fault',
  client_address: 'Address or network of the client, with `logClient`',
  caller: 'Name of the authenticated caller, with `logCaller`; hashed with `logCallerKey`',
  upstream: 'Origin of the upstream, where it was called; of several, the last one',
  reason:
    'Why the upstream, the store or a credential failed, where and how the message of a SOAP client is wrong, why the caller was refused (401, 403, 429), the name of an unexpected error, or the fault text hidden from the client',
  at: 'Stack frames of an unexpected error',
  detail_left_out:
    'Detail that a SOAP fault lacks, because the error response of the REST service does not fit the contract: element, problem, JSON path',
};

/** Every field of the access log, in order. */
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
  queuedMs: 1,
  requestBytes: 0,
  responseBytes: 0,
  client: '203.0.113.7',
  caller: 'anna',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  cause: new Error('unexpected'),
};

/** The page's text. Throws if LOG_FIELDS lacks a field. */
export async function settingsPage(): Promise<string> {
  const parts = [HEAD, ...options(), ADMIN, ...(await metrics()), ...logFields()];
  return `${parts.join('\n\n')}\n`;
}

const HEAD = `# Settings

<!-- Written by scripts/settings-doc.ts: change src/server/settings/options.ts or the script, then run it. -->

Settings of \`soapstone serve\`. Each has three spellings: a flag, an environment variable and a key of \`soapstone.yaml\`. Flags win over the environment, the environment over
the file, the file over defaults. The file is \`soapstone.yaml\` in the working directory, or the one that \`--config\` or \`${CONFIG_VARIABLE}\` names. Unknown keys, unknown
\`SOAPSTONE_…\` variables and wrong values are errors, all reported at once. Relative paths start at the working directory; in a settings file, at the folder of that file.

Times are written \`500ms\`, \`30s\`, \`2m\` or \`1h\`, sizes \`65536\`, \`512KiB\`, \`10MiB\` or \`1GiB\`, several paths or hosts separated by commas (in the file also as a list).`;

function options(): string[] {
  return [
    '## Of a bridge',
    'A bridge is one mapping and its upstream service: `mapping` and `upstream` are required. Several bridges are a list under `bridges` in `soapstone.yaml`, each with the keys of this table. The same keys beside `bridges` apply to all bridges, except `mapping`, `contract`, `name` and `upstream`.',
    table('bridge'),
    'As middleware (`soapstone({ mapping, upstream, … })`) the same names are options, except `passThrough` and `catalog`; numbers are milliseconds and bytes. An app shows no description unless `docs` or `openapi` is set ([in an app](openapi.md#in-an-app)).',
    '## Of the process',
    table('process'),
  ];
}

function table(scope: 'bridge' | 'process'): string {
  const rows = optionNames.filter((name) => specOf(name).scope === scope).map(optionRow);
  return rowsOf(['key', 'flag', 'environment', 'value', 'default', 'meaning'], rows);
}

function optionRow(name: OptionName): string[] {
  const { kind, values, keywords = [], off, perCpu, default: fallback, doc, details } = specOf(name);
  const keywordTexts = [...keywords, ...(off ? ['off'] : []), ...(perCpu ? ['auto'] : [])].map(
    (word) => ` or ${code(word)}`,
  );
  const value = values ? values.map(code).join(', ') : KINDS[kind] + keywordTexts.join('');
  return [
    code(name),
    code(flagOf(name)),
    code(environmentName(name)),
    value,
    fallback ? code(fallback) : '',
    details ? `${doc}. ${details}` : doc,
  ];
}

const ADMIN = `## Admin port

| path | response |
|---|---|
| \`/livez\` | 200 while the process runs |
| \`/readyz\` | 200 while ready, 503 while starting or draining; \`?verbose\` lists the bridges |
| \`/metrics\` | Prometheus text; OpenMetrics, with exemplars of traced requests, if the scraper accepts it |
| \`/mappings\` | the loaded rules, as JSON |
| \`/studio\` | the workbench (\`studio\`), for requests from this machine alone |
| \`/exchanges\` | captured exchanges (\`debugWire\`), as JSON, for requests from this machine alone; \`?id=\`, \`?rule=\` and \`?bridge=\` select |`;

async function metrics(): Promise<string[]> {
  const found = await createRegistry(filled(), { version: '0' }).getMetricsAsJSON();
  const own = found.filter(({ name }) => name.startsWith('soapstone_'));
  return [
    '## Metrics',
    'The `process_…` and `nodejs_…` metrics of prom-client are there too. `rule` is a rule id, `_none` if no rule matched, `_pass_through` for passed-through paths; `operation` is the SOAP operation, `resource` the first segment of the path below the base. Labels that [`requestCounters` and `histograms`](operating.md#watching) do not tell apart are empty. For jobs, `rule` is the id of the job rule or its operation, `step` is `submitted`, `polled` or `fetched`. `direction` is `rest-to-soap` or `soap-to-rest`; `status` is `2xx` to `5xx`; `fault` is the error or fault code, empty for none, `_OTHER` after 100 outcomes of a rule or resource. [Several workers](workers.md#metrics) have two metrics more.',
    rowsOf(
      ['name', 'type', 'labels', 'meaning'],
      own.map((metric) => [code(metric.name), String(metric.type), labelsOf(metric), metric.help]),
    ),
  ];
}

/** A collector with a value for every metric. */
function filled(): Collector {
  const collector = new Collector();
  const storeTimes = new StoreTimes();
  storeTimes.add('get', 1);
  collector.addBridge('b', [{ id: 'r', operation: 'o', resource: 'r' }], {
    direction: 'rest-to-soap',
    jobs: [{ job: 'r', step: 'submitted', rule: 'r' }],
    storeTimes,
    pool: () => ({
      connected: 0,
      running: 0,
      pending: 0,
      replicas: [{ origin: 'http://h', problem: undefined, requests: { success: 0, failure: 0 } }],
    }),
    guard: () => ({ retries: 0, breaker: 'closed', waiting: 0, refused: { breaker: 0, queue: 0 } }),
    storeFailures: () => 0,
    storeDurability: () => ({ state: 'durable', problems: [] }),
    limits: () => ({ rate: 0, credentials: 0 }),
    authFailures: () => [['basic', 0]],
    fetches: () => [{ use: 'keys', host: 'h', outcome: 'success', count: 0 }],
    responseCache: () => ({ hits: 0, misses: 1, shared: 0 }),
    drift: () => [{ operation: 'get', kind: 'unknown', count: 0 }],
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
  const fieldNames: string[] = ['time', 'level'];
  const writer = { ...silent, write: (_level: string, fields: object) => void fieldNames.push(...Object.keys(fields)) };
  const templates = new Map([['b', new Map([['r', '/']])]]);
  new AccessLog(writer, templates, undefined, new Map([['b', 'https://service']])).add(full);
  const rows = fieldNames.map((name) => [code(name), meaningOf(name)]);
  return [
    '## Access log',
    'One JSON line per exchange on standard output. Fields without a value are left out. No line has anything of a message (bodies, queries, header values), with one exception: the fault text hidden from the client, at most 500 characters, quoted, in `reason` ([`faultTexts`](errors.md)).',
    rowsOf(['field', 'meaning'], rows),
    '`logFormat: text` writes `12:03:04.567 GET /v1/accounts/{id} 200 12.3 ms (upstream 10.1 ms) rule`, then code, client, caller and reason if there are any.',
    'With [several workers](workers.md) each line has the number of its worker in `worker`.',
    'A change of configuration is a line with `event`, `trigger` (`SIGHUP`, `files`, `worker` or `program`), `outcome` (`success` or `failure`), `digest_before` and `digest` of the files in use, the bridges whose tables, contracts or credentials are others (`bridges_changed`), the certificates that are in use since then (`certificates_changed`: subject, end and fingerprint; no part of the digest), and `problem` if there is any.',
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
