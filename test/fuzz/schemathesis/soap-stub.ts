// A SOAP service for any table: it answers an operation with the reply of a golden case, else with an instance of the contract's element.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { ElementDecl } from '../../../src/contract/model.ts';
import { type Case, readCases } from '../../../src/mapping/cases.ts';
import type { Mapping } from '../../../src/mapping/rule.ts';
import { clark } from '../../../src/xml/names.ts';
import { readTree } from '../../../src/xml/read-tree.ts';
import type { XmlElement } from '../../../src/xml/tree.ts';
import { envelope, types, type Version } from '../../binding/soap/front/front-scene.ts';
import { instances } from '../../laws/instances.ts';

export interface SoapStub {
  readonly url: string;
  close(): Promise<void>;
}

interface Response {
  readonly body: string;
  readonly headers: string;
}

/** `folder`: of the mapping. `seed`: of the instances. */
export async function startSoapStub(mapping: Mapping, folder: string, seed: number): Promise<SoapStub> {
  const responses = responsesOf(mapping, folder, seed);
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { version, name } = readRequest(Buffer.concat(chunks));
    const { body, headers } = responses.get(name) ?? { body: '', headers: '' };
    res.writeHead(200, { 'content-type': `${types[version]}; charset=utf-8` });
    res.end(envelope(version, body, headers));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** By the name of the request's element. */
function responsesOf({ contract }: Mapping, folder: string, seed: number): Map<string, Response> {
  const found = new Map<string, Response>();
  for (const { input, output } of contract.operations) {
    const [element] = input.body;
    if (element === undefined) continue;
    const instance = (decl: ElementDecl) => fc.sample(instances(contract.schemas, decl), { seed, numRuns: 1 })[0].xml;
    found.set(clark(element.name), { body: output?.body[0] ? instance(output.body[0]) : '', headers: '' });
  }
  for (const { request, reply } of readCases(folder).toReversed().flatMap(soapCallsOf)) {
    if (reply === undefined) continue;
    found.set(nameOf(request.body[0]), { body: reply.body.join(''), headers: [...reply.headers.values()].join('') });
  }
  return found;
}

function soapCallsOf({ soap, calls }: Case): Case['soap'][] {
  return calls?.side === 'soap' ? calls.list.map((call) => call.soap) : [soap];
}

function nameOf(xml: string): string {
  return clark(readTree(Buffer.from(xml), 'case').name);
}

function readRequest(bytes: Uint8Array): { version: Version; name: string } {
  const root = readTree(bytes, 'request');
  const version: Version = root.name.ns.includes('2003') ? '1.2' : '1.1';
  const body = elementsOf(root).find((one) => one.name.local === 'Body');
  const [first] = body === undefined ? [] : elementsOf(body);
  return { version, name: first === undefined ? '' : clark(first.name) };
}

function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string');
}
