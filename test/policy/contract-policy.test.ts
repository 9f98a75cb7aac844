// What policies of a contract ask for: alternatives, places where they are attached, and assertions.
import { describe, expect, test } from 'vitest';
import { readCompiled } from '../../src/contract/compiled/read.ts';
import { writeCompiled } from '../../src/contract/compiled/write.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import { policiesOf } from '../../src/contract/policy/attached.ts';
import { contractPolicy } from '../../src/policy/contract-policy.ts';
import { asymmetric, BOTH_PARTS, contractWith, nest, oneOf, type Places, policy, WCF, wsdlWith } from './policies.ts';

function settingsOf(contract: Contract): Record<string, unknown> {
  const { settings } = contractPolicy(contract);
  return Object.fromEntries(Object.entries(settings).flatMap(([key, asked]) => (asked ? [[key, asked.value]] : [])));
}

function unmetOf(places: Places): string[] {
  return contractPolicy(contractWith(places)).unmet.map(({ message }) => message);
}

/** `count` operations Get0, Get1 …, each with its policy in place of `<!--P-->`. */
function contractOf(wsdl: string, count: number, policyAt: (i: number) => string): Contract {
  const text = wsdl.replaceAll(/<wsdl:operation name="GetNote">[\s\S]*?<\/wsdl:operation>/g, (operation) =>
    Array.from({ length: count }, (_, i) =>
      operation
        .replace('"GetNote"', `"Get${i}"`)
        .replace('soapAction="get"', `soapAction="get${i}"`)
        .replace('<!--P-->', policyAt(i)),
    ).join(''),
  );
  return loadContractFrom(new Map([['notes.wsdl', Buffer.from(text)]]), 'notes.wsdl');
}

const MTOM = '<wsoma:OptimizedMimeSerialization/>';
const SYMMETRIC = nest('sp:SymmetricBinding', '<sp:IncludeTimestamp/>');

describe('policies in the shape of', () => {
  const wcf: Places = { definitions: WCF, binding: '<wsp:PolicyReference URI="#NotesBinding_policy"/>' };
  const asked = { addressing: '2005/08', https: true, timestamp: true, usernameToken: 'text' };

  test('WCF: a password over TLS', () => {
    expect(settingsOf(contractWith(wcf))).toEqual(asked);
    expect(unmetOf(wcf)).toEqual([]);
  });

  test('WCF, compiled', () => {
    expect(settingsOf(readCompiled(writeCompiled(contractWith(wcf))))).toEqual(asked);
    expect(readCompiled(writeCompiled(contractWith({}))).hasPolicies).toBe(false);
  });

  test('CXF and Metro: signed and encrypted in both directions, with the place of what asks for it', () => {
    const reference = '<wsp:PolicyReference URI="#Message"/>';
    const contract = contractWith({
      definitions: BOTH_PARTS,
      binding: policy(oneOf(asymmetric({ properties: '<sp:EncryptSignature/><sp:ProtectTokens/>' }))),
      input: reference,
      output: reference,
    });
    const [algorithms, parts] = [
      ['rsa-sha256', 'rsa-sha1'],
      ['body', 'timestamp'],
    ];
    const { timestamp, signature, encryption, verify, decrypt } = settingsOf(contract);
    expect(timestamp).toBe(true);
    expect(signature).toEqual({
      parts: [...parts, 'certificate'],
      algorithm: 'rsa-sha1',
      digest: 'sha1',
      canonicalization: 'exclusive',
      keyReference: 'certificate',
    });
    expect(encryption).toEqual({ parts: ['body', 'signature'], algorithm: 'aes256-cbc', keyReference: 'issuerSerial' });
    expect([verify, decrypt]).toEqual([{ parts, algorithms, confirmation: false }, ['aes256-cbc']]);
    const { line, col } = contractPolicy(contract).settings.encryption!.place;
    expect([line, col]).toEqual([2, BOTH_PARTS.indexOf('<sp:EncryptedParts>') + 1]);
  });
});

describe('alternatives', () => {
  test('the one that can be met is chosen, nested ones too', () => {
    const transport = nest('sp:TransportBinding', nest('sp:TransportToken', '<sp:HttpsToken/>'));
    const contract = contractWith({ binding: policy(oneOf(SYMMETRIC, transport)) });
    expect(settingsOf(contract)).toEqual({ https: true });
    const token = nest('sp:UsernameToken', oneOf('<sp:NoPassword/>', '<sp:HashPassword/>'));
    expect(settingsOf(contractWith({ port: policy(nest('sp:SupportingTokens', token)) }))).toEqual({
      usernameToken: 'digest',
    });
  });

  test('what is optional or can be ignored asks for nothing', () => {
    const optional = MTOM.replace('/>', ' wsp:Optional="true"/>');
    const ignorable = '<wsrm:RMAssertion wsp:Ignorable="1"/>';
    expect(settingsOf(contractWith({ binding: policy(optional + ignorable) }))).toEqual({});
    expect(unmetOf({ binding: policy(ignorable) })).toEqual([]);
  });

  test('choices that multiply are bounded, and so are references in a circle', () => {
    const choice = oneOf(MTOM, '<wsam:Addressing/>');
    const many = contractPolicy(contractWith({ binding: policy(choice.repeat(200)) }));
    expect(many.problems.map(({ code }) => code)).toEqual(['CONTRACT_LIMIT']);
    expect(many.settings.mtom?.value).toBe(true);
    const [a, b] = ['a', 'b'].map((id) => policy(`<wsp:PolicyReference URI="#${id === 'a' ? 'b' : 'a'}"/>`, id));
    const circle = contractPolicy(contractWith({ definitions: a + b, port: '<wsp:PolicyReference URI="#a"/>' }));
    expect(circle.problems.map(({ message }) => message)).toEqual(['policies refer to each other without end at "#a"']);
  });

  test('large policies are read in full, shared ones once, and work has a bound for the contract', () => {
    const many = (prefix: string) => Array.from({ length: 256 }, (_, i) => `<tns:${prefix}${i}/>`).join('');
    const large = policy(oneOf(...Array<string>(64).fill(many('b'))), 'Large');
    const parts = { definitions: policy(many('a'), 'A') + large, binding: '<wsp:PolicyReference URI="#A"/>' };
    const limits = (count: number, operation: (i: number) => string) =>
      policiesOf(contractOf(wsdlWith({ ...parts, operation: '<!--P-->' }), count, operation));
    const shared = limits(40, () => '<wsp:PolicyReference URI="#Large"/>');
    expect(new Set(shared.operations.map(({ exchange }) => exchange)).size).toBe(1);
    expect(shared.problems.map(({ code, message }) => [code, message])).toEqual([
      ['CONTRACT_LIMIT', 'the policy of operation "Get0" has more than 256 assertions: the others are not read'],
    ]);
    const distinct = limits(200, (i) => policy(`<wsp:PolicyReference URI="#Large"/><tns:own${i}/>`));
    const last = distinct.problems.at(-1);
    expect(last?.message).toMatch(/^the policies of the contract have more than 1000000 .* of operation "Get\d+" on/);
    expect(last?.place?.file).toBe('notes.wsdl');
  });

  test('a policy without alternatives, and a reference to nothing, are named with their place', () => {
    const { problems } = contractPolicy(
      contractWith({ binding: policy('<wsp:ExactlyOne/>'), bindingAttributes: 'wsp:PolicyURIs="#gone"' }),
    );
    expect(problems.map(({ code, place }) => [code, place?.line])).toEqual([
      ['CONTRACT_REFERENCE', 8],
      ['CONTRACT_INVALID', 8],
    ]);
  });
});

describe('places', () => {
  const reference = '<wsp:PolicyReference URI="#it"/>';
  const places: readonly (keyof Places)[] = ['port', 'binding', 'portType', 'operation', 'input', 'output', 'message'];

  test.each(places)('%s', (place) => {
    const definitions = policy(MTOM, 'it');
    expect(settingsOf(contractWith({ [place]: policy(MTOM) }))).toEqual({ mtom: true });
    expect(settingsOf(contractWith({ definitions, [place]: reference }))).toEqual({ mtom: true });
  });

  test('PolicyURIs of several policies, and addressing without a policy', () => {
    const definitions = policy(MTOM, 'it') + policy('<wsam:Addressing/>', 'that');
    const bindingAttributes = 'wsp:PolicyURIs="#it #that"';
    expect(settingsOf(contractWith({ definitions, bindingAttributes }))).toEqual({ mtom: true, addressing: '2005/08' });
    const required = (value: string) => `<wsaw:UsingAddressing wsdl:required="${value}"/>`;
    expect(settingsOf(contractWith({ binding: required('true') }))).toEqual({ addressing: '2005/08' });
    expect(settingsOf(contractWith({ binding: required('false') }))).toEqual({});
  });

  test('the response alone is signed', () => {
    const output = policy('<sp:SignedParts><sp:Body/></sp:SignedParts>');
    const settings = settingsOf(contractWith({ binding: policy(asymmetric()), output }));
    expect(Object.keys(settings)).toEqual(['timestamp', 'verify']);
  });
});

describe('assertions', () => {
  const endorsing = (role: string) => nest(role, nest('sp:X509Token', '<sp:RequireThumbprintReference/>'));
  const transport = (properties: string) =>
    nest('sp:TransportBinding', nest('sp:TransportToken', '<sp:HttpsToken/>'), properties);

  test('over TLS an endorsing token signs the Timestamp', () => {
    const binding = policy(transport('<sp:IncludeTimestamp/>') + endorsing('sp:EndorsingSupportingTokens'));
    expect(settingsOf(contractWith({ binding }))).toMatchObject({
      https: true,
      signature: { parts: ['timestamp'], keyReference: 'certificate' },
    });
  });

  test('header blocks, client certificates and Basic', () => {
    const headers =
      '<sp:Header Name="Tenant" Namespace="urn:t"/><sp:Header Namespace="http://www.w3.org/2005/08/addressing"/>';
    const input = policy(`<sp:SignedParts>${headers}</sp:SignedParts>`);
    expect(settingsOf(contractWith({ binding: policy(asymmetric({ suite: 'Basic128Sha256' })), input }))).toMatchObject(
      {
        signature: { parts: ['{urn:t}Tenant', 'addressing', 'timestamp'], digest: 'sha256' },
      },
    );
    const https = nest('sp:HttpsToken', '<sp:RequireClientCertificate/><sp:HttpBasicAuthentication/>');
    const binding = policy(nest('sp:TransportBinding', nest('sp:TransportToken', https)));
    expect(settingsOf(contractWith({ binding }))).toEqual({ https: true, clientCertificate: true, basic: true });
  });

  test.each([
    [SYMMETRIC, /^SymmetricBinding: .*symmetric/],
    ['<wsrm:RMAssertion/>', /^RMAssertion: WS-ReliableMessaging is not carried$/],
    ['<http:NtlmAuthentication/>', /^NtlmAuthentication: NTLM/],
    ['<x:Own xmlns:x="urn:own"/>', /^Own: an assertion of urn:own that is not known$/],
    [asymmetric({ suite: 'Basic256Rsa15' }) + BOTH_PARTS, /^Basic256Rsa15: keys are sent by RSA-OAEP/],
    [asymmetric({ suite: 'TripleDes' }) + BOTH_PARTS, /^TripleDes: of the ciphers/],
    [asymmetric({ properties: '<sp:EncryptBeforeSigning/>' }), /^AsymmetricBinding: messages are signed first/],
    [
      BOTH_PARTS.replace('<sp:Body/></sp:Enc', '<sp:Header Name="H" Namespace="urn:t"/></sp:Enc'),
      /^Header: of the parts/,
    ],
    [nest('sp:SupportingTokens', '<sp:KerberosToken/>'), /^KerberosToken: Kerberos/],
    [nest('wsam:Addressing', '<wsam:NonAnonymousResponses/>'), /^NonAnonymousResponses: responses come back/],
  ])('%s cannot be met', (assertion, message) => {
    expect(unmetOf({ binding: policy(assertion) })).toContainEqual(expect.stringMatching(message));
  });

  test('suites that cannot encrypt can sign', () => {
    const input = policy('<sp:SignedParts><sp:Body/></sp:SignedParts>');
    expect(unmetOf({ binding: policy(asymmetric({ suite: 'Basic256Rsa15' })), input })).toEqual([]);
  });
});
