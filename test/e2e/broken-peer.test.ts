// A peer that answers with something else than SOAP, or with half of it: a 502 for the caller, never a success, and the next good
// response gets through.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { accountsWsdl } from '../peers/contracts.ts';
import type { Peer } from '../peers/peer.ts';
import { setScene, tutorial } from './scene.ts';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const account =
  '<id>7</id><owner>Harbour Books</owner><balance>1</balance><currency>EUR</currency><opened>2019-03-04</opened><frozen>false</frozen>';
const envelope = (body: string, ns = soap) => `<s:Envelope xmlns:s="${ns}"><s:Body>${body}</s:Body></s:Envelope>`;
const response = (ns = 'https://example.com/bank') =>
  `<GetAccountResponse xmlns="${ns}"><account>${account}</account></GetAccountResponse>`;
const good = envelope(response());
const fault = envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>No database</faultstring></s:Fault>');
const xml = 'text/xml; charset=utf-8';

type Answering = (res: ServerResponse) => void;
const say =
  (text: string, type = xml, status = 200): Answering =>
  (res) =>
    void res.writeHead(status, { 'content-type': type }).end(text);

const answers = new Map<string, Answering>([
  ['cut short in the XML', say(good.slice(0, -30))],
  [
    'cut short on the wire',
    (res) =>
      void res
        .writeHead(200, { 'content-type': xml, 'content-length': good.length })
        .write(good.slice(0, 99), () => res.destroy()),
  ],
  ['empty', say('')],
  ['an HTML page', say('<!DOCTYPE html><html><body>Welcome</body></html>', 'text/html')],
  ['an HTML page that says it is XML', say('<!DOCTYPE html><html><body>Welcome</body></html>')],
  ['XML that is no envelope', say('<ok/>')],
  ['an empty Body', say(envelope(''))],
  ['another element', say(envelope('<Other xmlns="https://example.com/bank"/>'))],
  ['the right element in the wrong namespace', say(envelope(response('https://example.com/other')))],
  ['an envelope in an unknown namespace', say(envelope(response(), 'https://example.com/envelope'))],
  ['a value that does not fit', say(good.replace('2019-03-04', 'yesterday'))],
  ['a missing member', say(good.replace('<balance>1</balance>', ''))],
  ['two responses', say(envelope(response() + response()))],
  ['plain text with status 500', say('A problem occurred', 'text/plain', 500)],
  ['a page with status 503', say('<html/>', 'text/html', 503)],
  ['a fault that no contract declares', say(fault, xml, 500)],
  ['a fault with status 200', say(fault)],
  ['a redirect', (res) => void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ['a closed connection', (res) => void res.destroy()],
  [
    'bytes that are not UTF-8',
    (res) =>
      void res
        .writeHead(200, { 'content-type': xml })
        .end(Buffer.from(good.replace('Harbour', 'H\u00e4fen'), 'latin1')),
  ],
]);

let next: Answering = say(good);

async function start(): Promise<Peer> {
  const server = createServer((req, res) => void req.resume().once('end', () => next(res)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log: () => '', stop };
}

describe('a peer whose response is', () => {
  const scene = setScene({
    start,
    path: '/accounts',
    mapping: tutorial('10-first-row'),
    wsdl: accountsWsdl,
    direct: true,
  });

  it.each([...answers.keys()])('%s: 502, and the next call succeeds', async (name) => {
    next = answers.get(name)!;
    const { status, headers, json } = await scene.call('GET /v1/accounts/7');
    expect({ status, json }).toMatchObject({
      status: 502,
      json: { status: 502, code: expect.stringMatching(/^UPSTREAM_/) },
    });
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    next = say(good);
    expect(await scene.call('GET /v1/accounts/7')).toMatchObject({
      status: 200,
      json: { account: { owner: 'Harbour Books' } },
    });
  });
});
