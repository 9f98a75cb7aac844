// Header parts that no WSDL declares, in both directions. PHP is the service that reads them, and the client that writes them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Problems } from '../../src/errors/errors.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { startGate, startPeer } from '../auth/notes.ts';
import { accountsWsdl } from '../peers/contracts.ts';
import { startPhpHeaders } from '../peers/php.ts';
import { temp } from './temp.ts';

const HEADERS = `
        "{urn:vendor}Tenant": "{tenant?}"
        "{urn:vendor}Session": { "@version": 1.10, User: "u-{user}", Device: { Kind: web, "{urn:other}Account": "{id}" } }`;
const PARTS = ', X-Tenant: "{tenant?}"';

const table = (headers: string, extra = '') => `soapstone: 2
contract: ${JSON.stringify(accountsWsdl)}
namespaces: { bank: "https://example.com/bank" }
rest: { base: /v1 }
${extra}
rules:
  - id: account
    rest:
      request: { line: "GET /accounts/{id}", headers: { X-User: "{user?}"${PARTS} } }
      response: { headers: { X-Quota: "{quota?}" }, body: { account: "{account}" } }
    soap:
      headers: ${headers}
      responseHeaders: { "{urn:vendor}Quota": "{quota?}" }
      request: { GetAccount: { accountId: "{id}" } }
      response: { GetAccountResponse: { account: "{account}" } }`;

const mapping = (headers = HEADERS, extra = '') => temp({ 'mapping.yaml': table(headers, extra) });

async function problemsOf(folder: string): Promise<string[]> {
  const error = await loadMapping(folder).catch((e: unknown) => e);
  return error instanceof Problems ? error.problems.map(({ message, suggestion }) => `${message} (${suggestion})`) : [];
}

test('PHP reads what the gateway writes, and its mandatory block of the response is understood', async () => {
  const peer = await startPhpHeaders();
  onTestFinished(() => peer.stop());
  const gate = await startGate(`${peer.origin}/accounts`, { mapping: mapping() });
  const { status, headers, text } = await gate.get('/v1/accounts/7', { 'x-tenant': 'a<b', 'x-user': 'ann' });
  expect([status, headers['x-quota'], JSON.parse(text).account?.owner]).toEqual([200, '41', 'a<b u-ann/web']);
  const without = await gate.get('/v1/accounts/7');
  expect(JSON.parse(without.text).account?.owner).toBe(' /web');
});

const CLIENT = `
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
$xml = '<v:Session xmlns:v="urn:vendor" version="1.10"><v:Extra/><v:Device x="y"><v:Kind>web</v:Kind></v:Device><v:User>u-bob</v:User></v:Session>';
$headers = [new SoapHeader('urn:vendor', 'Tenant', 'acme', true), new SoapHeader('urn:vendor', 'Session', new SoapVar($xml, XSD_ANYXML))];
$read = [];
$result = $client->__soapCall('GetAccount', [['accountId' => 7]], null, $headers, $read);
echo json_encode([$result->account->owner, $read]);
`;

test('the gateway reads what PHP writes, in any order and beside what it does not know', async () => {
  const account = { id: 7, owner: 'Ada', balance: 1, currency: 'EUR', opened: '2020-01-01', frozen: false };
  const rest = { headers: { 'content-type': 'application/json', 'x-quota': '12' }, body: JSON.stringify({ account }) };
  const peer = await startPeer(() => rest);
  const { port } = await startGate(peer.origin.replace('/notes', ''), { mapping: mapping(), present: 'soap' });
  const wsdl = `http://127.0.0.1:${port}/accounts?wsdl`;
  const { stdout } = await promisify(execFile)('php', ['-r', CLIENT, wsdl]);
  expect(JSON.parse(stdout)).toEqual(['Ada', { Quota: '12' }]);
  const [{ url, headers }] = peer.heard;
  expect([url, headers['x-tenant'], headers['x-user']]).toEqual(['/v1/accounts/7', 'acme', 'bob']);
});

describe('the table', () => {
  test('has defaults with such parts for all rules', async () => {
    const defaults = 'defaults: { soap: { headers: { "{urn:vendor}Client": "gateway" } } }';
    const peer = await startPeer();
    const gate = await startGate(peer.origin, { mapping: mapping(HEADERS, defaults) });
    await gate.get('/v1/accounts/7');
    expect(peer.heard[0].body).toMatch(/<(\w+):Client>gateway<\/\1:Client><\/soap:Header>/);
  });

  test('is refused where a name has no namespace, or is that of a declared part misspelt', async () => {
    const shapes = join(import.meta.dirname, '../../mappings/20-shapes/contract/parcels.wsdl');
    const parcels = (key: string) =>
      `soapstone: 2\ncontract: ${JSON.stringify(shapes)}\nrules:\n  - id: get\n    rest: { request: "GET /parcels/{id}", response: { body: { parcel: "{parcel}" } } }\n    soap: { headers: { "${key}": x }, request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: { parcel: "{parcel}" } } }`;
    const found = (key: string) => problemsOf(temp({ 'mapping.yaml': parcels(key) }));
    expect(await found('Session')).toEqual([
      '"Session" is not a header part of this message (expected Tenant; to have one that the contract does not declare, write "{namespace}Name")',
    ]);
    expect(await found('{https://example.com/parcels}Tenent')).toEqual([
      '"{https://example.com/parcels}Tenent" is not a header part of this message (did you mean "Tenant"?)',
    ]);
    expect(await found('{urn:vendor}Session')).toEqual([]);
  });
});
