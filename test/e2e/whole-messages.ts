// The SOAP back end on a contract, without a mapping table: the whole request element and the whole response element as JSON. Separates
// what a peer thinks of our codec, envelopes and transport from what a table makes of them.

import { createSoapBack } from '../../src/binding/soap/back/back.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Message, SoapVersion } from '../../src/contract/model/contract.ts';
import { openExchange } from '../../src/exchange/model/exchange.ts';
import { Fault } from '../../src/fault/fault.ts';
import { fromJs, json, textOf } from '../../src/json/value.ts';
import type { SoapPattern } from '../../src/rule/pattern.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { httpTransport } from '../../src/transport/http.ts';

export interface WholeMessages {
  /** `request`: a value, or JSON text as it is. Gives JSON text of the reply's body element. Fails with Fault. */
  call(operation: string, request: unknown, header?: unknown): Promise<string>;
  /** What a call fails with. */
  fault(operation: string, request: unknown): Promise<Fault>;
  close(): Promise<void>;
}

/** `url`: where the peer serves. `prefixes`: for `$type` in JSON. */
export async function wholeMessages(
  wsdl: string,
  url: string,
  version: SoapVersion = '1.1',
  prefixes: ReadonlyMap<string, string> = new Map(),
): Promise<WholeMessages> {
  const contract = await loadContract(wsdl);
  const { origin, pathname } = new URL(url);
  const codec = createCodec(contract.schemas, dialect(prefixes));
  const transport = httpTransport({ origin });
  const back = createSoapBack({ codec, transport, target: () => pathname });
  const rules = new Map(contract.operations.filter((o) => o.version === version).map((o) => [o.name, wholeRule(o)]));

  async function call(operation: string, request: unknown, header?: unknown): Promise<string> {
    const rule = rules.get(operation)!;
    const body = typeof request === 'string' ? json(Buffer.from(request)) : fromJs(request);
    const bindings = [body, header === undefined ? undefined : fromJs(header), undefined];
    const response = await back.handle(openExchange({ id: operation, rule, bindings }, 10_000));
    return textOf(response.bindings[2]!);
  }

  async function fault(operation: string, request: unknown): Promise<Fault> {
    const error = await call(operation, request).catch((e: unknown) => e);
    if (error instanceof Fault) return error;
    throw error instanceof Error ? error : new Error(`expected a fault, got ${error}`);
  }

  return { call, fault, close: () => transport.close() };
}

/** Variables: 0 request, 1 first header of the request, 2 response. */
function wholeRule(operation: Rule['operation']): Rule {
  // The back end uses nothing else of a rule.
  return {
    id: operation.name,
    operation,
    stream: false,
    request: { soap: side(operation.input, [0, 1]) },
    response: { soap: side(operation.output!, [2]), rest: {} },
    faults: { responses: [] as Rule['faults']['responses'] },
  } as unknown as Rule;
}

/** Slot 0 is the body element, slot 1 (if there is a second variable) the first header part. */
function side({ body, headers }: Message, variables: readonly number[]): SoapPattern {
  return {
    body: body.slice(0, 1).map((element) => ({ element, shape: { kind: 'hole', slot: 0 } })),
    headers: headers.slice(0, variables.length - 1).map((part) => ({ part, shape: { kind: 'hole', slot: 1 } })),
    slots: variables.length,
    slotOf: (variable) => (variables.includes(variable) ? variables.indexOf(variable) : undefined),
    variablesOf: (slot) => [variables[slot]],
    fill: (bindings) => variables.map((v) => bindings[v]),
    match: (slots, bindings) => {
      const bound = bindings.slice();
      for (const [slot, variable] of variables.entries()) bound[variable] = slots[slot];
      return bound;
    },
  };
}
