// The WS-Security header block that a SOAP service is shown, as verifiers of other people see it.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exclusive } from '../../../src/xml/exclusive-c14n.ts';
import { temp } from '../../server/temp.ts';
import { startGate, startPeer, textIn } from '../notes.ts';

process.env.SERVICE_PASSWORD = 'p&ss <word>';

const user = { user: 'gate&way', password: { env: 'SERVICE_PASSWORD' } };

function makePair(dir: string, name: string, algorithm: readonly string[]): { cert: string; key: string } {
  const [cert, key] = [join(dir, `${name}.pem`), join(dir, `${name}-key.pem`)];
  const made = ['-subj', `/CN=${name}`, '-days', '2', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...algorithm, ...made], { stdio: 'ignore' });
  return { cert, key };
}

const RSA = ['-newkey', 'rsa:2048'];
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** xmlsec1's opinion: 0 is good. */
function verify(envelope: string, cert: string): number | null {
  const file = join(temp({ 'message.xml': envelope }), 'message.xml');
  const ids = ['Body', 'Timestamp'].flatMap((name) => ['--id-attr:Id', name]);
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

describe('exclusive canonicalization', () => {
  const DOCUMENTS = [
    ['{urn:a}x', '<r xmlns="urn:r" xmlns:a="urn:a" xmlns:b="urn:b"><a:x b:z="1" y="2" a:k="3"><a:c/>t</a:x></r>'],
    ['{urn:a}x', '<a:x xmlns:a="urn:a"><y xmlns=""/><y xmlns="urn:q"><z xmlns=""><w xmlns="urn:q"/></z></y></a:x>'],
    ['{}x', '<x q="&#9;&#10;&#13;&lt;&quot;&amp;\'>" p=" a  b ">&#13;&gt;&lt;&amp;"<![CDATA[<&>]]>\r\n</x>'],
    ['{urn:a}x', '<p:x xmlns:p="urn:a"><p:y xmlns:p="urn:b"><p:z/></p:y><p:z/></p:x>'],
    ['{urn:a}x', '<r xmlns:n1="urn:z" xmlns:n2="urn:a"><n2:x n1:b="1" n2:a="2" c="3" xml:lang="en"/></r>'],
  ] as const;

  test.each(DOCUMENTS)('of %s as libxml2 makes it: %s', (name, xml) => {
    const local = name.slice(name.indexOf('}') + 1);
    const ns = name.slice(1, name.indexOf('}'));
    const script = [
      'import sys',
      'from lxml import etree',
      'doc = etree.fromstring(sys.argv[1].encode())',
      'tag = sys.argv[2]',
      'node = doc if doc.tag == tag else next(doc.iter(tag))',
      'sys.stdout.buffer.write(etree.tostring(node, method="c14n", exclusive=True, with_comments=False, with_tail=False))',
    ].join('\n');
    const tag = ns === '' ? local : `{${ns}}${local}`;
    const expected = execFileSync('/usr/bin/python3', ['-c', script, xml, tag]).toString();
    const wanted = ns === '' ? local : `{${ns}}${local}`;
    expect(exclusive(Buffer.from(xml), wanted)?.toString()).toBe(expected);
  });
});
