// Schemas that contracts refer to and nobody ships: libxml2 compiles each, and judges what the codec reads and writes by them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { wellKnown } from '../../src/contract/xsd/well-known.ts';
import { formatError, Problems } from '../../src/errors/errors.ts';
import { SOAP11_NS, SOAP12_NS, WSDL_NS, XSD_NS } from '../../src/xml/reader/names.ts';
import { presented } from '../codec/presented.ts';

const folder = mkdtempSync(join(tmpdir(), 'well-known-'));
const PREFIXES = {
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
  wsa: 'http://www.w3.org/2005/08/addressing',
  wsa4: 'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  wsse: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
  wsu: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
  xlink: 'http://www.w3.org/1999/xlink',
};
const declarations = Object.entries(PREFIXES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
const imports = Object.values(PREFIXES)
  .map((uri) => `<xs:import namespace="${uri}"/>`)
  .join('');
const xmlImport = '<xs:import namespace="http://www.w3.org/XML/1998/namespace"/>';
const refs = [
  'ds:Signature',
  'xenc:EncryptedKey',
  'wsa:EndpointReference',
  'wsa4:EndpointReference',
  'wsse:Security',
  'wsu:Timestamp',
]
  .map((ref) => `<xs:element ${declarations} ref="${ref}"/>`)
  .join('');
const content = `${imports}${xmlImport}<xs:element name="Put"><xs:complexType>
  <xs:choice maxOccurs="unbounded">${refs}<xs:element ${declarations} ref="ds:KeyInfo"/><xs:element ${declarations} ref="wsa:RelatesTo"/>
    <xs:element name="text"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
      <xs:attribute ref="xml:lang"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="link"><xs:complexType><xs:attributeGroup ${declarations} ref="xlink:simpleLink"/></xs:complexType></xs:element>
  </xs:choice></xs:complexType></xs:element>`;

/** XML Schema and WSDL describe themselves: libxml2 has the first built in. */
const judged = [...wellKnown].filter(([ns]) => ns !== XSD_NS && ns !== WSDL_NS && ns !== SOAP11_NS && ns !== SOAP12_NS);
const fileOf = new Map(judged.map(([ns], at) => [ns, `s${at}.xsd`]));

function withLocations(text: string): string {
  return text.replaceAll(/<xs:import namespace="([^"]+)"\/>/g, (_, ns: string) => {
    return `<xs:import namespace="${ns}" schemaLocation="${fileOf.get(ns)}"/>`;
  });
}

function xmllint(schema: string, instance: string): string {
  const file = join(mkdtempSync(join(folder, 'one-')), 'a.xml');
  writeFileSync(file, instance);
  const run = spawnSync('xmllint', ['--nonet', '--noout', '--schema', schema, file], { cwd: folder, encoding: 'utf8' });
  return run.status === 0 ? 'valid' : `${run.status} ${run.stderr}`;
}

beforeAll(() => {
  for (const [ns, text] of judged) writeFileSync(join(folder, fileOf.get(ns)!), withLocations(text));
  const main = `<xs:schema xmlns:xs="${XSD_NS}" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${content}</xs:schema>`;
  writeFileSync(join(folder, 'main.xsd'), withLocations(main));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(judged)('libxml2 compiles the schema of %s', (ns) => {
  expect(xmllint(fileOf.get(ns)!, '<any/>')).toMatch(/^3 /);
});

const DIGEST =
  '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue>';
const CIPHER = '<xenc:CipherData><xenc:CipherValue>AAAA</xenc:CipherValue></xenc:CipherData>';
const TRANSFORM = `<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>self::node()</ds:XPath></ds:Transform>`;
const INSTANCES: readonly (readonly [string, string])[] = [
  [
    'a signature',
    `<ds:Signature Id="s"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
    <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#x"><ds:Transforms>${TRANSFORM}
    </ds:Transforms>${DIGEST}</ds:Reference></ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue><ds:Object Encoding="urn:b">
    <x:y xmlns:x="urn:x"/></ds:Object></ds:Signature>`,
  ],
  [
    'a certificate',
    `<ds:KeyInfo><ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=a</ds:X509IssuerName><ds:X509SerialNumber>12345678901234567890
    </ds:X509SerialNumber></ds:X509IssuerSerial><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
  ],
  [
    'keys',
    `<ds:KeyInfo><ds:KeyName>k</ds:KeyName><ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AAAA</ds:Modulus><ds:Exponent>AQAB</ds:Exponent>
    </ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>`,
  ],
  [
    'an encrypted key',
    `<xenc:EncryptedKey Id="e" Recipient="r"><xenc:EncryptionMethod Algorithm="urn:a"><xenc:KeySize>128</xenc:KeySize></xenc:EncryptionMethod>
    <ds:KeyInfo><ds:KeyName>k</ds:KeyName></ds:KeyInfo>${CIPHER}<xenc:ReferenceList><xenc:DataReference URI="#d"/></xenc:ReferenceList>
    <xenc:CarriedKeyName>c</xenc:CarriedKeyName></xenc:EncryptedKey>`,
  ],
  [
    'an endpoint',
    `<wsa:EndpointReference><wsa:Address>http://h/</wsa:Address><wsa:ReferenceParameters><x:id xmlns:x="urn:x" wsa:IsReferenceParameter="true">1</x:id>
    </wsa:ReferenceParameters></wsa:EndpointReference>`,
  ],
  ['a relation', '<wsa:RelatesTo RelationshipType="urn:r">urn:uuid:1</wsa:RelatesTo>'],
  [
    'an endpoint of 2004',
    `<wsa4:EndpointReference><wsa4:Address>http://h/</wsa4:Address><wsa4:ReferenceProperties><x:a xmlns:x="urn:x"/></wsa4:ReferenceProperties>
    <wsa4:ServiceName PortName="p" xmlns:n="urn:n">n:S</wsa4:ServiceName></wsa4:EndpointReference>`,
  ],
  [
    'a security header',
    `<wsse:Security><wsu:Timestamp wsu:Id="t"><wsu:Created>2026-01-01T00:00:00Z</wsu:Created></wsu:Timestamp><wsse:UsernameToken wsu:Id="u">
    <wsse:Username>a</wsse:Username><wsse:Password Type="urn:p">b</wsse:Password><wsse:Nonce EncodingType="urn:e">AAAA</wsse:Nonce>
    </wsse:UsernameToken><wsse:SecurityTokenReference wsse:Usage="urn:a urn:b"><wsse:Reference URI="#x"/></wsse:SecurityTokenReference>
    </wsse:Security>`,
  ],
  ['a language', '<t:text xml:lang="de-CH">a</t:text>'],
  ['no language (XML 1.0 §2.12)', '<t:text xml:lang="">a</t:text>'],
  ['a link', '<t:link xlink:type="simple" xlink:href="http://h/" xlink:show="new" xlink:title="T"/>'],
];

describe('the codec', () => {
  const { decode, encode } = presented(content, 'types: {}');

  it.each(INSTANCES)('reads and writes %s', (_, xml) => {
    const whole = `<t:Put xmlns:t="urn:t" ${declarations}>${xml}</t:Put>`;
    expect(xmllint('main.xsd', whole)).toBe('valid');
    const first = decode(whole);
    const written = encode(first);
    expect(xmllint('main.xsd', written)).toBe('valid');
    expect(JSON.parse(decode(written))).toEqual(JSON.parse(first));
  });

  it.each([
    ['a signature without a value', '<ds:Signature><ds:SignedInfo/></ds:Signature>'],
    ['a language that is none', '<t:text xml:lang="!">a</t:text>'],
    ['a link that shows nowhere', '<t:link xlink:show="here"/>'],
    ['an endpoint without address', '<wsa:EndpointReference/>'],
  ])('refuses %s', (_, xml) => {
    const whole = `<t:Put xmlns:t="urn:t" ${declarations}>${xml}</t:Put>`;
    expect(xmllint('main.xsd', whole)).toMatch(/^3 /);
    expect(() => decode(whole)).toThrow();
  });
});

describe('a DOCTYPE of a contract file', () => {
  const declared = (subset: string) =>
    `<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE xs:schema ${subset}>\n<xs:schema xmlns:xs="${XSD_NS}"><xs:element name="a" type="xs:int"/></xs:schema>`;
  const problemsOf = (text: string): string[] => {
    try {
      loadContractFrom(new Map([['a.xsd', Buffer.from(text)]]));
    } catch (e) {
      if (e instanceof Problems) return e.problems.map(formatError);
      throw e;
    }
    return [];
  };

  it.each([
    '',
    '[]',
    '[ <!ELEMENT a ANY> <!-- ]> --> <?b ]>?> <!ATTLIST a b (c|d) #IMPLIED e CDATA #REQUIRED>\n<!NOTATION n PUBLIC "x]>"> ]',
  ])('is skipped: %s', (subset) => expect(problemsOf(declared(subset))).toEqual([]));

  it.each([
    ['SYSTEM "a.dtd"', 'a.xsd:3:21', 'it names an external DTD'],
    ['PUBLIC "p" "a.dtd" []', 'a.xsd:3:21', 'it names an external DTD'],
    ['[\n <!ENTITY a "b">]', 'a.xsd:4:2', 'it declares an entity'],
    ['[<!ENTITY % a "b"> %a;]', 'a.xsd:3:22', 'it declares an entity'],
    ['[<!ATTLIST a b CDATA #FIXED "c">]', 'a.xsd:3:22', 'it declares a default of an attribute'],
    ['[%a;]', 'a.xsd:3:22', 'its internal subset cannot be read'],
    ['[<!ELEMENT a ANY>', 'a.xsd:3:38', 'its internal subset cannot be read'],
  ])('is refused with its place: %s', (subset, place, reason) => {
    const [first] = problemsOf(declared(subset));
    expect(first).toContain(`${place} CONTRACT_SYNTAX: this document type declaration is not allowed: ${reason}`);
    expect(first).toContain('remove the DOCTYPE');
  });

  it('leaves the places after it as they are', () => {
    expect(problemsOf(declared('[\n]').replace('xs:int', 'xs:none'))[0]).toMatch(/^a\.xsd:5:\d+ /);
  });
});
