// A SOAP service for any table: it answers an operation with the response of a golden case, else with an instance of the contract's element.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { type Case, readCases } from '../../../src/mapping/cases/cases.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { readTree } from '../../../src/xml/read-tree.ts';
import { clark, SOAP12_NS } from '../../../src/xml/reader/names.ts';
import type { XmlElement } from '../../../src/xml/tree.ts';
import { envelope, types, type Version } from '../../binding/soap/front/front-scene.ts';
import { instances } from '../../laws/instances.ts';

export interface SoapStub {
  readonly url: string;
  close(): Promise<void>;
}

interface Operation {
  /** What stands in the envelope of a normal response. */
  readonly body: string;
  readonly headers: string;
  /** A declared fault. */
  readonly fault?: string;
}

interface Asked {
  readonly version: Version;
  /** Clark name of the request's element. */
  readonly name: string;
  /** The first text in it. */
  readonly key: string;
}

/** `folder`: of the mapping. `seed`: of the instances. What an operation `delete…` was asked for is not there any more. */
export async function startSoapStub(mapping: Mapping, folder: string, seed: number): Promise<SoapStub> {
  const operations = operationsOf(mapping, folder, seed);
  const deleted = new Set<string>();
  const server = createServer(async (req, res) => {
    const { version, name, key } = readRequest(Buffer.concat((await req.toArray()) as Buffer[]));
    const { body = '', headers = '', fault } = operations.get(name) ?? {};
    const gone = fault !== undefined && deleted.has(key);
    if (/\}delete/i.test(name)) deleted.add(key);
    res.writeHead(gone ? 500 : 200, { 'content-type': `${types[version]}; charset=utf-8` });
    res.end(gone ? envelope(version, faultBody(version, fault)) : envelope(version, body, headers));
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

function faultBody(version: Version, detail: string): string {
  return version === '1.1'
    ? `<e:Fault><faultcode>e:Client</faultcode><faultstring>gone</faultstring><detail>${detail}</detail></e:Fault>`
    : `<e:Fault><e:Code><e:Value>e:Sender</e:Value></e:Code><e:Reason><e:Text xml:lang="en">gone</e:Text></e:Reason><e:Detail>${detail}</e:Detail></e:Fault>`;
}

/** By the name of the request's element. */
function operationsOf({ contract }: Mapping, folder: string, seed: number): Map<string, Operation> {
  const found = new Map<string, Operation>();
  const instance = (decl: ElementDecl | undefined) =>
    decl && fc.sample(instances(contract.schemas, decl), { seed, numRuns: 1 })[0].xml;
  for (const { input, output, faults } of contract.operations) {
    const [element] = input.body;
    if (element === undefined) continue;
    const fault = instance(faults[0]?.element);
    found.set(clark(element.name), { body: instance(output?.body[0]) ?? '', headers: '', fault });
  }
  for (const { request, response } of readCases(folder).toReversed().flatMap(soapCallsOf)) {
    if (response === undefined) continue;
    const name = nameOf(request.body[0]);
    const message = { body: response.body.join(''), headers: [...response.headers.values()].join('') };
    found.set(name, { ...found.get(name), ...message });
  }
  return found;
}

function soapCallsOf({ soap, calls }: Case): Case['soap'][] {
  return calls?.side === 'soap' ? calls.list.map((call) => call.soap) : [soap];
}

function nameOf(xml: string): string {
  return clark(readTree(Buffer.from(xml), 'case').name);
}

function readRequest(bytes: Uint8Array): Asked {
  const root = readTree(bytes, 'request');
  const version: Version = root.name.ns === SOAP12_NS ? '1.2' : '1.1';
  const body = elementsOf(root).find((one) => one.name.local === 'Body');
  const [first] = body === undefined ? [] : elementsOf(body);
  return { version, name: first === undefined ? '' : clark(first.name), key: first === undefined ? '' : textIn(first) };
}

function textIn(element: XmlElement): string {
  const [first] = elementsOf(element);
  return first === undefined ? element.children.join('') : textIn(first);
}

function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string');
}
