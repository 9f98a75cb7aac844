// A small SOAP service: the bank of mappings/10-first-row, written on node:http. It stands for a service that somebody else runs.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readXml, type XmlElement } from '../../src/index.ts';
import { accountOf } from './accounts.ts';
import { accountResponse, fault, notFoundFault } from './bank-messages.ts';
import { listen } from '../listen/listen.ts';

const NS = 'https://example.com/bank';
const MOST_BYTES = 64 * 1024;
/** The address that the WSDL of the mapping has. */
const WSDL_ADDRESS = 'https://bank.example.com/accounts';

export interface Bank {
  readonly url: string;
  close(): Promise<void>;
}

/** With `wsdl`, a file, GET shows it as `?wsdl` with the address of this service in it. */
export async function startBank(port: number, wsdl?: string): Promise<Bank> {
  const server = createServer((req, res) => {
    const respond = wsdl !== undefined && req.method === 'GET' && req.url === '/accounts?wsdl' ? showWsdl : answer;
    respond(req, res, wsdl ?? '').catch(() => send(res, 500, fault('Server', 'internal error')));
  });
  const taken = await listen(server, port, '--soap-port');
  return { url: `http://127.0.0.1:${taken}/accounts`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function showWsdl(req: IncomingMessage, res: ServerResponse, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  send(res, 200, text.replace(WSDL_ADDRESS, `http://${req.headers.host}/accounts`));
}

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const request = await readRequest(req);
  if (!request) return send(res, 500, fault('Client', 'this is not a GetAccount request'));
  const account = accountOf(request.id, request.currency);
  if (account) send(res, 200, accountResponse(NS, account));
  else send(res, 500, notFoundFault(NS, request.id));
}

async function readRequest(req: IncomingMessage): Promise<{ id: string; currency: string | undefined } | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    length += (chunk as Buffer).length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  const envelope = tryRead(Buffer.concat(chunks));
  const message = envelope && child(child(envelope, 'Body'), 'GetAccount');
  const id = textOf(child(message, 'accountId'));
  return id === undefined ? undefined : { id, currency: textOf(child(message, 'currency')) };
}

function tryRead(bytes: Uint8Array): XmlElement | undefined {
  try {
    return readXml(bytes, 'request');
  } catch {
    return undefined;
  }
}

function child(parent: XmlElement | undefined, local: string): XmlElement | undefined {
  return parent?.children.find((c): c is XmlElement => typeof c !== 'string' && c.name.local === local);
}

function textOf(element: XmlElement | undefined): string | undefined {
  return element?.children
    .filter((c) => typeof c === 'string')
    .join('')
    .trim();
}

function send(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': Buffer.byteLength(xml) });
  res.end(xml);
}
