// What `check`, a start and a first table say of policies.
import { expect, test } from 'vitest';
import { policyNotes } from '../../src/findings/policy-notes.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { policyProposal } from '../../src/init/proposals/policy.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { contractPolicy } from '../../src/policy/contract-policy.ts';
import { unmetPolicy } from '../../src/server/bridges/unmet-policy.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { contractWith, policy, WCF } from './policies.ts';

/** The second policy cannot be met. */
const contract = contractWith({ binding: `\n${WCF}`, port: policy('<wsrm:RMAssertion/>') });
const RELIABILITY = 'the policy asks for what cannot be done: RMAssertion: WS-ReliableMessaging is not carried';

function mapping(more = '') {
  return compileMapping(`soapstone: 2\ncontract: c\n${more}rules:\n  - GET /{id}: GetNote\n`, 'mapping.yaml', contract);
}

test('check notes what settings have to do, and what cannot be done, by place', () => {
  const notes = policyNotes(mapping());
  expect(notes.map(({ level, code, message }) => [level, code, message])).toEqual([
    ['note', 'POLICY_SETTING', 'the policy asks for WS-Addressing: addressing: 2005/08'],
    ['note', 'POLICY_SETTING', 'the policy asks for HTTPS: upstream: https://…'],
    ['note', 'POLICY_SETTING', 'the policy asks for a Timestamp: auth.back.security.timestamp: 5m'],
    [
      'note',
      'POLICY_SETTING',
      'the policy asks for a UsernameToken (password as text): auth.back.security.usernameToken: { type: text }',
    ],
    ['note', 'POLICY_UNMET', RELIABILITY],
  ]);
  expect(notes[0].line).toMatch(/^notes\.wsdl:9:\d+ the policy asks for WS-Addressing/);
});

test('a table that writes the block of WS-Security needs no settings for its tokens, one for SOAP clients none at all', () => {
  const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
  const block = `{ "{${WSSE}}Security": { UsernameToken: { Username: "{$credential.user}" } } }`;
  const written = mapping(`auth:\n  credential: [ user ]\n  soap:\n    - ${block}\n`);
  expect(policyNotes(written).map(({ message }) => message.split(': ')[1])).toEqual([
    'addressing',
    'upstream',
    'RMAssertion',
  ]);
  expect(policyNotes(mapping('only: soap-to-rest\n'))).toEqual([]);
});

test('a start names what the settings lack', async () => {
  const unmet = async (flags: Readonly<Record<string, unknown>>) => {
    const required = { mapping: 'mapping', upstream: 'https://notes.example' };
    const settings = await loadSettings({ flags: { ...required, ...flags }, environment: {}, cwd: '/' });
    return unmetPolicy(contract, settings.bridges[0]).map((line) => line.replace(/^.*? /, ''));
  };
  const TOKEN = 'a UsernameToken (password as text): auth.back.security.usernameToken: { type: text }';
  const bare = await unmet({});
  expect(bare).toEqual([
    'the policy asks for WS-Addressing: addressing: 2005/08',
    'the policy asks for a Timestamp: auth.back.security.timestamp: 5m',
    `the policy asks for ${TOKEN}`,
    RELIABILITY,
  ]);
  const auth = (type: string) => `{ back: { security: { timestamp: 1m, usernameToken: { type: ${type} } } } }`;
  expect(await unmet({ addressing: '2005/08', auth: auth('text') })).toEqual([RELIABILITY]);
  expect(await unmet({ addressing: '2005/08', auth: auth('digest') })).toEqual([
    `the policy asks for ${TOKEN}`,
    RELIABILITY,
  ]);
  expect(await unmet({ present: 'soap', upstream: 'https://notes.example' })).toEqual([]);
});

test('init proposes a file of credentials, options of serve, and says the rest in the table', async () => {
  const { auth, options, comment } = policyProposal(contractPolicy(contract), 'auth.yaml');
  expect(options).toEqual(['--addressing 2005/08']);
  expect(auth).toContain('    user: { env: SERVICE_USER }\n');
  expect(auth).toMatch(/\n {2}security:\n {4}timestamp: 5m +# notes\.wsdl:9:\d+\n {4}usernameToken: \{ type: text \}/);
  expect(comment).toEqual([
    'Its policy asks for WS-Addressing, HTTPS, a Timestamp, a UsernameToken (password as text): auth.yaml',
    expect.stringMatching(new RegExp(`^${RELIABILITY} \\(notes\\.wsdl:\\d+:\\d+\\)$`)),
  ]);
  const { text } = await firstTable(contract, { contract: 'notes.wsdl', comment });
  expect(text).toContain(`# ${comment[0]}\n`);
  expect(text).not.toContain('Does the service want credentials?');
});
