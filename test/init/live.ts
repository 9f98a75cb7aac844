// A first table with every proposal in force, in front of a SOAP service out of functions.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSoapService, loadContract, soapstone } from '../../src/index.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { temp } from '../server/temp.ts';
import { type SmallContract, smallWsdl } from './small-contract.ts';
import { uncommented } from './uncommented.ts';

type Operations = Parameters<typeof createSoapService>[0]['operations'];

export interface LiveTable {
  /** As `init` writes it. */
  readonly text: string;
  /** `GET /alerts`: the status, and what the body says. */
  ask(line: string, body?: unknown): Promise<{ status: number; headers: Headers; body: unknown }>;
}

/** `change`: makes another table of the one that `init` writes; by default all its proposals are in force. */
export async function liveTable(
  small: SmallContract,
  operations: Operations,
  change = (text: string) => uncommented(text).table,
): Promise<LiveTable> {
  const folder = temp({ 'small.wsdl': smallWsdl(small) });
  const contract = await loadContract(join(folder, 'small.wsdl'));
  const { text } = await firstTable(contract, { contract: 'small.wsdl' });
  const mapping = temp({ 'small.wsdl': smallWsdl(small), 'mapping.yaml': change(text) });
  const peer = await listening(createSoapService({ contract, path: '/service', operations }));
  const gateway = await soapstone({ mapping, present: 'rest', upstream: `${peer}/service`, breakerFailures: 0 });
  onTestFinished(() => gateway.close());
  const origin = await listening(gateway);
  const ask = async (line: string, body?: unknown) => {
    const [method, target] = line.split(' ');
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(origin + target, { method, headers, body: sent, redirect: 'manual' });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return { text, ask };
}

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
