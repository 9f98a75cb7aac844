// The back binding of a mapping over a real transport, in front of whatever a test listens with.

import { createRestBack, type RestBack, type RestBackOptions } from '../../../../src/binding/rest/back/back.ts';
import { createPipeline } from '../../../../src/exchange/pipeline.ts';
import { Fault, type FaultInit } from '../../../../src/fault/fault.ts';
import { fromJs } from '../../../../src/json/value.ts';
import type { Mapping } from '../../../../src/mapping/model/mapping.ts';
import type { Exchange } from '../../../../src/rule/exchange.ts';
import type { Bindings } from '../../../../src/rule/pattern.ts';
import type { Rule } from '../../../../src/rule/rule.ts';
import { type HttpTransport, type HttpTransportOptions, httpTransport } from '../../../../src/transport/http.ts';
import { valuesOf } from '../../../mapping/tables.ts';

export class Scene {
  readonly mapping: Mapping;
  readonly transport: HttpTransport;
  readonly back: RestBack;
  readonly timeout: number;

  constructor(
    mapping: Mapping,
    origin: string,
    options: Partial<RestBackOptions> = {},
    http: Partial<HttpTransportOptions> & { total?: number } = {},
  ) {
    this.mapping = mapping;
    this.transport = httpTransport({ origin, ...http });
    this.back = createRestBack({
      media: mapping.media,
      errors: mapping.errorForms,
      transport: this.transport,
      ...options,
    });
    this.timeout = http.total ?? 10_000;
  }

  rule(id: string): Rule {
    return this.mapping.rules.find((rule) => rule.id === id) as Rule;
  }

  /** Through the filters, as a front would. */
  handle(rule: Rule, bindings: Bindings, seen?: (exchange: Exchange) => void): Promise<Bindings> {
    const pipeline = createPipeline({ back: this.back.handle, timeout: this.timeout });
    const exchange = pipeline.open({ id: 'x', rule, bindings });
    seen?.(exchange);
    return pipeline.handle(exchange).then((response) => response.bindings);
  }

  /** Variables of the response by name, as JSON texts. */
  async ask(id: string, values: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
    const rule = this.rule(id);
    return valuesOf(rule, await this.handle(rule, bindingsOf(rule, values)));
  }

  /** The fault that a call ends with. */
  async fault(id: string, values: Readonly<Record<string, unknown>>): Promise<FaultInit> {
    const error = await this.ask(id, values).then(
      (found) => {
        throw new Error(`expected a fault, got ${JSON.stringify(found)}`);
      },
      (e: unknown) => e,
    );
    if (error instanceof Fault) return error.init;
    throw error;
  }

  close(): Promise<void> {
    return this.transport.destroy(new Error('test over'));
  }
}

export function bindingsOf(rule: Rule, values: Readonly<Record<string, unknown>>): Bindings {
  return rule.variables.map((name) => (Object.hasOwn(values, name) ? fromJs(values[name]) : undefined));
}
