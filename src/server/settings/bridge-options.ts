// Options of a bridge, in the order of the docs.

import { clientOptions } from './client-options.ts';
import { messageOptions } from './message-options.ts';
import type { OptionSpec } from './option-spec.ts';
import { responseOptions } from './response-options.ts';
import { storeOptions } from './store-options.ts';
import { upstreamCallOptions } from './upstream-call-options.ts';

export const bridgeOptions = {
  mapping: { scope: 'bridge', kind: 'text', file: true, doc: 'Mapping folder: mapping.yaml, contract and cases' },
  contract: {
    scope: 'bridge',
    kind: 'text',
    file: true,
    doc: 'Contract that replaces the one named by the mapping',
    details:
      'Without a mapping, every operation of the contract is served as REST, as `soapstone init` would write it. The host of its URL is allowed then.',
  },
  allowRemote: {
    scope: 'bridge',
    kind: 'hosts',
    default: '',
    doc: 'Hosts from which WSDL and XSD files may be fetched',
    details: 'Applies when the contract or an import is a URL.',
  },
  set: {
    scope: 'bridge',
    kind: 'pairs',
    default: '',
    doc: "Values for the mapping's settings, as name=value",
    details: 'In `soapstone.yaml`, a map.',
  },
  present: {
    scope: 'bridge',
    kind: 'choice',
    values: ['rest', 'soap', 'mcp'],
    default: 'rest',
    doc: 'Protocol that clients use',
    details: 'With `mcp`, each rule is a tool for agents: see [agents](../guides/agents.md).',
  },
  upstream: {
    scope: 'bridge',
    kind: 'url',
    doc: 'URL of the upstream service',
    details:
      'Without a path (a single `/` is none), each request goes to the path of its port in the contract. With SOAP behind, the default is the address in the contract.',
  },
  path: {
    scope: 'bridge',
    kind: 'path',
    doc: 'Path of the SOAP or MCP endpoint; default: see the docs',
    details:
      'For `present: soap`, by default the path of the address in the contract. For `present: mcp`, by default `/mcp`. With `present: rest` it is refused: the table has the paths (`base`).',
  },
  tools: {
    scope: 'bridge',
    kind: 'list',
    default: '',
    doc: 'Rules that are tools: ids or GET /path, * for any text',
    details: 'For `present: mcp`. Patterns that begin with `!` exclude rules. Default: all rules.',
  },
  readOnly: {
    scope: 'bridge',
    kind: 'switch',
    default: 'false',
    doc: 'Whether only rules that change nothing are tools',
    details: 'For `present: mcp`.',
  },
  origins: {
    scope: 'bridge',
    kind: 'hosts',
    default: '',
    doc: 'Hosts of web pages that may call tools; others get a 403',
    details: 'For `present: mcp`. Programs send no `Origin`, and are not affected.',
  },
  name: {
    scope: 'bridge',
    kind: 'text',
    doc: 'Bridge name in logs and metrics; default: the mapping folder',
  },
  requestCounters: {
    scope: 'bridge',
    kind: 'choice',
    values: ['auto', 'rule', 'resource'],
    default: 'auto',
    doc: 'Request counters by rule, or by resource and operation',
    details:
      '`auto`: by rule, for tables of up to 100 rules. A bridge has at most 1,000 such series, and counts further ones together; with `rule` it has all of them.',
  },
  histograms: {
    scope: 'bridge',
    kind: 'choice',
    values: ['bridge', 'operation', 'rule'],
    default: 'bridge',
    doc: 'Histograms of times and sizes by bridge, operation or rule',
    details: 'Each has up to 81 series for each class of status.',
  },
  ...upstreamCallOptions,
  rateLimit: {
    scope: 'bridge',
    kind: 'rate',
    doc: 'Rate limit of one client, such as 100/s; default: unlimited',
    details:
      'Counted by credential, or by network address for clients without one. `1000/10m` allows 1000 requests in 10 minutes.',
  },
  rateLimitUncounted: {
    scope: 'bridge',
    kind: 'choice',
    values: ['serve', 'refuse'],
    default: 'serve',
    doc: 'Serve or refuse requests that the store cannot count',
    details: 'It cannot count them while the Redis is unreachable.',
  },
  cache: {
    scope: 'bridge',
    kind: 'duration',
    default: '0',
    doc: 'How long responses of safe rules are cached; 0: never',
    details: 'For rules that do not set it themselves. A cached response serves equal requests of the same client.',
  },
  ...messageOptions,
  faultTexts: {
    scope: 'bridge',
    kind: 'choice',
    values: ['client-errors', 'show', 'hide'],
    default: 'client-errors',
    doc: "Which faults show the service's own text to clients",
  },
  ...responseOptions,
  upstreamCa: {
    scope: 'bridge',
    kind: 'text',
    file: true,
    doc: 'CA certificates (PEM file) that verify the upstream',
    details: 'Replaces the default CA certificates.',
  },
  upstreamCert: {
    scope: 'bridge',
    kind: 'text',
    file: true,
    doc: 'Client certificate (PEM file) sent to the upstream',
  },
  upstreamKey: {
    scope: 'bridge',
    kind: 'text',
    file: true,
    doc: 'Private key (PEM file, not encrypted) of the client certificate',
  },
  ...storeOptions,
  ...clientOptions,
  openapi: {
    scope: 'bridge',
    kind: 'path',
    off: true,
    keywords: ['true'],
    doc: 'Path of the OpenAPI document; off: not served',
    details:
      'For `present: rest`. Default: `openapi.json` below the base path. Where all bridges have one base path, `/openapi.json` works too.',
  },
  docs: {
    scope: 'bridge',
    kind: 'path',
    off: true,
    keywords: ['true', 'plain'],
    doc: 'Path of the docs page; plain: without scripts; off: not served',
    details:
      'For `present: rest`. Default: `docs` below the base path. Where all bridges have one base path, `/docs` works too. `plain` stays there.',
  },
  catalog: {
    scope: 'bridge',
    kind: 'path',
    off: true,
    keywords: ['true'],
    doc: 'Path of the catalog of OpenAPI documents; off: not served',
    details:
      'For `present: rest`. It has one document for each first segment of paths. Default: `metadata-catalog` below the base path. Where all bridges have one base path, `/metadata-catalog` works too.',
  },
  auth: {
    scope: 'bridge',
    kind: 'auth',
    doc: 'Credentials and authorization: keys and values, or a YAML file',
    details: 'See [credentials](credentials.md) and [authorization](authorization.md).',
  },
  cors: {
    scope: 'bridge',
    kind: 'cors',
    doc: 'Origins whose pages may call the bridge, or a map (CORS)',
    details: 'Default: none. See [CORS](cors.md).',
  },
  passThrough: {
    scope: 'bridge',
    kind: 'paths',
    default: '',
    doc: 'Path prefixes that are forwarded to the upstream unchanged',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
