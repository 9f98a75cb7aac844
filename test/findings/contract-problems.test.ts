// What is said of problems that take no operation away.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { brokenProblems } from '../../src/findings/contract-problems.ts';

const fixture = join(import.meta.dirname, '..', 'fixtures', 'contracts', 'mixed', 'service.wsdl');
const text = readFileSync(fixture, 'utf8');

function said(wsdl: string): string[] {
  const contract = loadContractFrom(new Map([['a.wsdl', Buffer.from(wsdl)]]), 'a.wsdl');
  return brokenProblems(contract).map(({ message }) => message);
}

it('an import that nothing refers to is told from a component that messages may still name', () => {
  const schema =
    '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:more"><s:element name="more" type="s:nothing"/></s:schema>';
  const unused = text.replace('<types>', '<import namespace="urn:gone" location="gone.wsdl"/><types>');
  expect(said(unused)).toEqual([
    expect.stringMatching(/^the import of namespace "urn:gone" .*; nothing refers to it$/),
  ]);
  expect(said(text.replace('<types>', `<types>${schema}`))).toEqual([
    expect.stringMatching(
      /^there is no type .*; no operation needs it; xsi:type, wildcards and substitution groups do without it$/,
    ),
  ]);
});
