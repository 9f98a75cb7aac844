// The contract as it is shown: what is rewritten, what stays. How other people's clients read it is in test/e2e/shown-contracts.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCompiled } from '../../src/contract/compiled/read.ts';
import { writeCompiled } from '../../src/contract/compiled/write.ts';
import { loadContract, loadContractFrom } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { publish } from '../../src/contract/publish/publish.ts';
import { bytes, schema, service } from './inline-contracts.ts';
import { differences } from './same-contract.ts';

const URL = 'http://public/path';
const fixtures = join(import.meta.dirname, '../fixtures/contracts');

function shown(contract: Contract, url = URL): Map<string, string> {
  return new Map([...publish(contract)!].map(([query, document]) => [query, document.text(url)]));
}

/** Loads what is shown, as a client would that asks for `url?wsdl`. */
function again(documents: ReadonlyMap<string, string>): Contract {
  const files = [...documents].map(([query, text]) => [`${URL}?${query}`, Buffer.from(text)] as const);
  return loadContractFrom(new Map(files), `${URL}?wsdl`);
}

const moved = ['files', 'file', 'line', 'col', 'place', 'address'];

function load(files: Record<string, string>, main?: string): Contract {
  return loadContractFrom(bytes(files), main);
}

const body =
  '<s11:operation/><w:input><s11:body use="literal"/></w:input><w:output><s11:body use="literal"/></w:output>';
const messages = `<w:message name="In"><w:part name="p" element="t:e"/></w:message><w:message name="Out"><w:part name="p" element="t:e"/></w:message>`;
const element = '<xs:element name="e" type="xs:string"/>';
const imports = `<x:schema>${'<x:import namespace="urn:t"/>'}</x:schema>`;

describe('the contract that is shown', () => {
  it.each(readdirSync(fixtures))('of %s loads as an equal contract, from its compiled form too', async (name) => {
    const contract = await loadContract(join(fixtures, name));
    const documents = shown(contract);
    expect(differences(contract, again(documents), moved)).toEqual([]);
    expect(shown(readCompiled(writeCompiled(contract)))).toEqual(documents);
  });

  it('has the schemas that nobody ships, with those that they import, and no DOCTYPE', () => {
    const ns = 'http://www.w3.org/2001/04/xmlenc#';
    const use = `<xs:import namespace="${ns}"/><xs:element name="e" type="x:EncryptedDataType" xmlns:x="${ns}"/>`;
    const contract = load({
      'main.wsdl': service({ types: imports, messages, bound: body }),
      'a.xsd': `<!DOCTYPE xs:schema [<!ELEMENT a ANY>]>${schema(use)}`,
    });
    const documents = shown(contract);
    const texts = [...documents.values()].join('\n');
    expect(texts).not.toContain('DOCTYPE');
    const [, query] = /xmldsig#" schemaLocation="http:\/\/public\/path\?([^"]+)"/.exec(texts) ?? [];
    expect(documents.get(query)).toContain('name="KeyInfo"');
    expect(differences(contract, again(documents), moved)).toEqual([]);
  });

  it('is the file itself but for its addresses: prefixes, comments, documentation', async () => {
    const file = join(import.meta.dirname, '../../mappings/20-shapes/contract/parcels.wsdl');
    const documents = shown(await loadContract(file));
    expect([...documents.keys()].sort()).toEqual(['wsdl', 'xsd=parcels', 'xsd=units']);
    const original = readFileSync(file, 'utf8').split('\n');
    const changed = documents
      .get('wsdl')!
      .split('\n')
      .filter((line, i) => line !== original[i]);
    expect(changed.map((line) => line.trim())).toEqual([
      expect.stringContaining(`schemaLocation="${URL}?xsd=parcels"`),
      expect.stringContaining(`schemaLocation="${URL}?xsd=units"`),
      expect.stringContaining(`location="${URL}"`),
    ]);
  });

  it('escapes the address, in either kind of quotes', () => {
    const text = service({ types: imports, messages, bound: body }).replace('"http://h/s"', "'http://h/s'");
    const root = shown(load({ 'a.wsdl': text, 'b.xsd': schema(element) }), `http://h/'a"&<`).get('wsdl');
    expect(root).toContain(`location='http://h/&apos;a&quot;&amp;&lt;'`);
    expect(root).toContain('<x:import schemaLocation="http://h/&apos;a&quot;&amp;&lt;?xsd=b" namespace="urn:t"/>');
  });

  it('never shows where the service behind is, whatever the binding of a port', () => {
    const http =
      '<w:port name="H" binding="t:B"><h:address xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" location = "http://inside/"/></w:port>';
    const text = service({ types: `${schema(element)}`, messages, bound: body }).replace(
      '</w:service>',
      `${http}</w:service>`,
    );
    const root = shown(load({ 'a.wsdl': text })).get('wsdl')!;
    expect(root).not.toMatch(/inside|h\/s/);
    expect(root).toContain(`location = "${URL}"`);
  });

  it('is UTF-8, whatever the file was', () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?>\n<!-- \u00e9\u{1f600} -->${service({ types: schema(element), messages, bound: body })}`;
    const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const root = shown(loadContractFrom(new Map([['a.wsdl', file]]))).get('wsdl')!;
    expect(root.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<!-- \u00e9\u{1f600} --><w:definitions')).toBe(
      true,
    );
    expect(root).toContain(`location="${URL}"`);
    const marked = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(service({ types: schema(element), messages, bound: body })),
    ]);
    const other = shown(loadContractFrom(new Map([['a.wsdl', marked]]))).get('wsdl')!;
    expect(other).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<w:definitions/);
    expect(other).toContain(`location="${URL}"`);
  });

  it('gives an import one schema when several files meet it, and leaves out those that others include', () => {
    const files = {
      'a.wsdl': service({ types: imports, messages, bound: body }),
      'one.xsd': schema(element),
      'two.xsd': schema('<xs:include schemaLocation="three.xsd"/><xs:element name="f" type="xs:int"/>'),
      'three.xsd': schema('<xs:element name="g" type="xs:int"/>'),
    };
    const contract = load(files);
    const documents = shown(contract);
    expect(documents.get('xsd=a')).toMatch(
      /<xs:schema [^>]*targetNamespace="urn:t">\n.*\?xsd=two"\/>\n.*\?xsd=one"\/>\n<\/xs:schema>/,
    );
    expect([...again(documents).schemas.elements.keys()].sort()).toEqual([...contract.schemas.elements.keys()].sort());
    expect([...documents.keys()].sort()).toEqual(['wsdl', 'xsd=a', 'xsd=one', 'xsd=three', 'xsd=two']);
  });

  it('brings schemas that every contract may refer to, and no address that leads elsewhere', () => {
    const types = schema(
      `<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>
       <xs:import namespace="urn:gone" schemaLocation="http://gone/x.xsd"/>
       <xs:element name="e"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>`,
    );
    const documents = shown(load({ 'a.wsdl': service({ types, messages, bound: body }) }));
    expect(documents.get('wsdl')).toContain(`schemaLocation="${URL}?xsd=namespace"`);
    expect(documents.get('wsdl')).toContain('<xs:import namespace="urn:gone"/>');
    expect(documents.get('xsd=namespace')).toContain('<xs:attribute name="lang"');
    expect([...documents.values()].join()).not.toMatch(/gone\/x|xml\.xsd/);
  });

  it('has a root of its own for several WSDL files and for schemas that none of them imports', () => {
    const second = service({ messages, bound: body })
      .replaceAll('urn:t"', 'urn:u"')
      .replace(messages, messages.replaceAll('t:e', 'v:e'));
    const files = {
      'a.wsdl': service({ types: schema(element), messages, bound: body }),
      'sub/a.wsdl': second
        .replace(
          '<w:types>',
          '<w:types><x:schema targetNamespace="urn:v"><x:element name="e" type="x:int"/></x:schema>',
        )
        .replace('xmlns:t=', 'xmlns:v="urn:v" xmlns:t='),
      'more.xsd': schema('<xs:element name="m" type="xs:int"/>', '', 'urn:m'),
    };
    const contract = load(files);
    const documents = shown(contract);
    expect([...documents.keys()].sort()).toEqual(['wsdl', 'wsdl=a', 'wsdl=a.2', 'xsd=more']);
    const loaded = again(documents);
    expect(loaded.operations).toHaveLength(2);
    expect([...loaded.schemas.elements.keys()].sort()).toEqual(['{urn:m}m', '{urn:t}e', '{urn:v}e']);
  });

  it('gives a service to an interface document, which has none', () => {
    const text = service({ types: schema(element), messages, bound: body }).replace(/<w:service.*<\/w:service>/s, '');
    const documents = shown(load({ 'a.wsdl': text }));
    expect(again(documents).operations.map(({ port, address, name }) => [port, address, name])).toEqual([
      ['B', URL, 'Op'],
    ]);
  });

  it('is nothing where the contract was made without files', () => {
    expect(publish({ ...load({ 'b.xsd': schema(element) }), sources: undefined })).toBeUndefined();
  });
});
