// Descriptions of public APIs, as a package of examples ships them. Nothing of them is kept here.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { explainSoap } from '../../../src/explain/explain-soap.ts';
import { restWriterOf } from '../../../src/explain/request-writers.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { type Converted, convert } from '../../../src/openapi/import/convert.ts';
import { readWithPhp, readWithZeep, writeWithZeep } from '../../peers/readers.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

/** They want ids, names and addresses of certain forms, which a text that is the same everywhere has not. */
const picky = [
  'createGuide createReference deleteAPI deleteAPIKey deleteCategory getAPI getAPIKey getCategories getCategory',
  'getCategoryPages getImage updateAPI updateAPIKey updateCategory',
]
  .join(' ')
  .split(' ');

describe.each([
  ['STAPI, in OpenAPI 3.0', '3.0/json/star-trek.json', 120, []],
  ['STAPI, in YAML', '3.0/yaml/star-trek.yaml', 120, []],
  ['the API of ReadMe, in OpenAPI 3.1', '3.1/json/readme.json', 54, picky],
])('%s', (_, file, operations, refused) => {
  let dir: string;
  let converted: Converted;
  let wsdl: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'soapstone-public-'));
    converted = convert(join(examples, file));
    for (const [name, text] of converted.files) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    const [name] = readdirSync(join(dir, 'contract')).filter((one) => one.endsWith('.wsdl'));
    wsdl = join(dir, 'contract', name);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('is a contract to our own loader, and a mapping without problems', async () => {
    expect(converted.operations).toBe(operations);
    const contract = await loadContract(wsdl);
    expect(new Set(contract.operations.map((o) => o.name)).size).toBe(operations);
    expect((await loadMapping(dir)).rules).toHaveLength(operations);
  });

  it('has a schema that libxml2 compiles', () => {
    writeFileSync(join(dir, 'any.xml'), '<any/>');
    const args = ['--nonet', '--noout', '--schema', wsdl.replace(/wsdl$/, 'xsd'), join(dir, 'any.xml')];
    const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8' });
    // 3: the schema compiled, and the document is none of its.
    expect([status, stderr.replace(/.*any\.xml.*\n/g, '')]).toEqual([3, '']);
  });

  it('is read by PHP and zeep', async () => {
    const [[php], [zeep]] = await Promise.all([readWithPhp(wsdl), readWithZeep(wsdl)]);
    expect([php.error, zeep.error]).toEqual([undefined, undefined]);
    expect(new Set(php.operations!.map((o) => / (\S+)\(/.exec(o)![1])).size).toBe(operations);
    expect(new Set(zeep.operations!.map((o) => o.split('(')[0])).size).toBe(operations);
  });

  it('makes a REST request of every call that zeep writes', async () => {
    const mapping = await loadMapping(dir);
    const envelopes = await writeWithZeep(wsdl, 'stable');
    expect(envelopes.size).toBe(operations);
    const write = restWriterOf(mapping);
    const told: string[] = [];
    for (const [name, envelope] of envelopes) {
      const { lines, matched } = await explainSoap(mapping, Buffer.from(envelope), 'zeep', write);
      if (!matched) {
        expect(lines.join()).toContain('CODEC_FACET');
        told.push(name);
        continue;
      }
      const rule = mapping.rules.find(({ id }) => id === name)!;
      const start = `${rule.request.rest.method} ${rule.request.rest.template.replace(/\{.*/, '')}`;
      expect(lines.some((text) => text.trim().startsWith(start) && !text.includes('{'))).toBe(true);
    }
    expect(told).toEqual(refused);
  });
});
