// Another contract in the place of ours: another host, another release, without some of the record types, and without sessions.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/cli/check.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import type { Mapping } from '../../src/mapping/model/mapping.ts';
import { contractFolder } from './tables.ts';

const BASE = '/services/rest/record/v1';
/** What is named so is not in the contract: types, elements and values. */
const GONE = /^_?(billingClass|bulkOwnershipTransfer)/i;
/** Newer releases have tokens alone. */
const OPERATIONS = ['login', 'ssoLogin', 'logout', 'mapSso', 'searchMore', 'searchNext'];

const folder = mkdtempSync(join(tmpdir(), 'records-contract-'));
let mapping: Mapping;

beforeAll(async () => {
  cpSync(join(contractFolder, '..'), folder, { recursive: true });
  const files = ['service.wsdl', ...readdirSync(join(contractFolder, 'xsd')).map((name) => join('xsd', name))];
  for (const file of files) rewrite(join(folder, 'contract', file), (text) => otherRelease(without(text)));
  mapping = await loadMapping(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

const otherRelease = (text: string) =>
  text.replaceAll('example.com', 'records.example.org').replaceAll('2019_1', '2020_2');

/** Components at the top of a schema, values of enumerations, operations and header blocks, each with its end. */
function without(text: string): string {
  return text
    .replaceAll(/ {2}<xs:complexType name="(\w+)"[^>]*>.*?\n {2}<\/xs:complexType>\n/gs, keep)
    .replaceAll(/ {2}<xs:element name="(\w+)" [^>]*\/>\n/g, keep)
    .replaceAll(/ *<xs:enumeration value="(\w+)"(?:\/>|>.*?<\/xs:enumeration>)\n/gs, keep)
    .replaceAll(/ {4}<operation name="(\w+)">.*?\n {4}<\/operation>\n/gs, (whole, name) =>
      OPERATIONS.includes(name) ? '' : whole,
    )
    .replaceAll(/ *<soap:header [^>]*part="passport"[^>]*>\n/g, '');
}

const keep = (whole: string, name: string) => (GONE.test(name) ? '' : whole);

describe('a contract that lacks record types', () => {
  it('is good for the others', () => {
    expect(mapping.lookup('GET', `${BASE}/account/7`).kind).toBe('found');
    expect(mapping.contract.schemas.namespaces).toContain('urn:core_2020_2.platform.webservices.records.example.org');
  });

  it('has no endpoint for what it lacks', () => {
    for (const name of ['billingClass', 'bulkOwnershipTransfer'])
      for (const path of [`/${name}`, `/${name}/7`, `/${name}/eid:x`])
        expect([path, mapping.lookup('DELETE', `${BASE}${path}`).kind]).toEqual([path, 'none']);
  });

  it('has neither sessions nor operations that it lacks', () => {
    expect(mapping.lacks?.names).toEqual([...OPERATIONS, 'passport']);
    const called = new Set(mapping.rules.map(({ operation }) => operation.name));
    expect(called.has('changePassword')).toBe(true);
    expect(OPERATIONS.filter((name) => called.has(name))).toEqual([]);
    expect(mapping.lookup('POST', '/services/rest/system/v1/session').kind).toBe('none');
    expect(mapping.lookup('PUT', '/services/rest/system/v1/password').kind).toBe('found');
  });

  it('is told by check, which passes', async () => {
    let output = '';
    const { write } = process.stdout;
    process.stdout.write = ((text: string) => {
      output += text;
      return true;
    }) as typeof write;
    const code = await check([folder]).finally(() => {
      process.stdout.write = write;
    });
    const lines = output.trimEnd().split('\n');
    const lacking = lines.flatMap((line) => /^note: the contract has no type "([^"]+)"/.exec(line)?.[1] ?? []);
    expect(lacking).toEqual(
      expect.arrayContaining([
        'listAcct:BillingClass',
        'listAcct:BillingClassSearch',
        'tranPurch:BulkOwnershipTransfer',
      ]),
    );
    expect(lacking.filter((name) => !/:(BillingClass|BulkOwnershipTransfer)/.test(name))).toEqual([]);
    expect([code, lines.at(-1)]).toEqual([0, `1 mapping, ${mapping.rules.length} rules: no problems`]);
  });
});
