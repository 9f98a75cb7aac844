// Names in values of signed messages: exclusive canonicalization does not sign what their prefixes mean, unless the signer lists them (decision 0174).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SoapstoneOptions } from '../../src/index.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { startGate, startPeer } from './notes.ts';
import { EXCLUSIVE, INCLUSIVE, makePair, signed, type Template, template } from './signed-messages.ts';

const T = 'urn:example:names';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';

const message = (name: string) => `
  <message name="${name}"><part name="body" element="t:${name}"/></message>`;
const CONTRACT = `<definitions targetNamespace="${T}" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="${SOAP}" xmlns:x="${XSD}" xmlns:t="${T}">
  <types><x:schema targetNamespace="${T}" elementFormDefault="qualified">
    <x:element name="Ask" type="t:Names"/><x:element name="AskResponse" type="t:Names"/>
    <x:complexType name="Names"><x:sequence>
      <x:element name="role" type="x:QName" minOccurs="0"/>
      <x:element name="text" type="x:string" minOccurs="0"/>
      <x:element name="value" type="t:Value" minOccurs="0"/>
      <x:any namespace="##other" processContents="lax" minOccurs="0"/>
    </x:sequence><x:attribute name="kind" type="x:QName"/></x:complexType>
    <x:complexType name="Value"><x:sequence/></x:complexType>
    <x:complexType name="Special"><x:complexContent><x:extension base="t:Value"><x:sequence/></x:extension></x:complexContent></x:complexType>
  </x:schema></types>${message('Ask')}${message('AskResponse')}
  <portType name="P"><operation name="Ask"><input message="t:Ask"/><output message="t:AskResponse"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="Q" binding="t:B"><soap:address location="http://localhost/names"/></port></service>
</definitions>`;
const MAPPING = 'soapstone: 2\ncontract: names.wsdl\nrules:\n  - POST /ask: Ask\n';

const dir = mkdtempSync(join(tmpdir(), 'soapstone-'));
afterAll(() => rmSync(dir, { recursive: true }));
const signer = makePair(dir, 'signer');
const trust = { authority: { file: signer.cert } };

type More = Partial<SoapstoneOptions>;
type Prefixes = 'signed' | 'any';

/** Status and body of the response to REST whose upstream sends this message. */
async function respond(text: string, prefixes?: Prefixes): Promise<[number, unknown]> {
  const peer = await startPeer(() => ({ body: text }));
  const more: More = { mapping: temp({ 'names.wsdl': CONTRACT, 'mapping.yaml': MAPPING }) };
  const auth = { back: { security: { verify: { ...trust, ...(prefixes && { prefixes }) } } } };
  const { port } = await startGate(peer.origin, { ...more, auth });
  const headers = { 'content-type': 'application/json' };
  const { status, text: body } = await call(port, '/ask', { method: 'POST', headers, body: '{}' });
  return [status, JSON.parse(body)];
}

/** What a REST service is asked for a client's message; the reason of the fault. */
async function request(text: string, prefixes?: Prefixes): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const peer = await startPeer(() => ({ headers, body: '{}' }));
  const signature = { ...trust, known: false, ...(prefixes && { prefixes }) };
  const mapping = temp({ 'names.wsdl': CONTRACT, 'mapping.yaml': MAPPING });
  const gate = await startGate(peer.origin, { mapping, present: 'soap', auth: { front: [{ signature }] } });
  const { text: body } = await call(gate.port, '/names', {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: text,
  });
  const [heard] = peer.heard;
  return heard === undefined ? /<faultstring[^>]*>([^<]*)</.exec(body)?.[1] : JSON.parse(heard.body);
}

const content = (name: string, inside: string) => `<t:${name} xmlns:t="${T}">${inside}</t:${name}>`;
const signedMessage = (name: string, inside: string, more: Partial<Template> = {}) =>
  signed(template({ body: content(name, inside), cert: signer.cert, ...more }), signer.key);
const listed = (list: string) =>
  `<ds:Transform Algorithm="${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${list}"/></ds:Transform>`;

/** Values by a prefix of the Envelope, and what is read of them. */
const USES: readonly (readonly [string, string, object])[] = [
  ['a QName', '<t:role>p:admin</t:role>', { role: '{urn:good}admin' }],
  [
    'open content',
    '<w xmlns="urn:w">p:admin</w>',
    { $any: [{ $name: '{urn:w}w', $value: 'p:admin', $xmlns: { p: 'urn:good' } }] },
  ],
];
const GOOD = { attributes: ' xmlns:p="urn:good"' };

const CHANGED = /not as it was signed|does not fit the message|signature or decryption was invalid/;
const REFUSED =
  /the signature does not cover the prefix "p" of a value: its signer must list it in the PrefixList of InclusiveNamespaces/;

describe.each([
  ['of a service', 'AskResponse'],
  ['of a client', 'Ask'],
])('a message %s', (_, name) => {
  const read = async (text: string, prefixes?: Prefixes) => {
    if (name === 'Ask') return request(text, prefixes);
    const [status, body] = await respond(text, prefixes);
    if (status === 200) return body;
    expect([status, body]).toEqual([502, expect.objectContaining({ code: 'UPSTREAM_SECURITY' })]);
    // What the settings would take concerns the operator, who has it in the log.
    expect(JSON.stringify(body)).not.toContain('prefixes: any');
    return (body as { detail: string }).detail;
  };
  const changed = (text: string) => {
    const evil = text.replaceAll('urn:good', 'urn:evil');
    expect(evil).not.toBe(text);
    return evil;
  };

  test.each(USES)('%s: a prefix that its signer lists is read, and cannot be changed', async (__, inside, expected) => {
    const text = signedMessage(name, inside, { ...GOOD, transforms: listed('p') });
    expect(await read(text)).toEqual(expected);
    expect(await read(changed(text))).toMatch(CHANGED);
  });

  test.each(USES)('%s: inclusive canonicalization signs all prefixes', async (__, inside, expected) => {
    const text = signedMessage(name, inside, { ...GOOD, c14n: INCLUSIVE });
    expect(await read(text)).toEqual(expected);
    expect(await read(changed(text))).toMatch(CHANGED);
  });

  test.each(USES)('%s: another prefix is refused, unless the settings take any', async (__, inside, expected) => {
    const text = signedMessage(name, inside, GOOD);
    expect(await read(text)).toMatch(REFUSED);
    expect(await read(changed(text))).toMatch(REFUSED);
    expect(await read(text, 'any')).toEqual(expected);
  });

  test.each([
    ['declared where it is used', '<t:role xmlns:p="urn:good">p:admin</t:role>'],
    ['of a type', `<t:value xmlns:i="${XSI}" xmlns:p="${T}" i:type="p:Special"/>`],
    ['declared anew', '<p:w xmlns:p="urn:w"><p:v/><v xmlns="urn:v" xmlns:p="urn:good">p:x</v></p:w>'],
    ['of an attribute', '<w xmlns="urn:w" at="p:x"/>'],
  ])('a prefix %s is refused', async (__, inside) => {
    expect(await read(signedMessage(name, inside, GOOD))).toMatch(REFUSED);
  });

  test('a name without prefix is refused where no element uses the default namespace, and it is not listed', async () => {
    const role = '<t:role>admin</t:role>';
    const unlisted = signedMessage(name, role);
    const bare = (text: string) => text.replace(' xmlns="https://example.com/notes"', '');
    for (const text of [unlisted, bare(unlisted)])
      expect(await read(text)).toMatch(/does not cover the default namespace of a value.*#default/);
    const transforms = listed('#default');
    const text = signedMessage(name, role, { transforms });
    expect(await read(text)).toEqual({ role: '{https://example.com/notes}admin' });
    expect(await read(bare(text))).toMatch(CHANGED);
    const without = signed(bare(template({ body: content(name, role), cert: signer.cert, transforms })), signer.key);
    expect(await read(without)).toEqual({ role: 'admin' });
  });

  test.each([
    ['a name by a prefix of an element around it', '<t:role>t:admin</t:role>', { role: `{${T}}admin` }],
    [
      'a type by such a prefix',
      `<t:value xmlns:i="${XSI}" i:type="t:Special"/>`,
      { value: { $type: `{${T}}Special` } },
    ],
    ['a text with a colon', '<t:text>p:admin 10:30 http://p</t:text>', { text: 'p:admin 10:30 http://p' }],
    ['open content', '<p:w>now</p:w>', { $any: [{ $name: '{urn:good}w', $value: 'now', $xmlns: { p: 'urn:good' } }] }],
  ])('%s is read, whatever else is declared', async (__, inside, expected) => {
    const attributes = `${GOOD.attributes} xmlns:xsd="${XSD}" xmlns:xsi="${XSI}"`;
    expect(await read(signedMessage(name, inside, { attributes }))).toEqual(expected);
  });
});

describe('a request that the gateway signs', () => {
  const bodies: readonly (readonly [string, object])[] = [
    ['a QName', { role: '{urn:good}admin' }],
    ['open content', { $any: [{ $name: '{urn:w}w', $value: 'p:admin', $xmlns: { p: 'urn:good' } }] }],
    ['a type', { '@kind': '{urn:good}k', value: { $type: `{${T}}Special` } }],
  ];
  /** xmlsec1's opinion: 0 is good. */
  const verify = (envelope: string) =>
    spawnSync(
      'xmlsec1',
      ['--verify', '--pubkey-cert-pem', signer.cert, '--id-attr:Id', 'Body', '--id-attr:Id', 'Timestamp', '-'],
      {
        input: envelope,
      },
    ).status;

  async function sent(body: object): Promise<string> {
    const peer = await startPeer(() => ({
      body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>',
    }));
    const signature = { cert: { file: signer.cert }, key: { file: signer.key } };
    const mapping = temp({ 'names.wsdl': CONTRACT, 'mapping.yaml': MAPPING });
    const { post } = await startGate(peer.origin, {
      mapping,
      auth: { back: { security: { timestamp: '5m', signature } } },
    });
    await post('/ask', body);
    return peer.heard[0].body;
  }

  test.each(bodies)('%s: it lists the prefix, so that nobody can change it', async (_, body) => {
    const envelope = await sent(body);
    expect(envelope).toContain('PrefixList="');
    expect(verify(envelope)).toBe(0);
    expect(await request(envelope)).toMatchObject(body);
    const changed = envelope.replace(/xmlns:(\w+)="urn:good"/, 'xmlns:$1="urn:evil"');
    expect(verify(changed) === 0).toBe(!envelope.includes('urn:good'));
  });

  test('without names in values it lists nothing', async () => {
    const envelope = await sent({ text: 'http://p 10:30' });
    expect(envelope).not.toContain('PrefixList');
    expect(verify(envelope)).toBe(0);
  });
});
