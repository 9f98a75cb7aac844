// WS-Addressing in both directions. PHP is the service that answers by it, zeep the client that speaks it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { envelope, soapAnswer, startGate, startPeer, textIn } from '../auth/notes.ts';
import { startPhpAddressing } from '../peers/php.ts';

const WSA = 'http://www.w3.org/2005/08/addressing';
const WSA_2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const ACCOUNTS = join(import.meta.dirname, '../../mappings/10-first-row');

describe.each([
  ['2005/08', WSA, `${WSA}/anonymous`],
  ['2004/08', WSA_2004, `${WSA_2004}/role/anonymous`],
] as const)('a request to a service with %s', (addressing, ns, anonymous) => {
  test('has the properties, by which PHP answers', async () => {
    const peer = await startPhpAddressing();
    onTestFinished(() => peer.stop());
    const gate = await startGate(`${peer.origin}/accounts`, { mapping: ACCOUNTS, addressing });
    const owners = await Promise.all(
      [7, 8].map(async (id) => {
        const { status, text } = await gate.get(`/v1/accounts/${id}`);
        expect([status, text]).toEqual([200, expect.anything()]);
        return JSON.parse(text).account.owner as string;
      }),
    );
    expect(new Set(owners).size).toBe(2);
    for (const owner of owners) {
      const [id, to, action, replyTo, version] = owner.split(' ');
      expect(id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
      expect([to, action, replyTo, version]).toEqual([
        `${peer.origin}/accounts`,
        'https://example.com/bank/GetAccount',
        anonymous,
        ns,
      ]);
    }
  });

  test('is not answered by the reply to another message', async () => {
    const replyTo = (id: string) => `<a:RelatesTo xmlns:a="${ns}">${id}</a:RelatesTo>`;
    let header = (_: string) => '';
    const peer = await startPeer((heard) => {
      const body = /<s:Body>.*<\/s:Body>/.exec(soapAnswer(heard).body)?.[0].slice(8, -9) as string;
      return { body: envelope(body, header(textIn(heard.body, 'MessageID') as string)) };
    });
    const gate = await startGate(peer.origin, { addressing });
    const ask = async () => {
      const { status, text } = await gate.get('/v1/notes/7');
      return [status, JSON.parse(text).code];
    };
    header = replyTo;
    expect(await ask()).toEqual([200, undefined]);
    header = () => '';
    expect(await ask()).toEqual([200, undefined]);
    header = () => replyTo('urn:uuid:other');
    expect(await ask()).toEqual([502, 'UPSTREAM_BODY']);
    header = () => replyTo('urn:uuid:other').replace(ns, ns === WSA ? WSA_2004 : WSA);
    expect(await ask()).toEqual([502, 'UPSTREAM_BODY']);
    header = (id) =>
      replyTo('urn:uuid:other').replace('<a:RelatesTo', '<a:RelatesTo RelationshipType="urn:x"') + replyTo(id);
    expect(await ask()).toEqual([200, undefined]);
  });
});

const ZEEP = `
import sys
from zeep import Client
from zeep.plugins import HistoryPlugin
from zeep.wsa import WsAddressingPlugin
history = HistoryPlugin()
client = Client(sys.argv[1], plugins=[WsAddressingPlugin(), history])
ns = {'a': '${WSA}'}
def text(envelope, name):
    found = envelope.findtext('.//a:' + name, namespaces=ns)
    return found
for id in (7, 8):
    try:
        print(client.service.GetNote(id=id).text)
    except Exception as error:
        print('fault')
    sent, received = history.last_sent['envelope'], history.last_received['envelope']
    print(text(received, 'RelatesTo') == text(sent, 'MessageID'), text(received, 'Action'))
`;

describe('a SOAP client', () => {
  const rest = (status: number) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: '{"text":"milk","author":"anna"}',
  });

  test('of zeep gets RelatesTo and the action of the response or fault', async () => {
    const peer = await startPeer(({ url }) => rest(url.endsWith('8') ? 500 : 200));
    const { port } = await startGate(peer.origin.replace('/notes', ''), { present: 'soap' });
    const { stdout } = await promisify(execFile)('/usr/bin/python3', [
      '-c',
      ZEEP,
      `http://127.0.0.1:${port}/notes?wsdl`,
    ]);
    expect(stdout.trim().split('\n')).toEqual([
      'milk',
      'True https://example.com/notes/Notes/GetNoteResponse',
      'fault',
      `True ${WSA}/fault`,
    ]);
  });

  test('may demand that the properties are understood, and a reply to itself alone', async () => {
    const peer = await startPeer(() => rest(200));
    const { port } = await startGate(peer.origin.replace('/notes', ''), { present: 'soap' });
    const ask = async (properties: string) => {
      const body = envelope('<GetNote><id>7</id></GetNote>', properties);
      const response = await fetch(`http://127.0.0.1:${port}/notes`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body,
      });
      return `${response.status} ${await response.text()}`;
    };
    const must = `xmlns:a="${WSA_2004}" s:mustUnderstand="1"`;
    const id = `<a:MessageID ${must}>a&amp;b</a:MessageID>`;
    const replyTo = (address: string) => `<a:ReplyTo ${must}><a:Address> ${address} </a:Address></a:ReplyTo>`;
    const good = await ask(id + replyTo(`${WSA_2004}/role/anonymous`));
    expect(good).toMatch(/^200 .*:RelatesTo xmlns:wsa="[^"]*2004\/08\/addressing">a&#38;b</);
    expect(good).toContain('milk');
    expect(await ask(id + replyTo('http://127.0.0.1:9/'))).toMatch(
      /^500 .*MustUnderstand.*:RelatesTo|^500 .*RelatesTo.*MustUnderstand/,
    );
  });
});
