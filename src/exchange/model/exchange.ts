// One request and its response in flight.
import type { Flight, Response as FrontReply } from '../../binding/binding.ts';
import type { Rule } from '../../mapping/model/rule.ts';

export interface Exchange extends Flight {
  readonly rule: Rule;
  deadline: number;
}

export type Response = FrontReply<Rule>;

/** Failures are thrown as Fault, or as anything that `toFault` understands. */
export type Handler = (exchange: Exchange) => Promise<Response>;

export type Filter = (next: Handler) => Handler;
