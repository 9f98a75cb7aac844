// Public addresses, proxies, and what the access log has of a client.
import type { OptionSpec } from './option-spec.ts';

export const clientOptions = {
  publicUrl: {
    scope: 'bridge',
    kind: 'url',
    doc: 'Public URL, for WSDL and OpenAPI; default: that of the request',
    details:
      'For `present: soap`, the address of the SOAP service. For `present: rest`, the base of all paths: links in responses begin with it.',
  },
  forwarded: {
    scope: 'bridge',
    kind: 'choice',
    values: ['ignore', 'trust'],
    default: 'ignore',
    doc: 'Whether to trust the headers X-Forwarded-Proto, -Host and -For',
    details:
      'They replace the address of the request and of the client. Trust them only behind a proxy that sets them.',
  },
  trustedProxies: {
    scope: 'bridge',
    kind: 'networks',
    default: '',
    doc: 'Proxies, as 10.0.0.0/8, whose forwarding headers are trusted',
    details:
      'With it, those headers count from these peers alone, whatever `forwarded` says. Of `X-Forwarded-For` or `Forwarded`, the last address that is no such proxy is the client. The proxy must strip the one that it does not write; where the two name different clients, neither counts.',
  },
  logClient: {
    scope: 'bridge',
    kind: 'choice',
    values: ['off', 'network', 'address'],
    default: 'off',
    doc: 'Client in the access log: off, network or address',
    details: '`network` is the first 24 bits of an IPv4 address, the first 48 of an IPv6 one.',
  },
  logCaller: {
    scope: 'bridge',
    kind: 'text',
    list: true,
    doc: 'Claim or field that names the caller in the access log',
    details: 'Of several, such as `sub,user`, the first that the caller has. Never a secret.',
  },
  logCallerKey: {
    scope: 'bridge',
    kind: 'secret',
    doc: 'Key that hashes `logCaller`, as env:NAME or file:/path',
    details: 'By HMAC-SHA256: lines of one caller have one text, and nobody without the key finds the name.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
