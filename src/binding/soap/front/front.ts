// The SOAP front binding: serves SOAP 1.1 and 1.2 clients at one address. Knows nothing about REST.

import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { defaultLimits } from '../../../xml/reader/limits.ts';
import type { PolicyOf } from '../../cross-origin.ts';
import { MAX_BODY_BYTES, type Middleware } from '../../front-call.ts';
import { SoapRequestHandler } from './call.ts';
import { Dispatch } from './dispatch.ts';
import { FaultWriter } from './fault-writer.ts';
import { Programs } from './programs.ts';
import { ResponseWriter } from './response-writer.ts';
import type { SoapFrontOptions, SoapFrontSetting } from './setting.ts';

/** Without `next`, other paths get a 404. */
export function createSoapFront<R extends SoapFrontRule>(options: SoapFrontOptions<R>): Middleware {
  const { mapping, path: address, serveContract, gate, headCheck, crossOrigin } = options;
  const methods = serveContract ? ['GET', 'HEAD', 'POST'] : ['POST'];
  const programs = new Programs<R>(mapping.codec, gate?.blocks);
  const setting: SoapFrontSetting<R> = {
    pipeline: options.pipeline,
    gate,
    late: gate !== undefined && (gate.blocks.size > 0 || options.rules.some(({ open }) => open)),
    dispatch: new Dispatch(mapping),
    programs,
    faults: new FaultWriter(mapping.codec),
    responses: new ResponseWriter(mapping.codec, options.mtomThreshold),
    limits: options.limits ?? defaultLimits,
    lenient: options.lenient ?? false,
    bridge: options.bridge ?? '',
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    inWordsOf: options.inWordsOf ?? ((fault) => fault),
    addressOf: options.addressOf,
    naming: options.naming,
    pending: options.pending,
    faultTexts: options.faultTexts,
    compression: options.compression,
    allow: methods.join(', '),
  };
  return (req, res, next) => {
    const url = req.url as string;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const isAddress = path === address;
    if (!isAddress && next) return next();
    const refusal = isAddress ? headCheck?.(req) : undefined;
    if (isAddress && !refusal && serveContract?.(req, res, sharedFields(crossOrigin, req))) return;
    const call = new SoapRequestHandler(setting, req, res, path);
    // Client and gateway may differ about where the next request begins.
    if (refusal) res.shouldKeepAlive = false;
    if (refusal) call.refuse(refusal);
    else if (!isAddress) call.refuse(new SoapstoneError('NOT_FOUND', 'there is nothing at this path'));
    else if (crossOrigin && call.share(crossOrigin, [], () => methods)) return;
    else if (req.method === 'POST') call.begin();
    else call.otherMethod();
  };
}

function sharedFields(policyOf: PolicyOf | undefined, { method, headers: { origin } }: IncomingMessage) {
  return method === 'POST' ? undefined : policyOf?.([], origin).fields(origin);
}
