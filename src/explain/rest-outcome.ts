// What the gateway makes of a REST request: the rule that takes it, or the problem that its client gets. The front itself decides. Sends nothing.
import { Socket } from 'node:net';
import { type FoundRules, InternalRequest, InternalResponse } from '../binding/in-process.ts';
import { createRuleFront } from '../binding/rest/front/front.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { openExchange } from '../exchange/model/exchange.ts';
import { Fault, summary } from '../fault/fault.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { DescribedRequest } from './request-line.ts';

export interface TakenRequest {
  readonly rule: MappingRule;
  readonly bindings: Bindings;
}

const JSON_MEDIA = 'application/json';

/** A request with a body and without a media type is JSON. */
export async function restOutcome(mapping: Mapping, request: DescribedRequest): Promise<TakenRequest | Fault> {
  let match: TakenRequest | undefined;
  const front = createRuleFront({
    mapping: { base: mapping.base, media: mapping.media, errorForms: [], lookup: mapping.lookup },
    pipeline: {
      open: (init) => openExchange(init, Number.POSITIVE_INFINITY),
      handle: async ({ rule, bindings }) => {
        match = { rule: rule as MappingRule, bindings };
        throw new Fault({ status: 500, code: 'INTERNAL', title: '' });
      },
    },
  });
  const response = await new Promise<InternalResponse>((resolve) => {
    const internal = new InternalResponse(internalRequest(request));
    internal.once('close', () => resolve(internal));
    front(internal.req, internal, rulesOf(mapping, request));
  });
  return match ?? problemOf(response);
}

function internalRequest({ method, path, query, headers, body }: DescribedRequest): InternalRequest {
  const target = query === '' ? path : `${path}?${query}`;
  const fields = body === undefined ? headers : { 'content-type': JSON_MEDIA, ...headers };
  return new InternalRequest({ method, target, headers: fields, body, socket: new Socket() });
}

function rulesOf(mapping: Mapping, { method, path }: DescribedRequest): FoundRules {
  try {
    return mapping.lookup(method === 'HEAD' ? 'GET' : method, path);
  } catch (error) {
    if (error instanceof SoapstoneError) return { kind: 'refused', rule: '', error };
    throw error;
  }
}

/** A front without forms of errors writes problem bodies (RFC 9457). */
function problemOf({ statusCode: status, fields, body }: InternalResponse): Fault {
  const { code = '', title = '', detail, errors } = body.length === 0 ? {} : JSON.parse(String(body));
  const allow = fields.get('allow');
  // The text of the body has the place of the first error in front.
  return new Fault({
    status,
    code,
    title,
    detail: errors ? summary(errors) : detail,
    errors,
    ...(allow && { headers: { allow } }),
  });
}
