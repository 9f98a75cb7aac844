// Sessions of the service behind: begun once for each credential, shared, renewed once.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SessionKey } from '../../../src/auth/formats/session-key.ts';
import { serviceAddress } from '../../../src/auth/outbound/service-address.ts';
import { call } from '../../server/http-client.ts';
import { startRedis } from '../../store/redis-server.ts';
import {
  type Answer,
  envelope,
  faultOf,
  type Heard,
  type Peer,
  soapAnswer,
  startGate,
  startPeer,
  textIn,
} from '../notes.ts';
import { mapping, NAMED, SESSION } from './session-table.ts';

process.env.ANNA_PASSWORD = 'correct horse';

interface Service extends Peer {
  readonly logins: () => number;
  /** The service forgets all sessions. */
  forget(): void;
}

async function startService(cookies = false): Promise<Service> {
  let [logins, valid] = [0, ''];
  const login = (): Answer => {
    valid = `S${++logins}`;
    const headers = {
      'content-type': 'text/xml',
      ...(cookies && { 'set-cookie': `JSESSIONID=${valid}; Path=/; HttpOnly` }),
    };
    return {
      headers,
      body: envelope(`<LoginResponse><sessionId>${cookies ? 'none' : valid}</sessionId></LoginResponse>`),
    };
  };
  const answer = (heard: Heard): Answer => {
    if (heard.body.includes('Login'))
      return textIn(heard.body, 'password') === 'correct horse' ? login() : faultOf('InvalidCredentials');
    const shown = cookies
      ? /JSESSIONID=(\w+)/.exec(heard.headers.cookie ?? '')?.[1]
      : textIn(/<[^>]*Header>.*Header>/.exec(heard.body)?.[0] ?? '', 'id');
    return shown === valid && valid !== '' ? soapAnswer(heard) : faultOf('InvalidSession');
  };
  const peer = await startPeer(answer);
  return { ...peer, logins: () => logins, forget: () => void (valid = '') };
}

const fields = { email: 'anna@example.com', password: { env: 'ANNA_PASSWORD' }, account: 'A' };

describe.each([
  ['in a header part', false],
  ['in cookies', true],
] as const)('a session %s', (_title, cookies) => {
  test('is begun once, also by calls at the same time, and once more when the service has forgotten it', async () => {
    const service = await startService(cookies);
    const gate = await startGate(service.origin, { mapping: mapping(), auth: { back: { fields } } });
    const first = await Promise.all(Array.from({ length: 8 }, () => gate.get('/v1/notes/7')));
    expect(first.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(service.logins()).toBe(1);
    service.forget();
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect((await gate.post('/v1/notes', { text: 'x' })).status).toBe(201);
    expect(service.logins()).toBe(2);
  });
});

describe('on one Redis', () => {
  test('two gateways share a session, and its renewal', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const service = await startService();
    const options = { mapping: mapping(), store: `unix:${redis.socket}`, name: 'notes', auth: { back: { fields } } };
    const gates = await Promise.all([startGate(service.origin, options), startGate(service.origin, options)]);
    const both = () => Promise.all(gates.flatMap((gate) => [gate.get('/v1/notes/7'), gate.get('/v1/notes/7')]));
    expect((await both()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(service.logins()).toBe(1);
    service.forget();
    expect((await both()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(service.logins()).toBe(2);
  });

  test('a nonce that one gateway has seen is no longer new to the other', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const rest = { headers: { 'content-type': 'application/json' }, body: '{"text":"milk","author":"anna"}' };
    const peer = await startPeer(() => rest);
    const auth = { front: ['usernameToken'], callers: [{ user: 'anna', password: { env: 'ANNA_PASSWORD' } }] };
    const options = { present: 'soap', store: `unix:${redis.socket}`, name: 'notes', auth } as const;
    const upstream = peer.origin.replace('/notes', '');
    const gates = await Promise.all([startGate(upstream, options), startGate(upstream, options)]);
    const created = new Date().toISOString();
    const digest = createHash('sha1').update(Buffer.from('bm9uY2U=', 'base64')).update(`${created}correct horse`);
    const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
    const token =
      `<w:Security xmlns:w="${oasis}-wssecurity-secext-1.0.xsd" xmlns:u="${oasis}-wssecurity-utility-1.0.xsd"><w:UsernameToken>` +
      `<w:Username>anna</w:Username><w:Password Type="${oasis}-username-token-profile-1.0#PasswordDigest">${digest.digest('base64')}</w:Password>` +
      `<w:Nonce>bm9uY2U=</w:Nonce><u:Created>${created}</u:Created></w:UsernameToken></w:Security>`;
    const body = envelope('<GetNote><id>7</id></GetNote>', token);
    const ask = ({ port }: { port: number }) =>
      call(port, '/notes', { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
    const answers = await Promise.all(gates.map(ask));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 500]);
    expect(peer.heard).toHaveLength(1);
    await redis.stop();
    expect((await ask(gates[0])).status).toBe(500);
    expect(peer.heard).toHaveLength(1);
  });
});

describe('a session', () => {
  test('that ends at once is renewed once a call, no more', async () => {
    const logins: Heard[] = [];
    const service = await startPeer((heard) => {
      if (!heard.body.includes('Login')) return faultOf('InvalidSession');
      logins.push(heard);
      return { body: envelope(`<LoginResponse><sessionId>S${logins.length}</sessionId></LoginResponse>`) };
    });
    const gate = await startGate(service.origin, { mapping: mapping(), retries: 0, auth: { back: { fields } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(422);
    expect(logins).toHaveLength(2);
    expect(service.heard).toHaveLength(4);
  });

  test('is one for each credential', async () => {
    const service = await startService();
    const front = [{ basic: { judge: 'back', as: { user: 'email' } } }];
    const auth = { front, back: { fields: { account: 'A' } } };
    const gate = await startGate(service.origin, { mapping: mapping(), auth });
    const by = (pair: string) => gate.get('/v1/notes/7', { authorization: `Basic ${btoa(pair)}` });
    expect((await by('anna:correct horse')).status).toBe(200);
    const wrong = await by('anna:wrong');
    expect([wrong.status, JSON.parse(wrong.text).code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(wrong.text).not.toMatch(/wrong|anna|NO/);
    // The service knows one session at a time: the second login has ended the first.
    expect((await by('bob:correct horse')).status).toBe(200);
    expect((await by('anna:correct horse')).status).toBe(200);
    expect(service.logins()).toBe(3);
    // An open rule shows no session, which this service wants from everybody.
    expect((await gate.get('/v1/time')).status).toBe(400);
  });

  test('is one for each value that its login says, also of fields that may be absent', async () => {
    const service = await startPeer((heard) => {
      if (!heard.body.includes('Login')) return soapAnswer(heard);
      const account = textIn(heard.body, 'account') ?? 'none';
      return { body: envelope(`<LoginResponse><sessionId>of ${account}</sessionId></LoginResponse>`) };
    });
    const dir = mapping(SESSION.replace('{$credential.account}', '{$credential.account?}'));
    const contract = join(dir, 'contract/notes.wsdl');
    const login = /(name="Login">[\s\S]*?<xsd:element name="account" type="xsd:string")/;
    writeFileSync(contract, readFileSync(contract, 'utf8').replace(login, '$1 minOccurs="0"'));
    const shared = { email: 'anna@example.com', password: { env: 'ANNA_PASSWORD' } };
    const callers = ['A', 'B', undefined].map((account, i) => {
      process.env[`SESSION_KEY_${i}`] = `key-${i}`;
      return { ...shared, key: { env: `SESSION_KEY_${i}` }, ...(account && { account }) };
    });
    const auth = { front: [{ apiKey: { header: 'X-Key' } }], callers } as never;
    const gate = await startGate(service.origin, { mapping: dir, auth });
    for (const key of ['key-0', 'key-1', 'key-2', 'key-0'])
      expect((await gate.get('/v1/notes/7', { 'x-key': key })).status).toBe(200);
    const shown = service.heard.filter(({ body }) => body.includes('GetNote')).map(({ body }) => textIn(body, 'id'));
    expect(shown).toEqual(['of A', 'of B', 'of none', 'of A']);
  });

  test('that cannot be begun with the credential of the bridge is not the mistake of callers', async () => {
    const service = await startService();
    process.env.WRONG_PASSWORD = 'wrong';
    const back = { fields: { ...fields, password: { env: 'WRONG_PASSWORD' } } };
    const gate = await startGate(service.origin, { mapping: mapping(), auth: { back } });
    const { status, text } = await gate.get('/v1/notes/7');
    expect([status, JSON.parse(text).code]).toEqual([502, 'CREDENTIAL']);
  });

  test('may have its id in a header of the response to the login', async () => {
    const login = (header: string) => envelope('<LoginResponse><sessionId>none</sessionId></LoginResponse>', header);
    let header = '<session><id>H1</id></session>';
    const service = await startPeer((heard) =>
      heard.body.includes('Login') ? { body: login(header) } : soapAnswer(heard),
    );
    const dir = mapping(
      SESSION.replace(
        'response: { LoginResponse: { sessionId: "{id}" } }',
        'responseHeaders: { session: { id: "{id}" } }',
      ),
    );
    const contract = join(dir, 'contract/notes.wsdl');
    const wsdl = readFileSync(contract, 'utf8');
    const bound = wsdl.replace(
      /(<operation name="Login">\s*<soap:operation[\s\S]*?<output>)/,
      '$1<soap:header message="n:Session" part="session" use="literal"/>',
    );
    expect(bound).not.toBe(wsdl);
    const message = '<message name="Session"><part name="session" element="n:session"/></message>';
    writeFileSync(contract, wsdl.includes('name="Session"') ? bound : bound.replace('</types>', `</types>${message}`));
    const start = () => startGate(service.origin, { mapping: dir, auth: { back: { fields } } });
    expect((await (await start()).get('/v1/notes/7')).status).toBe(200);
    expect(textIn(service.heard[1].body, 'id')).toBe('H1');
    header = '';
    const { status, text } = await (await start()).get('/v1/notes/7');
    expect([status, JSON.parse(text).code]).toEqual([502, 'CREDENTIAL']);
  });

  test('says nothing to whoever reads the store', () => {
    const sessionKey = new SessionKey(['bridge', 'anna', 'secret']);
    const bytes = sessionKey.close('session 1');
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('session');
    expect(sessionKey.open(bytes)).toBe('session 1');
    expect(new SessionKey(['bridge', 'anna', 'other']).open(bytes)).toBeUndefined();
    bytes[20] ^= 1;
    expect(sessionKey.open(bytes)).toBeUndefined();
    expect(sessionKey.open(new Uint8Array(3))).toBeUndefined();
    expect(new SessionKey(['a', 'b,c']).name).not.toBe(new SessionKey(['a,b', 'c']).name);
  });
});

describe('an address that the response to the login names', () => {
  /** Where clients log in: names the address by the account of the login. */
  const startLogin = (addressOf: (email: string) => string) =>
    startPeer((heard) =>
      heard.body.includes('Login')
        ? {
            body: envelope(
              `<LoginResponse><sessionId>${addressOf(textIn(heard.body, 'email')!)}</sessionId></LoginResponse>`,
            ),
          }
        : soapAnswer(heard),
    );
  const hostOf = ({ origin }: Peer) => new URL(origin).host;

  test('gets the calls of its session, at its path', async () => {
    const [a, b] = [await startPeer(), await startPeer()];
    const login = await startLogin((email) =>
      email.startsWith('anna') ? `${a.origin}/of-a?x=1` : new URL(b.origin).origin,
    );
    const gate = await startGate(login.origin, {
      mapping: mapping(NAMED),
      sessionAddress: 'serverUrl',
      sessionHosts: [hostOf(a), hostOf(b)],
      auth: {
        front: [{ basic: { judge: 'back', as: { user: 'email', password: 'password' } } }],
        back: { fields: { account: 'A' } },
      },
    });
    const as = (user: string) => ({ authorization: `Basic ${Buffer.from(`${user}:pw`).toString('base64')}` });
    for (const user of ['anna', 'bob', 'anna']) expect((await gate.get('/v1/notes/7', as(user))).status).toBe(200);
    expect(login.heard).toHaveLength(2);
    expect(a.heard.map(({ url }) => url)).toEqual(['/notes/of-a?x=1', '/notes/of-a?x=1']);
    expect(b.heard.map(({ url }) => url)).toEqual(['/notes']);
    expect(a.heard[0].body).toContain(`id>${a.origin}/of-a?x=1<`);
  });

  test('gets nothing where the settings do not allow it; the login is not asked again and again', async () => {
    const inside = await startPeer();
    const login = await startLogin(() => inside.origin);
    const gate = await startGate(login.origin, {
      mapping: mapping(NAMED),
      sessionAddress: 'serverUrl',
      sessionHosts: ['127.0.0.1', '*.example.com'],
      auth: { back: { fields } },
    });
    for (let i = 0; i < 2; i++) {
      const { status, text } = await gate.get('/v1/notes/7');
      expect([status, JSON.parse(text).code]).toEqual([502, 'CREDENTIAL']);
      expect(text).not.toContain('127.0.0.1');
    }
    expect([inside.heard.length, login.heard.length]).toEqual([0, 1]);
  });

  const hosts = ['*.example.com', 'one.example', 'two.example:8443'];
  const under = (text: string, origin = 'https://login.example') => serviceAddress(text, { value: 'v', hosts, origin });

  test.each([
    ['https://na1.example.com/services/Soap?x', { origin: 'https://na1.example.com', path: '/services/Soap?x' }],
    ['https://A.B.EXAMPLE.com:443', { origin: 'https://a.b.example.com', path: undefined }],
    ['https://one.example/', { origin: 'https://one.example', path: undefined }],
    ['https://two.example:8443/x', { origin: 'https://two.example:8443', path: '/x' }],
    ['https://login.example/x', { origin: 'https://login.example', path: '/x' }],
  ])('%s is allowed', (text, address) => expect(under(text)).toEqual(address));

  test.each([
    'https://example.com',
    'https://evilexample.com',
    'https://na1.example.com.evil.example',
    'https://na1.example.com@evil.example/',
    'https://user@one.example/',
    'https://evil.example/#.example.com',
    'https://evil.example\\.example.com',
    'https://na1.example.com:8443',
    'https://two.example',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'http://one.example/',
    'file:///etc/passwd',
    '/relative',
  ])('%s is not', (text) => expect(() => under(text)).toThrow('is not used'));

  test('without TLS from a service without TLS alone; none is none', () => {
    expect(under('http://one.example', 'http://login.example')).toEqual({
      origin: 'http://one.example',
      path: undefined,
    });
    expect(under('')).toBeUndefined();
  });
});
