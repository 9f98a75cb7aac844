// A SOAP service as one would write it with express and node-soap's server: `node node-soap.ts UPSTREAM`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { listening } from '../../http/fronts/listening.ts';
import { ordersWsdl, SOAP_PATH } from '../orders.ts';
import { orders } from './order.ts';

interface NodeSoap {
  listen(
    server: unknown,
    options: { path: string; services: object; xml: string; uri: string; callback(): void },
  ): unknown;
}

const soap = createRequire(import.meta.url)('soap') as NodeSoap;
const order = orders(process.argv[2]);

async function GetOrder({ internalId }: { internalId: string }): Promise<object> {
  return { record: await order(internalId) };
}

const app = express();
soap.listen(app, {
  path: SOAP_PATH,
  services: { Orders: { OrdersPort: { GetOrder } } },
  xml: readFileSync(ordersWsdl, 'utf8'),
  uri: ordersWsdl,
  callback: () => listening(createServer(app)),
});
