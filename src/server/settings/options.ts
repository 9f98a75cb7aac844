// The one table of options. Flags, environment variables, keys of soapstone.yaml, help texts and types all come from it.
import type { KindSpec } from './kinds.ts';

export interface OptionSpec extends KindSpec {
  /** `bridge` options may stand in an entry of `bridges:`, or beside it for all of them. */
  readonly scope: 'process' | 'bridge';
  /** As a user would write it; absent: no value unless given. */
  readonly default?: string;
  readonly doc: string;
}

export const options = {
  mapping: { scope: 'bridge', kind: 'text', doc: 'Folder of the mapping (mapping.yaml, contract, cases)' },
  contract: { scope: 'bridge', kind: 'text', doc: 'Contract to use in place of the one that the mapping names' },
  allowRemote: {
    scope: 'bridge',
    kind: 'hosts',
    default: '',
    doc: 'Hosts from which WSDL and XSD files may be fetched when the contract or an import is a URL',
  },
  set: {
    scope: 'bridge',
    kind: 'pairs',
    default: '',
    doc: "Values for the mapping's settings, as name=value; in a file a map",
  },
  present: {
    scope: 'bridge',
    kind: 'choice',
    values: ['rest', 'soap'],
    default: 'rest',
    doc: 'Which side callers see',
  },
  upstream: {
    scope: 'bridge',
    kind: 'url',
    doc: 'URL of the peer behind; without a path, requests go to the path of their port in the contract',
  },
  path: {
    scope: 'bridge',
    kind: 'path',
    doc: 'Path of the SOAP address, where SOAP is in front; that of the service in the contract unless given',
  },
  name: {
    scope: 'bridge',
    kind: 'text',
    doc: 'Name of the bridge in logs and metrics; the mapping folder unless given',
  },
  timeout: { scope: 'bridge', kind: 'duration', min: 1, default: '60s', doc: 'Total time of one exchange' },
  upstreamTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '30s',
    doc: 'Time until the head of the reply, and between pieces of its body',
  },
  connectTimeout: { scope: 'bridge', kind: 'duration', min: 1, default: '5s', doc: 'Time to connect to the peer' },
  connections: { scope: 'bridge', kind: 'count', min: 1, default: '128', doc: 'Most connections to the peer' },
  queue: {
    scope: 'bridge',
    kind: 'count',
    default: '256',
    doc: 'Most requests that wait for a connection to the peer; further ones are refused at once',
  },
  queueTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '1s',
    doc: 'Longest wait for a connection to the peer',
  },
  tryTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    doc: 'Time of one try; that of the whole exchange unless given',
  },
  retries: {
    scope: 'bridge',
    kind: 'count',
    default: '1',
    doc: 'Further tries of a call that may be repeated; 0 for none',
  },
  retryBudget: {
    scope: 'bridge',
    kind: 'count',
    default: '10',
    doc: 'Further tries in percent of all calls',
  },
  breakerFailures: {
    scope: 'bridge',
    kind: 'count',
    default: '10',
    doc: 'Failures among twice as many calls after which the peer is left alone; 0 for never',
  },
  breakerPause: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '5s',
    doc: 'How long it is left alone until one call tries again',
  },
  rateLimit: {
    scope: 'bridge',
    kind: 'rate',
    doc: 'Most requests of one caller in a time, such as 100/s or 1000/10m: by credential, or by network address where there is none; no limit unless given',
  },
  rateLimitUncounted: {
    scope: 'bridge',
    kind: 'choice',
    values: ['serve', 'refuse'],
    default: 'serve',
    doc: 'What becomes of requests that cannot be counted because the store is away',
  },
  cache: {
    scope: 'bridge',
    kind: 'duration',
    default: '0',
    doc: 'How long replies of safe rules that say nothing themselves serve equal requests of one caller; 0 keeps none',
  },
  maxRequestBody: { scope: 'bridge', kind: 'size', min: 1, default: '10MiB', doc: 'Largest request body' },
  maxReplyBody: {
    scope: 'bridge',
    kind: 'size',
    min: 1,
    default: '32MiB',
    doc: 'Largest reply body of a rule that does not stream',
  },
  maxDepth: {
    scope: 'bridge',
    kind: 'count',
    min: 1,
    default: '100',
    doc: 'Deepest nesting of a message, XML or JSON',
  },
  maxElements: {
    scope: 'bridge',
    kind: 'count',
    min: 1,
    default: '1000000',
    doc: 'Most elements in a message; in JSON, most members and items',
  },
  maxAttributes: { scope: 'bridge', kind: 'count', min: 1, default: '256', doc: 'Most attributes of one element' },
  lenient: {
    scope: 'bridge',
    kind: 'switch',
    doc: 'Let the service send what its contract does not have. A REST service: further members, and null for what may be absent; true unless given. A SOAP service: elements, attributes, values, and headers that nobody understands; false unless given',
  },
  upstreamCa: {
    scope: 'bridge',
    kind: 'text',
    doc: 'File of the certificate authorities (PEM) that the service is checked against, in place of the usual ones',
  },
  upstreamCert: { scope: 'bridge', kind: 'text', doc: 'File of the certificate (PEM) that is shown to the service' },
  upstreamKey: {
    scope: 'bridge',
    kind: 'text',
    doc: 'File of the private key (PEM, not encrypted) of that certificate',
  },
  store: {
    scope: 'bridge',
    kind: 'store',
    default: 'memory',
    doc: 'Where cursors and outcomes are kept: memory of this process, or a Redis that replicas share',
  },
  storeSize: { scope: 'bridge', kind: 'size', min: 1024, default: '64MiB', doc: 'Most bytes of a store in memory' },
  storePassword: { scope: 'bridge', kind: 'secret', doc: 'Where the password of the Redis is' },
  storeCa: {
    scope: 'bridge',
    kind: 'text',
    doc: 'File of the certificate authorities (PEM) that a rediss:// store is checked against, in place of the usual ones',
  },
  storeTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '1s',
    doc: 'Longest wait for the Redis, and for a connection to it',
  },
  publicUrl: {
    scope: 'bridge',
    kind: 'url',
    doc: 'Address as callers see it, that of the request unless given: of the SOAP service, for its WSDL; or what all paths of the REST face are below, for its OpenAPI description',
  },
  forwarded: {
    scope: 'bridge',
    kind: 'choice',
    values: ['ignore', 'trust'],
    default: 'ignore',
    doc: 'Whether X-Forwarded-Proto and X-Forwarded-Host tell the address of a request, and X-Forwarded-For that of the caller: only behind a proxy that sets them',
  },
  openapi: {
    scope: 'bridge',
    kind: 'path',
    off: true,
    doc: 'Path of the OpenAPI description, where REST is in front; openapi.json below the base path unless given, off shows none',
  },
  docs: {
    scope: 'bridge',
    kind: 'path',
    off: true,
    doc: 'Path of the docs page, where REST is in front; docs below the base path unless given, off shows none',
  },
  auth: {
    scope: 'bridge',
    kind: 'auth',
    doc: 'Credentials: keys and values, or a YAML file that holds them; see [credentials](credentials.md)',
  },
  passThrough: {
    scope: 'bridge',
    kind: 'paths',
    default: '',
    doc: 'Path prefixes that go to the upstream host as they are',
  },
  host: {
    scope: 'process',
    kind: 'text',
    default: '::',
    doc: 'Address to listen on for callers; :: is every one, IPv4 too',
  },
  port: { scope: 'process', kind: 'port', default: '8080', doc: 'Port for callers; 0 takes a free one' },
  tlsCert: {
    scope: 'process',
    kind: 'text',
    doc: 'File of the certificate (PEM) that callers are shown: the port then speaks HTTPS',
  },
  tlsKey: { scope: 'process', kind: 'text', doc: 'File of the private key (PEM, not encrypted) of that certificate' },
  clientCa: {
    scope: 'process',
    kind: 'text',
    doc: 'File of the certificate authorities (PEM) of callers: they may then show certificates, see [credentials](credentials.md)',
  },
  adminHost: { scope: 'process', kind: 'text', default: '::', doc: 'Address to listen on for probes and metrics' },
  adminPort: {
    scope: 'process',
    kind: 'port',
    off: true,
    default: '9090',
    doc: 'Port for probes and metrics; 0 takes a free one, off has none',
  },
  drainDelay: {
    scope: 'process',
    kind: 'duration',
    default: '5s',
    doc: 'After SIGTERM, go on serving this long while load balancers turn away (SIGINT does not wait)',
  },
  drainTimeout: {
    scope: 'process',
    kind: 'duration',
    default: '20s',
    doc: 'Then wait this long for what is in flight',
  },
  headersTimeout: {
    scope: 'process',
    kind: 'duration',
    min: 1,
    default: '10s',
    doc: 'Time for a caller to send the head of a request',
  },
  requestTimeout: {
    scope: 'process',
    kind: 'duration',
    min: 1,
    default: '60s',
    doc: 'Time for a caller to send a whole request',
  },
  keepAliveTimeout: {
    scope: 'process',
    kind: 'duration',
    default: '75s',
    doc: 'How long an idle connection of a caller stays open; longer than that of the load balancer in front',
  },
  sendTimeout: {
    scope: 'process',
    kind: 'duration',
    min: 1,
    default: '60s',
    doc: 'How long a caller may take nothing of a reply that waits',
  },
  maxConnections: {
    scope: 'process',
    kind: 'count',
    min: 1,
    default: '10000',
    doc: 'Most connections of callers; further ones are closed at once',
  },
  overloadDelay: {
    scope: 'process',
    kind: 'duration',
    default: '50ms',
    doc: 'How late the process may be with what it has to do: when it is later for a while, only as much is taken on as keeps it in time, and the rest is refused at once; 0 refuses nothing',
  },
  maxHeaderSize: { scope: 'process', kind: 'size', min: 1024, default: '16KiB', doc: 'Largest head of a request' },
  maxHeaders: { scope: 'process', kind: 'count', min: 1, default: '100', doc: 'Most header fields of a request' },
  watch: {
    scope: 'process',
    kind: 'duration',
    default: '2s',
    doc: 'How often mappings, contracts, certificates and soapstone.yaml are looked at; what has changed is reloaded; 0 for never (SIGHUP reloads in any case)',
  },
  logLevel: {
    scope: 'process',
    kind: 'choice',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    doc: 'Least important log lines to write; exchanges are info, failed ones warn or error',
  },
  logFormat: {
    scope: 'process',
    kind: 'choice',
    values: ['json', 'text', 'off'],
    default: 'json',
    doc: 'Access log on standard output: JSON lines, short text lines, or none',
  },
  traces: {
    scope: 'process',
    kind: 'choice',
    values: ['off', 'otlp'],
    default: 'off',
    doc: 'Spans of requests and calls to a collector by OTLP over HTTP; where it is and what is sampled stands in the usual variables (OTEL_…)',
  },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof options;

/** Names in the order of the table. */
export const optionNames = Object.keys(options) as OptionName[];

export function specOf(name: OptionName): OptionSpec {
  return options[name];
}

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}
