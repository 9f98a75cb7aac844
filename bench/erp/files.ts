// Puts the contract and the mapping table of the benchmark's ERP service where the candidates read them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractFiles } from './contract.ts';
import { namespaces } from './node.ts';

const mapping = `soapstone: 2
contract: contract/orders.wsdl
namespaces:
  core: "${namespaces.core}"
  sales: "${namespaces.sales}"
  msg: "${namespaces.msg}"
rules:
  - id: order.get
    rest: { request: "GET /orders/{id}", response: { status: 200, body: "{order}" } }
    soap:
      request: { GetOrder: { internalId: "{id}" } }
      response: { GetOrderResponse: { record: "{order}" } }
  - id: order.list
    stream: true
    only: rest-to-soap
    rest: { request: "GET /orders?page={page}", response: { status: 200, body: "{list}" } }
    soap:
      request: { ListOrders: { page: "{page}" } }
      response: { ListOrdersResponse: { recordList: "{list}" } }
  - id: order.page
    only: rest-to-soap
    rest: { request: "GET /pages/{page}", response: { status: 200, body: { count: "{count}", list: "{list}" } } }
    soap:
      request: { ListOrders: { page: "{page}" } }
      response: { ListOrdersResponse: { totalRecords: "{count}", recordList: "{list}" } }
`;

export const cacheRoot = join(import.meta.dirname, '..', '..', '.cache', 'bench');
export const erpRoot = join(cacheRoot, 'erp');
export const erpWsdl = join(erpRoot, 'contract', 'orders.wsdl');

/** A mapping folder: `erpRoot`/mapping.yaml and contract/. */
export function writeErpFiles(): void {
  mkdirSync(join(erpRoot, 'contract'), { recursive: true });
  for (const [name, text] of contractFiles) writeFileSync(join(erpRoot, 'contract', name), text);
  writeFileSync(join(erpRoot, 'mapping.yaml'), mapping);
}
