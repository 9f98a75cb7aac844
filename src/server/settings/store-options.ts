// Where cursors and outcomes are stored.
import type { OptionSpec } from './option-spec.ts';

export const storeOptions = {
  store: {
    scope: 'bridge',
    kind: 'store',
    default: 'memory',
    doc: 'Store of cursors and outcomes: memory, or a shared Redis',
  },
  storeSize: { scope: 'bridge', kind: 'size', min: 1024, default: '64MiB', doc: 'Maximum size of a store in memory' },
  storePassword: { scope: 'bridge', kind: 'secret', doc: 'Password of the Redis, as env:NAME or file:/path' },
  storeCa: {
    scope: 'bridge',
    kind: 'text',
    file: true,
    doc: 'CA certificates (PEM file) that verify a rediss:// store',
    details: 'Replaces the default CA certificates.',
  },
  storeTimeout: {
    scope: 'bridge',
    kind: 'duration',
    min: 1,
    default: '1s',
    doc: 'Timeout of Redis operations and of connecting to it',
  },
  storeDurability: {
    scope: 'bridge',
    kind: 'choice',
    values: ['warn', 'require', 'ignore'],
    default: 'warn',
    doc: 'For a Redis that may lose keys: warn, refuse claims, ignore',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
