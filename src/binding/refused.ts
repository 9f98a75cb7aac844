// Requests whose body is invalid HTTP. The server has responded already; the handler that waits for the body finds the reason here.
import type { ServerResponse } from 'node:http';
import type { Fault } from '../fault/fault.ts';

export interface Refusal {
  readonly fault: Fault;
  /** Request id in the response. */
  readonly id: string;
}

/** By the response that was never started. */
export const refusals = new WeakMap<ServerResponse, Refusal>();
