// A mapping behind the filters, with somebody who plays the back. Values go by the names of variables.

import { join, resolve } from 'node:path';
import { createPipeline } from '../../../src/exchange/pipeline.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { fromJs, toJs } from '../../../src/json/value.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Exchange, Filter } from '../../../src/rule/exchange.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import type { Rule } from '../../../src/rule/rule.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Answers one call with further values; throws to fail. */
export type Service = (rule: string, values: Values, exchange: Exchange) => Values | Promise<Values>;

export interface Call {
  readonly rule: string;
  readonly values: Values;
}

export interface SceneOptions {
  readonly present?: 'rest' | 'soap';
  readonly store?: Store;
  readonly timeout?: number;
  /** Of the mapping. */
  readonly settings?: ReadonlyMap<string, string>;
  /** Around each call. */
  readonly around?: Filter;
}

const root = join(import.meta.dirname, '../../../mappings');

/** `tutorial`: its name, or the path of another folder. */
export async function openScene(tutorial: string, service: Service, options: SceneOptions = {}) {
  const mapping = await loadMapping(resolve(root, tutorial), { settings: options.settings });
  const calls: Call[] = [];
  const { present = 'rest', store = memoryStore({ bytes: 1e6 }), timeout = 60_000, around } = options;
  const pipeline = createPipeline({
    timeout,
    store,
    name: 'bridge',
    present,
    retries: around,
    back: async (exchange) => {
      const values = valuesOf(exchange.rule, exchange.bindings);
      calls.push({ rule: exchange.rule.id, values });
      const more = await service(exchange.rule.id, values, exchange);
      return { bindings: bindingsOf(exchange.rule, { ...values, ...more }), streamed: false };
    },
  });
  const open = (id: string, values: Values, credential?: string, key?: string, mount?: string) => {
    const rule = mapping.rules.find((one) => one.id === id) as Rule;
    return pipeline.open({ id: 'x', rule, bindings: bindingsOf(rule, values), credential, key, mount });
  };
  return {
    mapping,
    calls,
    open,
    handle: pipeline.handle,
    shown: valuesOf,
    /** The values that the front would write. */
    async ask(id: string, values: Values, credential?: string, mount?: string): Promise<Record<string, unknown>> {
      const exchange = open(id, values, credential, undefined, mount);
      return valuesOf(exchange.rule, (await pipeline.handle(exchange)).bindings);
    },
  };
}

function bindingsOf(rule: Rule, values: Values): Bindings {
  return rule.variables.map((name) => (values[name] === undefined ? undefined : fromJs(values[name])));
}

export function valuesOf(rule: Rule, bindings: Bindings): Record<string, unknown> {
  return Object.fromEntries(
    rule.variables.flatMap((name, i) => (bindings[i] === undefined ? [] : [[name, toJs(bindings[i]!)]])),
  );
}

/** What a SOAP peer says. */
export function soapFault(reason: string): Fault {
  const soap = { version: '1.1', code: { ns: '', local: 'Server' }, subcodes: [], reason, detail: [] } as const;
  return new Fault({ status: 502, code: 'UPSTREAM_FAULT', title: 'x', detail: reason, soap });
}

export async function faultOf(response: Promise<unknown>): Promise<Fault['init']> {
  const error = await response.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (error instanceof Fault) return error.init;
  throw new Error(`no fault: ${error}`);
}
