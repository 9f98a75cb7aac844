// The SOAP front binding: serves SOAP 1.1 and 1.2 clients at one address. Knows nothing about REST.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { Fault } from '../../../fault/fault.ts';
import type { FaultTexts } from '../../../fault/texts.ts';
import type { Pipeline } from '../../../rule/exchange.ts';
import type { SoapFrontRule, SoapRules } from '../../../rule/rule.ts';
import { defaultLimits, type Limits } from '../../../xml/reader/limits.ts';
import type { Middleware } from '../../front-call.ts';
import type { Authenticator } from '../../gate.ts';
import type { HeadCheck } from '../../request-head.ts';
import { type SoapFrontSetting, SoapRequestHandler } from './call.ts';
import { Dispatch } from './dispatch.ts';
import { FaultWriter } from './fault-writer.ts';
import { Programs } from './programs.ts';

export interface SoapFrontOptions<R extends SoapFrontRule> {
  readonly mapping: SoapRules<R>;
  /** Rules to compile ahead of their first request. */
  readonly rules: readonly R[];
  /** Already compiled programs, for the header blocks of `gate`. */
  readonly programs?: Programs<R>;
  readonly pipeline: Pipeline<R>;
  /** Path of the address, without query. */
  readonly path: string;
  /** Name in the records of `requestChannel`; '' by default. */
  readonly bridge?: string;
  /** Most bytes of a request body; 10 MiB by default. */
  readonly maxBodyBytes?: number;
  readonly limits?: Limits;
  /** Texts of the service that clients may see; all by default. */
  readonly faultTexts?: FaultTexts;
  /** Network address of a client; absent where it is not needed. */
  readonly addressOf?: (req: IncomingMessage) => string;
  /** Skip members of a response that the contract does not have; false by default. */
  readonly lenient?: boolean;
  /** Authenticates clients. */
  readonly gate?: Authenticator;
  /** Checks the head of a request; absent where the server has done so. */
  readonly headCheck?: HeadCheck;
  /** Turns a fault into one that the contract declares. `rule`: that of the request; undefined where it is not known. */
  readonly inWordsOf?: (fault: Fault, rule: R | undefined) => Fault;
  /** Answers GET and HEAD requests for the contract at the address; false, with nothing done, for every other request. */
  readonly serveContract?: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** Without `next`, other paths get a 404. */
export function createSoapFront<R extends SoapFrontRule>(options: SoapFrontOptions<R>): Middleware {
  const { mapping, path: address, serveContract, gate, headCheck } = options;
  const { programs = new Programs<R>(mapping.codec, gate?.blocks) } = options;
  for (const rule of options.rules) programs.prepare(rule);
  const setting: SoapFrontSetting<R> = {
    pipeline: options.pipeline,
    gate,
    late: gate !== undefined && (gate.blocks.size > 0 || options.rules.some(({ open }) => open)),
    dispatch: new Dispatch(mapping),
    programs,
    faults: new FaultWriter(mapping.codec),
    limits: options.limits ?? defaultLimits,
    lenient: options.lenient ?? false,
    bridge: options.bridge ?? '',
    maxBodyBytes: options.maxBodyBytes ?? 10 * 1024 * 1024,
    inWordsOf: options.inWordsOf ?? ((fault) => fault),
    addressOf: options.addressOf,
    faultTexts: options.faultTexts,
    allow: serveContract ? 'GET, HEAD, POST' : 'POST',
  };
  return (req, res, next) => {
    const url = req.url as string;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const isAddress = path === address;
    if (!isAddress && next) return next();
    const refusal = isAddress ? headCheck?.(req) : undefined;
    if (isAddress && !refusal && serveContract?.(req, res)) return;
    const call = new SoapRequestHandler(setting, req, res, path);
    // Client and gateway may differ about where the next request begins.
    if (refusal) res.shouldKeepAlive = false;
    if (refusal) call.refuse(refusal);
    else if (!isAddress) call.refuse(new SoapstoneError('NOT_FOUND', 'there is nothing at this path'));
    else if (req.method === 'POST') call.begin();
    else call.otherMethod();
  };
}
