// The ERP service's order in SOAP in front of REST: the contract without derived types, which the other
// libraries write wrong, or ever slower.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractFiles } from '../erp/contract.ts';
import { cacheRoot } from '../erp/files.ts';
import { toJson } from '../erp/json.ts';
import { namespaces } from '../erp/node.ts';
import { record } from '../erp/record.ts';

export const ordersRoot = join(cacheRoot, 'soap-front');
export const ordersWsdl = join(ordersRoot, 'contract', 'orders.wsdl');
export const SOAP_PATH = '/soap';

const mapping = `soapstone: 2
contract: contract/orders.wsdl
rules:
  - id: order.get
    rest: { request: "GET /orders/{id}", response: { status: 200, body: "{order}" } }
    soap:
      request: { GetOrder: { internalId: "{id}" } }
      response: { GetOrderResponse: { record: "{order}" } }
`;

/** A mapping folder: `ordersRoot`/mapping.yaml and contract/. */
export function writeOrders(): void {
  mkdirSync(join(ordersRoot, 'contract'), { recursive: true });
  for (const [name, text] of contractFiles) {
    writeFileSync(join(ordersRoot, 'contract', name), plain(text));
  }
  writeFileSync(join(ordersRoot, 'mapping.yaml'), mapping);
}

/** The reply's record is a sales order, which is not derived from anything. */
function plain(schema: string): string {
  return schema
    .replaceAll('name="record" type="core:Record"', 'name="record" type="sales:SalesOrder"')
    .replace(/<xs:complexContent>\s*<xs:extension base="core:Record">/, '')
    .replace(/<\/xs:extension>\s*<\/xs:complexContent>/, '');
}

/** How attributes are written: as members `@name`, or as an object of them, which the other libraries want. */
export type Spelling = '@' | 'attributes';

/** JSON of the order, about 1.5 KB. */
export function orderJson(spelling: Spelling): string {
  const text = toJson({ ...record(1, 2), type: undefined });
  return spelling === '@' ? text : JSON.stringify(spelled(JSON.parse(text)));
}

function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const attributes = entries.filter(([name]) => name.startsWith('@')).map(([name, text]) => [name.slice(1), text]);
  const others = entries.filter(([name]) => !name.startsWith('@')).map(([name, inner]) => [name, spelled(inner)]);
  const own = attributes.length === 0 ? [] : [['attributes', Object.fromEntries(attributes)]];
  return Object.fromEntries([...own, ...others]);
}

/** The request that every front gets. */
export function orderRequest(): string {
  const body = `<msg:GetOrder xmlns:msg="${namespaces.msg}"><msg:internalId>5001</msg:internalId></msg:GetOrder>`;
  return `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;
}
