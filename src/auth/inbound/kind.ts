// One way in which callers show who they are.

import type { InboundRequest } from '../../binding/gate.ts';
import type { Fault } from '../../fault/fault.ts';
import type { Caller } from '../../rule/exchange.ts';
import type { FrontSettings } from '../settings/settings.ts';

/** There is a credential, and it is not good. Callers are never told why; the log is, in words that quote nothing of the request. */
export class Refused {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export const notInTime = new Refused('its time is outside the accepted window');
export const notATime = new Refused('its time is not an xsd:dateTime');
export const notZoned = new Refused('its time has no time zone (Z)');
export const usedBefore = new Refused('its nonce was used before');

/** `refused`: as `Refused`, where there is nothing to say beside the kind. */
export type Verdict = Caller | 'refused' | Refused;

export interface FrontKind {
  /** As the settings call it. */
  readonly name: FrontSettings['kind'];
  /** For WWW-Authenticate (RFC 9110 §11.6.1); absent where HTTP has no say in it. */
  readonly challenge?: string;
  /** Clark names of the SOAP header blocks that are looked into. */
  readonly blocks?: readonly string[];
  /** Name of the query parameter that is looked at. */
  readonly query?: string;
  /** The fault for SOAP callers, where the protocol has one for this. */
  readonly fault?: Fault;
  /** undefined: the request says nothing of this kind. */
  authenticate(request: InboundRequest): Verdict | undefined | Promise<Verdict | undefined>;
}
