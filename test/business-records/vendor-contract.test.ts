// The recipe for the vendor's contract: rows of record types that are made from a contract. With our own contract, and with the vendor's releases
// that are in .cache/vendor (docs/guides/business-records.md).
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { recordRows } from '../../scripts/vendor/record-rows.ts';
import { withRows } from '../../scripts/vendor/table-text.ts';
import { writeVendorMapping } from '../../scripts/vendor-contract.ts';
import { loadContract } from '../../src/contract/load.ts';
import { fitsNamespace } from '../../src/mapping/syntax/namespace-pattern.ts';
import { RELEASES, vendorFolder } from '../peers/vendor.ts';
import { contractFolder } from './tables.ts';

const BASE = '/services/rest/record/v1';
const own = join(contractFolder, 'service.wsdl');
const folder = mkdtempSync(join(tmpdir(), 'vendor-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Our contract at addresses as the vendor has them, where two areas may have files of one name: `/xsd/lists/v2019_1_0/employees.xsd`. */
async function published(): Promise<string> {
  const addressOf = (file: string) => file.replace(/^(?:.*\/)?(\w+)\./, '/xsd/$1/v2019_1_0/');
  const files = new Map(readdirSync(join(contractFolder, 'xsd')).map((file) => [addressOf(file), join('xsd', file)]));
  files.set('/wsdl/v2019_1_0/service.wsdl', 'service.wsdl');
  const server = createServer(({ url = '' }, res) => {
    const file = files.get(url);
    if (file === undefined) return res.writeHead(404).end();
    const links = readFileSync(join(contractFolder, file), 'utf8').replaceAll(
      /schemaLocation="([^"]*)"/g,
      (_, link) => `schemaLocation="${origin}${addressOf(link)}"`,
    );
    return res.end(withWarehouse(links));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return `${origin}/wsdl/v2019_1_0/service.wsdl`;
}

/** With a record type that the table has no row for. */
function withWarehouse(schema: string): string {
  const type = /<xs:complexType name="Classification">[\s\S]*?<\/xs:complexType>/;
  return schema
    .replace(type, (text) => text + text.replace('"Classification"', '"Warehouse"'))
    .replaceAll('<xs:enumeration value="classification"/>', '$&<xs:enumeration value="warehouse"/>');
}

type Row = Readonly<Record<string, unknown>>;

/** What the table says otherwise than the contract's names do. */
const DECIDED: Readonly<Record<string, Row>> = {
  AdvInterCompanyJournalEntry: { rest: 'advIntercompanyJournalEntry', soap: 'advInterCompanyJournalEntry' },
  // No search lists them, or the service document has no such endpoint.
  BulkOwnershipTransfer: { search: null },
  Campaign: { search: null },
  ItemDemandPlan: { search: null },
};

describe('rows that are made from a contract', () => {
  it('are those that the table has, for each of its record types', async () => {
    const { namespaces, tables } = parse(readFileSync(join(contractFolder, '../mapping.yaml'), 'utf8'));
    const prefixes = Object.entries(namespaces as Record<string, string>);
    const prefixOf = (ns: string) => prefixes.find(([, pattern]) => fitsNamespace(pattern, ns))?.[0];
    const { rows } = recordRows(await loadContract(own), prefixOf, new Set());
    const [{ '*': every }, ...records] = tables.records as (Row & { readonly '*': Row })[];
    // Types of custom records are not in the contract.
    const declaredTypes = records.filter(({ name }) => name !== 'CustomRecord');
    for (const { optional: _, all: ____, ...record } of declaredTypes) {
      const made = rows.find(({ name }) => name === record['name']);
      const { of: __, ...decided } = { in: every['in'], ...made, ...DECIDED[String(record['name'])] };
      const { of: ___, ...declared } = { in: every['in'], ...record } as Row;
      const search = decided.search === null ? { kind: undefined, recordType: undefined } : {};
      expect({ ...decided, ...search }, String(record['name'])).toEqual({ ...decided, ...search, ...declared });
    }
    expect(declaredTypes.length).toBe(64);
  });

  it('give endpoints to what the table leaves out, from the addresses of the vendor', async () => {
    const { mapping, added } = await writeVendorMapping('2019_1', folder, await published());
    expect(added).toEqual([
      '46 operations, without a rule: searchMore, searchNext, asyncInitializeList',
      '1 record types beside those of the table: warehouse',
    ]);
    for (const name of ['warehouse', 'interCompanyJournalEntry', 'bin'])
      expect(mapping.lookup('GET', `${BASE}/${name}/7`).kind, name).toBe('found');
    expect(mapping.lookup('GET', `${BASE}/warehouse`).kind).toBe('method');
    expect(mapping.lookup('GET', `${BASE}/interCompanyJournalEntry`).kind).toBe('found');
    expect(readdirSync(folder)).toContain('vendor.yaml');
    expect(readdirSync(join(folder, 'contract')).filter((file) => /employees/.test(file))).toEqual([
      'xsd.lists.v2019_1_0.employees.xsd',
      'xsd.transactions.v2019_1_0.employees.xsd',
    ]);
  });

  it('are not made from the contract of another release', async () => {
    await expect(writeVendorMapping('2023_2', folder, own)).rejects.toThrow('is of release 2019_1, not of 2023_2');
    await expect(writeVendorMapping('2023', folder, own)).rejects.toThrow('2023 is not a release');
  });

  it('stand in the table as it is, with its comments', () => {
    const text =
      'namespaces: { a: "urn:a" }\ntables:\n  # kept\n  records: [ { rest: x, name: X } ] # too\n  other: [ { a: b } ]\n';
    const rows = [{ rest: 'y', in: 'b', name: 'Y', search: 'b:S', eid: null, serial: false } as const];
    expect(withRows(text, rows, new Map([['b', 'urn:b_*']]), 'made')).toBe(
      'namespaces: { a: "urn:a",\n  b: "urn:b_*" }\ntables:\n  # kept\n  records: [ { rest: x, name: X },\n    # made\n' +
        '    { rest: y, in: b, name: Y, search: "b:S", eid: null, serial: false } ] # too\n  other: [ { a: b } ]\n',
    );
    expect(withRows(text, [], new Map(), 'made')).toBe(text);
  });
});

describe.each(RELEASES)('release %s of the vendor', (release) => {
  const place = vendorFolder(release);
  const lacks = existsSync(join(place, 'mapping.yaml')) ? undefined : `${place} is not there`;

  it.skipIf(lacks)(lacks ? `not run: ${lacks}` : 'has rows for every record type, and no problem', async () => {
    const { mapping } = await writeVendorMapping(release, folder, join(place, 'contract', 'service.wsdl'));
    const { rows } = recordRows(mapping.contract, () => 'x', new Set(['CustomRecord']));
    expect(rows.length).toBeGreaterThan(175);
    const missing = rows.filter(({ rest }) => mapping.lookup('GET', `${BASE}/${rest}/7`).kind !== 'found');
    expect(missing.map(({ rest }) => rest)).toEqual(['advInterCompanyJournalEntry']);
    const listed = rows.filter(({ search }) => search !== null && search !== undefined);
    expect(listed.filter(({ rest }) => mapping.lookup('GET', `${BASE}/${rest}`).kind !== 'found').length).toBeLessThan(
      3,
    );
  });
});
