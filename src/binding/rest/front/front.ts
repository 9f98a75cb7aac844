// The REST front binding: finds the rule of a request, binds its variables, and writes the response. Knows nothing about SOAP.

import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import { defaultJsonLimits } from '../../../json/limits.ts';
import type { Lookup, RestRules, Rule } from '../../../rule/rule.ts';
import type { PolicyOf } from '../../cross-origin.ts';
import { MAX_BODY_BYTES, type Middleware } from '../../front-call.ts';
import { ruleQuery } from '../../gate.ts';
import type { RuleFront } from '../../in-process.ts';
import { type RestFrontOptions, type RestFrontSetting, RestRequestHandler } from './call.ts';

/** For requests of the process itself, whose rules have been looked up. */
export function createRuleFront(options: RestFrontOptions): RuleFront {
  const setting = settingOf(options);
  return (request, response, found) => {
    const [path, query = ''] = request.url.split('?', 2);
    const call = new RestRequestHandler(setting, request.asIncoming, response.asOutgoing, path, query);
    if (found.kind === 'refused') call.refuseFor(found.rule, found.error);
    else call.begin(found);
  };
}

function settingOf(options: RestFrontOptions): RestFrontSetting {
  const { bridge = '', maxBodyBytes = MAX_BODY_BYTES, limits = defaultJsonLimits } = options;
  return { ...options, bridge, maxBodyBytes, limits };
}

/** Without `next`, a path without a rule gets a 404. */
export function createRestFront(options: RestFrontOptions): Middleware {
  const { mapping, headCheck, crossOrigin } = options;
  const setting = settingOf(options);
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
    else if (crossOrigin && share(call, crossOrigin, mapping, lookup, req, path)) return;
    else if (lookup instanceof Error) call.refuse(lookup);
    else call.begin(lookup);
  };
}

/** True: the request was a preflight. Its rules are those of the request that the page means to send. */
function share(
  call: RestRequestHandler,
  policyOf: PolicyOf,
  mapping: RestRules,
  lookup: Lookup | Error,
  { method, headers }: IncomingMessage,
  path: string,
): boolean {
  const rulesFor = (wanted: string) => rulesIn(look(mapping, wanted, path, false));
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : undefined;
  return call.share(policyOf, wanted === undefined ? rulesIn(lookup) : rulesFor(wanted), (origin) => {
    const there = look(mapping, 'OPTIONS', path, false);
    const methods = there instanceof Error || there.kind !== 'method' ? [wanted as string] : there.allow;
    // Its 404 can be read then.
    const isNowhere = !(there instanceof Error) && there.kind === 'none';
    return methods.filter((candidate) => {
      const rules = rulesFor(candidate);
      const policy = policyOf(rules, origin);
      return (rules.length > 0 || isNowhere) && policy.allows(origin) && policy.allowsMethod(candidate);
    });
  });
}

function rulesIn(lookup: Lookup | Error): readonly Rule[] {
  return !(lookup instanceof Error) && lookup.kind === 'found' ? lookup.rules : [];
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
