// Options of the calls to the upstream: times, connections, queue, retries and breaker.
import type { OptionSpec } from './option-spec.ts';

export const upstreamCallOptions = {
  timeout: { scope: 'bridge', kind: 'duration', min: 1, default: '60s', doc: 'Total timeout of one exchange' },
  upstreamTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '30s',
    doc: 'Timeout for response headers, and between parts of the body',
    details: 'Checked twice a second: a try may take up to a second more.',
  },
  connectTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '5s',
    doc: 'Timeout for connecting to the upstream',
  },
  connections: {
    scope: 'bridge',
    kind: 'count',
    min: 1,
    default: '128',
    doc: 'Maximum number of connections to the upstream',
  },
  connectionMaxAge: {
    scope: 'bridge',
    kind: 'duration',
    default: '5m',
    doc: 'Maximum age of an upstream connection; 0: unlimited',
  },
  connectionReuse: {
    scope: 'bridge',
    kind: 'switch',
    default: 'true',
    doc: 'Reuse upstream connections for several requests',
    details: 'A connection carries one request at a time.',
  },
  queue: {
    scope: 'bridge',
    kind: 'count',
    default: '256',
    doc: 'Maximum number of requests waiting for an upstream connection',
    details: 'Further requests are refused at once.',
  },
  queueTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '1s',
    doc: 'Maximum wait for an upstream connection',
  },
  tryTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    doc: 'Timeout of one try; default: the timeout of the exchange',
  },
  retries: {
    scope: 'bridge',
    kind: 'count',
    default: '1',
    doc: 'Maximum retries of a call that may be repeated; 0: none',
  },
  retryBudget: {
    scope: 'bridge',
    kind: 'count',
    default: '10',
    doc: 'Maximum retries, in percent of all calls',
  },
  breakerFailures: {
    scope: 'bridge',
    kind: 'count',
    default: '10',
    doc: 'Failures that open the circuit breaker; 0: never',
    details: 'Counted over twice as many calls.',
  },
  breakerPause: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '5s',
    doc: 'Time until an open circuit breaker lets one call through',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
