// The three operations as one writes them with express and strong-soap: `node strong-soap.ts WSDL`. Prints its port.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { listening } from '../../http/fronts/listening.ts';
import { type ByHand, type Done, routes } from './by-hand.ts';

type Operation = (args: object, done: Done, options: object, headers: object) => void;
interface Client {
  readonly GetOrder: Operation;
  readonly CreateOrder: Operation;
  readonly ListOrders: Operation;
  addSoapHeader(header: object, name: string): void;
  clearSoapHeaders(): void;
}
interface StrongSoap {
  readonly soap: {
    createClient(wsdl: string, options: object, done: (error: Error | null, client: Client) => void): void;
  };
}

const { soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const client = await new Promise<Client>((resolve, reject) => {
  soap.createClient(process.argv[2], {}, (error, made) => (error ? reject(error) : resolve(made)));
});
// Its client closes every connection unless told otherwise.
const [options, headers] = [{ forever: true }, { Connection: 'keep-alive' }];

const calls: ByHand = {
  get: (args, done) => client.GetOrder(args, done, options, headers),
  list: (args, done) => client.ListOrders(args, done, options, headers),
  create: (args, tenant, done) => {
    // Header parts belong to the client, and are written before the call returns.
    if (tenant !== undefined) client.addSoapHeader({ Tenant: tenant }, '{urn:example:orders}Tenant');
    client.CreateOrder(args, done, options, headers);
    client.clearSoapHeaders();
  },
};
listening(createServer(routes(express(), calls)));
