// The WSDL that SOAP clients read asks for what the gateway checks, and for nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AuthSettings, FrontSettings } from '../../../src/auth/settings/settings.ts';
import { noAuthSettings } from '../../../src/auth/settings/settings.ts';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { policiesOf } from '../../../src/contract/policy/attached.ts';
import { clientPolicy } from '../../../src/server/bridges/client-policy.ts';
import { createDescribe } from '../../../src/server/bridges/wsdl-endpoint.ts';
import { asymmetric, contractWith, policy } from '../../policy/policies.ts';
import { call } from '../http-client.ts';

const UTILITY = '#Own';
const everywhere = contractWith({
  definitions: policy(`${asymmetric()}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`, 'Own'),
  bindingAttributes: `wsp:PolicyURIs="${UTILITY}"`,
  binding: `<wsp:PolicyReference URI="${UTILITY}"/>`,
  port: policy('<sp:Wss11/>'),
  message: policy('<sp:SignedParts/>'),
  output: policy('<sp:SignedParts><sp:Body/></sp:SignedParts>'),
});

const as = { user: 'user', password: 'password' };
const token: FrontSettings = { kind: 'usernameToken', judge: 'gateway', passwords: ['digest'], window: 0, as };
const apiKey: FrontSettings = { kind: 'apiKey', realm: 'r', judge: 'gateway', header: 'x-key', as: { key: 'key' } };

/** Assertions of requests and responses in the WSDL that clients of these settings read: names of each alternative. */
async function asked(front: readonly FrontSettings[] | undefined, contract = everywhere) {
  const auth: AuthSettings | undefined = front && { ...noAuthSettings, front };
  const settings = { publicUrl: undefined, forwarded: 'ignore' } as const;
  const show = createDescribe(contract, settings, { policy: clientPolicy(auth) });
  const server = createServer((req, res) => void show(req, res)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { text } = await call((server.address() as AddressInfo).port, '/notes?wsdl');
  const read = loadContractFrom(new Map([['notes.wsdl', Buffer.from(text)]]), 'notes.wsdl');
  const [operation] = policiesOf(read).operations;
  const names = (direction: 'exchange' | 'input' | 'output') =>
    operation?.[direction].map((alternative) => alternative.map(({ node }) => node.name.local)) ?? [[]];
  return { all: names('exchange'), requests: names('input'), responses: names('output') };
}

test('without credentials it asks for nothing', async () => {
  expect(await asked(undefined)).toEqual({ all: [[]], requests: [[]], responses: [[]] });
  expect(await asked([apiKey])).toEqual({ all: [[]], requests: [[]], responses: [[]] });
});

test('each kind of credential is an alternative for requests; one without a word for it asks for nothing', async () => {
  expect(await asked([token])).toEqual({ all: [[]], requests: [['SupportingTokens']], responses: [[]] });
  expect((await asked([token, apiKey], contractWith({}))).requests).toEqual([['SupportingTokens'], []]);
  expect(clientPolicy({ ...noAuthSettings, front: [token] })).toContain('<sp:HashPassword/>');
});
