// T-SEC-19: signature wrapping. No signature of a caller is looked at, so none proves anything: what counts is what stands in its one place.
import { describe, expect, test } from 'vitest';
import { type Peer, startGate, startPeer } from '../auth/notes.ts';
import { tutorial } from '../e2e/scene.ts';
import { call, type Got } from '../server/http-client.ts';

process.env.SIGNATURES_PASSWORD = 'correct horse';

const S = 'http://schemas.xmlsoap.org/soap/envelope/';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`;
const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`;
const HEADS = `xmlns:s="${S}" xmlns:w="${WSSE}" xmlns:u="${WSU}" xmlns:d="${DS}"`;

const token = (password: string, id = '') =>
  `<w:UsernameToken${id && ` u:Id="${id}"`}><w:Username>anna</w:Username><w:Password>${password}</w:Password></w:UsernameToken>`;
const GOOD = token('correct horse');
/** What a signature may have been made over, seen somewhere and put elsewhere. */
const SIGNED = token('correct horse', 'signed');
const EVIL = token('guess');
const body = (id: number, more = '') =>
  `<s:Body${more}><GetNote xmlns="https://example.com/notes"><id>${id}</id></GetNote></s:Body>`;
const block = (content: string) => `<w:Security>${content}</w:Security>`;
const envelope = (header: string, bodies = body(7)) =>
  `<s:Envelope ${HEADS}><s:Header>${header}</s:Header>${bodies}</s:Envelope>`;

interface Parts {
  readonly method?: string;
  readonly canonical?: string;
  readonly digest?: string;
  readonly value?: string;
  readonly uri?: string;
  readonly transforms?: string;
  readonly keys?: string;
  readonly object?: string;
}

function info({ method, canonical, digest, value, uri, transforms = '' }: Parts): string {
  return (
    `<d:SignedInfo><d:CanonicalizationMethod Algorithm="${canonical ?? EXCLUSIVE}"/>` +
    `<d:SignatureMethod Algorithm="${method ?? `${MORE}rsa-sha256`}"/><d:Reference URI="${uri ?? '#signed'}">${transforms}` +
    `<d:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><d:DigestValue>${value ?? digest ?? 'AAAA'}</d:DigestValue>` +
    '</d:Reference></d:SignedInfo>'
  );
}

function signature(parts: Parts = {}, more = ''): string {
  const { keys = '<w:SecurityTokenReference/>', object = '' } = parts;
  return `<d:Signature>${info(parts)}${more}<d:SignatureValue>AAAA</d:SignatureValue><d:KeyInfo>${keys}</d:KeyInfo>${object}</d:Signature>`;
}

/** Signatures as verifiers have been made to take them. */
const SIGNATURES = {
  plain: signature(),
  'with the key in it': signature({
    keys: '<d:KeyValue><d:RSAKeyValue><d:Modulus>AQAB</d:Modulus></d:RSAKeyValue></d:KeyValue>',
  }),
  'with a certificate in it': `<w:BinarySecurityToken u:Id="x">MIIB</w:BinarySecurityToken>${signature()}`,
  'by HMAC with a public key': signature({ method: `${DS}hmac-sha1` }),
  'of SHA-1': signature({ method: `${DS}rsa-sha1` }),
  'with a comment in the digest': signature({ value: 'AA<!-- x -->AA' }),
  'of two SignedInfo': signature({}, info({ uri: '#other' })),
  'over nothing': signature({ uri: '' }),
  'by a canonicalization that gives nothing': signature({ canonical: 'urn:none', value: '' }),
  'by a transform of XPath': signature({
    transforms:
      '<d:Transforms><d:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><d:XPath>false()</d:XPath></d:Transform></d:Transforms>',
  }),
  'with ids in several namespaces': signature().replace(
    '<d:Signature>',
    '<d:Signature Id="signed" u:Id="signed" xml:id="signed">',
  ),
  'under another prefix': signature().replaceAll('d:', 'w:'),
};

/** Places where a verifier may find by its id what the rest of the program does not look at. */
const PLACES: Readonly<Record<string, (wrapped: string) => readonly [inside: string, beside: string]>> = {
  'in an Object of the signature': (one) => [signature({ object: `<d:Object>${one}</d:Object>` }), ''],
  'in an Object of an Object': (one) => [signature({ object: `<d:Object><d:Object>${one}</d:Object></d:Object>` }), ''],
  'in the KeyInfo': (one) => [signature({ keys: one }), ''],
  'in a wrapper of the block': (one) => [`${signature()}<x:Wrapper xmlns:x="urn:x">${one}</x:Wrapper>`, ''],
  'in a reference to a token': (one) => [
    `${signature()}<w:SecurityTokenReference><w:Embedded>${one}</w:Embedded></w:SecurityTokenReference>`,
    '',
  ],
  'in a block beside': (one) => [signature(), `<x:Wrapper xmlns:x="urn:x">${one}</x:Wrapper>`],
  'in a block of the same name for another node': (one) => [
    signature(),
    `<w:Security s:actor="urn:other">${one}</w:Security>`,
  ],
  'in a block of the same local name': (one) => [signature(), `<x:Security xmlns:x="urn:x">${one}</x:Security>`],
};

async function open(): Promise<{ peer: Peer; ask(message: string): Promise<Got> }> {
  const peer = await startPeer(() => ({
    headers: { 'content-type': 'application/json' },
    body: '{"text":"milk","author":"anna"}',
  }));
  const auth = {
    front: ['usernameToken'],
    callers: [{ user: 'anna', password: { env: 'SIGNATURES_PASSWORD' }, account: 'A' }],
  };
  const gate = await startGate(peer.origin.replace('/notes', ''), {
    present: 'soap',
    auth,
    mapping: tutorial('90-credentials'),
  });
  const ask = (message: string) =>
    call(gate.port, '/notes', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: message });
  return { peer, ask };
}

describe('T-SEC-19: a signature', () => {
  test.each(Object.entries(SIGNATURES))('%s lets nobody in', async (_name, one) => {
    const { peer, ask } = await open();
    for (const content of [one, one + EVIL, EVIL + one]) {
      const got = await ask(envelope(block(content)));
      expect([got.status, got.text]).toEqual([500, expect.stringContaining('FailedAuthentication')]);
    }
    expect(peer.heard).toEqual([]);
    expect((await ask(envelope(block(GOOD)))).status).toBe(200);
  });

  test.each(Object.entries(PLACES))('and a token %s let nobody in', async (_name, place) => {
    const { peer, ask } = await open();
    const [inside, beside] = place(SIGNED);
    for (const header of [
      block(EVIL + inside) + beside,
      block(inside + EVIL) + beside,
      block(inside) + beside,
      beside + block(EVIL + inside),
    ]) {
      expect((await ask(envelope(header))).status, header).toBe(500);
    }
    expect(peer.heard).toEqual([]);
    // The same with the right token in the right place: nothing but that was wrong.
    expect((await ask(envelope(block(GOOD + inside) + beside))).status).toBe(200);
  });

  test.each(Object.entries(PLACES))('over a Timestamp %s makes no message younger', async (_name, place) => {
    const { peer, ask } = await open();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const time = (seconds: number, id = '') => `<u:Timestamp${id}><u:Expires>${at(seconds)}</u:Expires></u:Timestamp>`;
    const [inside, beside] = place(time(3600, ' u:Id="signed"'));
    for (const content of [
      time(-900) + GOOD + inside,
      inside + GOOD + time(-900),
      time(900) + GOOD + time(-900) + inside,
    ]) {
      expect((await ask(envelope(block(content) + beside))).status, content).toBe(500);
    }
    expect(peer.heard).toEqual([]);
    expect((await ask(envelope(block(time(900) + GOOD + inside) + beside))).status).toBe(200);
  });

  test.each(Object.entries(PLACES))('over a Body %s carries nothing out', async (_name, place) => {
    const { peer, ask } = await open();
    const [inside, beside] = place(body(666, ' u:Id="signed"'));
    expect((await ask(envelope(block(GOOD + inside) + beside))).status).toBe(200);
    expect(peer.heard.map(({ url }) => url)).toEqual([expect.stringMatching(/\/notes\/7$/)]);
  });

  test('over one of two bodies, or over one that is not where a body is, is refused', async () => {
    const { peer, ask } = await open();
    const signed = body(7, ' u:Id="signed"');
    const header = block(GOOD + signature());
    const wrong = [
      envelope(header, signed + body(666)),
      envelope(header, body(666) + signed),
      envelope(header, `<s:Wrapper>${signed}</s:Wrapper>${body(666)}`),
      envelope(header, `<x:Wrapper xmlns:x="urn:x">${signed}</x:Wrapper>${body(666)}`),
      envelope(header, `<s:Body>${signed}</s:Body>`),
      envelope(header, signed.replace('</GetNote>', `</GetNote>${signed}`)),
      envelope(
        header,
        signed.replace('</GetNote>', '</GetNote><GetNote xmlns="https://example.com/notes"><id>666</id></GetNote>'),
      ),
      envelope(header, signed).replace('<s:Header>', `${body(666)}<s:Header>`),
      envelope(header, body(7).replaceAll('s:Body', 'x:Body').replace('<x:Body', '<x:Body xmlns:x="urn:x"')),
      envelope(header + signed, ''),
    ];
    for (const message of wrong) expect((await ask(message)).status, message).toBe(500);
    expect(peer.heard).toEqual([]);
    expect((await ask(envelope(header))).status).toBe(200);
  });
});
