// Writes helm/soapstone/values.schema.json: the chart's own values, and the options of the product as it knows them. `node scripts/chart-schema.ts`;
// a test compares the two.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMap } from 'yaml';
import type { KindSpec } from '../src/server/settings/kinds.ts';
import { optionNames, specOf } from '../src/server/settings/options.ts';
import { pairIn, valuesDocument } from './chart-values.ts';

type Schema = { readonly [key: string]: unknown };

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const count: Schema = { type: 'integer', minimum: 0 };
/** As Kubernetes takes it; its own schema is the judge. */
const any: Schema = { type: 'object' };
const list: Schema = { type: 'array', items: { type: 'object' } };
const texts: Schema = { type: 'object', additionalProperties: text };

function strict(properties: Schema, ...required: string[]): Schema {
  return { type: 'object', additionalProperties: false, properties, required };
}

const named = (more: Schema = {}): Schema => strict({ name: text, items: list, ...more }, 'name');

const PULL_POLICY: Schema = { enum: ['Always', 'IfNotPresent', 'Never'] };
const PORT: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
/** Names of Services (RFC 1035 label), and of whatever else has them in its name. */
const LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
/** Names of objects (RFC 1123 subdomain). */
const OBJECT_NAME = '[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*';

/** Where files come from. */
const sources: Schema = {
  files: { type: 'object', additionalProperties: text, minProperties: 1 },
  configMap: named({ optional: flag }),
  secret: named(),
  volume: { type: 'object', minProperties: 1, maxProperties: 1 },
  image: strict({ reference: text, pullPolicy: PULL_POLICY, copy: flag }, 'reference'),
  initContainer: { type: 'object', required: ['image'], properties: { image: text } },
};

/** The templates say in words that there is one source: see check.sources. */
const mapping: Schema = strict({ ...sources, path: text });
const contract: Schema = strict({ ...sources, path: text, file: text }, 'file');

const TIME = '^(0|\\d+(ms|s|m|h))$';
const SIZE = '^\\d+(KiB|MiB|GiB)?$';

const KINDS: Readonly<Record<KindSpec['kind'], Schema>> = {
  text,
  url: { type: 'string', pattern: '^https?://' },
  port: PORT,
  count,
  // A number is listed with texts: helm prints them, which says what to write.
  duration: {
    type: ['string', 'integer'],
    pattern: TIME,
    if: { type: 'integer' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { enum: [0, '500ms', '5s', '2m'] },
  },
  size: { type: ['string', 'integer'], pattern: SIZE },
  choice: text,
  path: text,
  paths: { type: ['string', 'array'], items: text },
  hosts: { type: ['string', 'array'], items: text },
  networks: { type: ['string', 'array'], items: text },
  origins: { type: ['string', 'array'], items: text },
  pairs: {
    type: ['object', 'array', 'string'],
    items: text,
    additionalProperties: { type: ['string', 'number', 'boolean'] },
  },
  list: { type: ['string', 'array'], items: text },
  rate: { type: 'string', pattern: '^[1-9]\\d*/([1-9]\\d*)?(s|m|h)$' },
  auth: { type: ['object', 'string'] },
  cors: { type: ['object', 'array', 'string'], items: text },
  switch: flag,
  store: { type: 'string', pattern: '^(memory$|rediss?://|sentinel://|unix:/)' },
  secret: { type: 'string', pattern: '^(env|file):' },
};

const PER_CPU: Schema = { type: ['integer', 'string'], minimum: 1, pattern: '^auto$' };

function options(scope: 'bridge' | 'process', ...without: string[]): Schema {
  const names = optionNames.filter((name) => specOf(name).scope === scope && !without.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const { kind, values, keywords, perCpu, max, doc } = specOf(name);
      const bound = max === undefined ? {} : { maximum: max };
      return [
        name,
        {
          description: doc,
          ...(values ? { enum: values } : keywords ? { type: ['string', 'boolean'] } : perCpu ? PER_CPU : KINDS[kind]),
          ...bound,
        },
      ];
    }),
  );
}

const bridge = strict(
  {
    ...options('bridge', 'mapping', 'contract'),
    name: { type: 'string', minLength: 1, maxLength: 63 },
    mapping,
    contract,
    networkPolicy: strict({ to: list, ports: list }),
  },
  'name',
  'mapping',
  'upstream',
);

const scrapeTime: Schema = { type: 'string', pattern: '^(\\d+(ms|s|m))?$' };
const monitor = strict({
  enabled: flag,
  interval: scrapeTime,
  scrapeTimeout: scrapeTime,
  labels: texts,
  honorLabels: flag,
  relabelings: list,
  metricRelabelings: list,
});

/** Quantities as Kubernetes takes them: its API server refuses others when the release has begun. */
const quantity = (pattern: string): Schema => ({ type: ['string', 'number'], pattern });
const amounts: Schema = {
  type: ['object', 'null'],
  properties: {
    cpu: quantity('^\\d+(\\.\\d+)?m?$'),
    memory: quantity('^\\d+(\\.\\d+)?([KMGTPE]i|[kMGTPE])?$'),
  },
};
/** Of pods: a number or a share. */
const pods = (least: number): Schema => ({ type: ['integer', 'string', 'null'], minimum: least, pattern: '^\\d+%$' });
const nothing = { type: 'string', pattern: '^0+%$' };

/** Of a probe, whose handler is the chart's. */
const timing: Schema = {
  type: 'object',
  propertyNames: {
    enum: [
      'initialDelaySeconds',
      'periodSeconds',
      'timeoutSeconds',
      'failureThreshold',
      'successThreshold',
      'terminationGracePeriodSeconds',
    ],
  },
  additionalProperties: count,
};

const own: Schema = {
  mode: { enum: ['standalone', 'sidecar', 'library'] },
  nameOverride: { type: 'string', pattern: `^(${LABEL})?$` },
  fullnameOverride: { type: 'string', pattern: `^(${LABEL})?$` },
  commonLabels: texts,
  commonAnnotations: texts,
  image: strict({
    repository: text,
    tag: text,
    digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
    pullPolicy: PULL_POLICY,
  }),
  imagePullSecrets: list,
  bridges: { type: 'array', items: bridge },
  settings: strict(options('process', 'traces')),
  secrets: { type: 'array', items: { type: 'string', pattern: `^${OBJECT_NAME}$` }, uniqueItems: true },
  traces: strict({ enabled: flag, endpoint: { type: 'string', pattern: '^(https?://.+)?$' }, env: texts }),
  app: strict({ container: any, volumes: list }),
  sidecar: strict({ native: flag, expose: flag, drainCommand: { type: 'array', items: text } }),
  replicaCount: count,
  revisionHistoryLimit: count,
  strategy: any,
  terminationGracePeriodSeconds: count,
  resources: strict({ requests: amounts, limits: amounts, claims: list }),
  podAnnotations: texts,
  podLabels: texts,
  podSecurityContext: any,
  securityContext: any,
  startupProbe: timing,
  readinessProbe: timing,
  livenessProbe: timing,
  lifecycle: any,
  extraEnv: list,
  extraEnvFrom: list,
  extraVolumes: list,
  extraVolumeMounts: list,
  extraContainers: list,
  extraInitContainers: list,
  extraObjects: list,
  nodeSelector: texts,
  tolerations: list,
  affinity: any,
  topologySpreadConstraints: list,
  priorityClassName: text,
  serviceAccount: strict({
    create: flag,
    name: { type: 'string', pattern: `^(${OBJECT_NAME})?$` },
    annotations: texts,
  }),
  service: strict({ type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] }, port: PORT, annotations: texts }),
  ingress: strict({
    enabled: flag,
    className: text,
    annotations: texts,
    hosts: {
      type: 'array',
      items: strict(
        { host: text, paths: { type: 'array', items: strict({ path: text, pathType: text }, 'path') } },
        'host',
      ),
    },
    tls: list,
  }),
  httpRoute: strict({
    enabled: flag,
    annotations: texts,
    parentRefs: list,
    hostnames: { type: 'array', items: text },
    matches: list,
    filters: list,
    timeouts: texts,
  }),
  podDisruptionBudget: strict({
    enabled: flag,
    maxUnavailable: { ...pods(1), not: nothing },
    minAvailable: pods(0),
  }),
  autoscaling: strict({
    enabled: flag,
    minReplicas: count,
    maxReplicas: count,
    targetCPUUtilizationPercentage: { type: ['integer', 'null'] },
    metrics: list,
    behavior: any,
  }),
  networkPolicy: strict({
    enabled: flag,
    from: list,
    adminFrom: list,
    dns: strict({ to: list }),
    except: { type: 'array', items: text },
    extraEgress: list,
    extraIngress: list,
  }),
  monitoring: strict({
    serviceMonitor: monitor,
    podMonitor: monitor,
    rules: strict({ enabled: flag, labels: texts, runbookUrl: text }),
    dashboard: strict({ enabled: flag, labels: texts, annotations: texts }),
  }),
  rollout: { enum: ['restart', 'reload'] },
  check: strict({
    enabled: flag,
    activeDeadlineSeconds: { type: 'integer', minimum: 1 },
    ttlSecondsAfterFinished: { type: 'integer', minimum: 1 },
  }),
  tests: strict({ enabled: flag }),
  // What Helm gives to charts that others depend on.
  global: any,
};

/** With the comments of values.yaml as descriptions. */
function described(properties: Schema, values: unknown): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const found = pairIn(values, name);
      if (found === undefined) return [name, schema];
      const { properties: below } = schema as { properties?: Schema };
      const isOwn = below !== undefined && isMap(found.value);
      const inner = isOwn ? { ...(schema as Schema), properties: described(below, found.value) } : (schema as Schema);
      return [name, { description: found.comment, ...inner }];
    }),
  );
}

/** The file's text. */
export function chartSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart soapstone',
    ...strict(described(own, valuesDocument().contents)),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../helm/soapstone/values.schema.json', import.meta.url), chartSchema());
}
