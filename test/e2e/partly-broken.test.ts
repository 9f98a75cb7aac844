// Contracts of which one operation is broken. zeep leaves out an operation whose message is broken, as the gateway does; it refuses the whole contract
// where a schema is.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { publish } from '../../src/contract/publish/publish.ts';
import { type Reading, readWithPhp, readWithZeep } from '../peers/readers.ts';

interface Breakage {
  readonly name: string;
  /** Of the message of Bad. */
  readonly part?: string;
  readonly schema?: string;
  readonly message?: string;
}

const element = 'name="body" element="t:bad"';
const content = (particle: string) =>
  `<xs:element name="bad"><xs:complexType><xs:sequence>${particle}</xs:sequence></xs:complexType></xs:element>`;
const breakages: readonly Breakage[] = [
  { name: 'a message', message: 'Gone' },
  { name: 'the element of a part', part: element },
  { name: 'the type of a part', part: 'name="body" type="t:Gone"' },
  { name: 'the type of an element', part: element, schema: '<xs:element name="bad" type="t:Gone"/>' },
  { name: 'the type of a member', part: element, schema: content('<xs:element name="a" type="t:Gone"/>') },
  { name: 'an element that is referred to', part: element, schema: content('<xs:element ref="t:gone"/>') },
  {
    name: 'an element of a group',
    part: element,
    schema: `${content('<xs:group ref="t:g"/>')}<xs:group name="g"><xs:sequence><xs:element ref="t:gone"/></xs:sequence></xs:group>`,
  },
  { name: 'a group', part: element, schema: content('<xs:group ref="t:gone"/>') },
  {
    name: 'a base type',
    part: element,
    schema:
      '<xs:element name="bad"><xs:complexType><xs:complexContent><xs:extension base="t:Gone"/></xs:complexContent></xs:complexType></xs:element>',
  },
];

/** With the operation Good and, where something is broken, Bad. */
function wsdl(breakage?: Breakage): string {
  const { part, schema = '', message = 'BadIn' } = breakage ?? {};
  const both = (good: string, bad: string) => good + (breakage ? bad : '');
  const operation = (name: string, content: string) => `<operation name="${name}">${content}</operation>`;
  const body = '<input><s:body use="literal"/></input>';
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<xs:element name="good" type="xs:string"/>
${schema}
</xs:schema></types>
<message name="GoodIn"><part name="body" element="t:good"/></message>
${part ? `<message name="BadIn"><part ${part}/></message>` : ''}
<portType name="T">${both(operation('Good', '<input message="t:GoodIn"/>'), operation('Bad', `<input message="t:${message}"/>`))}</portType>
<binding name="B" type="t:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${both(operation('Good', body), operation('Bad', body))}</binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://127.0.0.1/"/></port></service>
</definitions>`;
}

const folder = mkdtempSync(join(tmpdir(), 'partly-broken-'));
const files = [undefined, ...breakages].map((breakage, i) => {
  const file = join(folder, `${i}.wsdl`);
  writeFileSync(file, wsdl(breakage));
  return file;
});
let readings: readonly Reading[];

beforeAll(async () => {
  readings = await readWithZeep(...files);
});

afterAll(() => rmSync(folder, { recursive: true }));

const good = ['Good(xsd:string)'];

it('zeep reads the contract without the broken operation', () => {
  expect(readings[0].operations).toEqual(good);
});

it.each(breakages.map((breakage, i) => ({ ...breakage, i: i + 1 })))(
  '$name is not there: neither carries the operation, and the gateway carries the other one',
  async ({ schema, i }) => {
    const { operations, broken } = await loadContract(files[i]);
    expect(operations.map(({ name }) => name)).toEqual(['Good']);
    expect(broken!.map(({ operation }) => operation)).toEqual(['Bad']);
    const { operations: read, error } = readings[i];
    if (schema === undefined) expect(read).toEqual(good);
    else expect(error).toMatch(/gone/i);
  },
);

async function shown(file: string): Promise<string> {
  const published = publish(await loadContract(file))!;
  return published.get('wsdl')!.text('http://127.0.0.1/');
}

describe('the contract that is served', () => {
  let served: string[];
  beforeAll(async () => {
    served = await Promise.all(
      breakages.map(async (_, i) => {
        const file = join(folder, `served-${i}.wsdl`);
        writeFileSync(file, await shown(files[i + 1]));
        return file;
      }),
    );
  });

  it('has no port without a binding', async () => {
    const file = join(folder, 'port.wsdl');
    const gone = '<port name="Q" binding="t:Gone"><s:address location="http://127.0.0.1/"/></port>';
    writeFileSync(file, wsdl().replace('</service>', `${gone}</service>`));
    const text = await shown(file);
    expect([text.includes('name="P"'), text.includes('name="Q"')]).toEqual([true, false]);
    writeFileSync(file, text);
    const [zeep, php] = [await readWithZeep(file), await readWithPhp(file)];
    expect([zeep[0].operations, php[0].operations]).toEqual([good, ['void Good(string $body)']]);
  });

  it('is read by zeep, with the operation that is carried and no other', async () => {
    const read = await readWithZeep(...served);
    expect(read.map(({ operations, error }) => operations ?? error)).toEqual(breakages.map(() => good));
  });

  it('is read by PHP, with the operation that is carried and no other', async () => {
    const read = await readWithPhp(...served);
    expect(read.map(({ operations, error }) => operations ?? error)).toEqual(
      breakages.map(() => [expect.stringMatching(/^\S+ Good\(string \$\w+\)$/)]),
    );
  });
});
