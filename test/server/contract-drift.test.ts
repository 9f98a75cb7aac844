// A SOAP service (PHP) that follows a newer contract than the gateway's: clients go on, operators hear of it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { accountsWsdl } from '../peers/contracts.ts';
import { startPhpChangedAccounts } from '../peers/php.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

const tutorial = join(import.meta.dirname, '../../mappings/10-first-row');
const account = { id: 7, owner: 'Ada', balance: '1.5', currency: 'EUR', opened: '2020-02-29', frozen: false };
const translated = { account: { ...account, balance: 1.5 } };

/** `edit`: makes the service's contract from that of the gateway. `older`: edits that of the gateway. */
async function open(
  edit: (wsdl: string) => string,
  answer: object,
  settings: object = {},
  tolerance = '',
  older = same,
) {
  const folder = temp({});
  cpSync(tutorial, folder, { recursive: true });
  const contract = join(folder, 'contract/accounts.wsdl');
  writeFileSync(contract, older(readFileSync(contract, 'utf8')));
  const mapping = join(folder, 'mapping.yaml');
  if (tolerance !== '') writeFileSync(mapping, `${readFileSync(mapping, 'utf8')}    tolerance: ${tolerance}\n`);
  const wsdl = join(folder, 'newer.wsdl');
  writeFileSync(wsdl, edit(readFileSync(accountsWsdl, 'utf8')));
  const peer = await startPhpChangedAccounts(wsdl, answer);
  onTestFinished(() => peer.stop());
  const lines: Fields[] = [];
  const log = { write: (_: string, fields: Fields) => void lines.push(fields), droppedLines: 0, end: async () => true };
  const fixed = {
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    port: '0',
    adminPort: '0',
    overloadDelay: '0',
    watch: '0',
    retries: '0',
  };
  const flags = { mapping: folder, ...fixed, upstream: `${peer.origin}/accounts`, name: 'bank', ...settings };
  const server = await startServer(await loadSettings({ flags, environment: {}, cwd: folder }), log);
  onTestFinished(async () => void (await server.drain(0)));
  const get = async () => {
    const { status, text } = await call(server.port, '/v1/accounts/7');
    return { status, body: JSON.parse(text) };
  };
  const drift = async () => {
    const { text } = await call(server.adminPort!, '/metrics');
    return text.split('\n').filter((line) => line.startsWith('soapstone_contract_drift_total{'));
  };
  return { get, drift, lines };
}

const same = (wsdl: string) => wsdl;
const adds = (wsdl: string) =>
  wsdl.replace(
    '<xsd:element name="owner" type="xsd:string"/>',
    `<xsd:element name="branch"><xsd:complexType><xsd:sequence><xsd:element name="city" type="xsd:string"/></xsd:sequence>
     <xsd:attribute name="no" type="xsd:int"/></xsd:complexType></xsd:element><xsd:element name="owner" type="xsd:string"/>`,
  );
const added = { ...account, branch: { city: 'Oslo', no: 4 } };
/** The members of the account have no namespace any more. */
const moves = (wsdl: string) =>
  wsdl.replaceAll(
    /<xsd:element name="(id|owner|balance|currency|opened|frozen)"/g,
    '<xsd:element form="unqualified" name="$1"',
  );
const drops = (wsdl: string) => wsdl.replace(/<xsd:element (form="unqualified" )?name="opened" type="xsd:date"\/>/, '');
const { opened: _, ...dropped } = account;
const ELEMENT = 'Envelope/Body/GetAccountResponse/account';

describe('an element that the contract does not have', () => {
  test('is left out, counted each time and logged once', async () => {
    const { get, drift, lines } = await open(adds, added);
    expect(await get()).toEqual({ status: 200, body: translated });
    expect(await get()).toEqual({ status: 200, body: translated });
    expect(await drift()).toEqual([
      'soapstone_contract_drift_total{bridge="bank",operation="GetAccount",kind="unknown"} 2',
    ]);
    expect(lines.filter(({ operation }) => operation !== undefined)).toEqual([
      {
        event: 'bridge bank: the contract does not have this part of a response: skipped',
        bridge: 'bank',
        operation: 'GetAccount',
        path: `${ELEMENT}/branch`,
      },
    ]);
  });

  test.each([
    ['the setting', { responseUnknown: 'error' }, ''],
    ['the rule', {}, '{ unknown: error }'],
  ])('is an error where %s says so, and the log says what would accept it', async (_who, settings, tolerance) => {
    const { get, drift, lines } = await open(adds, added, settings, tolerance);
    expect(await get()).toMatchObject({ status: 502, body: { code: 'UPSTREAM_BODY' } });
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(
      /; to accept it: responseUnknown: skip$/,
    );
    expect(await drift()).toEqual([]);
  });
});

describe('another namespace', () => {
  test('is an error that names the setting', async () => {
    const { get, lines } = await open(moves, account);
    expect((await get()).status).toBe(502);
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(
      /to accept it: responseNamespaces: any$/,
    );
  });

  test.each([
    ['the setting', { responseNamespaces: 'any' }, ''],
    ['the rule', {}, '{ namespaces: any }'],
  ])('is accepted where %s says so', async (_who, settings, tolerance) => {
    const { get, drift } = await open(moves, account, settings, tolerance);
    expect(await get()).toEqual({ status: 200, body: translated });
    expect(await drift()).toEqual([
      'soapstone_contract_drift_total{bridge="bank",operation="GetAccount",kind="namespace"} 6',
    ]);
  });
});

describe('a value that its enumeration lacks', () => {
  const listed = (wsdl: string) => wsdl.replace('<xsd:pattern value="[A-Z]{3}"/>', '<xsd:enumeration value="USD"/>');

  test('is shown as it is, counted each time and logged once', async () => {
    const { get, drift, lines } = await open(same, account, {}, '', listed);
    expect(await get()).toEqual({ status: 200, body: translated });
    expect(await get()).toEqual({ status: 200, body: translated });
    expect(await drift()).toEqual([
      'soapstone_contract_drift_total{bridge="bank",operation="GetAccount",kind="value"} 2',
    ]);
    const told = lines.filter(({ operation }) => operation !== undefined);
    expect(told.map(({ path }) => path)).toEqual([`${ELEMENT}/currency`]);
    expect(JSON.stringify(lines)).not.toContain('EUR');
  });

  test.each([
    ['the setting', { responseValues: 'error' }, ''],
    ['the rule', {}, '{ values: error }'],
  ])('is an error where %s says so, and the log says what would accept it', async (_who, settings, tolerance) => {
    const { get, lines } = await open(same, account, settings, tolerance, listed);
    expect(await get()).toMatchObject({ status: 502, body: { code: 'UPSTREAM_BODY' } });
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(/; to accept it: responseValues: show$/);
  });
});

describe('a value that does not fit its type', () => {
  const numbered = (wsdl: string) =>
    wsdl.replace('<xsd:element name="owner" type="xsd:string"/>', '<xsd:element name="owner" type="xsd:int"/>');

  test.each([
    ['the setting', { responseValues: 'null' }, ''],
    ['the rule', {}, '{ values: null }'],
  ])('is null where %s says so, and the log says what is wrong with it', async (_who, settings, tolerance) => {
    const { get, drift, lines } = await open(same, account, settings, tolerance, numbered);
    expect(await get()).toEqual({ status: 200, body: { account: { ...translated.account, owner: null } } });
    expect(await drift()).toEqual([
      'soapstone_contract_drift_total{bridge="bank",operation="GetAccount",kind="invalid"} 1',
    ]);
    expect(lines.filter(({ operation }) => operation !== undefined)).toEqual([
      {
        event: 'bridge bank: the response has a value that does not fit its type: null',
        bridge: 'bank',
        operation: 'GetAccount',
        path: `${ELEMENT}/owner`,
        reason: 'Value of the wrong type (CODEC_TYPE)',
      },
    ]);
  });

  test('is an error that names the settings, and nothing of the response counts', async () => {
    const { get, drift, lines } = await open(adds, added, {}, '', numbered);
    expect((await get()).status).toBe(502);
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toBe(
      `Value of the wrong type: expected xs:int (CODEC_TYPE) at ${ELEMENT}/owner; to accept it: responseValues: null`,
    );
    expect(await drift()).toEqual([]);
  });
});

describe('a missing element', () => {
  test('is null by a settings file, where the word needs no quotes', async () => {
    const cwd = temp({
      'soapstone.yaml': `bridges:\n  - { mapping: ${tutorial}, upstream: "http://h/", responseMissing: null }\n`,
    });
    const settings = await loadSettings({ flags: {}, environment: {}, cwd });
    expect(settings.bridges[0].responseMissing).toBe('null');
  });

  test('is an error that names the setting', async () => {
    const { get, lines } = await open(drops, dropped);
    expect((await get()).status).toBe(502);
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(/to accept it: responseMissing: null$/);
  });

  test.each([
    ['by default', {}, 'responseNamespaces: any, responseMissing: null'],
    ['with responseNamespaces: any', { responseNamespaces: 'any' }, 'responseMissing: null'],
    ['with responseMissing: null', { responseMissing: 'null' }, 'responseNamespaces: any'],
    ['with both', { responseNamespaces: 'any', responseMissing: 'null' }, undefined],
  ])('beside moved ones: the log names what accepts it: %s', async (_, settings, advice) => {
    const { get, lines } = await open((wsdl) => drops(moves(wsdl)), dropped, settings);
    const { status, body } = await get();
    if (advice === undefined) expect(body).toEqual({ account: { ...translated.account, opened: null } });
    else {
      expect(status).toBe(502);
      expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toContain(`; to accept it: ${advice}`);
    }
  });

  test.each([
    ['the setting', { responseMissing: 'null' }, ''],
    ['the rule', {}, '{ missing: null }'],
  ])('is null where %s says so', async (_who, settings, tolerance) => {
    const { get, drift, lines } = await open(drops, dropped, settings, tolerance);
    expect(await get()).toEqual({ status: 200, body: { account: { ...translated.account, opened: null } } });
    expect(await drift()).toEqual([expect.stringContaining('kind="missing"')]);
    expect(lines.find(({ operation }) => operation === 'GetAccount')?.path).toBe(`${ELEMENT}/opened`);
  });
});

describe('elements in another order', () => {
  const swapped = (wsdl: string) =>
    wsdl.replace(
      /(<xsd:element name="id" type="xsd:long"\/>)(\s*)(<xsd:element name="owner" type="xsd:string"\/>)/,
      '$3$2$1',
    );
  const cause =
    'element "id" stands at the wrong place: after "owner"; expected balance (CODEC_ORDER)' +
    ` at ${ELEMENT}/id; no option of tolerance accepts it;` +
    ' in a copy of the contract, write the elements as the service sends them';

  test.each([
    ['by default', {}],
    ['with responseMissing: null', { responseMissing: 'null' }],
  ])('are named, and no option that does not help: %s', async (_, settings) => {
    const { get, lines } = await open(swapped, account, settings);
    expect((await get()).status).toBe(502);
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toBe(cause);
  });

  test('an element that is missing alone still has the option that helps', async () => {
    const { get, lines } = await open(drops, dropped);
    expect((await get()).status).toBe(502);
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(/to accept it: responseMissing: null$/);
  });
});

describe('an element once too often, or too late', () => {
  const nicknames = (text: string) =>
    text.replace(
      '<xsd:element name="owner" type="xsd:string"/>',
      '<xsd:element name="owner" type="xsd:string"/><xsd:element name="nick" type="xsd:string" minOccurs="0"/>',
    );
  const twice = (text: string) =>
    nicknames(text).replace('name="nick" type="xsd:string"', 'name="nick" type="xsd:string" maxOccurs="3"');

  test('is an error that names the setting which leaves it out', async () => {
    const { get, lines } = await open(twice, { ...account, nick: ['A', 'B'] }, {}, '', nicknames);
    expect((await get()).status).toBe(502);
    expect(lines.find(({ code }) => code === 'UPSTREAM_BODY')?.reason).toMatch(
      /once too often.*; in a copy of the contract, write the elements as the service sends them; to leave it out: lenient: true$/,
    );
  });
});

describe('with lenient: true', () => {
  const nicknames = (text: string) =>
    text.replace(
      '<xsd:element name="owner" type="xsd:string"/>',
      '<xsd:element name="owner" type="xsd:string"/><xsd:element name="nick" type="xsd:string" minOccurs="0"/>',
    );
  const later = (text: string) =>
    text.replace(
      '<xsd:element name="frozen" type="xsd:boolean"/>',
      '<xsd:element name="frozen" type="xsd:boolean"/><xsd:element name="nick" type="xsd:string" minOccurs="0"/>',
    );
  const twice = (text: string) =>
    nicknames(text).replace('name="nick" type="xsd:string"', 'name="nick" type="xsd:string" maxOccurs="3"');
  const foreign = (text: string) =>
    nicknames(text).replace('name="nick" type="xsd:string"', 'name="nick" form="unqualified" type="xsd:string"');

  test.each([
    ['a misplaced element', later, { ...account, nick: 'A' }, 'misplaced', 1, translated],
    [
      'elements beyond the last that may stand there',
      twice,
      { ...account, nick: ['A', 'B', 'C'] },
      'misplaced',
      2,
      { account: { ...translated.account, nick: 'A' } },
    ],
    ['an element of another namespace', foreign, { ...account, nick: 'A' }, 'unknown', 1, translated],
  ] as const)('%s is left out, counted each time and logged once', async (_, edit, sent, kind, count, body) => {
    const { get, drift, lines } = await open(edit, sent, { lenient: 'true' }, '', nicknames);
    expect(await get()).toEqual({ status: 200, body });
    expect(await get()).toEqual({ status: 200, body });
    expect(await drift()).toEqual([
      `soapstone_contract_drift_total{bridge="bank",operation="GetAccount",kind="${kind}"} ${2 * count}`,
    ]);
    const logged = lines.filter(({ operation }) => operation !== undefined);
    expect(logged.map(({ path }) => path)).toEqual([`${ELEMENT}/nick`]);
  });
});
