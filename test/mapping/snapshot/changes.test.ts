// A snapshot counts only as long as everything that the table was loaded from is the same.

import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatError, Problems } from '../../../src/errors/errors.ts';
import { type LoadOptions, loadMapping } from '../../../src/mapping/load.ts';
import { MemorySnapshots } from './memory-snapshots.ts';

const tutorials = join(import.meta.dirname, '../../../mappings');
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

const TABLE = `soapstone: 2
contract: contract/parcels.wsdl
settings: { most: { default: "9" } }
tables: { speed: speed.csv }
rules:
  - rest: { request: "GET /parcels/{level|table(speed)}/{limit|same}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ "{level}" ], limit: "{limit}" } }, response: { FindParcelsResponse: "{found}" } }
    only: rest-to-soap
`;
const FILES: Readonly<Record<string, string>> = {
  'mapping.yaml': TABLE,
  'speed.csv': 'rest,soap\nslow,standard\nfast,express\n',
  'module.mjs': "import { same as one } from './same.mjs';\nexport const same = { in: one, out: one };\n",
  'same.mjs': 'export const same = (value) => value;\n',
};

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'snapshot-'));
  made.push(dir);
  cpSync(join(tutorials, '20-shapes/contract'), join(dir, 'contract'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(dir, name), text);
  return dir;
}

/** The rules, or the problems of the table. */
async function outcome(dir: string, options: LoadOptions) {
  try {
    return (await loadMapping(dir, options)).rules.map(({ id, request, variables }) => [
      id,
      request.rest.template,
      variables,
    ]);
  } catch (error) {
    if (error instanceof Problems) return error.problems.map((problem) => formatError(problem));
    throw error;
  }
}

type Change = (dir: string) => LoadOptions | undefined;
const rewrite =
  (file: string, from: string | RegExp, to: string): Change =>
  (dir) => {
    const path = join(dir, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
    return undefined;
  };
const remove =
  (file: string): Change =>
  (dir) => {
    rmSync(join(dir, file));
    return undefined;
  };

const changes: readonly (readonly [string, Change])[] = [
  ['a path', rewrite('mapping.yaml', 'GET /parcels/', 'GET /packages/')],
  ['a mistake in the table', rewrite('mapping.yaml', 'limit: "{limit}"', 'limits: "{limit}"')],
  ['a row of a file', rewrite('speed.csv', 'fast', 'quick')],
  ['a mistake in a file', rewrite('speed.csv', 'express', 'standard')],
  ['a function that is missing', rewrite('module.mjs', 'const same', 'const equal')],
  ['a module of the module', rewrite('same.mjs', '=> value', '=> value && value')],
  ['a member of the contract', rewrite('contract/parcels.xsd', 'name="limit"', 'name="most"')],
  ['a file that cannot be read', remove('speed.csv')],
  ['a module that has gone', remove('module.mjs')],
  ['a setting', () => ({ settings: new Map([['most', '8']]) })],
  ['a setting that there is not', () => ({ settings: new Map([['least', '8']]) })],
  ['another contract', () => ({ contract: join(tutorials, '10-first-row/contract/accounts.wsdl') })],
];

describe('a change', () => {
  it.each(changes)('of %s is seen', async (_, change) => {
    const dir = folder();
    const snapshots = new MemorySnapshots();
    await loadMapping(dir, { snapshots });
    await loadMapping(dir, { snapshots });
    expect(snapshots.checks).toBe(1);
    const options = change(dir) ?? {};
    const expected = await outcome(dir, options);
    expect(await outcome(dir, { ...options, snapshots })).toEqual(expected);
    // A table with mistakes has no snapshot.
    expect(snapshots.checks).toBe(expected.every((one) => typeof one !== 'string') ? 2 : 1);
    expect(await outcome(dir, { ...options, snapshots })).toEqual(expected);
  });

  it('back finds the rules as they were', async () => {
    const dir = folder();
    const snapshots = new MemorySnapshots();
    const before = await outcome(dir, { snapshots });
    rewrite('mapping.yaml', 'GET /parcels/', 'GET /packages/')(dir);
    expect(await outcome(dir, { snapshots })).not.toEqual(before);
    writeFileSync(join(dir, 'mapping.yaml'), TABLE);
    expect(await outcome(dir, { snapshots })).toEqual(before);
  });

  it('of a file that an import could have found is seen', async () => {
    const dir = folder();
    // The import names a file that is not there: its schema is looked for beside it.
    rewrite('contract/parcels.wsdl', /(schemaLocation=)"units.xsd"/, '$1"more/units.xsd"')(dir);
    const snapshots = new MemorySnapshots();
    await loadMapping(dir, { snapshots });
    await loadMapping(dir, { snapshots });
    expect(snapshots.checks).toBe(1);
    cpSync(join(dir, 'contract/units.xsd'), join(dir, 'contract/more/units.xsd'));
    await loadMapping(dir, { snapshots });
    expect(snapshots.checks).toBe(2);
  });
});

describe('a snapshot', () => {
  it('of another program does not count', async () => {
    const dir = folder();
    const snapshots = new MemorySnapshots('1');
    await loadMapping(dir, { snapshots });
    const newer = new MemorySnapshots('2', snapshots.files);
    await loadMapping(dir, { snapshots: newer });
    expect(newer.checks).toBe(1);
  });

  it('that is damaged does not count', async () => {
    const dir = folder();
    const snapshots = new MemorySnapshots();
    const before = await outcome(dir, { snapshots });
    const [[name, whole]] = [...snapshots.files];
    const damages = [
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 40),
      new Uint8Array(),
      whole.with(whole.length >> 1, 7),
    ];
    for (const [i, damaged] of damages.entries()) {
      snapshots.files.set(name, damaged);
      expect(await outcome(dir, { snapshots })).toEqual(before);
      expect(snapshots.checks).toBe(i + 2);
    }
  });

  it('is none where figures are wanted', async () => {
    const snapshots = new MemorySnapshots();
    expect((await loadMapping(folder(), { snapshots, figures: true })).figures).toBeDefined();
    expect(snapshots.files.size).toBe(0);
  });

  it('of a contract with a broken part, or from the network, has none', async () => {
    const snapshots = new MemorySnapshots();
    const broken = folder();
    const service = '<service name="Other"><port name="Other" binding="tns:Nothing"/></service>';
    rewrite('contract/parcels.wsdl', '</definitions>', `${service}</definitions>`)(broken);
    expect((await loadMapping(broken, { snapshots })).contract.broken).toHaveLength(1);
    const remote = folder();
    const units = readFileSync(join(remote, 'contract/units.xsd'));
    const server = createServer((_, response) => response.end(units)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const file of ['contract/parcels.wsdl', 'contract/parcels.xsd'])
      rewrite(file, '"units.xsd"', `"http://${host}/units.xsd"`)(remote);
    await loadMapping(remote, { snapshots, allowRemote: [host] });
    server.close();
    expect(snapshots.files.size).toBe(0);
  });
});
