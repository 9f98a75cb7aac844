// A gateway as one would write it with express and strong-soap: `node strong-soap.ts UPSTREAM [keep-alive]`. Its client closes every
// connection unless told otherwise.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { erpWsdl } from '../../erp/files.ts';
import { listening } from './listening.ts';

interface Reply {
  record: object;
}
type Done = (error: Error | null, response: Reply) => void;
interface Client {
  GetOrder(args: object, done: Done, options: object, headers: object): void;
}
interface StrongSoap {
  soap: { createClient(wsdl: string, options: object, done: (error: Error | null, client: Client) => void): void };
}

const [upstream, keepAlive] = process.argv.slice(2);
const { soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
const options = keepAlive ? { forever: true } : {};
const headers = keepAlive ? { Connection: 'keep-alive' } : {};

const client = await new Promise<Client>((resolve, reject) => {
  soap.createClient(erpWsdl, { endpoint: upstream }, (error, made) => (error ? reject(error) : resolve(made)));
});

const app = express();
app.get('/orders/:id', (req, res, next) => {
  const done: Done = (error, response) => (error ? next(error) : res.json(response.record));
  client.GetOrder({ internalId: req.params.id }, done, options, headers);
});
listening(createServer(app));
