// T-SEC-30: secrets of callers, of the peer and of the settings are in no log line, metric, problem body, list of mappings or output of `explain`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/spawn-cli.ts';
import { call } from '../server/http-client.ts';
import { http } from '../transport/raw-peer.ts';
import { addNote, envelope, NOTES } from './documents.ts';
import { Caller, notes, openStage, request, SOAP_PATH, type Stage, say, sayJson, sayXml } from './stage.ts';

let number = 0;
/** Found again in any of its forms. */
const secret = (name: string) => `s3cret-${name}-${(++number).toString().padStart(4, '0')}`;

const s = {
  basic: secret('basic'),
  bearer: secret('bearer'),
  cookie: secret('cookie'),
  key: secret('key'),
  proxy: secret('proxy'),
  query: secret('query'),
  segment: secret('segment'),
  tenant: secret('tenant'),
  title: secret('title'),
  member: secret('member'),
  header: secret('header'),
  action: secret('action'),
  password: secret('password'),
  nonce: secret('nonce'),
  block: secret('block'),
  idempotency: secret('idempotency'),
  host: secret('host'),
  agent: secret('agent'),
  trace: secret('trace'),
  setCookie: secret('set-cookie'),
  server: secret('server'),
  stack: secret('stack'),
  reason: secret('reason'),
  page: secret('page'),
  error: secret('error'),
};

/** Of the caller: he may see what he wrote about the request's place, and never a credential. */
const CREDENTIALS = [s.basic, s.bearer, s.cookie, s.key, s.proxy, s.password, s.nonce, s.idempotency];
/** Of the peer: for nobody. */
const INTERNALS = [s.setCookie, s.server, s.stack, s.page];

const forms = (text: string) => [
  text,
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  Buffer.from(`a:${text}`).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(text),
  Buffer.from(text).toString('hex'),
];
const found = (where: string, secrets: readonly string[]) =>
  secrets.filter((one) => forms(one).some((form) => where.includes(form)));

const CALLER = [
  `Cookie: session=${s.cookie}`,
  `X-Api-Key: ${s.key}`,
  `Proxy-Authorization: Basic ${s.proxy}`,
  `User-Agent: ${s.agent}`,
  `traceparent: ${s.trace}`,
  `X-Request-Id: ${s.header} with a space`,
  `Idempotency-Key: ${s.idempotency}`,
];
const AUTH = [
  [`Authorization: Basic ${Buffer.from(`a:${s.basic}`).toString('base64')}`],
  [`Authorization: Bearer ${s.bearer}`],
];

const restRequests = AUTH.flatMap((auth) => {
  const fields = [...CALLER, ...auth];
  const json = [...fields, `X-Tenant: ${s.tenant}`, 'Content-Type: application/json'];
  return [
    request(`GET /v1/notes/${s.segment}?lang=${s.query}`, fields),
    request(`GET /v1/notes/7?token=${s.query}`, fields),
    request(`GET /v1/nothing/${s.segment}?token=${s.query}`, fields),
    request(`GET /v1/notes/..%2f${s.segment}`, fields),
    request(`PUT /v1/notes/7?token=${s.query}`, fields, s.title),
    request('POST /v1/notes', json, JSON.stringify({ title: s.title })),
    request('POST /v1/notes', json, JSON.stringify({ title: s.title, [s.member]: 1 })),
    request('POST /v1/notes', json, `{"title":"${s.title}`),
    request('POST /v1/notes', json, JSON.stringify({ title: s.title, amount: s.member })),
    request('POST /v1/notes', [...fields, 'Content-Type: text/plain'], s.title),
    Buffer.from(`GET /${s.segment} HTTP/1.1\r\nHost: ${s.host} x\r\n${fields.join('\r\n')}\r\n\r\n`),
    Buffer.from(`GET / ${s.segment}\r\n${fields.join('\r\n')}\r\n\r\n`),
  ];
});

const security = `<w:Security xmlns:w="urn:wsse"><w:UsernameToken><w:Password>${s.password}</w:Password><w:Nonce>${Buffer.from(s.nonce).toString('base64')}</w:Nonce></w:UsernameToken></w:Security>`;
const withSecurity = (xml: string, must = '') =>
  xml.replace('</s:Header>', `${security.replace('>', ` ${must}>`)}<o:x xmlns:o="urn:o">${s.block}</o:x></s:Header>`);

const soapRequests = AUTH.flatMap((auth) => {
  const fields = [...CALLER, ...auth, 'Content-Type: text/xml'];
  const post = (xml: string, more: readonly string[] = []) => request(`POST ${SOAP_PATH}`, [...fields, ...more], xml);
  const good = addNote({ title: s.title }).replace('>t</n:Tenant>', `>${s.tenant}</n:Tenant>`);
  return [
    post(withSecurity(good)),
    post(withSecurity(good, 's:mustUnderstand="1"')),
    post(withSecurity(good), [`SOAPAction: "${s.action}"`]),
    post(withSecurity(good.replace('n:title', 'n:titel'))),
    post(withSecurity(good).slice(0, -20)),
    post(withSecurity(good.replace('</n:title>', `</n:title><n:amount>${s.member}</n:amount>`))),
    request(`GET ${SOAP_PATH}?${s.query}`, fields),
  ];
});

const soapFault = `<s:Fault><faultcode>s:Server</faultcode><faultstring>${s.reason}</faultstring><detail><trace>${s.stack} at Foo.bar(Foo.java:7)</trace></detail></s:Fault>`;
const peerFields = [
  `Set-Cookie: sid=${s.setCookie}`,
  `Server: ${s.server}`,
  `X-Powered-By: ${s.server}`,
  `WWW-Authenticate: Basic realm="${s.server}"`,
];
const restReplies = [
  sayXml(
    envelope(
      `<n:GetNoteResponse xmlns:n="${NOTES}"><n:note><n:title>${s.page}</n:title><n:title/></n:note></n:GetNoteResponse>`,
    ),
    200,
    peerFields,
  ),
  sayXml(envelope(soapFault), 500, peerFields),
  say(http(500, 'text/html', `<pre>${s.page}</pre>`, peerFields)),
  say(http(401, 'text/html', s.page, peerFields)),
  say(http(302, undefined, '', [`Location: http://127.0.0.1:9/${s.page}`])),
  sayXml(`<${s.page}`, 200, peerFields),
  say(`HTTP/1.1 200 ${s.page}\r\nContent-Length: 99\r\n\r\n${s.page}`, true),
];
const soapReplies = [
  sayJson(JSON.stringify({ title: 1, [s.error]: s.page }), 200, peerFields),
  say(http(500, 'text/html', `<pre>${s.page}</pre>`, peerFields)),
  say(http(500, 'text/plain', s.page, peerFields)),
  sayJson(JSON.stringify({ status: 500, code: 'X', stack: s.stack, trace: [s.stack] }), 500, peerFields),
  say(`HTTP/1.1 200 ${s.page}\r\nContent-Length: 99\r\n\r\n${s.page}`, true),
];

describe('T-SEC-30: secrets', () => {
  let soap: Stage;
  let rest: Stage;
  const replies: string[] = [];

  beforeAll(async () => {
    const flags = { logLevel: 'trace', retries: '0' };
    [soap, rest] = await Promise.all([openStage('soap', flags), openStage('rest', flags)]);
    for (const [stage, requests, answers] of [
      [rest, restRequests, restReplies],
      [soap, soapRequests, soapReplies],
    ] as const) {
      const caller = new Caller(stage);
      for (const script of answers) {
        stage.peer.script = script;
        for (const bytes of requests) replies.push((await caller.ask(bytes))?.head ?? '', '\n');
        for (const bytes of requests) replies.push((await caller.ask(bytes))?.text ?? '', '\n');
      }
      await caller.good();
      caller.close();
    }
  });

  afterAll(async () => {
    await Promise.all([soap.stop(), rest.stop()]);
  });

  it('there are 24 of them, and they were there to be found', () => {
    expect(Object.keys(s).length).toBeGreaterThanOrEqual(24);
    expect(replies.length).toBeGreaterThan(500);
    const sent = [...soap.peer.requests, ...rest.peer.requests].map(({ body, line }) => body + line).join();
    expect(found(sent, [s.title, s.tenant, s.segment])).toEqual([s.title, s.tenant, s.segment]);
  });

  it('none is in the access log', () => {
    // The path of a request that no rule takes is there for the operator, without its query.
    const lines = [...soap.log, ...rest.log].join('\n').replaceAll(/"path":"[^"?]*"/g, '"path":""');
    expect(lines).toContain('UPSTREAM_');
    // The text of a fault that clients do not see is there for the operator.
    expect(found(lines, Object.values(s))).toEqual([s.reason]);
    const withText = lines.split('\n').filter((line) => line.includes(s.reason));
    for (const line of withText) expect(JSON.parse(line).reason).toBe(JSON.stringify(s.reason));
  });

  it('none is in metrics, or in the list of mappings', async () => {
    for (const { adminPort } of [soap, rest]) {
      const { text } = await call(adminPort, '/metrics');
      expect(text).toContain('soapstone_');
      expect(found(text, Object.values(s))).toEqual([]);
      expect(found((await call(adminPort, '/mappings')).text, Object.values(s))).toEqual([]);
      expect(found((await call(adminPort, `/${s.segment}?${s.query}`)).text, Object.values(s))).toEqual([]);
    }
  });

  it('no credential is in a response, and nothing that only the peer knows', () => {
    const all = replies.join('');
    expect(found(all, [...CREDENTIALS, ...INTERNALS])).toEqual([]);
    expect(all).not.toMatch(/Foo\.java|node_modules|\.ts:\d/);
  });

  it('explain shows neither the credential nor what is named like one', async () => {
    const { out, err, code } = await run([
      'explain',
      notes,
      `GET /v1/notes/7?lang=en`,
      '-H',
      `Authorization: Bearer ${s.bearer}`,
      '-H',
      `Cookie: ${s.cookie}`,
      '-H',
      `X-Api-Key: ${s.key}`,
    ]);
    expect([code, found(out + err, Object.values(s))]).toEqual([0, []]);
    expect(out).toContain('note.get');
  });
});

describe('T-SEC-35: the admin port', () => {
  it('only reads, and says nothing to anything else', async () => {
    const stage = await openStage('rest');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
      for (const path of ['/livez', '/readyz', '/metrics', '/mappings'])
        expect((await call(stage.adminPort, path, { method })).status).toBe(405);
    }
    for (const path of [
      '/',
      '/../livez',
      '/livez/',
      '/%6civez',
      '/metrics/../mappings',
      '/__proto__',
      '/constructor',
      '/v1/notes/7',
      '/docs',
    ]) {
      expect([path, (await call(stage.adminPort, path)).status]).toEqual([path, 404]);
    }
    const { headers } = await call(stage.adminPort, '/mappings', { headers: { origin: 'http://evil.example' } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    await stage.stop();
  });
});
