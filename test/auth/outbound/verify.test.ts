// Responses that must be signed: those of xmlsec1 are read, and no message is that was made out of one of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { STRONG } from '../../../src/auth/message-security/algorithms.ts';
import { ResponseGuard } from '../../../src/auth/outbound/response-guard.ts';
import { Secret } from '../../../src/auth/settings/secret.ts';
import type { VerifySettings } from '../../../src/auth/settings/settings.ts';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { canonicalXml } from '../../../src/xml/c14n.ts';
import { envelope, faultOf, startGate, startPeer } from '../notes.ts';
import {
  base64Of,
  DS,
  EC,
  EXCLUSIVE,
  INCLUSIVE,
  makePair,
  type Pair,
  signed,
  type Template,
  template,
  WSSE,
  WSU,
} from '../signed-messages.ts';

const NOTE = '<GetNoteResponse><text>milk</text><author>anna</author></GetNoteResponse>';
const EVIL = '<GetNoteResponse><text>evil</text><author>eve</author></GetNoteResponse>';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

const dir = mkdtempSync(join(tmpdir(), 'soapstone-'));
afterAll(() => rmSync(dir, { recursive: true }));
const authority = makePair(dir, 'authority');
const service = makePair(dir, 'service', undefined, authority);
const stranger = makePair(dir, 'stranger');
const weak = makePair(dir, 'weak', ['-newkey', 'rsa:1024'], authority);
const curve = makePair(dir, 'curve', EC, authority);

function message(more: Partial<Template> = {}, by: Pair = service): string {
  return signed(template({ body: NOTE, cert: by.cert, ...more }), by.key);
}

const usual: VerifySettings = {
  authority: new Secret({ file: authority.cert }),
  parts: ['body', 'timestamp'],
  algorithms: STRONG,
  window: 60_000,
  faults: 'signed',
  confirmation: false,
  prefixes: 'signed',
};

/** Why a message is refused; undefined: it is read. */
function refusal(text: string, more: Partial<VerifySettings> = {}, requestValue?: string): string | undefined {
  try {
    const bytes = Buffer.from(text);
    const guard = new ResponseGuard({ verify: { ...usual, ...more } });
    expect(canonicalXml(guard.protection(() => requestValue).open(bytes))).toBe(canonicalXml(bytes));
    return undefined;
  } catch (error) {
    expect((error as SoapstoneError).code).toBe('UPSTREAM_SECURITY');
    return (error as SoapstoneError).message;
  }
}

const good = message();

describe('a gateway that verifies', () => {
  test('reads signed responses and faults, and nothing else', async () => {
    let body = good;
    const peer = await startPeer(() => ({
      body,
      status: body.includes('Fault>') ? 500 : 200,
      headers: { 'content-type': 'text/xml' },
    }));
    const verify = { authority: { file: authority.cert }, parts: ['body', 'timestamp'] };
    const gate = await startGate(peer.origin, { auth: { back: { security: { verify } } } });
    const lenient = await startGate(peer.origin, {
      auth: { back: { security: { verify: { ...verify, faults: 'any' } } } },
    });
    const ask = async (text: string, { get } = gate) => {
      body = text;
      const response = await get('/v1/notes/7');
      const json = JSON.parse(response.text);
      return [response.status, json.text ?? json.code];
    };
    expect(await ask(good)).toEqual([200, 'milk']);
    expect(await ask(good.replace('milk', 'silk'))).toEqual([502, 'UPSTREAM_SECURITY']);
    expect(await ask(envelope(NOTE))).toEqual([502, 'UPSTREAM_SECURITY']);
    const fault = faultOf('NoteNotFound').body;
    expect(await ask(fault)).toEqual([502, 'UPSTREAM_SECURITY']);
    expect((await ask(fault, lenient))[1]).not.toBe('UPSTREAM_SECURITY');
    expect(await ask(envelope(NOTE), lenient)).toEqual([502, 'UPSTREAM_SECURITY']);
    const inner = /<s:Body>(.*)<\/s:Body>/.exec(fault)?.[1] as string;
    expect((await ask(message({ body: inner })))[1]).not.toBe('UPSTREAM_SECURITY');
  });
});

describe('messages of xmlsec1', () => {
  const wsse = (content: string) => `<wsse:SecurityTokenReference>${content}</wsse:SecurityTokenReference>`;
  const x509 = `<ds:X509Data><ds:X509Certificate>${base64Of(service.cert)}</ds:X509Certificate></ds:X509Data>`;
  test.each<[string, Partial<Template>, Pair?, Partial<VerifySettings>?]>([
    ['exclusive', {}],
    [
      'inclusive, in an envelope with xml: attributes',
      { c14n: INCLUSIVE, attributes: ' xmlns:q="urn:q" xml:lang="de"' },
    ],
    [
      'inclusive prefixes',
      {
        transforms: `<ds:Transform Algorithm="${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="s #default q"/></ds:Transform>`,
        attributes: ' xmlns:q="urn:q"',
      },
    ],
    ['SHA-512', { method: `${MORE}rsa-sha512`, digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }],
    ['ECDSA', { method: `${MORE}ecdsa-sha256` }, curve],
    ['a certificate in KeyInfo', { keyInfo: wsse(x509) }],
    [
      'SHA-1, where that is accepted',
      { method: `${DS}rsa-sha1`, digest: `${DS}sha1` },
      service,
      { algorithms: ['rsa-sha1'] },
    ],
    ['a subject', {}, service, { subjects: ['O=Example, CN=service'] }],
  ])('%s', (_, more, by, settings) => {
    expect(refusal(message(more, by), settings)).toBeUndefined();
  });

  test('the certificate itself is trusted, and found by its names', () => {
    const trusted = { authority: new Secret({ file: service.cert }) };
    expect(refusal(good, trusted)).toBeUndefined();
    expect(refusal(message({}, stranger), trusted)).toMatch('not of a trusted authority');
    expect(refusal(message({}, stranger))).toMatch('not of a trusted authority');
  });

  test.each<[string, string, Partial<VerifySettings>?]>([
    ['SHA-1', message({ method: `${DS}rsa-sha1`, digest: `${DS}sha1` })],
    ['a digest by SHA-1', message({ digest: `${DS}sha1` })],
    ['a weak key', message({}, weak)],
    ['another subject', good, { subjects: ['O=Example, CN=other'] }],
    ['a Body that is not signed', message({ ids: ['time'] })],
    ['a Timestamp that is not signed', message({ ids: ['body'] })],
    ['an old message', message({ created: new Date(Date.now() - 300_000) })],
    ['a message of the future', message({ created: new Date(Date.now() + 300_000) })],
    ['a header that is not there', good, { parts: ['{urn:x}Session'] }],
    ['a whole document', message().replace('URI="#body"', 'URI=""')],
    ['no confirmation', good, { confirmation: true }],
  ])('%s is refused', (_, text, more) => {
    expect(refusal(text, more, 'value')).toBeTypeOf('string');
  });

  test('a confirmation is that of the request, and signed', () => {
    const confirmation =
      '<c:SignatureConfirmation xmlns:c="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd" wsu:Id="other" Value="abc="/>';
    const template_ = { tokens: confirmation, ids: ['body', 'time'] };
    expect(refusal(message(template_), { confirmation: true }, 'abc=')).toMatch('SignatureConfirmation');
    const text = signed(template({ body: NOTE, cert: service.cert, ...template_, ids: ['body', 'time', 'other'] }), [
      '--privkey-pem',
      service.key,
      '--id-attr:Id',
      'SignatureConfirmation',
    ]);
    expect(refusal(text, { confirmation: true }, 'abc=')).toBeUndefined();
    expect(refusal(text, { confirmation: true }, 'abd=')).toMatch('another request');
  });
});

describe('made out of a signed message', () => {
  const body = /<s:Body.*<\/s:Body>/s.exec(good)?.[0] as string;
  const evil = `<s:Body>${EVIL}</s:Body>`;
  const withBody = (text: string, made: string) => text.replace(body, made);
  const inHeader = (block: string, text = good) => text.replace('</s:Header>', `${block}</s:Header>`);
  const inSecurity = (child: string, text = good) => text.replace('<ds:Signature ', `${child}<ds:Signature `);
  const evilWithId = `<s:Body xmlns:wsu="${WSU}" wsu:Id="body">${EVIL}</s:Body>`;
  const security = /<wsse:Security .*<\/wsse:Security>/s.exec(good)?.[0] as string;
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)?.[0] as string;
  const time = /<wsu:Timestamp.*<\/wsu:Timestamp>/s.exec(good)?.[0] as string;
  const declared = time.replace('<wsu:Timestamp', `<wsu:Timestamp xmlns:wsu="${WSU}"`);

  test.each<[string, string]>([
    ['another body, the signed one in a header block', inHeader(`<w xmlns="">${body}</w>`, withBody(good, evil))],
    ['the signed body as a header block', inHeader(body, withBody(good, evil))],
    ['the signed body below Security', inSecurity(body, withBody(good, evil))],
    [
      'the signed body in the signature',
      withBody(good, evil).replace('</ds:Signature>', `<ds:Object>${body}</ds:Object></ds:Signature>`),
    ],
    ['the signed body within another one', withBody(good, `<s:Body>${EVIL}${body}</s:Body>`)],
    ['the signed body after another one', withBody(good, evil + body)],
    ['another one after the signed body', withBody(good, body + evil)],
    ['two bodies of one id', inHeader(body, withBody(good, evilWithId))],
    [
      'the id on an element of the contract',
      withBody(
        good,
        `<s:Body><GetNoteResponse xmlns:wsu="${WSU}" wsu:Id="body"><text>evil</text></GetNoteResponse></s:Body>`,
      ),
    ],
    ['an id in other letters', inHeader(`<w xmlns="" ID="body"/>`)],
    ['an xml:id', inHeader('<w xmlns="" xml:id="body"/>')],
    ['a Timestamp that was moved', inHeader(declared, good.replace(time, ''))],
    [
      'a second Timestamp',
      inSecurity(`<wsu:Timestamp><wsu:Created>2026-01-01T00:00:00Z</wsu:Created></wsu:Timestamp>`),
    ],
    [
      'the signed Timestamp in another Security',
      inHeader(
        `<wsse:Security xmlns:wsse="${WSSE}" s:actor="urn:other">${declared}</wsse:Security>`,
        good.replace(time, ''),
      ),
    ],
    ['two Security blocks', inHeader(security)],
    ['two signatures', inSecurity(signature)],
    ['no signature', good.replace(signature, '')],
    ['a signature for somebody else', good.replace('<wsse:Security ', '<wsse:Security s:actor="urn:other" ')],
    ['two headers', good.replace('</s:Header>', '</s:Header><s:Header/>')],
    ['a comment in a value', good.replace(/<ds:DigestValue>/, '<ds:DigestValue><!--x-->A')],
    ['two SignedInfo', good.replace(/<ds:SignedInfo>/, '<ds:SignedInfo/><ds:SignedInfo>')],
    ['a key value', good.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, '<ds:KeyInfo><ds:KeyValue/></ds:KeyInfo>')],
    ['text in the body', withBody(good, body.replace('milk', 'mi<![CDATA[lk]]>.'))],
    ['another element at the end', withBody(good, body.replace('</s:Body>', '<x xmlns=""/></s:Body>'))],
    [
      'a namespace that means another name',
      withBody(good, body.replace('<GetNoteResponse>', '<GetNoteResponse xmlns="urn:evil">')),
    ],
    ['a document type', good.replace('<s:Envelope', '<!DOCTYPE x><s:Envelope')],
    ['no XML', 'milk'],
    ['nothing but an element', '<x/>'],
  ])('%s: refused', (_, text) => {
    expect(text).not.toBe(good);
    expect(refusal(text)).toBeTypeOf('string');
  });

  test('processing instructions in a signed part are signed', () => {
    const noted = NOTE.replace('<text>', '<?note a  b?><text><?empty?>');
    const response = message({ body: noted });
    expect(refusal(response)).toBeUndefined();
    expect(refusal(response.replace('<?empty?>', ''))).toBeTypeOf('string');
    expect(refusal(response.replace('a  b', 'a b'))).toBeTypeOf('string');
    expect(refusal(good.replace('<text>', '<?note?><text>'))).toBeTypeOf('string');
    expect(refusal(good.replace('<s:Header>', '<?note?><s:Header>'))).toBeUndefined();
  });

  test('comments and white space outside of signed parts, and unsigned blocks that nobody asks for, change nothing', () => {
    expect(refusal(inHeader('<w xmlns="urn:w"/>').replace('<s:Header>', '<!-- c --><s:Header>'))).toBeUndefined();
  });

  test.each([
    ['XPath', 'http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>true()</ds:XPath>'],
    ['enveloped', `${DS}enveloped-signature`, ''],
    ['Base64', `${DS}base64`, ''],
  ])('a transform by %s: refused', (_, algorithm, content) => {
    const transforms = `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform><ds:Transform Algorithm="${EXCLUSIVE}"/>`;
    if (algorithm.endsWith('base64'))
      expect(refusal(good.replace(/<ds:Transform Algorithm="[^"]*"\/>/, transforms))).toBeTypeOf('string');
    else expect(refusal(message({ transforms }))).toBe('a reference of the signature must have one transform');
  });

  test('work stays linear: namespaces that a form would repeat, and children without end', () => {
    const long = `xmlns:l="urn:${'x'.repeat(60_000)}"`;
    const repeated = good
      .replace('<s:Envelope ', `<s:Envelope ${long} `)
      .replace('<ds:SignatureMethod', `${'<l:a/>'.repeat(1000)}<ds:SignatureMethod`);
    expect(refusal(repeated)).toMatch('too large');
    expect(refusal(good.replace('</s:Body>', `${'<a/>'.repeat(50_000)}</s:Body>`))).toMatch('too many children');
    expect(refusal(inSecurity('<a/>'.repeat(5_000)))).toMatch('too many elements');
    expect(refusal(good.replace(/(<ds:SignatureValue>)[^<]*/, '$1AAAA'))).toMatch('does not fit');
    expect(
      refusal(message({ method: `${MORE}ecdsa-sha256` }, curve).replace(/(<ds:SignatureValue>)[^<]*/, '$1AAAA')),
    ).toBeTypeOf('string');
  });

  test('the public key as the secret of an HMAC: refused', () => {
    const secret = join(dir, 'secret');
    writeFileSync(secret, Buffer.from(base64Of(service.cert), 'base64'));
    const text = signed(template({ body: EVIL, cert: service.cert, method: `${DS}hmac-sha1` }), ['--hmackey', secret]);
    expect(refusal(text)).toBe('the algorithm of the signature is not supported');
  });

  test('a block that a rule may read must be signed where its name is listed', () => {
    const block = `<Session xmlns="urn:x" xmlns:wsu="${WSU}" wsu:Id="other">1</Session>`;
    const parts = ['body', '{urn:x}Session'];
    const text = message({ blocks: block, ids: ['body', 'other'] });
    expect(refusal(text, { parts })).toBeUndefined();
    expect(refusal(inHeader('<Session xmlns="urn:x">2</Session>', text), { parts })).toMatch('does not cover');
    expect(refusal(text.replace('>1<', '>2<'), { parts })).toMatch('not as it was signed');
  });
});
