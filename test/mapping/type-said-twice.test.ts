// A type that the table names: a body must not name another one, nor the same, under whatever name `types:` give it.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { SoapMessages } from '../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { ask } from './tables.ts';

const contract = await loadContract(join(import.meta.dirname, '../../mappings/30-types/contract/orders.wsdl'));
const mapping = (types: string) =>
  compileMapping(
    `soapstone: 2
namespaces: { o: "https://example.com/orders" }
only: rest-to-soap
tables: { methods: { card: o:CardPayment, invoice: o:InvoicePayment } }
types: { o:Payment: { ${types} } }
rules:
  - id: paid
    rest: { request: { line: "PUT /orders/{id}/card", body: "{card}" }, response: { body: "{stored}" } }
    soap: { request: { updateOrder: { order: { "@internalId": "{id}", customer: Grace, payment: { $type: o:CardPayment, $rest: "{card}" }, $rest: none } } }, response: { updateOrderResponse: { order: "{stored}" } } }`,
    'mapping.yaml',
    contract,
  );

it.each([
  ['$type', 'omit: reference', 'o:InvoicePayment'],
  ['$type', 'omit: reference', 'o:CardPayment'],
  ['method', 'rename: { $type: method }, values: { $type: methods }', 'invoice'],
  ['method', 'rename: { $type: method }, values: { $type: methods }', 'card'],
  ['method', 'rename: { $type: method }, values: { $type: methods }', 42],
])('%s is refused (%s: %s)', (key, types, name) => {
  const compiled = mapping(types);
  const encoded = (body: object) => {
    const { rule, bindings } = ask(compiled, 'PUT /orders/7/card', { body })!;
    return Buffer.from(new SoapMessages(compiled).encodeRequest(rule, bindings).body[0]).toString();
  };
  expect(encoded({ lastDigits: '4111' })).toContain('xsi:type="o:CardPayment"');
  expect(() => encoded({ [key]: name, lastDigits: '4111' })).toThrow(`"${key}" is not a member of CardPayment`);
});
