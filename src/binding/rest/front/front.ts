// The REST front binding: finds the rule of a request, binds its variables, and writes the response. Knows nothing about SOAP.

import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { FaultTexts } from '../../../fault/texts.ts';
import { defaultJsonLimits, type JsonLimits } from '../../../json/limits.ts';
import type { Pipeline } from '../../../rule/exchange.ts';
import type { Lookup, RestRules } from '../../../rule/rule.ts';
import type { Middleware } from '../../front-call.ts';
import { type Authenticator, ruleQuery } from '../../gate.ts';
import type { HeadCheck } from '../../request-head.ts';
import { type FrontSetting, RestRequestHandler } from './call.ts';

export interface RestFrontOptions {
  readonly mapping: RestRules;
  readonly pipeline: Pipeline;
  /** Name in the records of `requestChannel`; '' by default. */
  readonly bridge?: string;
  /** Most bytes of a request body; 10 MiB by default. */
  readonly maxBodyBytes?: number;
  readonly limits?: JsonLimits;
  /** Authenticates clients. */
  readonly gate?: Authenticator;
  /** Checks the head of a request; absent where the server has done so. */
  readonly headCheck?: HeadCheck;
  /** Network address of a client; absent where it is not needed. */
  readonly addressOf?: (req: IncomingMessage) => string;
  /** Texts of the service that clients may see; all by default. */
  readonly faultTexts?: FaultTexts;
  /** Responses of some rules are cached. */
  readonly keeps?: boolean;
}

/** Without `next`, a path without a rule gets a 404. */
export function createRestFront(options: RestFrontOptions): Middleware {
  const { mapping, headCheck, bridge = '', maxBodyBytes = 10 * 1024 * 1024, limits = defaultJsonLimits } = options;
  const setting: FrontSetting = {
    mapping,
    bridge,
    maxBodyBytes,
    limits,
    addressOf: options.addressOf,
    keeps: options.keeps,
    faultTexts: options.faultTexts,
    pipeline: options.pipeline,
    gate: options.gate,
  };
  return (req, res, next) => {
    const url = req.url as string;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const lookup = look(mapping, req.method as string, path, next !== undefined);
    if (next && !(lookup instanceof Error) && lookup.kind === 'none') return next();
    const rawQuery = query < 0 ? '' : url.slice(query + 1);
    const call = new RestRequestHandler(
      setting,
      req,
      res,
      path,
      setting.gate ? ruleQuery(rawQuery, setting.gate) : rawQuery,
    );
    const refusal = headCheck?.(req);
    // Client and gateway may differ about where the next request begins.
    if (refusal) res.shouldKeepAlive = false;
    if (refusal) call.refuse(refusal);
    else if (lookup instanceof Error) call.refuse(lookup);
    else call.begin(lookup);
  };
}

/** HEAD is GET without the body (RFC 9110 §9.3.2). As middleware, the gateway refuses a path that is not canonical only below its base path. */
function look(mapping: RestRules, method: string, path: string, middleware: boolean): Lookup | Error {
  try {
    return mapping.lookup(method === 'HEAD' ? 'GET' : method, path);
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    return middleware && !path.startsWith(mapping.base) ? { kind: 'none' } : error;
  }
}
