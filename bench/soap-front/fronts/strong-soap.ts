// A SOAP service as one would write it with express and strong-soap's server: `node strong-soap.ts UPSTREAM`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { listening } from '../../http/fronts/listening.ts';
import { ordersWsdl, SOAP_PATH } from '../orders.ts';
import { orders } from './order.ts';

interface StrongSoap {
  soap: { listen(server: unknown, options: { path: string; services: object; xml: string; uri: string }): unknown };
}
type Done = (response: object) => void;

const { soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const order = orders(process.argv[2]);

function GetOrder({ internalId }: { internalId: string }, done: Done): void {
  order(internalId).then(
    (record) => done({ record }),
    (error) => done(error),
  );
}

const server = createServer(express());
soap.listen(server, {
  path: SOAP_PATH,
  services: { Orders: { OrdersPort: { GetOrder } } },
  xml: readFileSync(ordersWsdl, 'utf8'),
  uri: ordersWsdl,
});
listening(server);
