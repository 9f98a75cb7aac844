// Options of how responses go out to clients.
import type { OptionSpec } from './option-spec.ts';

export const responseOptions = {
  compression: {
    scope: 'bridge',
    kind: 'switch',
    default: 'false',
    doc: 'Compress responses (br, gzip) for clients that accept it',
    details:
      'For `present: rest` and `soap`. Descriptions and docs pages are compressed in any case. See [connections](connections.md#compression).',
  },
  compressionMinSize: {
    scope: 'bridge',
    kind: 'size',
    min: 1,
    default: '1KiB',
    doc: 'Size from which a response body is compressed; streams always are',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
