// Inputs whose size a stranger chooses, in each configuration that reads them before or while it judges: credentials, heads, bodies, responses.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallerRegistry } from '../../src/auth/inbound/caller-registry.ts';
import { certificate } from '../../src/auth/inbound/certificate.ts';
import { callerEntry } from '../../src/auth/inbound/grants.ts';
import { Secret } from '../../src/auth/settings/secret.ts';
import { type AuthSettings, type FrontSettings, noAuthSettings } from '../../src/auth/settings/settings.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { type Asked, exchange, guardedFace, type PeerReply, restFace, soapFace } from '../fuzz/targets/face.ts';
import { tlsFile } from '../server/tls-files.ts';
import { addNote, envelope, NOTES } from './documents.ts';
import type { GrowthCase } from './growth.ts';

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`;
const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`;
const none = new Uint8Array(0);
const xmlReply: PeerReply = { status: 200, fields: { 'content-type': 'text/xml' }, pieces: [none] };
const jsonReply = (body: string): PeerReply => ({
  status: 201,
  fields: { 'content-type': 'application/json', location: '/v1/notes/1', 'x-note': '1' },
  pieces: [Buffer.from(body)],
});
const post = (text: string): Asked => ({
  method: 'POST',
  url: '/soap',
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(text),
});
const get = (headers: Record<string, string>, url = '/v1/notes/7'): Asked => ({
  method: 'GET',
  url,
  headers,
  body: none,
});
const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join('');

process.env['GROWTH_SECRET'] = 'correct horse';
const secret = new Secret({ env: 'GROWTH_SECRET' });
const callers = [
  callerEntry(
    new Map<string, string | Secret>([
      ['user', 'anna'],
      ['password', secret],
      ['key', secret],
      ['consumerKey', 'ck'],
      ['consumerSecret', secret],
      ['token', secret],
      ['tokenSecret', secret],
    ]),
  ),
];
const settings = (...front: FrontSettings[]): AuthSettings => ({ ...noAuthSettings, front, callers });
const names = (...all: string[]) => Object.fromEntries(all.map((name) => [name, name])) as never;

/** Name, face, and the head of a request with `n` pieces. */
function headCases(kind: string, front: FrontSettings, inputs: Readonly<Record<string, (n: number) => Asked>>) {
  const face = guardedFace('rest', settings(front));
  return Object.entries(inputs).map(([input, make]): GrowthCase => {
    return { configuration: `${kind} in front`, input, run: (n) => exchange(face, make(n), xmlReply) };
  });
}

const authorization = (make: (n: number) => string) => (n: number) => get({ authorization: make(n) });
const realm = 'r';
const window = 300_000;
const jwt = {
  jwks: { file: new Secret({ env: 'GROWTH_KEYS' }) },
  issuer: ['i'],
  audience: ['a'],
  algorithms: ['ES256'],
  identity: ['sub'],
  scopeClaim: ['scope'],
  rolesClaim: ['roles'],
  claims: new Map(),
  tolerance: 0,
};
process.env['GROWTH_KEYS'] = '{"keys":[]}';

const oauth = (n: number) =>
  `OAuth oauth_consumer_key="ck", oauth_nonce="${'n'.repeat(n)}", oauth_signature_method="HMAC-SHA256", oauth_timestamp="${Math.floor(Date.now() / 1000)}", oauth_signature="x"`;

const heads: readonly GrowthCase[] = [
  ...headCases(
    'apiKey',
    { kind: 'apiKey', realm, judge: 'gateway', header: 'x-api-key', as: names('key') },
    { 'a long key': (n) => get({ 'x-api-key': 'k'.repeat(n) }) },
  ),
  ...headCases(
    'apiKey (query)',
    { kind: 'apiKey', realm, judge: 'gateway', query: 'key', as: names('key') },
    {
      'many parameters': (n) => get({}, `/v1/notes/7?${'a=b&'.repeat(n)}key=x`),
      'many keys': (n) => get({}, `/v1/notes/7?${'key=x&'.repeat(n)}`),
    },
  ),
  ...headCases(
    'basic',
    { kind: 'basic', realm, judge: 'gateway', as: names('user', 'password') },
    {
      'a long pair': authorization((n) => `Basic ${Buffer.from(`${'u'.repeat(n)}:p`).toString('base64')}`),
      'white space': authorization((n) => `Basic ${' '.repeat(n)}x`),
    },
  ),
  ...headCases(
    'bearer',
    { kind: 'bearer', realm, as: names('token'), jwt },
    {
      'a long token': authorization((n) => `Bearer ${'a'.repeat(n)}.b.c`),
      dots: authorization((n) => `Bearer ${'.'.repeat(n)}`),
      'many claims': authorization((n) => {
        const claims = `{${many(n, (i) => `"c${i}":0,`)}"sub":"a"}`;
        return `Bearer ${[`{"alg":"ES256","kid":"k"}`, claims].map((one) => Buffer.from(one).toString('base64url')).join('.')}.AA`;
      }),
    },
  ),
  ...headCases(
    'oauth1',
    {
      kind: 'oauth1',
      realm,
      methods: ['HMAC-SHA256'],
      window,
      as: names('consumerKey', 'consumerSecret', 'token', 'tokenSecret'),
    },
    {
      'a long nonce': authorization(oauth),
      'many parameters': authorization((n) => `OAuth ${many(n, (i) => `p${i}="x", `)}realm="r"`),
      'a long query': (n) => get({ authorization: oauth(1) }, `/v1/notes/7?${many(n, (i) => `p${n - i}=x&`)}`),
      commas: authorization((n) => `OAuth ${','.repeat(n)}`),
    },
  ),
  {
    configuration: 'certificate in front',
    input: 'many names',
    run: (n) => {
      const gate = certificate(
        { kind: 'certificate', known: true, as: names('certificate', 'authority') },
        new CallerRegistry(callers),
      );
      const own = new X509Certificate(readFileSync(tlsFile('server.pem')));
      const shown = { subject: own.subject, issuer: own.issuer, subjectAltName: many(n, (i) => `DNS:h${i}, `) };
      const socket = { encrypted: true, authorized: true, getPeerX509Certificate: () => shown };
      return gate.authenticate({ req: { socket } as never });
    },
  },
];

/** Names that no message has had: the reader remembers some thousands. */
let fresh = 10_000;

const security = (content: string) =>
  addNote({}).replace('<s:Header>', `<s:Header><w:Security xmlns:w="${WSSE}" xmlns:u="${WSU}">${content}</w:Security>`);
const token = (password: string, user = 'anna', more = '') =>
  `<w:UsernameToken><w:Username>${user}</w:Username><w:Password>${password}</w:Password>${more}</w:UsernameToken>`;
const digest = (nonce: string, created = '2026-02-01T00:00:00Z') =>
  `<w:UsernameToken><w:Username>anna</w:Username><w:Password Type="${OASIS}-username-token-profile-1.0#PasswordDigest">x</w:Password><w:Nonce>${nonce}</w:Nonce><u:Created>${created}</u:Created></w:UsernameToken>`;

function tokenCases(): GrowthCase[] {
  const front: FrontSettings = {
    kind: 'usernameToken',
    judge: 'gateway',
    passwords: ['text', 'digest'],
    window,
    as: names('user', 'password'),
  };
  const face = guardedFace('soap', settings(front));
  const inputs: Record<string, (n: number) => string> = {
    'elements on one line': (n) => '<w:x/>'.repeat(n) + token('p'),
    'elements in the token': (n) => token('p', 'anna', '<w:x/>'.repeat(n)),
    'elements with names of their own': (n) => many(n, () => `<w:x${fresh++}/>`) + token('p'),
    'namespaces of their own': (n) => many(n, () => `<p:x xmlns:p="urn:${fresh++}"/>`) + token('p'),
    'a long name': (n) => token('p', 'u'.repeat(n)),
    'a name in pieces': (n) => token('p', 'u<!---->'.repeat(n)),
    'a long password': (n) => token('&#65;'.repeat(n)),
    'a password in CDATA sections': (n) => token('<![CDATA[a]]>'.repeat(n)),
    'many tokens': (n) => token('p').repeat(n),
    'many times': (n) => `<u:Timestamp>${'<u:Expires>2026-02-01T00:00:00Z</u:Expires>'.repeat(n)}</u:Timestamp>`,
    'a digest with a long nonce': (n) => digest('AAAA'.repeat(n)),
    'a digest with white space in its nonce': (n) => digest(`${' '.repeat(n)}AAAA`),
    'a digest with a long time': (n) => digest('AAAA', `2026-02-01T00:00:00.${'0'.repeat(n)}Z`),
  };
  return Object.entries(inputs).map(([input, make]) => {
    return {
      configuration: 'usernameToken in front',
      input,
      run: (n) => exchange(face, post(security(make(n))), jsonReply('{"id":"1"}')),
    };
  });
}

async function partCases(): Promise<GrowthCase[]> {
  const mapping = await loadMapping(join(import.meta.dirname, '../../mappings/90-credentials'));
  const face = guardedFace('soap', settings({ kind: 'soap', judge: 'gateway', window }), mapping);
  const message = (passport: string, more = '') =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="https://example.com/notes"><s:Header>${more}<passport>${passport}</passport></s:Header><s:Body><GetNote><id>7</id></GetNote></s:Body></s:Envelope>`;
  const inputs: Record<string, (n: number) => string> = {
    'a long password': (n) =>
      message(`<email>a@example.com</email><password>${'&#65;'.repeat(n)}</password><account>A</account>`),
    'elements that nobody knows': (n) => message('<x/>'.repeat(n)),
    'elements in another block': (n) => message('', `<o:b xmlns:o="urn:o">${'<o:x/>'.repeat(n)}</o:b>`),
  };
  return Object.entries(inputs).map(([input, make]) => {
    return {
      configuration: 'header parts in front',
      input,
      run: (n) => exchange(face, post(make(n)), jsonReply('{"text":"a"}')),
    };
  });
}

const restHead = (input: string, make: (n: number) => Asked): GrowthCase => ({
  configuration: 'REST in front',
  input,
  run: (n) => exchange(restFace, make(n), xmlReply),
});
const soapBody = (input: string, make: (n: number) => string): GrowthCase => ({
  configuration: 'SOAP in front',
  input,
  run: (n) => exchange(soapFace, post(make(n)), jsonReply('{"id":"1"}')),
});
const restBack = (input: string, make: (n: number) => string): GrowthCase => ({
  configuration: 'a REST service behind',
  input,
  run: (n) => exchange(soapFace, post(addNote({})), jsonReply(make(n))),
});
const noteBody = (more: Record<string, string>): Asked => ({
  method: 'POST',
  url: '/v1/notes',
  headers: { 'content-type': 'application/json', 'x-tenant': 't', ...more },
  body: Buffer.from('{"title":"a"}'),
});

const faces: readonly GrowthCase[] = [
  restHead('parameters of a query', (n) => get({}, `/v1/notes/7?${'lang=a&'.repeat(n)}`)),
  restHead('parameters that nobody knows', (n) => get({}, `/v1/notes/7?${many(n, (i) => `p${i}=a&`)}`)),
  restHead('escapes in a path', (n) => get({}, `/v1/notes/${'%41'.repeat(n)}`)),
  restHead('segments of a path', (n) => get({}, `/v1${'/a'.repeat(n)}`)),
  restHead('a list in Accept', (n) => get({ accept: many(n, (i) => `a/b${i};q=0.1,`) })),
  restHead('a list in Prefer', (n) => get({ prefer: many(n, (i) => `p${i}=1,`) })),
  restHead('a list in If-None-Match', (n) => get({ 'if-none-match': many(n, (i) => `"e${i}",`) })),
  restHead('cookies', (n) => get({ cookie: many(n, (i) => `c${i}=1; `) })),
  restHead('a long Idempotency-Key', (n) => noteBody({ 'idempotency-key': `"${'k'.repeat(n)}"` })),
  restHead('a long value of a header', (n) => noteBody({ 'x-tenant': 't'.repeat(n) })),
  restHead('parameters of Content-Type', (n) => noteBody({ 'content-type': `application/json${'; a=b'.repeat(n)}` })),
  restHead('a long traceparent', (n) => get({ traceparent: '0'.repeat(n), 'x-request-id': 'a'.repeat(n) })),
  soapBody('header blocks', (n) =>
    addNote({}).replace('<s:Header>', `<s:Header>${'<o:b xmlns:o="urn:o"/>'.repeat(n)}`),
  ),
  soapBody('a header block with mustUnderstand and attributes', (n) =>
    addNote({}).replace(
      '<s:Header>',
      `<s:Header><o:b xmlns:o="urn:o" s:mustUnderstand="1" ${many(Math.min(n, 250), (i) => `a${i}="" `)}>${'<o:c/>'.repeat(n)}</o:b>`,
    ),
  ),
  soapBody('an address in pieces', (n) =>
    addNote({}).replace(
      '<s:Header>',
      `<s:Header><a:Action xmlns:a="http://www.w3.org/2005/08/addressing">${'x<!---->'.repeat(n)}</a:Action>`,
    ),
  ),
  soapBody('a body that no rule takes', (n) => envelope(`<n:Other xmlns:n="${NOTES}">${'<n:a/>'.repeat(n)}</n:Other>`)),
  restBack('members that nobody knows', (n) => `{"id":"1",${many(Math.min(n, 9_000), (i) => `"m${i}":0,`)}"z":0}`),
  restBack('escapes', (n) => `{"id":"${'\\u0041'.repeat(n)}"}`),
  restBack('brackets', (n) => '['.repeat(n)),
  restBack('digits', (n) => `{"id":${'9'.repeat(n)}}`),
];

export async function strangersCases(): Promise<readonly GrowthCase[]> {
  return [...heads, ...tokenCases(), ...(await partCases()), ...faces];
}
