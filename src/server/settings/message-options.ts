// Limits of messages, deviations that are accepted, and forms of SOAP messages.
import type { OptionSpec } from './option-spec.ts';

export const messageOptions = {
  maxRequestBody: { scope: 'bridge', kind: 'size', min: 1, default: '10MiB', doc: 'Maximum size of a request body' },
  maxResponseBody: {
    scope: 'bridge',
    kind: 'size',
    min: 1,
    default: '32MiB',
    doc: 'Maximum response body size of a rule that does not stream',
  },
  maxDepth: {
    scope: 'bridge',
    kind: 'count',
    min: 1,
    default: '100',
    doc: 'Maximum nesting depth of a message, XML or JSON',
  },
  maxElements: {
    scope: 'bridge',
    kind: 'count',
    min: 1,
    default: '1000000',
    doc: 'Maximum elements in a message; in JSON, members and items',
  },
  maxAttributes: { scope: 'bridge', kind: 'count', min: 1, default: '256', doc: 'Maximum attributes of one element' },
  lenient: {
    scope: 'bridge',
    kind: 'switch',
    doc: 'Accept upstream content that the contract does not have',
    details:
      'REST services (default `true`): unknown members, null for optional values, days in place of moments, and values that an enumeration lacks. SOAP services (default `false`): unknown elements, attributes, values and headers.',
  },
  responseUnknown: {
    scope: 'bridge',
    kind: 'choice',
    values: ['skip', 'error'],
    default: 'skip',
    doc: 'Elements and attributes in SOAP responses that the contract lacks',
    details:
      '`skip` leaves them out, follows references to values elsewhere (`href`), counts them in `soapstone_contract_drift_total` and logs each path once. With `error` the response is a 502.',
  },
  responseNamespaces: {
    scope: 'bridge',
    kind: 'choice',
    values: ['exact', 'any'],
    default: 'exact',
    doc: 'Namespaces of elements in SOAP responses: exact, or any',
  },
  responseMissing: {
    scope: 'bridge',
    kind: 'choice',
    values: ['error', 'null'],
    default: 'error',
    doc: 'Required elements that SOAP responses lack: an error, or null',
    details: 'Missing lists are empty, missing attributes absent. Clients may see null where OpenAPI has none.',
  },
  responseValues: {
    scope: 'bridge',
    kind: 'choice',
    values: ['show', 'error', 'null'],
    default: 'show',
    doc: 'Values in SOAP responses that their enumeration lacks',
    details:
      '`show` shows them as they are, counts them in `soapstone_contract_drift_total` and logs each path once. With `error` the response is a 502. `null` is `show`, and null for values that do not fit their types. Requests are refused either way.',
  },
  addressing: {
    scope: 'bridge',
    kind: 'choice',
    values: ['off', '2005/08', '2004/08'],
    default: 'off',
    doc: 'WS-Addressing in requests to SOAP services: off, or a version',
    details:
      'Requests have `To`, `Action`, `MessageID` and an anonymous `ReplyTo`; a response to another message is refused. `2005/08` is WS-Addressing 1.0.',
  },
  mtom: {
    scope: 'bridge',
    kind: 'switch',
    default: 'false',
    doc: 'Send binary content to SOAP services as attachments (MTOM)',
    details: 'For `present: rest` and `mcp`. The key `mtom` of a rule overrides it. See [attachments](attachments.md).',
  },
  mtomThreshold: {
    scope: 'bridge',
    kind: 'size',
    default: '1KiB',
    doc: 'Size from which binary content is an attachment of MTOM',
    details: 'Also in responses to SOAP clients that send attachments.',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
