// The WS-Security header block that a SOAP service is shown, as verifiers of other people see it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temp } from '../../server/temp.ts';
import { startGate, startPeer, textIn } from '../notes.ts';
import { EC, makePair, RSA } from '../signed-messages.ts';

process.env.SERVICE_PASSWORD = 'p&ss <word>';

const user = { user: 'gate&way', password: { env: 'SERVICE_PASSWORD' } };

/** xmlsec1's opinion: 0 is good. */
function verify(envelope: string, cert: string): number | null {
  const file = join(temp({ 'message.xml': envelope }), 'message.xml');
  const names = ['Body', 'Timestamp', 'UsernameToken', 'BinarySecurityToken', 'To', 'Action', 'MessageID', 'ReplyTo'];
  const ids = names.flatMap((name) => ['--id-attr:Id', name]);
  return spawnSync('xmlsec1', ['--verify', '--pubkey-cert-pem', cert, ...ids, file], { encoding: 'utf8' }).status;
}

describe('UsernameToken and Timestamp', () => {
  test('a digest over nonce, time and password; a message that ends', async () => {
    const peer = await startPeer();
    const security = { usernameToken: { type: 'digest' }, timestamp: '5m' };
    const gate = await startGate(peer.origin, { auth: { back: { fields: user, security } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    const nonces = peer.heard.map(({ body }) => {
      const [nonce, created] = [textIn(body, 'Nonce') as string, /<wsse:Nonce.*<wsu:Created>([^<]*)</.exec(body)?.[1]];
      const digest = createHash('sha1').update(Buffer.from(nonce, 'base64')).update(`${created}p&ss <word>`);
      expect(textIn(body, 'Password')).toBe(digest.digest('base64'));
      expect(textIn(body, 'Username')).toBe('gate&#38;way');
      const life = Date.parse(textIn(body, 'Expires') as string) - Date.parse(textIn(body, 'Created') as string);
      expect(life).toBe(300_000);
      expect(body).toContain('mustUnderstand="1"');
      expect(body).not.toMatch(/p(&#38;|&amp;)ss/);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
    expect(Buffer.from(nonces[0], 'base64').length).toBe(16);
  });
});

describe('a signature by X.509', () => {
  test.each([
    ['rsa', RSA],
    ['ec', EC],
  ] as const)('%s: xmlsec1 accepts the message, and none that was changed', async (name, algorithm) => {
    const dir = temp();
    const { cert, key } = makePair(dir, name, algorithm);
    const other = makePair(dir, `other-${name}`, algorithm);
    const peer = await startPeer();
    const signature = { cert: { file: cert }, key: { file: key } };
    const fields = { email: 'a@example.com', password: { env: 'SERVICE_PASSWORD' }, account: 'A' };
    const security = { signature, timestamp: '1m', usernameToken: { as: { user: 'email' } } };
    const gate = await startGate(peer.origin, { auth: { back: { fields, security } } });
    expect((await gate.post('/v1/notes', { text: 'ümlaut & <b> "q"\r\n\tend' })).status).toBe(201);
    const [{ body }] = peer.heard;
    expect(verify(body, cert)).toBe(0);
    expect(verify(body, other.cert)).not.toBe(0);
    expect(verify(body.replace('ümlaut', 'umlaut'), cert)).not.toBe(0);
    expect(verify(body.replace(/<wsu:Expires>20/, '<wsu:Expires>21'), cert)).not.toBe(0);
    const shown = (textIn(body, 'BinarySecurityToken') as string).match(/.{1,64}/g)?.join('\n');
    writeFileSync(join(dir, 'shown.pem'), `-----BEGIN CERTIFICATE-----\n${shown}\n-----END CERTIFICATE-----\n`);
    expect(verify(body, join(dir, 'shown.pem'))).toBe(0);
  });

  test('files that change are used; a half of a pair is not', async () => {
    const dir = temp();
    const first = makePair(dir, 'first', EC);
    const second = makePair(dir, 'second', EC);
    const used = { cert: join(dir, 'used.pem'), key: join(dir, 'used-key.pem') };
    copyFileSync(first.cert, used.cert);
    copyFileSync(first.key, used.key);
    const peer = await startPeer();
    const signature = { cert: { file: used.cert }, key: { file: used.key } };
    const gate = await startGate(peer.origin, { auth: { back: { security: { signature } } } });
    const by = async (cert: string) => {
      expect((await gate.get('/v1/notes/7')).status).toBe(200);
      return verify(peer.heard.at(-1)?.body ?? '', cert);
    };
    expect(await by(first.cert)).toBe(0);
    copyFileSync(second.cert, used.cert);
    expect(await by(first.cert)).toBe(0);
    copyFileSync(second.key, used.key);
    await expect.poll(() => by(second.cert), { timeout: 5000 }).toBe(0);
  });

  test('files that are no pair are refused with the settings', async () => {
    const dir = temp();
    const [one, two] = [makePair(dir, 'one', EC), makePair(dir, 'two', EC)];
    const signature = { cert: { file: one.cert }, key: { file: two.key } };
    await expect(startGate('http://127.0.0.1:9/', { auth: { back: { security: { signature } } } })).rejects.toThrow(
      'cert and key of signature do not match',
    );
  });
});

describe('what policies ask for', () => {
  const parts = ['body', 'timestamp', 'usernameToken', 'certificate', 'addressing'];
  test.each([
    [{ algorithm: 'rsa-sha1', digest: 'sha1', canonicalization: 'inclusive', keyReference: 'issuerSerial' }, RSA],
    [{ algorithm: 'rsa-sha512', digest: 'sha512', keyReference: 'thumbprint' }, RSA],
    [{ algorithm: 'ecdsa-sha384', digest: 'sha384', canonicalization: 'inclusive' }, EC],
    [{ algorithm: 'ecdsa-sha256', keyReference: 'subjectKeyIdentifier' }, EC],
  ] as const)('%o', async (options, kind) => {
    const dir = temp();
    const { cert, key } = makePair(dir, 'signer', kind);
    const peer = await startPeer();
    const signature = { cert: { file: cert }, key: { file: key }, parts, ...options };
    const security = { signature, timestamp: '1m', usernameToken: {} };
    const gate = await startGate(peer.origin, { addressing: '2005/08', auth: { back: { fields: user, security } } });
    expect((await gate.post('/v1/notes', { text: 'ümlaut' })).status).toBe(201);
    const [{ body }] = peer.heard;
    expect(verify(body, cert)).toBe(0);
    expect(body.match(/<ds:Reference /g)).toHaveLength('keyReference' in options ? 7 : 8);
    expect(body.includes('BinarySecurityToken')).toBe(!('keyReference' in options));
    for (const [, text] of body.matchAll(/<wsa:(?:To|Action|MessageID)[^>]*>([^<]*)</g))
      expect(verify(body.replace(`>${text}<`, '>urn:x<'), cert)).not.toBe(0);
    expect(verify(body.replace('gate&#38;way', 'gateway'), cert)).not.toBe(0);
  });

  test('a header part by its name', async () => {
    const { cert, key } = makePair(temp(), 'signer');
    const peer = await startPeer();
    const name = '{https://example.com/notes}passport';
    const signature = { cert: { file: cert }, key: { file: key }, parts: ['body', name] };
    const fields = { email: 'a@example.com', password: { env: 'SERVICE_PASSWORD' }, account: 'A' };
    const gate = await startGate(peer.origin, { auth: { back: { fields, security: { signature } } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    const [{ body }] = peer.heard;
    expect(body).toMatch(/<(\w+:)?passport [^>]*wsu:Id="part-/);
    expect(body.match(/<ds:Reference /g)).toHaveLength(2);
  });

  test.each([
    [{ parts: ['bodi'] }, 'did you mean "body"'],
    [{ algorithm: 'ecdsa-sha256' }, 'the key of signature is not one for ecdsa-sha256'],
    [{ algorithm: 'hmac-sha1' }, 'algorithm must be one of'],
  ])('%o is refused with the settings', async (options, problem) => {
    const { cert, key } = makePair(temp(), 'signer');
    const signature = { cert: { file: cert }, key: { file: key }, ...options };
    await expect(startGate('http://127.0.0.1:9/', { auth: { back: { security: { signature } } } })).rejects.toThrow(
      problem,
    );
  });
});

test('a SAML assertion goes on as it is, in XML or as base64', async () => {
  const assertion =
    '<saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" ID="a1">\r\n <saml2:Issuer>i</saml2:Issuer><!-- c --></saml2:Assertion>';
  const file = (text: string) => join(temp({ assertion: text }), 'assertion');
  for (const text of [`<?xml version="1.0"?>\n${assertion}\n`, Buffer.from(assertion).toString('base64')]) {
    const peer = await startPeer();
    const fields = { assertion: { file: file(text) } };
    const gate = await startGate(peer.origin, { auth: { back: { fields, security: { assertion: {} } } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect(peer.heard[0].body).toContain(`>${assertion}</wsse:Security>`);
  }
  const fields = { assertion: { file: file('<Assertion/>') } };
  const gate = await startGate('http://127.0.0.1:9/', { auth: { back: { fields, security: { assertion: {} } } } });
  const { status, text } = await gate.get('/v1/notes/7');
  expect([status, JSON.parse(text).code]).toEqual([502, 'CREDENTIAL']);
});
