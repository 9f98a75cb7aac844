import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temp } from '../server/temp.ts';
import { run } from './spawn-cli.ts';

const mapping = fileURLToPath(new URL('../../mappings/10-first-row', import.meta.url));
const old = join(mapping, 'contract', 'accounts.wsdl');
const text = readFileSync(old, 'utf8');

function changed(...edits: readonly (readonly [string, string])[]): string {
  const result = edits.reduce((wsdl, [before, after]) => wsdl.replace(before, after), text);
  expect(result).not.toBe(text);
  return join(temp({ 'new.wsdl': result }), 'new.wsdl');
}

const OWNER = '<xsd:element name="owner" type="xsd:string"/>';

test('the same contract: no changes, exit code 0; also as URL and as folder', async () => {
  const server = createServer((_req, res) => void res.writeHead(200, { 'content-type': 'text/xml' }).end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/accounts?wsdl`;
  for (const latest of [old, join(mapping, 'contract'), url]) {
    const { code, out, err } = await run(['diff', old, latest]);
    expect([code, out, err]).toEqual([0, 'no changes\n', '']);
  }
});

test('breaks and additions with their operations, and the rules of a table that they concern', async () => {
  const latest = changed([OWNER, '<xsd:element name="holder" type="xsd:string" minOccurs="0"/>']);
  const { code, out } = await run(['diff', latest, '--mapping', mapping]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^break {5}Account\.owner: removed \(GetAccount response\)\n {10}rule \S*mapping\.yaml:8 GetAccount\naddition {2}Account\.holder: added, optional \(GetAccount response\)\n {10}rule \S*mapping\.yaml:8 GetAccount\n1 break, 1 addition; 1 rule concerned\n$/,
  );
});

test('what the table cannot do with the new contract has its place', async () => {
  const latest = changed([
    'name="currency" type="bank:Currency" minOccurs="0"',
    'name="unit" type="bank:Currency" minOccurs="0"',
  ]);
  const { code, out } = await run(['diff', old, latest, '--mapping', mapping]);
  expect(code).toBe(1);
  expect(out).toMatch(/problem {3}\S*mapping\.yaml:8:\d+ \[GetAccount\] MAPPING_UNKNOWN_ELEMENT: /);
});

test('a renamed operation that the new contract breaks has its cause, once', async () => {
  const notes = fileURLToPath(new URL('../../mappings/90-credentials', import.meta.url));
  const wsdl = readFileSync(join(notes, 'contract', 'notes.wsdl'), 'utf8');
  const broken = wsdl
    .replaceAll('name="GetNote"', 'name="FetchNote"')
    .replace('element="n:GetNote"', 'element="n:Gone"');
  const { code, out } = await run(['diff', join(temp({ 'new.wsdl': broken }), 'new.wsdl'), '--mapping', notes]);
  expect(code).toBe(1);
  expect(out).toMatch(/^broken {4}\S*new\.wsdl:\d+:\d+ CONTRACT_REFERENCE: .*Gone"; it takes away FetchNote/m);
  expect(out).toMatch(/^problem .*mapping\.yaml.*GetNote/m);
  expect(out.match(/CONTRACT_REFERENCE/g)).toHaveLength(1);
});

test('an addition alone: exit code 0; --json', async () => {
  const latest = changed([OWNER, `${OWNER}<xsd:element name="branch" type="xsd:string" minOccurs="0"/>`]);
  const { code, out } = await run(['diff', latest, '--mapping', mapping, '--json']);
  expect(code).toBe(0);
  const { changes, rules, problems } = JSON.parse(out);
  expect(changes).toEqual([
    {
      severity: 'addition',
      subject: 'Account.branch',
      message: 'added, optional',
      uses: [{ operation: 'GetAccount', direction: 'response' }],
    },
  ]);
  expect(rules).toMatchObject([{ id: 'GetAccount', line: 8, operations: ['GetAccount'], changes: [0] }]);
  expect(problems).toEqual([]);
});

test('wrong usage', async () => {
  const { code, err } = await run(['diff', old]);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('diff needs an old and a new contract, or a new one and --mapping'),
  ]);
});
