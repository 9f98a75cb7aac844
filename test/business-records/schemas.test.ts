// The schemas say what the tables say, no more and no less; what is our own model is marked.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { XSD_NS } from '../../src/xml/reader/names.ts';
import type { Info } from '../laws/infoset.ts';
import {
  attribute,
  documentation,
  elementsOf,
  named,
  readDocument,
  readSchemas,
  schemaFiles,
  schemaFolder,
  wsdlFile,
} from './documents.ts';
import { complexTypes, enumerations, globalElements } from './print.ts';
import { restRecords, rows, schemas, table } from './tables.ts';

const documents = readSchemas();
const publicTables = ['core', 'messages', 'faults', 'records', 'search'];
const merged = (...names: string[]) => names.flatMap((name) => [...table(name)]);
const sorted = (entries: [string, string][]) => entries.map(([head, body]) => `${head}: ${body}`).sort();

describe('the files', () => {
  it('are those of the table, each with its namespace', () => {
    expect(schemaFiles()).toEqual([...schemas().values()].map((s) => s.file).sort());
    const namespaces = documents.map(({ root }) => attribute(root, 'targetNamespace'));
    expect(namespaces).toEqual([...schemas().values()].map((s) => s.ns));
    expect(new Set(documents.map(({ root }) => attribute(root, 'elementFormDefault')))).toEqual(new Set(['qualified']));
  });

  it('compile in libxml2', () => {
    const folder = mkdtempSync(join(tmpdir(), 'business-records-'));
    const all = [...schemas().values()].map(
      (s) => `<xs:import namespace="${s.ns}" schemaLocation="${pathToFileURL(join(schemaFolder, s.file))}"/>`,
    );
    const driver = join(folder, 'driver.xsd');
    writeFileSync(driver, `<xs:schema xmlns:xs="${XSD_NS}">${all.join('')}<xs:element name="any"/></xs:schema>`);
    const args = ['--nonet', '--noout', '--schema', driver, '-'];
    const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8', input: '<any/>' });
    rmSync(folder, { recursive: true });
    expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: '- validates' });
  });

  it('import by file and namespace what exists, types schemas nothing', () => {
    const known = new Map([...schemas().values()].map((s) => [s.file, s.ns]));
    for (const { prefix, root } of documents) {
      const imports = named(root, 'import');
      for (const e of imports) expect(known.get(attribute(e, 'schemaLocation')!)).toBe(attribute(e, 'namespace'));
      if (prefix.endsWith('Typ')) expect(imports).toEqual([]);
    }
  });

  it('name no vendor', () => {
    const texts = [wsdlFile, ...schemaFiles().map((f) => join(schemaFolder, f))].map((f) => readFileSync(f, 'utf8'));
    const hosts = texts.flatMap((t) => t.match(/(?<=webservices\.)[\w.]+/g) ?? []);
    expect(new Set(hosts)).toEqual(new Set(['example.com']));
    const addresses = texts.flatMap((t) => t.match(/https?:\/\/[^/"]+/g) ?? []);
    const allowed = ['http://schemas.xmlsoap.org', 'http://www.w3.org', 'https://webservices.example.com'];
    expect([...new Set(addresses)].sort()).toEqual(allowed);
  });
});

describe('the types', () => {
  it('are those of the tables, field by field', () => {
    expect(sorted(documents.flatMap(complexTypes))).toEqual(sorted(merged(...publicTables, 'modelled')));
  });

  it('have the values of the tables', () => {
    const expected = table('enumerations');
    for (const [head, values] of table('modelled-enumerations')) {
      const before = expected.get(head);
      expected.set(head, before === undefined ? values : `${before} | ${values}`);
    }
    expect(sorted(documents.flatMap(enumerations))).toEqual(sorted([...expected]));
  });

  it('have the global elements of the table', () => {
    expect(documents.flatMap(globalElements).sort()).toEqual(
      rows('elements', /$/)
        .map(([line]) => line)
        .sort(),
    );
  });
});

describe('what is our own model', () => {
  const marked = (e: Info) => documentation(e).startsWith('Modelled: ');

  it('is marked at its type, and nothing else is', () => {
    const found = documents.flatMap(({ prefix, root }) =>
      elementsOf(root)
        .filter(marked)
        .map((e) => `${prefix}:${attribute(e, 'name')}`),
    );
    const types = [...table('modelled').keys()].map((head) => head.split(' ')[0]);
    const own = [...table('modelled-enumerations').keys()].filter((head) => !table('enumerations').has(head));
    expect(found.sort()).toEqual([...types, ...own].sort());
  });

  it('is marked at every value that was added to a public enumeration', () => {
    const found = documents.flatMap(({ prefix, root }) =>
      named(root, 'simpleType').flatMap((type) => {
        const values = elementsOf(named(type, 'restriction')[0]).filter(marked);
        const head = `${prefix}:${attribute(type, 'name')}`;
        return values.length === 0 ? [] : [[head, values.map((v) => attribute(v, 'value')).join(' | ')]];
      }),
    ) as [string, string][];
    const added = [...table('modelled-enumerations')].filter(([head]) => table('enumerations').has(head));
    expect(sorted(found)).toEqual(sorted(added));
  });
});

describe('the record types of the REST interface', () => {
  it('are 27, of which 16 are exact', () => {
    expect(restRecords().length).toBe(27);
    expect(restRecords().filter((r) => r.how === 'exact').length).toBe(16);
  });

  it.each(restRecords())('$name has its type, element, RecordType value and search', ({ type, how, value, search }) => {
    const heads = [...table(how === 'exact' ? 'records' : 'modelled').keys()];
    expect(heads).toContain(`${type} extends platformCore:Record`);
    expect(rows('elements', ' ').map(([, t]) => t)).toContain(type);
    const values = `${table('enumerations').get('platformCoreTyp:RecordType')} | ${table('modelled-enumerations').get('platformCoreTyp:RecordType')}`;
    expect(values.split(' | ')).toContain(value);
    if (search === '') return;
    const searches = [...table('search').keys(), ...table('modelled').keys()];
    expect(searches).toContain(`${search} extends platformCore:SearchRecord`);
    expect(searches).toContain(`${search}Advanced extends platformCore:SearchRecord`);
  });

  it('that the REST interface cannot list have no search of our own', () => {
    const without = restRecords().filter((r) => r.search === '');
    expect(without.map((r) => r.name)).toEqual(['allocationSchedule', 'bulkOwnershipTransfer']);
  });
});

describe('the WSDL', () => {
  it('imports the 38 schemas of the record areas, in the public order', () => {
    const imports = named(named(readDocument(wsdlFile), 'types')[0], 'schema').flatMap((s) => named(s, 'import'));
    const files = imports.map((e) => attribute(e, 'schemaLocation')!.replace('xsd/', ''));
    expect(files.length).toBe(38);
    const prefixes = new Map([...schemas()].map(([prefix, s]) => [s.file, prefix]));
    expect(files.slice(0, 6).map((f) => prefixes.get(f))).toEqual([
      'platformCore',
      'platformFaults',
      'platformMsgs',
      'platformCommon',
      'actSched',
      'actSchedTyp',
    ]);
    // The other eight are imported by the schemas that use them.
    const others = schemaFiles().filter((f) => !files.includes(f));
    expect(others.map((f) => prefixes.get(f)).sort()).toEqual(
      'platformCommonTyp platformCoreTyp platformFaultTyp tranBankTyp tranCustomersTyp tranEmployeesTyp tranFinancialTyp tranPurchTyp'.split(
        ' ',
      ),
    );
  });
});
