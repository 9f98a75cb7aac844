// Imports that cannot be read, where nothing refers to what they should bring.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { wellKnown } from '../../src/contract/xsd/well-known.ts';
import { formatError } from '../../src/errors/errors.ts';

const fixture = join(import.meta.dirname, '..', 'fixtures', 'contracts', 'mixed', 'service.wsdl');
const text = readFileSync(fixture, 'utf8');

it('an import that cannot be read and that nothing needs is a note', () => {
  const wsdl = text.replace('<types>', '<import namespace="urn:gone" location="gone.wsdl"/><types>');
  const contract = loadContractFrom(new Map([['a.wsdl', Buffer.from(wsdl)]]), 'a.wsdl');
  expect(contract.unneeded?.map(({ code, place }) => [code, place?.line])).toEqual([['CONTRACT_READ', 7]]);
});

/** The fixture, whose schema has more at its beginning. */
function withSchema(more: string): string {
  return text.replace(/<(\w+:)?schema [^>]*>/, (tag) => `${tag}${more}`);
}

it.each([...wellKnown.keys()])('the bundled schema of %s stands in for one that nobody ships', (ns) => {
  const imports = `<import xmlns="http://www.w3.org/2001/XMLSchema" namespace="${ns}"/>`;
  const elsewhere = imports.replace('/>', ' schemaLocation="https://www.w3.org/2005/05/xmlmime"/>');
  const here = imports.replace('/>', ' schemaLocation="standard.xsd"/>');
  for (const more of [imports, elsewhere, here]) {
    const contract = loadContractFrom(new Map([['a.wsdl', Buffer.from(withSchema(more))]]), 'a.wsdl');
    expect(contract.unneeded).toEqual([]);
    expect(contract.unread).toEqual([]);
  }
});

it('a type of a bundled namespace is used without a word; one that it lacks is missed in the file of its import', () => {
  const element = (type: string) =>
    withSchema(
      `<import xmlns="http://www.w3.org/2001/XMLSchema" namespace="http://www.w3.org/2005/05/xmlmime" schemaLocation="https://www.w3.org/2005/05/xmlmime"/>
       <element xmlns="http://www.w3.org/2001/XMLSchema" xmlns:x="http://www.w3.org/2005/05/xmlmime" name="Picture" type="x:${type}"/>`,
    );
  const load = (type: string) => loadContractFrom(new Map([['a.wsdl', Buffer.from(element(type))]]), 'a.wsdl');
  expect(load('base64Binary').unneeded).toEqual([]);
  const contract = load('shapeless');
  expect(contract.unneeded?.map(formatError).join('\n')).toContain(
    'cannot be read from "https://www.w3.org/2005/05/xmlmime"',
  );
});

it.each([
  ['', 'no namespace'],
  [' namespace="urn:other"', 'the namespace "urn:other"'],
])('an import that does not name the namespace of its file is the cause of what is missed (%s)', (attribute, named) => {
  const wsdl = withSchema(
    `<import xmlns="http://www.w3.org/2001/XMLSchema"${attribute} schemaLocation="more.xsd"/>
     <element xmlns="http://www.w3.org/2001/XMLSchema" xmlns:x="urn:more" name="Picture" type="x:size"/>`,
  );
  const more = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:more"><simpleType name="size"><restriction base="int"/></simpleType></schema>`;
  const files = new Map([
    ['a.wsdl', Buffer.from(wsdl)],
    ['more.xsd', Buffer.from(more)],
  ]);
  const problems = loadContractFrom(files, 'a.wsdl').unneeded?.map(formatError).join('\n');
  expect(problems).toContain(`the import of "more.xsd" names ${named}, and the file has "urn:more"`);
  expect(problems).toContain('write namespace="urn:more"');
  expect(problems).not.toContain('there is no type');
});
