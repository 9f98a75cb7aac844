// Calls the function of an operation with a request, and makes its result the response. Knows nothing about HTTP or envelopes.

import { SoapstoneError } from '../../errors/errors.ts';
import { openExchange } from '../../exchange/model/exchange.ts';
import { parseExactly } from '../../json/exact-numbers.ts';
import { fromJs, type Json, textOf, toJs } from '../../json/value.ts';
import type { Exchange, Pipeline, Response } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';
import { DeclaredFault, faultOf } from './declared-fault.ts';
import { BODY, type OperationRule } from './operation-rule.ts';

/** The request beside its body, and what an operation may add to the response. */
export interface SoapContext {
  /** Name of the operation. */
  readonly operation: string;
  /** Header fields of HTTP, names in lower case. */
  readonly fields: Readonly<Record<string, string | string[] | undefined>>;
  /** SOAP header parts of the request, by the local names of their elements, in the JSON dialect. */
  readonly parts: ReadonlyMap<string, unknown>;
  /** SOAP header parts of the response; those that the contract does not bind to the response are not sent. */
  readonly responseParts: Map<string, unknown>;
  /** Header fields of HTTP for the response, such as `['set-cookie', '…']`. */
  readonly responseFields: [name: string, value: string][];
}

/**
 * Takes the body element of the request and returns that of the response, both in the JSON dialect. Throws DeclaredFault. A method type, so that
 * an operation may declare the type of its request: the contract has validated it.
 */
export type SoapOperation = { carryOut(request: unknown, context: SoapContext): unknown }['carryOut'];

/** `exact`: doubles of many digits stay text. */
export function operationPipeline(
  operations: ReadonlyMap<string, SoapOperation>,
  exact: boolean,
): Pipeline<OperationRule> {
  const read = exact ? (value: Json) => parseExactly(textOf(value)) : toJs;
  return {
    open: (init) => openExchange(init, Number.POSITIVE_INFINITY),
    handle: (exchange) => carryOut(operations.get(exchange.rule.id), exchange, read),
  };
}

async function carryOut(
  operation: SoapOperation | undefined,
  { rule, bindings, requestHeaders: fields = {} }: Exchange<OperationRule>,
  read: (value: Json) => unknown,
): Promise<Response<OperationRule>> {
  const parts = new Map(rule.requestParts.flatMap((name, k) => partOf(name, bindings[k + 1])));
  const context: SoapContext = { operation: rule.id, fields, parts, responseParts: new Map(), responseFields: [] };
  try {
    if (!operation) throw new SoapstoneError('SOAP_OPERATION', `the operation ${rule.id} is not available here`);
    const request = bindings[BODY];
    const response = await operation(request && read(request), context);
    return {
      bindings: responseOf(rule, response, context.responseParts),
      streamed: false,
      fields: context.responseFields,
    };
  } catch (error) {
    throw error instanceof DeclaredFault ? faultOf(error, rule.operation) : error;
  }
}

function partOf(name: string, value: Json | undefined): [string, unknown][] {
  return value ? [[name, toJs(value)]] : [];
}

function responseOf(rule: OperationRule, body: unknown, parts: ReadonlyMap<string, unknown>): Bindings {
  const values = [body, ...rule.responseParts.map((name) => parts.get(name))];
  return values.map((value) => (value === undefined ? undefined : fromJs(value)));
}
