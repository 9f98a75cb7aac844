// Other people's SOAP clients load the contract and find the operations and types in it.
import { describe, expect, it } from 'vitest';
import { readWithGsoap, readWithNodeSoap, readWithPhp, readWithStrongSoap, readWithZeep } from '../peers/readers.ts';
import { wsdlFile } from './documents.ts';
import { clarkOf, operations, restRecords, table } from './tables.ts';

const expected = operations().map((o) => o.name);

/** Fields of a record type by the tables, as PHP shows them: its own, attributes among them. */
function fields(type: string): string[] {
  const all = [...table('records'), ...table('modelled')];
  const [, body] = all.find(([head]) => head.split(' ')[0] === type)!;
  return body.split('; ').map((f) => f.split(':')[0].replace('@', ''));
}

describe('the 46 operations are found by', () => {
  it('PHP SoapClient, with the fields of all record types in order', async () => {
    const [{ operations: found, types }] = await readWithPhp(wsdlFile);
    expect(found!.map((o) => /^\w+ (\w+)\(/.exec(o)?.[1])).toEqual(expected);
    // PHP knows types by their local names only: of core's plain BudgetExchangeRate and the record there are two.
    const structs = types!.map((t) => /^struct (\w+) \{(.*)\}$/s.exec(t)).filter((m) => m !== null);
    const shown = structs.map(([, name, body]) => `${name} ${body.match(/\w+(?=;)/g)?.join(' ')}`);
    for (const { type } of restRecords()) expect(shown).toContain([type.split(':')[1], ...fields(type)].join(' '));
  });

  it('zeep, which resolves every type of their messages, with all record types', async () => {
    const [{ operations: found, types }] = await readWithZeep(wsdlFile);
    expect(found!.map((o) => o.split('(')[0])).toEqual(expected.toSorted());
    expect(types).toEqual(expect.arrayContaining(restRecords().map((r) => clarkOf(r.type))));
  });

  it('gSOAP', async () => {
    expect(await readWithGsoap(wsdlFile)).toEqual({ operations: expected });
  });

  it('node-soap', async () => {
    expect(await readWithNodeSoap(wsdlFile)).toMatchObject({ operations: expected });
  });

  it('strong-soap', async () => {
    expect(await readWithStrongSoap(wsdlFile)).toMatchObject({ operations: expected });
  });
});
