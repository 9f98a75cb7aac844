// Requests that HTTP itself refused while their body came in: the server has answered, and the call that waits for the body hears of it here.
import type { ServerResponse } from 'node:http';
import type { Fault } from '../fault/fault.ts';

export interface Refusal {
  readonly fault: Fault;
  /** Request id in the answer. */
  readonly id: string;
}

/** By the response that was never begun. */
export const refusals = new WeakMap<ServerResponse, Refusal>();
