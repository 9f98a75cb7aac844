// Members that a short rule names by their last word.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { run } from '../../cli/spawn-cli.ts';
import { temp } from '../../server/temp.ts';

const wsdl = readFileSync(new URL('../../../mappings/10-first-row/contract/accounts.wsdl', import.meta.url), 'utf8');

/** `members`: of the request. */
function folder(members: readonly string[], hole = 'id'): string {
  const elements = members.map((name) => `<xsd:element name="${name}" type="xsd:long"/>`).join('');
  const rule = 'GET /accounts/{HOLE}: GetAccount'.replace('HOLE', hole);
  const [first] = members;
  return temp({
    'mapping.yaml': `soapstone: 2\ncontract: c.wsdl\nnamespaces: { bank: "https://example.com/bank" }\nrules:\n  - ${rule}\n`,
    'c.wsdl': wsdl.replace('<xsd:element name="accountId" type="xsd:long"/>', elements),
    'cases/one.yaml': `- name: one
  rest:
    request: GET /accounts/7
    response: { status: 200, body: { account: { id: 7, owner: A, balance: 1, currency: EUR, opened: "2020-02-29", frozen: false } } }
  soap:
    request: <GetAccount xmlns="https://example.com/bank"><${first}>7</${first}></GetAccount>
    response: |
      <GetAccountResponse xmlns="https://example.com/bank"><account>
        <id>7</id><owner>A</owner><balance>1</balance><currency>EUR</currency><opened>2020-02-29</opened><frozen>false</frozen>
      </account></GetAccountResponse>
`,
  });
}

async function problemsOf(dir: string): Promise<string> {
  const error = await loadMapping(dir).catch((e: unknown) => e);
  if (!(error instanceof Problems)) return 'none';
  return error.problems.map(({ message, suggestion }) => `${message} (${suggestion})`).join('\n');
}

describe('the last word of a member', () => {
  test.each(['pet-id', 'pet_id', 'pet-ID', 'petId'])(
    '"id" stands for "%s", in both directions',
    { timeout: 60_000 },
    async (member) => {
      const dir = folder([member]);
      const checked = await run(['check', dir]);
      expect([checked.code, checked.out]).toEqual([0, '1 mapping, 1 rule: no problems\n']);
      const cases = await run(['test', dir]);
      expect([cases.code, cases.err]).toEqual([0, '']);
      expect(cases.out).toContain('1 passed, 0 failed');
    },
  );

  test.each([
    [['pet-id', 'ownerId'], 'id', 'did you mean "pet-id" or "ownerId"?'],
    [['pet_id', 'number'], 'accountId', 'did you mean "pet_id"?'],
    [['id', 'number'], 'accountId', 'did you mean "id"?'],
    [['petid', 'number'], 'name', 'its members: petid, number, currency'],
  ])('of %j is suggested for "%s"', async (members, hole, suggestion) => {
    expect(await problemsOf(folder(members, hole))).toBe(`"GetAccount" has no member "${hole}" (${suggestion})`);
  });

  test('the only member is the one to write', async () => {
    const dir = folder(['MRN']);
    const contract = join(dir, 'c.wsdl');
    const alone = readFileSync(contract, 'utf8').replace(
      /<xsd:element name="currency" type="bank:Currency" minOccurs="0"\/>/,
      '',
    );
    writeFileSync(contract, alone);
    expect(await problemsOf(dir)).toBe('"GetAccount" has no member "id" (write "MRN", its only member)');
  });
});
