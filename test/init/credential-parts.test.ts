// Header parts with credentials: what of them the settings must have.
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { credentialContract, textMember as value } from './credential-contract.ts';

const OPTIONAL = 'minOccurs="0"';

/** The lines of `auth:` for a header part with these members, and the comment above them. */
async function authOf(members: string, partName = 'auth'): Promise<string[]> {
  const text = credentialContract(members).replaceAll('"auth"', `"${partName}"`);
  const contract = loadContractFrom(new Map([['c.wsdl', Buffer.from(text)]]), 'c.wsdl');
  const table = await firstTable(contract, { contract: 'c.wsdl' });
  return table.text.split('\n').filter((line) => /^ {4}[aA]uth\w*: |^# {3}# optional/.test(line));
}

test('what may be absent of a credential does not keep the header part from being sent', async () => {
  expect(await authOf(value('UserName') + value('Password') + value('PropertyId', OPTIONAL))).toEqual([
    '#   # optional, in fields too: authPropertyId: { env: AUTH_PROPERTY_ID }',
    '    auth: { "UserName": "{$credential.authUserName}", "Password": "{$credential.authPassword}", "PropertyId": "{$credential.authPropertyId?}" }',
  ]);
  expect(await authOf(value('UserName') + value('Password') + value('Role', 'nillable="true"'))).toEqual([
    '#   # optional, in fields too: authRole: { env: AUTH_ROLE }',
    '    auth: { "UserName": "{$credential.authUserName}", "Password": "{$credential.authPassword}", "Role": "{$credential.authRole?}" }',
  ]);
});

test('where all of it may be absent, who calls is needed', async () => {
  const all = [value('UserName', OPTIONAL), value('Password', OPTIONAL), value('Language', OPTIONAL)];
  expect(await authOf(all.join(''))).toEqual([
    '#   # optional, in fields too: authLanguage: { env: AUTH_LANGUAGE }',
    '    auth: { "UserName": "{$credential.authUserName}", "Password": "{$credential.authPassword}", "Language": "{$credential.authLanguage?}" }',
  ]);
});

test('a part with a name that says nothing is named like its element', async () => {
  for (const name of ['part1', 'parameters', 'header', 'p2', 'h'])
    expect(await authOf(value('User') + value('Password'), name)).toEqual([
      '    AuthHeader: { "User": "{$credential.authUser}", "Password": "{$credential.authPassword}" }',
    ]);
});
