// The three operations as one writes them with express and node-soap: `node node-soap.ts WSDL`. Prints its port.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { listening } from '../../http/fronts/listening.ts';
import { type ByHand, type Done, routes } from './by-hand.ts';

type Operation = (args: object, done: Done, options: object) => void;
interface Client {
  readonly GetOrder: Operation;
  readonly CreateOrder: Operation;
  readonly ListOrders: Operation;
  addSoapHeader(header: object, name: string, prefix: string, namespace: string): void;
  clearSoapHeaders(): void;
}
interface NodeSoap {
  createClientAsync(wsdl: string, options: object): Promise<Client>;
}

const soap = createRequire(import.meta.url)('soap') as NodeSoap;
const asText = (text: string) => text;
// What it offers for values that a number or a Date of JavaScript cannot hold, for nil, and for blanks around CDATA.
const client = await soap.createClientAsync(process.argv[2], {
  handleNilAsNull: true,
  preserveWhitespace: true,
  customDeserializer: { decimal: asText, long: asText, dateTime: asText, date: asText },
});
const options = { forever: true };

const calls: ByHand = {
  get: (args, done) => client.GetOrder(args, done, options),
  list: (args, done) => client.ListOrders(args, done, options),
  create: (args, tenant, done) => {
    // Header parts belong to the client, and are written before the call returns.
    if (tenant !== undefined) client.addSoapHeader({ Tenant: tenant }, '', 'o', 'urn:example:orders');
    client.CreateOrder(args, done, options);
    client.clearSoapHeaders();
  },
};
listening(createServer(routes(express(), calls)));
