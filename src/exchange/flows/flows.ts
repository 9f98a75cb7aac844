// Runs flows: rules that make several calls for one request.

import { asSaid, type Fault, saidFault, toFault } from '../../fault/fault.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import type { CallerSessions, Exchange, Filter, Handler, Response } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Store } from '../../store/store.ts';
import type { Authorize } from '../filters/authorization.ts';
import { faults } from '../filters/faults.ts';
import { ScopedStore } from '../model/scoped-store.ts';
import { Subrequests } from '../model/subrequests.ts';
import { carryWindow } from '../paging/pager.ts';
import { carryCalls } from './calls.ts';
import { carryEach } from './each.ts';
import { carryKeep } from './keep.ts';
import { carryPage } from './page.ts';
import { carryResult } from './result.ts';
import { carrySession } from './session.ts';
import { carryJobs } from './soap-jobs.ts';

interface FlowOptions {
  readonly store: Store;
  /** Name of the bridge: others may share the store. */
  readonly space: string;
  /** The side that clients see: it decides whether windows are made from pages, or pages from windows. */
  readonly present: 'rest' | 'soap';
  readonly freshId: () => string;
  /** Each rule of the table that a flow uses is authorized like the request of a client. */
  readonly authorize?: Authorize;
  /** Sessions of clients, where there are any. */
  readonly sessions?: CallerSessions;
  /** Whether results of single calls show the service's own words. */
  readonly faultTexts?: FaultTexts;
}

export function flows(options: FlowOptions): Filter {
  return (next) => {
    const call = faults(next);
    return (exchange) =>
      flowOf(exchange.rule, options.present) === undefined ? next(exchange) : run(exchange, call, options, 1);
  };
}

/** Calls on the side of the client are not made. */
export function flowOf<R extends Pick<Rule, 'flow' | 'soapFlow'>>(
  { flow, soapFlow }: R,
  present: 'rest' | 'soap',
): R['flow'] | R['soapFlow'] {
  if (present === 'soap' && soapFlow) return soapFlow;
  return flow?.kind === 'calls' && flow.side === present ? undefined : flow;
}

/** Most levels of flows that call rules of their own table: a cycle would never end. */
const DEEPEST = 4;

async function run(exchange: Exchange, next: Handler, options: FlowOptions, depth: number): Promise<Response> {
  if (depth > DEEPEST) throw new Error(`${exchange.rule.id}: rules that ask their own table go round in a circle`);
  const inside = faults((inner) => {
    options.authorize?.(inner);
    return flowOf(inner.rule, options.present) === undefined ? next(inner) : run(inner, next, options, depth + 1);
  });
  const calls = new Subrequests(exchange, next, inside);
  try {
    const response = await carry(exchange, calls, options);
    return Array.isArray(response) ? { bindings: response, streamed: false } : response;
  } catch (error) {
    throw options.present === 'soap' ? inWords(toFault(error)) : error;
  }
}

function carry(exchange: Exchange, calls: Subrequests, options: FlowOptions): Promise<Bindings | Response> {
  const flow = flowOf(exchange.rule, options.present) as NonNullable<Rule['flow']>;
  const keeper = () => new ScopedStore(options.store, options.space, exchange.credential);
  switch (flow.kind) {
    case 'answer':
      return Promise.resolve(exchange.bindings);
    case 'refuse':
      return Promise.reject(saidFault(flow.status, flow.code, flow.detail));
    case 'keep':
      return carryKeep(flow, exchange, calls, keeper(), options.freshId);
    case 'jobs':
      return carryJobs(flow, exchange, calls, keeper(), options.freshId);
    case 'session':
      return carrySession(flow, exchange, options.sessions);
    case 'calls':
      return carryCalls(flow, exchange, calls, options.faultTexts);
    case 'each':
      return carryEach(flow, exchange, calls, options.faultTexts);
    case 'result':
      return options.present === 'rest'
        ? carryResult(flow, exchange, calls)
        : calls.send(exchange.rule, exchange.bindings);
    case 'pages':
      return options.present === 'rest'
        ? carryWindow(flow.plan, exchange, calls, keeper(), options.freshId)
        : carryPage(flow, exchange, calls, keeper(), options.freshId, options.faultTexts);
  }
}

/** Codes that fault rows translate, as if the service had sent them. */
const GATEWAY_CODES = new Set(['JOB_LOST', 'JOB_RUNNING', 'CURSOR_LOST', 'LIST_TOO_LONG', 'PAGE_SIZE', 'PAGE_INDEX']);

function inWords(fault: Fault): Fault {
  return GATEWAY_CODES.has(fault.init.code) && !fault.init.soap ? asSaid(fault) : fault;
}
