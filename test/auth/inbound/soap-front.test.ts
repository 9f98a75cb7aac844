// Callers of a SOAP face: UsernameToken and header parts, judged and passed on; stacks of other people as clients.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SoapstoneOptions } from '../../../src/index.ts';
import { tutorial } from '../../e2e/scene.ts';
import { call, type Got } from '../../server/http-client.ts';
import { temp } from '../../server/temp.ts';
import { envelope, type Heard, type Peer, startGate, startPeer } from '../notes.ts';

process.env.ANNA_PASSWORD = 'correct horse';
process.env.TOKEN = 'tk';
process.env.CONSUMER_SECRET = 'cs';
process.env.TOKEN_SECRET = 'ts';

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const PROFILE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0';

interface Face {
  readonly peer: Peer;
  ask(header: string, headers?: Record<string, string>, body?: string): Promise<Got>;
}

const restAnswer = ({ url }: Heard) => ({
  headers: { 'content-type': 'application/json' },
  body: url.endsWith('/time') ? '{"time":"2026-02-01T00:00:00Z"}' : '{"text":"milk","author":"anna"}',
});

async function faceOf(auth: SoapstoneOptions['auth'], mapping = tutorial('90-credentials')): Promise<Face> {
  const peer = await startPeer(restAnswer);
  const gate = await startGate(peer.origin.replace('/notes', ''), { present: 'soap', auth, mapping });
  const ask: Face['ask'] = (header, headers = {}, body = '<GetNote><id>7</id></GetNote>') =>
    call(gate.port, '/notes', {
      method: 'POST',
      headers: { 'content-type': 'text/xml', ...headers },
      body: envelope(body, header),
    });
  return { peer, ask };
}

const anna = { user: 'anna', password: { env: 'ANNA_PASSWORD' }, account: 'A' };

interface Token {
  user?: string;
  password?: string;
  nonce?: string;
  created?: string;
  more?: string;
}

function text({ user = 'anna', password = 'correct horse', more = '' }: Token = {}): string {
  return `<w:Security xmlns:w="${WSSE}" s:mustUnderstand="1"><w:UsernameToken><w:Username>${user}</w:Username><w:Password Type="${PROFILE}#PasswordText">${password}</w:Password></w:UsernameToken>${more}</w:Security>`;
}

function digest({ user = 'anna', password = 'correct horse', ...given }: Token = {}): string {
  const { nonce = randomBytes(16).toString('base64'), created = new Date().toISOString(), more = '' } = given;
  const value = createHash('sha1')
    .update(Buffer.from(nonce, 'base64'))
    .update(created + password)
    .digest('base64');
  return (
    `<w:Security xmlns:w="${WSSE}" xmlns:u="${WSU}"><w:UsernameToken><w:Username>${user}</w:Username>` +
    `<w:Password Type="${PROFILE}#PasswordDigest">${value}</w:Password><w:Nonce>${nonce}</w:Nonce><u:Created>${created}</u:Created>` +
    `</w:UsernameToken>${more}</w:Security>`
  );
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

describe('UsernameToken in front', () => {
  test('as text and as digest; a nonce is good once; what is wrong is not told', async () => {
    const { ask, peer } = await faceOf({ front: ['usernameToken'], callers: [anna] });
    const once = digest();
    for (const good of [text(), digest(), once]) expect((await ask(good)).status).toBe(200);
    expect(peer.heard.map(({ headers }) => headers['x-account'])).toEqual(['A', 'A', 'A']);
    const expired = `<u:Timestamp xmlns:u="${WSU}"><u:Expires>${ago(301)}</u:Expires></u:Timestamp>`;
    const wrong = [
      '',
      once,
      text({ password: 'no' }),
      text({ user: 'eve' }),
      text({ user: '' }),
      digest({ password: 'no' }),
      digest({ user: 'eve' }),
      digest({ created: ago(301) }),
      digest({ created: ago(-301) }),
      digest({ created: '' }),
      digest({ created: 'never' }),
      digest({ nonce: '' }),
      text({ more: expired }),
      text().replace('PasswordText', 'PasswordOther'),
      text().replace('</w:Security>', '<w:UsernameToken/></w:Security>'),
      `${text()}${text()}`,
      text().replace(WSSE, 'urn:other'),
      text().replace('s:mustUnderstand="1"', 's:actor="urn:somebody"'),
    ];
    const answers = new Set<string>();
    for (const header of wrong) {
      const got = await ask(header.replace(' s:mustUnderstand="1"', ''));
      expect(got.status, header).toBe(500);
      answers.add(got.text);
    }
    // Two blocks of one name, and nothing that the gateway knows about, are told apart by the envelope itself.
    expect([...answers].filter((answer) => answer.includes('FailedAuthentication'))).toHaveLength(1);
    expect(answers.size).toBeLessThanOrEqual(2);
    expect(peer.heard).toHaveLength(3);
  });

  test('nonces are bytes: two that no text tells apart are two, two spellings of one are one', async () => {
    const { ask, peer } = await faceOf({ front: ['usernameToken'], callers: [anna] });
    const created = new Date().toISOString();
    // As UTF-8 neither byte is a character: made into text both are the same replacement.
    const [one, two] = [0xfe, 0xff].map((byte) => Buffer.from([byte, 1, 2, 3]).toString('base64'));
    expect((await ask(digest({ nonce: one, created }))).status).toBe(200);
    expect((await ask(digest({ nonce: two, created }))).status).toBe(200);
    const spellings = [
      one,
      ` ${one.slice(0, 3)}\n${one.slice(3)} `,
      one.replace(/=+$/, ''),
      `${one}*`,
      one.replace('/', '_'),
    ];
    for (const nonce of spellings) expect((await ask(digest({ nonce, created }))).status, nonce).toBe(500);
    const spaced = randomBytes(16).toString('base64');
    expect((await ask(digest({ nonce: `\n  ${spaced}\n`, created }))).status).toBe(200);
    expect((await ask(digest({ nonce: randomBytes(257).toString('base64'), created }))).status).toBe(500);
    // Bits that the last letter has left over.
    const loose = Buffer.from([1]).toString('base64').replace('Q==', 'R==');
    expect((await ask(digest({ nonce: loose, created }))).status).toBe(500);
    expect(peer.heard).toHaveLength(3);
  });

  test('a time without a zone, or that is no xsd:dateTime, is refused', async () => {
    const { ask } = await faceOf({ front: ['usernameToken'], callers: [anna] });
    const now = new Date().toISOString();
    const east = new Date(Date.now() + 7_200_000).toISOString().replace('Z', '+02:00');
    expect((await ask(digest({ created: east }))).status).toBe(200);
    for (const created of [now.replace('Z', ''), now.replace('T', ' '), new Date().toUTCString(), String(Date.now())])
      expect((await ask(digest({ created }))).status, created).toBe(500);
    const expires = (time: string) => `<u:Timestamp xmlns:u="${WSU}"><u:Expires>${time}</u:Expires></u:Timestamp>`;
    expect((await ask(text({ more: expires(now) }))).status).toBe(200);
    expect((await ask(text({ more: expires(now.replace('Z', '')) }))).status).toBe(500);
  });

  test('what stands twice, or in a value, is refused', async () => {
    const { ask } = await faceOf({ front: ['usernameToken'], callers: [anna] });
    const stamp = `<u:Timestamp xmlns:u="${WSU}"/>`;
    expect((await ask(text({ more: stamp }))).status).toBe(200);
    const wrong = [
      text({ more: stamp + stamp }),
      text({ user: '<x>anna</x>' }),
      text({ user: 'anna<x/>' }),
      text({ password: 'correct horse<w:Username/>' }),
      text().replace('<w:Username>', '<w:Username>anna</w:Username><w:Username>'),
      text({ password: 'a'.repeat(16 * 1024 + 1) }),
    ];
    for (const header of wrong) expect((await ask(header)).status, header.slice(0, 400)).toBe(500);
    expect((await ask(text({ user: 'an<!-- -->n<![CDATA[a]]>' }))).status).toBe(200);
  });

  test('an open rule asks nobody', async () => {
    const { ask } = await faceOf({ front: ['usernameToken'], callers: [anna] });
    expect((await ask('', {}, '<GetServerTime/>')).status).toBe(200);
  });

  test('what fails once the caller is let in is an answer, and the next good request succeeds', async () => {
    const read = (name: string) => readFileSync(join(tutorial('90-credentials'), name), 'utf8');
    const table = read('mapping.yaml')
      .replace('rest: { base: /v1 }', 'rest: { base: /v1, host: "{account}.example.com" }')
      .replace('{ line: POST /notes,', '{ line: POST /notes, headers: { X-Host: "{$host.account}" },');
    const contract = { 'contract/notes.wsdl': read('contract/notes.wsdl') };
    const mapping = temp({ 'mapping.yaml': table, ...contract });
    const { ask } = await faceOf({ front: ['none'] }, mapping);
    const add = '<AddNote><text>milk</text></AddNote>';
    expect((await ask('', { host: 'elsewhere.org' }, add)).status).toBeGreaterThanOrEqual(400);
    expect((await ask('', { host: 'elsewhere.org' }, '<GetServerTime/>')).status).toBe(200);
  });

  test('judge: back passes the password on', async () => {
    const front = [{ usernameToken: { judge: 'back' } }];
    const { ask, peer } = await faceOf({ front, back: { basic: {} } });
    expect((await ask(text({ user: 'bob', password: 'b' }))).status).toBe(200);
    expect((await ask(digest())).status).toBe(500);
    expect(peer.heard.map(({ headers }) => headers.authorization)).toEqual([`Basic ${btoa('bob:b')}`]);
  });
});

describe('header parts in front', () => {
  const caller = {
    account: 'A',
    consumerKey: 'ck',
    consumerSecret: { env: 'CONSUMER_SECRET' },
    token: { env: 'TOKEN' },
    tokenSecret: { env: 'TOKEN_SECRET' },
  };
  const passport = (password: string) =>
    `<passport><email>anna@example.com</email><password>${password}</password><account>A</account></passport>`;
  const tokenPassport = (given: { nonce?: string; timestamp?: number; key?: string; account?: string } = {}) => {
    const { nonce = randomBytes(10).toString('hex'), timestamp = Math.floor(Date.now() / 1000), account = 'A' } = given;
    const signature = createHmac('sha256', given.key ?? 'cs&ts')
      .update(`A&ck&tk&${nonce}&${timestamp}`)
      .digest('base64');
    return (
      `<tokenPassport><account>${account}</account><consumerKey>ck</consumerKey><token>tk</token><nonce>${nonce}</nonce>` +
      `<timestamp>${timestamp}</timestamp><signature algorithm="HMAC-SHA256">${signature}</signature></tokenPassport>`
    );
  };

  test('a signed part is checked with the secrets of its caller, once', async () => {
    const { ask, peer } = await faceOf({ front: ['soap'], callers: [caller] });
    const good = tokenPassport();
    expect((await ask(good)).status).toBe(200);
    expect(peer.heard[0].headers['x-account']).toBe('A');
    const wrong = [
      '',
      good,
      tokenPassport({ key: 'cs&no' }),
      tokenPassport({ timestamp: 1 }),
      tokenPassport({ account: 'B' }),
      tokenPassport().replace('HMAC-SHA256', 'HMAC-SHA1'),
      tokenPassport().replace('<nonce>', '<nonce>x'),
      tokenPassport().replace(/<signature[\s\S]*<\/signature>/, ''),
      passport('correct horse'),
      tokenPassport() + passport('correct horse'),
    ];
    const answers = new Set<string>();
    for (const header of wrong) {
      const { status, text: body } = await ask(header);
      expect(status, header).toBe(500);
      answers.add(body);
    }
    expect(answers.size).toBe(1);
    // The table has a row for 401: a fault of the contract, or at least its code.
    expect([...answers][0]).toMatch(/InvalidCredentials|Client/);
    expect(peer.heard).toHaveLength(1);
  });

  test('a password is compared with that of its caller; one that the settings do not hold is not', async () => {
    const callers = [
      { email: 'anna@example.com', password: { env: 'ANNA_PASSWORD' }, account: 'A' },
      { email: 'eve@example.com', account: 'A' },
    ];
    const { ask } = await faceOf({ front: ['soap'], callers });
    expect((await ask(passport('correct horse'))).status).toBe(200);
    expect((await ask(passport('wrong'))).status).toBe(500);
    expect((await ask(passport('').replace('anna', 'eve'))).status).toBe(500);
  });

  test('what nobody signs may be judged by the service, what is signed may not', async () => {
    await expect(faceOf({ front: [{ soap: { judge: 'back' } }] })).rejects.toThrow('signed header parts');
    await expect(
      startPeer().then(({ origin }) => startGate(origin, { auth: { front: ['usernameToken'] } })),
    ).rejects.toThrow('usernameToken in front needs present: soap');
  });
});

describe('HTTP in front of SOAP', () => {
  test('401 before the envelope is looked at', async () => {
    const { ask } = await faceOf({ front: ['basic'], callers: [anna] });
    const authorization = `Basic ${btoa('anna:correct horse')}`;
    expect((await ask('', { authorization })).status).toBe(200);
    const refused = await ask('');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="soapstone", charset="UTF-8"',
    ]);
    expect(refused.text).toContain('Fault>');
  });
});
