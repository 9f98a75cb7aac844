// What a SOAP front is made from, and what all its requests share.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../../../fault/fault.ts';
import type { Pipeline } from '../../../rule/exchange.ts';
import type { SoapFrontRule, SoapRules } from '../../../rule/rule.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import type { FrontOptions } from '../../front-call.ts';
import type { PendingMessages } from '../../pending-messages.ts';
import type { FaultWriter } from './fault-writer.ts';
import type { ReaderSetting } from './request-reader.ts';
import type { ResponseWriter } from './response-writer.ts';

export interface SoapFrontOptions<R extends SoapFrontRule> extends FrontOptions {
  readonly mapping: SoapRules<R>;
  /** Rules that clients can reach. */
  readonly rules: readonly R[];
  readonly pipeline: Pipeline<R>;
  /** Path of the address, without query. */
  readonly path: string;
  readonly limits?: Limits;
  /** Gets the messages that are prepared before their exchange begins. */
  readonly pending?: PendingMessages;
  /** Octets from which on a binary content is an attachment, where the client takes MTOM. */
  readonly mtomThreshold?: number;
  /** Skip members of a response that the contract does not have; false by default. */
  readonly lenient?: boolean;
  /** Turns a fault into one that the contract declares. `rule`: that of the request; undefined where it is not known. */
  readonly inWordsOf?: (fault: Fault, rule: R | undefined) => Fault;
  /** Answers GET and HEAD requests for the contract at the address; false, with nothing done, for every other request. */
  readonly serveContract?: (req: IncomingMessage, res: ServerResponse, fields?: readonly string[]) => boolean;
}

/** Shared by all requests of one front. */
export interface SoapFrontSetting<R extends SoapFrontRule>
  extends ReaderSetting<R>,
    Pick<SoapFrontOptions<R>, 'gate' | 'naming' | 'addressOf' | 'faultTexts' | 'pending' | 'compression'>,
    Required<Pick<SoapFrontOptions<R>, 'pipeline' | 'bridge' | 'maxBodyBytes' | 'lenient' | 'inWordsOf'>> {
  /** Authenticates when the rule is known, not before the body is read. */
  readonly late: boolean;
  readonly faults: FaultWriter;
  readonly responses: ResponseWriter;
  /** Methods that the address takes, for Allow. */
  readonly allow: string;
}
