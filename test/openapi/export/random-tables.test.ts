// Random rules over every fixture contract: the document is OpenAPI, and what the patterns write from random messages is as it says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import type { Contract, Operation } from '../../../src/contract/model/contract.ts';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import { load, places } from '../../laws/contracts.ts';
import { instances } from '../../laws/instances.ts';
import { randomTable, usable } from '../../laws/random-rules.ts';
import { Source } from '../../laws/source.ts';
import { type SentReply, type SentRequest, validateExchange } from '../../oracle/openapi.ts';
import '../../seed.ts';
import { lawRuns } from '../../sample-size.ts';
import { lint } from './lint.ts';

const RUNS = lawRuns(4, 4);
const parsed = (body: Uint8Array | undefined) => (body ? JSON.parse(Buffer.from(body).toString()) : undefined);

/** undefined where a value has no place on the REST side, which is refused. */
function written<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (e) {
    if (e instanceof SoapstoneError) return undefined;
    throw e;
  }
}

function exchange(mapping: Mapping, xml: readonly [string, string | undefined]) {
  const [rule] = mapping.rules;
  const messages = new SoapMessages(mapping);
  const read = (pattern: typeof rule.request.soap, text: string) =>
    messages.decode(pattern, { body: [text], headers: new Map() }, new Array(rule.variables.length)) as Bindings;
  const request = written((): SentRequest => {
    const parts = rule.request.rest.fill(read(rule.request.soap, xml[0]));
    return { ...parts, body: parsed(parts.body) };
  });
  const text = xml[1];
  const response = written((): SentReply | undefined => {
    if (text === undefined) return undefined;
    const { status, headers, body } = rule.response.rest.fill(read(rule.response.soap, text));
    return { status, headers, body: parsed(body) };
  });
  return { request, response };
}

async function holds(contract: Contract, operation: Operation) {
  const codec = createCodec(contract.schemas, dialect());
  const messages = (element: ElementDecl | undefined) =>
    element
      ? fc.array(instances(contract.schemas, element, { size: 300 }), { minLength: 2, maxLength: 2 })
      : fc.constant([]);
  const output = operation.output?.body[0];
  let seen = 0;
  const law = fc.asyncProperty(
    fc.uint8Array({ maxLength: 150, size: 'max' }),
    messages(operation.input.body[0]),
    messages(output),
    async (bytes, requests, replies) => {
      const { rule, tables } = randomTable(codec, operation, new Source(bytes));
      const table = JSON.stringify({ soapstone: 2, tables, rules: [rule] });
      const mapping = compileMapping(table, 'mapping.yaml', contract);
      const document = describeRest([mapping]);
      expect(await lint(document), table).toEqual([]);
      for (const [i, { xml }] of requests.entries()) {
        const { request, response } = exchange(mapping, [xml, replies[i]?.xml]);
        if (request === undefined) continue;
        seen++;
        expect(
          validateExchange(document, request, response),
          `${table}\n${JSON.stringify({ request, response })}`,
        ).toEqual([]);
      }
    },
  );
  await fc.assert(law, { numRuns: RUNS, endOnFailure: process.env['SHRINK'] === undefined });
  expect(seen).toBeGreaterThan(RUNS / 2);
}

const contracts = await Promise.all(places().map(async (place) => ({ name: place.name, contract: await load(place) })));
const cases = contracts.flatMap(({ name, contract }) =>
  usable(contract.operations).map((operation) => ({
    name: `${name} ${operation.port}.${operation.name}`,
    contract,
    operation,
  })),
);

describe('random tables are described as they are', () => {
  it.each(cases)('$name', ({ contract, operation }) => holds(contract, operation));
});
