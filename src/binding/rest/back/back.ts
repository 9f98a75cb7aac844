// The REST back binding: fills a rule's request, sends it, and reads the response. Knows nothing about the client.

import { withPreference } from '../../../bytes/preferences.ts';
import { defaultJsonLimits, type JsonLimits } from '../../../json/limits.ts';
import type { ErrorForm } from '../../../rule/error-form.ts';
import type { Exchange, OutboundCredential, Response } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import type { OutgoingRequest, Sender } from '../../../transport/transport.ts';
import { defaultLimits } from '../../../xml/reader/limits.ts';
import { Call, type Settle, withFields } from '../../call.ts';
import { type CompiledRestRule, compileRule, writeRequest } from './request.ts';
import { RestResponseReader } from './response-reader.ts';

export interface RestBackOptions {
  /** Media type of JSON request bodies: that of the mapping. */
  readonly media: string;
  readonly transport: Sender;
  /** The forms of the service's errors: those of the mapping. */
  readonly errors?: readonly ErrorForm[];
  /** Path before the path of every request: that of the upstream URL. '' by default. */
  readonly target?: string;
  /** Further header fields for every request: name, value, name, value … A rule's own field of the same name wins. */
  readonly headers?: readonly string[];
  /** Most bytes of a response, as sent and as inflated; 32 MiB by default. */
  readonly maxResponseBytes?: number;
  /** Bounds on the JSON of a response. */
  readonly limits?: JsonLimits;
}

export interface RestBack {
  /** Sends the exchange's request. The promise fails with a Fault (its response is in `init.rest`) or a SoapstoneError (UPSTREAM_*). */
  handle(exchange: Exchange): Promise<Response>;
  /** The request as it would be sent. Throws SoapstoneError (BAD_PATH, BAD_HEADER, CODEC_*) for values that have no place in it. */
  request(rule: Rule, bindings: Bindings, traceparent?: string): OutgoingRequest;
}

export function createRestBack(options: RestBackOptions): RestBack {
  const { transport, maxResponseBytes = defaultLimits.bytes, limits = defaultJsonLimits, errors = [] } = options;
  const prefix = prefixOf(options.target ?? '');
  const setting = { media: options.media, prefix, headers: options.headers ?? [], errors };
  const reading = { maxBytes: maxResponseBytes, limits, errors };
  const compiledRules = new Map<Rule, CompiledRestRule>();

  function compiled(rule: Rule): CompiledRestRule {
    let compiledRule = compiledRules.get(rule);
    if (!compiledRule) compiledRules.set(rule, (compiledRule = compileRule(rule, setting)));
    return compiledRule;
  }

  return {
    handle: (exchange) =>
      new Promise((resolve, reject) => {
        if (exchange.cancelled) throw exchange.cancelled;
        const rule = compiled(exchange.rule);
        const bareRequest = writtenFor(rule, exchange);
        const request = exchange.proof === undefined ? bareRequest : proven(bareRequest, exchange.proof);
        const { bindings, deferred = false, memory } = exchange;
        const context = { path: request.path, bindings, deferred, memory };
        const reader = (settle: Settle) => new RestResponseReader(rule, context, reading, settle);
        new Call(reader, exchange, resolve, reject).send(transport, request);
      }),
    request: (rule, bindings, traceparent) => writeRequest(compiled(rule), bindings, traceparent),
  };
}

function writtenFor(
  rule: CompiledRestRule,
  { bindings, traceparent, id, resend, deferred }: Exchange,
): OutgoingRequest {
  const { operation } = rule.rule;
  const request = { ...writeRequest(rule, bindings, traceparent, id), operation: operation.name, resend };
  return deferred ? { ...request, headers: deferring(request.headers) } : request;
}

function deferring(headers: readonly string[]): string[] {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name === 'prefer');
  if (at < 0) return [...headers, 'prefer', 'respond-async'];
  return headers.with(at + 1, withPreference(headers[at + 1], 'respond-async'));
}

function proven(bareRequest: OutgoingRequest, proof: OutboundCredential): OutgoingRequest {
  const request = withFields(bareRequest, proof.fields);
  return proof.sign?.(request) ?? request;
}

/** `/api/` → `/api`; `/` → ''. */
function prefixOf(target: string): string {
  return target.endsWith('/') ? target.slice(0, -1) : target;
}
