// Encrypted messages: what xmlsec1 decrypts, and what it has encrypted.
import { execFileSync } from 'node:child_process';
import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { STRONG } from '../../../src/auth/message-security/algorithms.ts';
import { AUTHENTICATED, CIPHERS, encryptOctets, wrapKey } from '../../../src/auth/message-security/cipher.ts';
import { ResponseGuard } from '../../../src/auth/outbound/response-guard.ts';
import { Secret } from '../../../src/auth/settings/secret.ts';
import type { SecuritySettings } from '../../../src/auth/settings/settings.ts';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { canonicalXml } from '../../../src/xml/c14n.ts';
import { envelope, startGate, startPeer } from '../notes.ts';
import { DS, makePair, signed, template } from '../signed-messages.ts';

const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
const NOTE = '<GetNoteResponse><text>milk</text><author>anna</author></GetNoteResponse>';

const dir = mkdtempSync(join(tmpdir(), 'soapstone-'));
afterAll(() => rmSync(dir, { recursive: true }));
const service = makePair(dir, 'service');
const gateway = makePair(dir, 'gateway');

function xmlsec1(...args: readonly string[]): string {
  return execFileSync('xmlsec1', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function file(text: string): string {
  const path = join(dir, 'message.xml');
  writeFileSync(path, text);
  return path;
}

const KEY = /<xenc:EncryptedKey .*?<\/xenc:EncryptedKey>/s;

/** xmlsec1 knows no token references: the key moves into the data. */
function decrypted(message: string, key: string): string {
  const encryptedKey = (KEY.exec(message)?.[0] ?? '')
    .replace(/<ds:KeyInfo .*<\/ds:KeyInfo>/s, '')
    .replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/s, '');
  const inData = message
    .replace(KEY, '')
    .replace(
      /(<ds:KeyInfo xmlns:ds="[^"]*">)<wsse:Sec.*?<\/wsse:SecurityTokenReference>(<\/ds:KeyInfo><xenc:CipherData>)/s,
      `$1${encryptedKey}$2`,
    );
  return xmlsec1('--decrypt', '--privkey-pem', key, file(inData));
}

/** A message whose Body content xmlsec1 has encrypted for the gateway. */
function encrypted(message: string, cipher = `${XENC11}aes256-gcm`, transport = `${XENC}rsa-oaep-mgf1p`): string {
  const data = join(dir, 'data.xml');
  writeFileSync(
    data,
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Content"><xenc:EncryptionMethod Algorithm="${cipher}"/><ds:KeyInfo xmlns:ds="${DS}"><xenc:EncryptedKey xmlns:xenc="${XENC}"><xenc:EncryptionMethod Algorithm="${transport}"/><xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>`,
  );
  const bits = /aes(\d+)/.exec(cipher)?.[1];
  const body = "/*[local-name()='Envelope']/*[local-name()='Body']";
  const keys = ['--pubkey-cert-pem', gateway.cert, '--session-key', `aes-${bits}`];
  const text = xmlsec1('--encrypt', ...keys, '--xml-data', file(message), '--node-xpath', body, data);
  const key = KEY.exec(text)?.[0] as string;
  return text.replace(key, '').replace(/(<wsse:Security [^>]*>)/, `$1${key}`);
}

const message = signed(template({ body: NOTE, cert: service.cert }), service.key);

function guard(more: Partial<SecuritySettings> = {}): ResponseGuard {
  const trusted = { authority: new Secret({ file: service.cert }), parts: ['body', 'timestamp'], algorithms: STRONG };
  return new ResponseGuard({
    verify: { ...trusted, window: 60_000, faults: 'signed', confirmation: false, prefixes: 'signed' },
    decrypt: { key: new Secret({ file: gateway.key }), algorithms: AUTHENTICATED },
    ...more,
  });
}

/** The envelope that is read, or why none is. */
function opened(text: string, more?: Partial<SecuritySettings>): string {
  try {
    return Buffer.from(
      guard(more)
        .protection(() => undefined)
        .open(Buffer.from(text)),
    ).toString();
  } catch (error) {
    expect((error as SoapstoneError).code).toBe('UPSTREAM_SECURITY');
    return (error as Error).message;
  }
}

/** A message with this as its encrypted content. */
function holding(content: string): string {
  const [cipher] = CIPHERS;
  const secret = randomBytes(cipher.keyLength);
  const octets = encryptOctets(cipher, secret, Buffer.from(content)).toString('base64');
  const key = wrapKey(new X509Certificate(readFileSync(gateway.cert)).publicKey, 'sha1', secret).toString('base64');
  return encrypted(message)
    .replace(/(<xenc:EncryptedKey .*?<xenc:CipherValue>)[^<]*/s, `$1${key}`)
    .replace(/(<s:Body .*<xenc:CipherValue>)[^<]*/s, `$1${octets}`);
}

const anyCipher = { decrypt: { key: new Secret({ file: gateway.key }), algorithms: CIPHERS.map(({ name }) => name) } };
const CANNOT = 'the message cannot be decrypted';

describe('requests', () => {
  test.each(CIPHERS.map(({ name }) => name))('%s: xmlsec1 reads them, and their signature', async (algorithm) => {
    const peer = await startPeer(() => ({ body: envelope(NOTE) }));
    const security = {
      timestamp: '1m',
      signature: { cert: { file: gateway.cert }, key: { file: gateway.key } },
      encryption: { cert: { file: service.cert }, algorithm },
    };
    const gate = await startGate(peer.origin, { auth: { back: { security } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    const [{ body }] = peer.heard;
    expect(body).not.toContain('GetNote');
    const plain = decrypted(body, service.key);
    expect(plain).toContain('<n:GetNote');
    const ids = ['--id-attr:Id', 'Body', '--id-attr:Id', 'Timestamp'];
    expect(() => xmlsec1('--verify', '--pubkey-cert-pem', gateway.cert, ...ids, file(plain))).not.toThrow();
  });

  test('tokens and signature in the block, read by ourselves', async () => {
    process.env.ENCRYPTED_PASSWORD = 'correct horse';
    const peer = await startPeer();
    const security = {
      usernameToken: { type: 'text' },
      signature: { cert: { file: gateway.cert }, key: { file: gateway.key }, parts: ['body', 'usernameToken'] },
      encryption: {
        cert: { file: service.cert },
        parts: ['body', 'usernameToken', 'signature'],
        keyTransport: 'rsa-oaep-sha256',
      },
    };
    const fields = { user: 'anna', password: { env: 'ENCRYPTED_PASSWORD' } };
    const gate = await startGate(peer.origin, { auth: { back: { fields, security } } });
    await gate.get('/v1/notes/7');
    const [{ body }] = peer.heard;
    expect(body).not.toMatch(/GetNote|correct horse|SignedInfo/);
    const trusted = {
      authority: new Secret({ file: gateway.cert }),
      parts: ['body', 'usernameToken'],
      algorithms: STRONG,
    };
    const plain = opened(body, {
      decrypt: { key: new Secret({ file: service.key }), algorithms: AUTHENTICATED },
      verify: { ...trusted, window: 60_000, faults: 'signed', confirmation: false, prefixes: 'signed' },
    });
    expect(plain).toMatch(/correct horse.*SignedInfo.*GetNote/s);
  });
});

describe('responses', () => {
  test('a gateway reads them', async () => {
    const text = encrypted(message);
    expect(text).not.toContain('milk');
    const peer = await startPeer(() => ({ body: text, headers: { 'content-type': 'text/xml' } }));
    const security = { verify: { authority: { file: service.cert } }, decrypt: { key: { file: gateway.key } } };
    const gate = await startGate(peer.origin, { auth: { back: { security } } });
    const { status, text: json } = await gate.get('/v1/notes/7');
    expect([status, JSON.parse(json).text]).toEqual([200, 'milk']);
  });

  test.each(CIPHERS)('$name', ({ uri, name }) => {
    const text = encrypted(message, uri);
    expect(opened(text, anyCipher)).toContain('milk');
    expect(opened(text)).toMatch(name.endsWith('gcm') ? 'milk' : `encrypted by ${name}`);
  });

  test('a key by RSA 1.5, and digests that are not those of the mask, are refused', () => {
    expect(opened(encrypted(message, `${XENC11}aes128-gcm`, `${XENC}rsa-1_5`))).toMatch('not supported');
    const digest = `<ds:DigestMethod xmlns:ds="${DS}" Algorithm="${XENC}sha256"/></xenc:EncryptionMethod>`;
    const oaep = /(<xenc:EncryptionMethod Algorithm="[^"]*mgf1p")\/>/;
    expect(opened(encrypted(message).replace(oaep, `$1>${digest}`))).toMatch('not supported');
  });

  test.each(['aes256-gcm', 'aes128-cbc'])(
    'one failure for all that is wrong with octets, key and content: %s',
    (name) => {
      const { uri } = CIPHERS.find((cipher) => cipher.name === name)!;
      const text = encrypted(message, uri);
      const values = [...text.matchAll(/<xenc:CipherValue>([^<]*)</g)].map(([, value]) => value);
      for (const value of values) {
        const octets = Buffer.from(value, 'base64');
        for (const at of [0, 20, octets.length - 1]) {
          const changed = Buffer.from(octets);
          changed[at] ^= 0x41;
          const made = text.replace(value, changed.toString('base64'));
          // Without authentication a changed octet of content is seen by the signature alone.
          expect(opened(made, anyCipher)).toMatch(
            name.endsWith('gcm') || value === values[0] ? CANNOT : /cannot be|not as it was signed/,
          );
        }
        for (const short of ['', 'AAAA', octets.subarray(0, 31).toString('base64')])
          expect(opened(text.replace(value, short), anyCipher)).toBe(CANNOT);
      }
    },
  );

  test('content that is not only content is refused', () => {
    const plain = { ...anyCipher, verify: undefined };
    expect(opened(holding('<a/>'), plain)).toMatch(/<s:Body[^>]*><a\/><\/s:Body>/);
    const contents = [
      '</s:Body><s:Body>',
      '</s:Body></s:Envelope><!--',
      'x</s:Body><y/><s:Body>',
      '<a>',
      '<!--',
      '<![CDATA[',
    ];
    for (const content of contents) expect(opened(holding(content), plain)).toBe(CANNOT);
  });

  test('data elsewhere, without a key or with two, are refused', () => {
    const text = encrypted(message);
    expect(opened(text.replace(/(<s:Body[^>]*>)/, '$1<a/>'))).toMatch('in part of its Body');
    expect(opened(text.replace(KEY, ''))).toMatch('no EncryptedKey');
    expect(opened(text.replace(KEY, '$&$&'))).toMatch('occurs twice');
  });

  test('a plain response is read where it is signed', () => {
    expect(canonicalXml(Buffer.from(opened(message)))).toBe(canonicalXml(Buffer.from(message)));
  });
});
