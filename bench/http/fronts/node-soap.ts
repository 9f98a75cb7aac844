// A gateway as one would write it with express and node-soap: `node node-soap.ts UPSTREAM`.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import { erpWsdl } from '../../erp/files.ts';
import { listening } from './listening.ts';

interface Client {
  GetOrder(args: object, done: (error: Error | null, response: { record: object }) => void): void;
}
interface NodeSoap {
  createClientAsync(wsdl: string, options: object, endpoint: string): Promise<Client>;
}

const soap = createRequire(import.meta.url)('soap') as NodeSoap;
const client = await soap.createClientAsync(erpWsdl, {}, process.argv[2]);

const app = express();
app.get('/orders/:id', (req, res, next) => {
  client.GetOrder({ internalId: req.params.id }, (error, response) =>
    error ? next(error) : res.json(response.record),
  );
});
listening(createServer(app));
