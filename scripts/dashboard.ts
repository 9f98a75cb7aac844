// Writes helm/soapstone/files/dashboard.json, a Grafana dashboard over the metrics of docs/reference/settings.md: `node scripts/dashboard.ts`. A test compares the two.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Query {
  readonly expr: string;
  readonly legend: string;
  /** Shows exemplars: links from points to traces. */
  readonly exemplar?: boolean;
}

interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly Query[];
  /** Description of the panel. */
  readonly text?: string;
}

const MINE = 'job=~"$job", instance=~"$instance"';
const OF_BRIDGE = `${MINE}, bridge=~"$bridge"`;

const rate = (metric: string, by: string, more = '') =>
  `sum by (${by}) (rate(${metric}{${OF_BRIDGE}${more}}[$__rate_interval]))`;

const quantile = (q: number, metric: string, by: string): Query => ({
  expr: `histogram_quantile(${q}, ${rate(`${metric}_bucket`, `${by}, le`)})`,
  legend: `{{${by}}} p${q * 100}`,
  exemplar: true,
});

const FAILURES = ', fault=~"INTERNAL|CREDENTIAL|UPSTREAM_.+|BREAKER_OPEN|OVERLOADED|STORE_.+"';
const REQUESTS = 'soapstone_http_requests_total';

const rows: readonly (readonly [string, readonly Chart[]])[] = [
  [
    'Requests',
    [
      {
        title: 'Requests',
        unit: 'reqps',
        queries: [{ expr: rate(REQUESTS, 'bridge, direction'), legend: '{{bridge}} {{direction}}' }],
      },
      {
        title: 'Error rate',
        unit: 'percentunit',
        text: 'Errors of the gateway and unreachable services. Faults in responses of a service do not count.',
        queries: [
          { expr: `${rate(REQUESTS, 'bridge', FAILURES)} / ${rate(REQUESTS, 'bridge')}`, legend: '{{bridge}}' },
        ],
      },
      {
        title: 'Request duration (p50, p99)',
        unit: 's',
        queries: [0.5, 0.99].map((q) => quantile(q, 'soapstone_http_request_duration_seconds', 'bridge')),
      },
      {
        title: 'Mean duration: service, queue and gateway',
        unit: 's',
        text: 'Mean time waiting for the service, for a free connection to it, and mean time of everything else.',
        queries: [
          ['soapstone_upstream_request_duration_seconds', 'service'],
          ['soapstone_upstream_queue_duration_seconds', 'queue'],
          ['soapstone_translation_duration_seconds', 'gateway'],
        ].map(([metric, legend]) => ({
          expr: `${rate(`${metric}_sum`, 'bridge')} / ${rate(`${metric}_count`, 'bridge')}`,
          legend: `{{bridge}} ${legend}`,
        })),
      },
      {
        title: 'Failed requests by status and code',
        unit: 'reqps',
        queries: [{ expr: rate(REQUESTS, 'status, fault', ', fault!=""'), legend: '{{status}} {{fault}}' }],
      },
      {
        title: 'Requests in flight',
        unit: 'short',
        queries: [{ expr: `sum by (instance) (soapstone_http_requests_inflight{${MINE}})`, legend: '{{instance}}' }],
      },
      {
        title: 'Client connections by protocol',
        unit: 'short',
        text: 'And streams of HTTP/2: requests in flight on its connections.',
        queries: [
          {
            expr: `sum(soapstone_http_connections{${MINE}}) - sum(soapstone_http2_connections{${MINE}})`,
            legend: 'HTTP/1.1',
          },
          { expr: `sum(soapstone_http2_connections{${MINE}})`, legend: 'HTTP/2' },
          { expr: `sum(soapstone_http2_requests_inflight{${MINE}})`, legend: 'HTTP/2 streams' },
        ],
      },
    ],
  ],
  [
    'Rules',
    [
      {
        title: 'Busiest rules',
        unit: 'reqps',
        text: 'Of tables with many rules: resources and operations.',
        queries: [
          {
            expr: `topk(10, ${rate(REQUESTS, 'bridge, rule, method, resource, operation')})`,
            legend: '{{bridge}} {{rule}} {{method}} {{resource}} {{operation}}',
          },
        ],
      },
      {
        title: 'Slowest rules (p99)',
        unit: 's',
        text: 'Bridges, unless the setting histograms asks for operations or rules.',
        queries: [
          {
            expr: `topk(10, histogram_quantile(0.99, ${rate('soapstone_http_request_duration_seconds_bucket', 'bridge, rule, operation, le')}))`,
            legend: '{{bridge}} {{rule}} {{operation}}',
          },
        ],
      },
      {
        title: 'Request and response bytes',
        unit: 'Bps',
        queries: [
          { expr: rate('soapstone_http_request_size_bytes_sum', 'bridge'), legend: '{{bridge}} in' },
          { expr: rate('soapstone_http_response_size_bytes_sum', 'bridge'), legend: '{{bridge}} out' },
        ],
      },
      {
        title: 'Job requests',
        unit: 'reqps',
        queries: [{ expr: rate('soapstone_jobs_total', 'rule, step, status'), legend: '{{rule}} {{step}} {{status}}' }],
      },
    ],
  ],
  [
    'Upstream services',
    [
      {
        title: 'Circuit breaker',
        unit: 'short',
        text: '0 closed, 1 half-open, 2 open.',
        queries: [{ expr: `max by (bridge) (soapstone_upstream_breaker_state{${OF_BRIDGE}})`, legend: '{{bridge}}' }],
      },
      {
        title: 'Connections and queue',
        unit: 'short',
        queries: ['connections', 'inflight', 'pending', 'queued'].map((what) => ({
          expr: `sum by (bridge) (soapstone_upstream_${what}{${OF_BRIDGE}})`,
          legend: `{{bridge}} ${what}`,
        })),
      },
      {
        title: 'Wait for a connection (p99)',
        unit: 's',
        queries: [quantile(0.99, 'soapstone_upstream_queue_duration_seconds', 'bridge')],
      },
      {
        title: 'Retries and rejections',
        unit: 'reqps',
        queries: [
          { expr: rate('soapstone_upstream_retries_total', 'bridge'), legend: '{{bridge}} retries' },
          {
            expr: `sum by (bridge, limit) (rate(soapstone_limit_rejections_total{${MINE}}[$__rate_interval]))`,
            legend: '{{bridge}} {{limit}}',
          },
        ],
      },
      {
        title: 'Contract drift',
        unit: 'ops',
        text: 'Parts of responses that differ from the contract and were accepted. invalid: null stands for a value.',
        queries: [
          {
            expr: rate('soapstone_contract_drift_total', 'bridge, operation, kind'),
            legend: '{{bridge}} {{operation}} {{kind}}',
          },
        ],
      },
      {
        title: 'Addresses of the upstream that get requests',
        unit: 'short',
        queries: [
          {
            expr: `min by (bridge, origin) (soapstone_upstream_replica_state{${OF_BRIDGE}})`,
            legend: '{{bridge}} {{origin}}',
          },
          {
            expr: rate('soapstone_upstream_replica_requests_total', 'bridge, origin, outcome'),
            legend: '{{bridge}} {{origin}} {{outcome}}',
          },
        ],
      },
      {
        title: 'Key and token fetches in 15 min',
        unit: 'short',
        text: 'unreached: no response; refused: an error status; unusable: a response without a key set or token.',
        queries: [
          {
            expr: `sum by (bridge, use, host, outcome) (increase(soapstone_credential_fetches_total{${OF_BRIDGE}}[15m]))`,
            legend: '{{bridge}} {{use}} {{host}} {{outcome}}',
          },
        ],
      },
      {
        title: 'Wrong credentials',
        unit: 'reqps',
        text: 'Requests without a valid credential, by its kind; none: they had no credential.',
        queries: [
          {
            expr: `sum by (bridge, kind) (rate(soapstone_auth_failures_total{${OF_BRIDGE}}[$__rate_interval]))`,
            legend: '{{bridge}} {{kind}}',
          },
        ],
      },
      {
        title: 'Store operation duration (p99)',
        unit: 's',
        queries: [
          {
            expr: `histogram_quantile(0.99, ${rate('soapstone_store_operation_duration_seconds_bucket', 'bridge, operation, le')})`,
            legend: '{{bridge}} {{operation}}',
          },
        ],
      },
      {
        title: 'Response cache',
        unit: 'reqps',
        queries: [
          { expr: rate('soapstone_cache_requests_total', 'bridge, outcome'), legend: '{{bridge}} {{outcome}}' },
        ],
      },
      {
        title: 'Store durability',
        unit: 'short',
        text: '1: durable; 0: a crash or a full store may lose keys; -1: unknown.',
        queries: [{ expr: `soapstone_store_durability_state{${OF_BRIDGE}}`, legend: '{{bridge}}' }],
      },
      {
        title: 'Failed store operations',
        unit: 'ops',
        queries: [{ expr: rate('soapstone_store_failures_total', 'bridge'), legend: '{{bridge}}' }],
      },
    ],
  ],
  [
    'Process',
    [
      {
        title: 'CPU',
        unit: 'short',
        queries: [
          { expr: `rate(process_cpu_seconds_total{${MINE}}[$__rate_interval])`, legend: '{{instance}} {{worker}}' },
        ],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [
          { expr: `process_resident_memory_bytes{${MINE}}`, legend: '{{instance}} {{worker}} resident' },
          { expr: `nodejs_heap_size_used_bytes{${MINE}}`, legend: '{{instance}} {{worker}} heap' },
          { expr: `soapstone_body_memory_bytes{${MINE}}`, legend: '{{instance}} bodies' },
          { expr: `soapstone_body_memory_limit_bytes{${MINE}}`, legend: '{{instance}} bodies limit' },
        ],
      },
      {
        title: 'Cut connections and dropped log lines',
        unit: 'cps',
        text: 'Connections of slow clients, by reason.',
        queries: [
          {
            expr: `sum by (reason) (rate(soapstone_connections_cut_total{${MINE}}[$__rate_interval]))`,
            legend: '{{reason}}',
          },
          {
            expr: `rate(soapstone_log_lines_dropped_total{${MINE}}[$__rate_interval])`,
            legend: '{{instance}} log lines',
          },
        ],
      },
      {
        title: 'Spans sent and lost',
        unit: 'ops',
        text: 'Where traces are on. failure: the collector did not take them.',
        queries: [
          {
            expr: `sum by (outcome) (rate(soapstone_trace_spans_total{${MINE}}[$__rate_interval]))`,
            legend: '{{outcome}}',
          },
        ],
      },
      {
        title: 'Event-loop lag (p99)',
        unit: 's',
        queries: [{ expr: `nodejs_eventloop_lag_p99_seconds{${MINE}}`, legend: '{{instance}} {{worker}}' }],
      },
      {
        title: 'Certificate time left',
        unit: 's',
        queries: [
          {
            expr: `soapstone_certificate_expiration_timestamp_seconds{${MINE}} - time()`,
            legend: '{{instance}} {{use}} {{bridge}}',
          },
        ],
      },
      {
        title: 'Ready, last reload, versions',
        unit: 'short',
        queries: [
          { expr: `sum(soapstone_ready{${MINE}})`, legend: 'ready' },
          { expr: `sum(soapstone_config_last_reload_successful{${MINE}})`, legend: 'last reload succeeded' },
          { expr: `count by (version) (soapstone_build_info{${MINE}})`, legend: 'version {{version}}' },
          { expr: `count by (digest) (soapstone_config_info{${MINE}})`, legend: 'configuration {{digest}}' },
        ],
      },
    ],
  ],
];

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const ACROSS = 3;
const WIDTH = 24 / ACROSS;
const HEIGHT = 8;

function panels(): object[] {
  const all: object[] = [];
  let y = 0;
  for (const [title, charts] of rows) {
    all.push({
      id: all.length + 1,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { h: 1, w: 24, x: 0, y },
    });
    y++;
    charts.forEach((chart, i) => {
      const place = { h: HEIGHT, w: WIDTH, x: (i % ACROSS) * WIDTH, y: y + Math.floor(i / ACROSS) * HEIGHT };
      all.push(panel(all.length + 1, chart, place));
    });
    y += Math.ceil(charts.length / ACROSS) * HEIGHT;
  }
  return all;
}

function panel(id: number, { title, unit, queries, text }: Chart, gridPos: object): object {
  return {
    id,
    type: 'timeseries',
    title,
    description: text,
    gridPos,
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend, exemplar = false }, i) => ({
      refId: String.fromCharCode(65 + i),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
      exemplar,
      range: true,
    })),
  };
}

/** A variable of the dashboard that lists the values of a label. */
function variable(name: string, metric: string): object {
  const definition = `label_values(${metric}, ${name})`;
  const query = { query: definition, refId: name };
  const all = { includeAll: true, multi: true, allValue: '.*', current: { text: ['All'], value: ['$__all'] } };
  return { name, type: 'query', datasource: DATASOURCE, definition, query, refresh: 2, sort: 1, ...all };
}

/** The file's text. */
export function dashboard(): string {
  const variables = [
    { name: 'datasource', type: 'datasource', query: 'prometheus' },
    variable('job', 'soapstone_build_info'),
    variable('instance', 'soapstone_build_info'),
    variable('bridge', REQUESTS),
  ];
  const board = {
    uid: 'soapstone',
    title: 'Soapstone',
    tags: ['soapstone'],
    editable: true,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    templating: { list: variables },
    panels: panels(),
  };
  return `${JSON.stringify(board, null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../helm/soapstone/files/dashboard.json', import.meta.url), dashboard());
}
