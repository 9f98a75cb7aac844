// The contract that a SOAP face shows, as other people's clients read it over HTTP. What they make of the served documents must be what they
// make of the files themselves.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { publish } from '../../src/contract/publish/publish.ts';
import { createDescribe, type Describe } from '../../src/server/bridges/wsdl-endpoint.ts';
import { differences } from '../contract/same-contract.ts';
import {
  type Reading,
  readWithGsoap,
  readWithNodeSoap,
  readWithPhp,
  readWithStrongSoap,
  readWithZeep,
} from '../peers/readers.ts';
import { temp } from '../server/temp.ts';

const root = join(import.meta.dirname, '../..');

/** Every WSDL of a tutorial, and every fixture of several files, by path from here. */
const files = [
  ...readdirSync(join(root, 'mappings')).flatMap((name) => wsdlsOf(`mappings/${name}/contract`)),
  ...readdirSync(join(root, 'test/fixtures/contracts'))
    .map((name) => `test/fixtures/contracts/${name}`)
    .filter((folder) => readdirSync(join(root, folder), { recursive: true }).filter(isContractFile).length > 1)
    .map((folder) => `${folder}/service.wsdl`),
];

function wsdlsOf(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.wsdl'))
    .map((name) => `${folder}/${name}`);
}

function isContractFile(name: string | Buffer): boolean {
  return /\.(wsdl|xsd)$/.test(String(name));
}

/** What zeep 4 cannot read from files either. */
const beyondZeep = [
  'test/fixtures/contracts/chameleon-include/service.wsdl',
  'test/fixtures/contracts/redefine/service.wsdl',
];
/** Its import is met by a schema inside the WSDL, which libxml2 alone cannot find. */
const notAlone = 'test/fixtures/contracts/substitution/service.wsdl?xsd=more';

describe('a served contract', () => {
  const contracts = new Map<string, Contract>();
  const handlers = new Map<string, Describe>();
  let server: Server;
  let origin: string;
  let php: Reading[];
  let zeep: Reading[];

  beforeAll(async () => {
    for (const file of files) {
      const contract = await loadContract(join(root, file));
      contracts.set(file, contract);
      handlers.set(`/${file}`, createDescribe(contract, { publicUrl: undefined, forwarded: 'ignore' }));
    }
    server = createServer((req, res) => {
      if (!handlers.get((req.url as string).split('?')[0])?.(req, res)) res.writeHead(405).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const locations = [...files.map(urlOf), ...files.map((file) => join(root, file))];
    [php, zeep] = await Promise.all([readWithPhp(...locations), readWithZeep(...locations)]);
  });
  afterAll(() => void server.close());

  const urlOf = (file: string) => `${origin}/${file}?wsdl`;
  const namesOf = (file: string) => [...new Set(contracts.get(file)!.operations.map((o) => o.name))].sort();
  const unique = (reading: Reading) => [...new Set(reading.operations)].sort();

  it('is that of every tutorial and of every fixture of several files', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  it.each(files)('%s is the same to PHP', (file) => {
    const [overHttp, fromFile] = [php[files.indexOf(file)], php[files.length + files.indexOf(file)]];
    expect(overHttp.error).toBeUndefined();
    expect([...new Set(overHttp.operations!.map((o) => / (\w+)\(/.exec(o)![1]))].sort()).toEqual(namesOf(file));
    if (fromFile.error === undefined) expect(overHttp).toEqual(fromFile);
    else expect(file).toContain('lost-locations');
  });

  it.each(files)('%s is the same to zeep', (file) => {
    const [overHttp, fromFile] = [zeep[files.indexOf(file)], zeep[files.length + files.indexOf(file)]];
    if (beyondZeep.includes(file)) return expect([overHttp.error, overHttp]).toEqual([expect.any(String), fromFile]);
    expect(overHttp.error).toBeUndefined();
    expect([...new Set(overHttp.operations!.map((o) => o.split('(')[0]))].sort()).toEqual(namesOf(file));
    expect(new Set(overHttp.addresses)).toEqual(new Set([`${origin}/${file}`]));
    if (fromFile.error === undefined) expect(overHttp).toEqual({ ...fromFile, addresses: overHttp.addresses });
    else expect(file).toContain('lost-locations');
  });

  it.each(files)('%s has its operations to node-soap, strong-soap and wsdl2h', async (file) => {
    for (const read of [readWithNodeSoap, readWithStrongSoap, readWithGsoap]) {
      const reading = await read(urlOf(file));
      expect(reading.error).toBeUndefined();
      expect(unique(reading)).toEqual(namesOf(file));
    }
  });

  it.each(files)('%s has schemas that libxml2 compiles', async (file) => {
    const queries = [...publish(contracts.get(file)!)!.keys()].filter((query) => query.startsWith('xsd='));
    const folder = temp({ 'any.xml': '<any/>' });
    if (queries.length > many) {
      const driver = await driverOf(queries.map((query) => `${origin}/${file}?${query}`));
      const path = join(temp({ 'driver.xsd': driver }), 'driver.xsd');
      return expect(await compileWithLibxml2(folder, path)).toBe('');
    }
    for (const query of queries) {
      const problems = await compileWithLibxml2(folder, `${origin}/${file}?${query}`);
      if (`${file}?${query}` === notAlone) expect(problems).toContain('does not resolve');
      else expect(problems).toBe('');
    }
  });

  it.each(files)('%s is an equal contract to our own loader', async (file) => {
    const loaded = await loadContract(urlOf(file), { allowRemote: ['127.0.0.1'] });
    const moved = ['files', 'file', 'line', 'col', 'place', 'address'];
    expect(differences(contracts.get(file)!, loaded, moved)).toEqual([]);
    for (const operation of loaded.operations) expect(operation.address).toBe(`${origin}/${file}`);
  });
});

/** From here on one run compiles all documents: each by itself takes a second, because it compiles what it imports as well. */
const many = 20;

/** Imports all of them, which must be of different namespaces: libxml2 passes over a second document of one. */
async function driverOf(urls: readonly string[]): Promise<string> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const namespaces = texts.map((text) => /targetNamespace="([^"]+)"/.exec(text)![1]);
  expect(new Set(namespaces).size).toBe(urls.length);
  const imports = urls.map((url, i) => `<import namespace="${namespaces[i]}" schemaLocation="${url}"/>`);
  return `<schema xmlns="http://www.w3.org/2001/XMLSchema">${imports.join('')}<element name="other"/></schema>`;
}

/** What it has against the schema: 3 and 4 are verdicts about the document, which nobody asked for; an import not found is a mere warning. */
async function compileWithLibxml2(folder: string, url: string): Promise<string> {
  return new Promise((resolve) => {
    execFile('xmllint', ['--noout', '--schema', url, join(folder, 'any.xml')], (error, _stdout, stderr) => {
      const code = error?.code ?? 0;
      const compiles = code === 0 || code === 3 || code === 4;
      resolve(compiles && !stderr.includes('Skipping the import') ? '' : stderr);
    });
  });
}
