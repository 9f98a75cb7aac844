// Other people's SOAP clients load the contract and find the operations and types in it.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { describe, expect, it } from 'vitest';
import { wsdlFile } from './documents.ts';
import { clarkOf, operations, restRecords, table } from './tables.ts';

type Described = Record<string, Record<string, Record<string, unknown>>>;
interface StrongSoap {
  readonly soap: {
    createClient(url: string, options: object, done: (error: unknown, client: { describe(): Described }) => void): void;
  };
}
const { soap: strongSoap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;

const expected = operations().map((o) => o.name);
const script = (name: string) => join(import.meta.dirname, 'peers', name);
const ask = (program: string, ...args: string[]) =>
  JSON.parse(execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 }));

/** Fields of a record type by the tables, those of its base first. */
function fields(type: string): string[] {
  const all = [...table('records'), ...table('modelled')];
  const [, body] = all.find(([head]) => head.split(' ')[0] === type)!;
  return ['nullFieldList', ...body.split('; ').filter((f) => !f.startsWith('@'))].map((f) => f.split(':')[0]);
}

describe('the 46 operations are found by', () => {
  it('PHP SoapClient, with the structs of all record types', () => {
    const found = ask('php', script('operations.php'), wsdlFile) as { operations: string[]; types: string[] };
    expect(found.operations.map((o) => /^\w+ (\w+)\(/.exec(o)?.[1])).toEqual(expected);
    const structs = found.types.map((t) => /^struct (\w+)/.exec(t)?.[1]);
    for (const { type } of restRecords()) expect(structs).toContain(type.split(':')[1]);
  });

  it('zeep, with the fields of all record types in order', () => {
    const types = restRecords().map((r) => r.type);
    const found = ask('/usr/bin/python3', script('operations.py'), wsdlFile, ...types.map(clarkOf));
    expect(found.operations).toEqual(expected);
    expect(found.fields).toEqual(Object.fromEntries(types.map((t) => [clarkOf(t), fields(t)])));
  });

  it('node-soap', async () => {
    const client = await createClientAsync(wsdlFile, { disableCache: true });
    expect(described(client.describe() as Described)).toEqual(expected);
  });

  it('strong-soap', async () => {
    const client = await new Promise<{ describe(): Described }>((resolve, reject) => {
      strongSoap.createClient(wsdlFile, {}, (error, made) => (error ? reject(error) : resolve(made)));
    });
    expect(described(client.describe())).toEqual(expected);
  });
});

/** Both stacks answer service → port → operation. */
function described(services: Described): string[] {
  return Object.keys(services['BusinessRecordsService']['BusinessRecordsPort']);
}
