// Secrets put wherever a message, a setting or a peer can carry one, looked for in everything that operators see: the log, standard error, metrics, probes,
// what is loaded, spans.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { envelope } from '../binding/soap/front/front-scene.ts';
import { bankMapping } from '../server/bank-mapping.ts';
import { call } from '../server/http-client.ts';
import { startReceiver } from '../server/traces/receiver.ts';
import { until } from '../server/until.ts';
import { start } from './spawn-cli.ts';

/** Valid in any name, path or token; only letters, so that it is found however it is escaped. */
const canary = (place: string) => `Kanarienvogel${place}`;
const ANY = 'Kanarienvogel';

async function peer(listener: RequestListener): Promise<string> {
  const server = createServer((req, res) => void req.resume().once('end', () => listener(req, res)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(upstream: string, ...more: readonly string[]) {
  const collector = await startReceiver();
  onTestFinished(() => collector.stop());
  const ports = ['--host', '127.0.0.1', '--port', '0', '--admin-host', '127.0.0.1', '--admin-port', '0'];
  const store = ['--store', 'redis://127.0.0.1:9/', '--store-password', 'env:STORE_SECRET', '--rate-limit', '9000/1m'];
  const args = ['--mapping', bankMapping(), '--upstream', `${upstream}/?key=${canary('Upstream')}`, '--traces', 'otlp'];
  const running = start(['serve', ...ports, ...args, ...store, '--drain-delay', '0s', ...more], {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, STORE_SECRET: canary('Store') },
  });
  let over = false;
  void running.ended.then(() => (over = true));
  await until(() => over || running.err().includes('listening on port'));
  expect(over, running.err()).toBe(false);
  const port = Number(/listening on port (\d+)/.exec(running.err())?.[1]);
  const adminPort = Number(/admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(running.err())?.[1]);
  /** Ends the gateway. */
  const seen = async () => {
    const pages = ['/metrics', '/mappings', '/readyz?verbose', '/livez'];
    const shown = await Promise.all(pages.map(async (path) => (await call(adminPort, path)).text));
    running.child.kill('SIGTERM');
    const { out, err } = await running.ended;
    // The store is away. When that is said depends on how long the connection takes to fail.
    const lines = out.split('\n').filter((line) => line !== '' && !line.includes('the store is away'));
    return { lines, all: [out, err, collector.text(), ...shown].join('\n') };
  };
  return { port, seen };
}

/** The texts of faults that clients do not see are there for the operator, and nothing else of a peer. So are paths that no rule has, without query. */
function withoutTexts(all: string): string {
  const text = /"reason":("\\"(?:[^"\\]|\\.)*")/g;
  expect([...all.matchAll(text)].length).toBeGreaterThan(0);
  return all.replace(text, '"reason":""').replaceAll(/"path":"[^"?]*"/g, '"path":""');
}

const secretHeaders = {
  authorization: `Bearer ${canary('Bearer')}`,
  'proxy-authorization': `Basic ${canary('Proxy')}`,
  cookie: `session=${canary('Cookie')}`,
  'x-api-key': canary('ApiKey'),
  'x-request-id': `${canary('RequestId')} with spaces`,
  traceparent: canary('Trace'),
  tracestate: `vendor=${canary('State')}`,
  'user-agent': canary('Agent'),
  referer: `http://h/?t=${canary('Referer')}`,
};

const soapFault = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>
<faultstring>no password ${canary('FaultString')}</faultstring><detail><x xmlns="urn:x">${canary('Detail')}</x></detail></s:Fault></s:Body></s:Envelope>`;

const soapReply = (members: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><b:GetAccountResponse xmlns:b="https://example.com/bank">
<b:account><b:added by="${canary('By')}">${canary('Text')}<b:${canary('Child')}/></b:added>${members}</b:account></b:GetAccountResponse></s:Body></s:Envelope>`;
const account = `<b:id>7</b:id><b:owner>o</b:owner><b:balance>1</b:balance><b:currency>EUR</b:currency><b:opened>2020-01-01</b:opened><b:frozen>false</b:frozen>`;

test('REST in front', async () => {
  let n = 0;
  const upstream = await peer((_req, res) => {
    const fields = { 'content-type': 'text/xml', 'set-cookie': `s=${canary('SetCookie')}`, server: canary('Server') };
    switch (n++ % 6) {
      case 0:
        return res.writeHead(500, fields).end(soapFault);
      case 4:
        return res.writeHead(200, fields).end(soapReply(''));
      case 5:
        return res.writeHead(200, fields).end(soapReply(account));
      case 1:
        return res.writeHead(200, fields).end(`<broken>${canary('Broken')}`);
      case 2:
        return res.writeHead(403, { 'content-type': 'text/html' }).end(`<p>${canary('Html')}</p>`);
      default:
        return res.destroy();
    }
  });
  const { port, seen } = await serve(upstream);
  const asked = [
    '7',
    '7',
    '7',
    '7',
    '7',
    '7',
    canary('Path'),
    `7?currency=${canary('Query')}`,
    `7?${canary('Name')}=1`,
    `%zz${canary('Bad')}`,
  ];
  for (const id of asked) await call(port, `/v1/accounts/${id}`, { headers: secretHeaders });
  const body = JSON.stringify({ password: canary('Body') });
  await call(port, '/v1/accounts/7', {
    method: 'POST',
    headers: { ...secretHeaders, 'content-type': 'application/json' },
    body,
  });
  await call(port, `/${canary('Elsewhere')}`, { headers: secretHeaders });
  const { lines, all } = await seen();
  // One line says what the contract does not have, of the response that is accepted.
  expect(lines).toHaveLength(asked.length + 3);
  expect(all).toContain('"code":"UPSTREAM_');
  expect(all).toContain('"path":"Envelope/Body/GetAccountResponse/account/added"');
  expect(all).toContain(
    '"reason":"element \\"id\\" is missing (CODEC_MISSING) at Envelope/Body/GetAccountResponse/account; to accept it: responseMissing: null"',
  );
  expect(withoutTexts(all)).not.toContain(ANY);
});

test('SOAP in front', async () => {
  let n = 0;
  const upstream = await peer((_req, res) => {
    const fields = { 'content-type': 'application/problem+json', 'set-cookie': `s=${canary('SetCookie')}` };
    const problem = JSON.stringify({ code: 'DESK_CLOSED', title: canary('Title'), detail: canary('Detail') });
    switch (n++ % 4) {
      case 0:
        return res.writeHead(500, fields).end(problem);
      case 1:
        return res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"account":{"owner":"${canary('Owner')}"}}`);
      case 2:
        return res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(`{"id":7,"owner":{"${canary('Member')}":{"${canary('Inner')}":1}}}`);
      default:
        return res.destroy();
    }
  });
  const { port, seen } = await serve(upstream, '--present', 'soap', '--path', '/soap');
  const ask = (id: string, header = '', action = '') => {
    const xml = envelope(
      '1.1',
      `<b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>${id}</b:accountId></b:GetAccount>`,
    );
    const headers = { ...secretHeaders, 'content-type': 'text/xml', soapaction: `"${action}"` };
    return call(port, '/soap', { method: 'POST', headers, body: xml.replace(/(<[^<>]*Body>)/, `${header}$1`) });
  };
  for (const id of ['7', '7', '7', '7', canary('Value'), `7</b:accountId><b:${canary('Element')}/><b:accountId>`])
    await ask(id);
  await ask('7', '', canary('Action'));
  await ask(
    '7',
    `<s:Header xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><w:Password xmlns:w="urn:w">${canary('Password')}</w:Password></s:Header>`,
  );
  await call(port, '/soap', {
    method: 'POST',
    headers: { ...secretHeaders, 'content-type': 'text/xml' },
    body: `<${canary('Root')}`,
  });
  const { lines, all } = await seen();
  expect(lines).toHaveLength(9);
  expect(all).toContain('"reason":"Value of the wrong type (CODEC_TYPE) at $.owner"');
  expect(withoutTexts(all)).not.toContain(ANY);
});

test('a request id and a trace that are well-formed are shown, on every line', async () => {
  const { port, seen } = await serve(
    await peer((_req, res) => res.writeHead(500, { 'content-type': 'text/xml' }).end(soapFault)),
  );
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { 'x-request-id': 'abc-1', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await call(port, '/v1/accounts/7', { headers });
  await call(port, '/elsewhere', { headers });
  const { lines } = await seen();
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ request_id: 'abc-1', trace_id: trace });
});
