// A contract, a request or a case from elsewhere must not steer the terminal: its control characters are printed as `\u009b`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { junitOf } from '../../../src/cli/output/junit.ts';
import { painted } from '../../../src/cli/output/paint.ts';
import { readTree } from '../../../src/xml/read-tree.ts';
import { elements } from '../../../src/xml/tree.ts';
import { accountsWsdl } from '../../peers/contracts.ts';
import { temp } from '../../server/temp.ts';
import { run } from '../spawn-cli.ts';

/** C1's CSI and a mark that turns the direction: both may stand in XML (XML 1.0 §2.2). */
const EVIL = '\u009b2J\u202e';
const PRINTED = '\\u009b2J\\u202e';
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

const OWNER = '<xsd:element name="owner" type="xsd:string"/>';

function hostileContract(owners: readonly string[] = [EVIL, 'plain']): string {
  const values = owners.map((owner) => `<xsd:enumeration value="${owner}"/>`).join('');
  const type = `<xsd:simpleType><xsd:restriction base="xsd:string">${values}</xsd:restriction></xsd:simpleType>`;
  const wsdl = readFileSync(accountsWsdl, 'utf8');
  expect(wsdl).toContain(OWNER);
  const hostile = wsdl.replace(OWNER, `<xsd:element name="owner">${type}</xsd:element>`);
  return join(temp({ 'hostile.wsdl': hostile }), 'hostile.wsdl');
}

const table = (contract: string, owner: string) =>
  temp({
    'mapping.yaml': `soapstone: 2
contract: ${contract}
rules:
  - id: account
    rest: { request: "GET /accounts/{id}", response: { status: 200, body: { account: "{rest}" } } }
    soap:
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: { owner: ${owner}, $rest: "{rest}" } } }
`,
  });

test('diff', async () => {
  for (const json of [[], ['--json']]) {
    const { out } = await run(['diff', hostileContract(['plain']), hostileContract(), ...json]);
    expect(out).toContain(PRINTED);
    expect(out).not.toMatch(CONTROL);
    if (json.length > 0) expect(JSON.stringify(JSON.parse(out))).toContain(EVIL);
  }
});

describe('check', () => {
  test.each(['text', 'json', 'sarif'])('%s', async (format) => {
    const { code, out } = await run(['check', table(hostileContract(), `"a${EVIL}"`), '--format', format]);
    expect([code, out]).toEqual([1, expect.stringContaining(PRINTED)]);
    expect(out).not.toMatch(CONTROL);
    if (format !== 'text') expect(JSON.stringify(JSON.parse(out))).toContain(EVIL);
  });

  test('problems on standard error', async () => {
    const { err } = await run(['explain', table(hostileContract(), `"a${EVIL}"`), 'GET /accounts/7']);
    expect(err).toContain(PRINTED);
    expect(err).not.toMatch(CONTROL);
  });
});

test('explain', async () => {
  const payments = join(import.meta.dirname, '../../../mappings/70-faults');
  const data = JSON.stringify({ from: EVIL, to: 'b', amount: 5 });
  const { out } = await run(['explain', payments, 'POST /v1/payments', '--data', data]);
  expect(out).toContain(PRINTED);
  expect(out).not.toMatch(CONTROL);
});

test('lines of check and test', () => {
  expect(painted(`note: \u001b[2J${EVIL}`, process.stdout)).toContain(`\\u001b[2J${PRINTED}`);
});

test('JUnit: readers get each character as it was, and a carriage return is a reference', () => {
  const text = `a\r\nb\tc${EVIL}\u0085\u2028`;
  const xml = junitOf([{ name: text, cases: [{ name: text, failure: { message: text, type: 'T', text } }] }]);
  expect(xml).not.toMatch(/\r|\t|[\u007f-\u009f\u2028\u202e]/);
  expect(xml).toContain('a&#13;&#10;b&#9;c&#155;');
  const suite = elements(readTree(Buffer.from(xml), 'junit'))[0];
  const failure = elements(elements(suite)[0])[0];
  expect(suite.attributes.find(({ name }) => name.local === 'name')?.value).toBe(text);
  expect(failure.attributes.find(({ name }) => name.local === 'message')?.value).toBe(text);
  expect(failure.children.join('')).toBe(text);
});
