// WS-Addressing in both directions. PHP is the service that answers by it, zeep the client that speaks it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTree } from '../../src/xml/read-tree.ts';
import { elements } from '../../src/xml/tree.ts';
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

describe('a SOAP client that says where the response goes', () => {
  const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope';
  const json = { 'content-type': 'application/json' };
  const start = async (status = 200) => {
    const peer = await startPeer(() => ({ status, headers: json, body: '{"text":"milk","author":"anna"}' }));
    const { port } = await startGate(peer.origin.replace('/notes', ''), { present: 'soap' });
    return async (properties: string, more: { soap12?: boolean; action?: string; attributes?: string } = {}) => {
      const text = envelope('<GetNote><id>7</id></GetNote>', properties).replace(
        '<s:Envelope ',
        `<s:Envelope ${more.attributes ?? ''} `,
      );
      const response = await fetch(`http://127.0.0.1:${port}/notes`, {
        method: 'POST',
        headers: {
          'content-type': more.soap12 ? 'application/soap+xml' : 'text/xml',
          ...(more.action && { soapaction: more.action }),
        },
        body: more.soap12 ? text.replace(/xmlns:s="[^"]*"/, `xmlns:s="${SOAP12}"`) : text,
      });
      return { status: response.status, text: await response.text(), calls: peer.heard.splice(0).length };
    };
  };
  const endpoint = (name: string, content: string, ns = WSA) =>
    `<a:${name} xmlns:a="${ns}" s:mustUnderstand="1">${content}</a:${name}>`;
  const anonymous = (ns = WSA) => `<a:Address>${ns}${ns === WSA ? '' : '/role'}/anonymous</a:Address>`;
  const id = `<a:MessageID xmlns:a="${WSA}">urn:m</a:MessageID>`;
  /** Children of the header that are no addressing properties, in Clark notation. */
  const parameters = (text: string) => {
    const header = elements(elements(readTree(Buffer.from(text), 'response'))[0]);
    return header.filter(({ name }) => !name.ns.includes('addressing'));
  };

  test('gets its reference parameters back, with what they say and a mark, in responses and faults', async () => {
    const content =
      '<a:ReferenceParameters><p:Session xmlns:wsa="urn:not" xmlns:p="urn:p" at="q:x">a &amp; <b/>q:y</p:Session><Count xmlns="">7</Count></a:ReferenceParameters>';
    const replyTo = endpoint('ReplyTo', anonymous() + content);
    for (const [status, header] of [
      [200, id + replyTo],
      [500, id + replyTo],
      [500, id + endpoint('ReplyTo', anonymous()) + replyTo.replaceAll('ReplyTo', 'FaultTo')],
      [200, replyTo],
    ] as const) {
      const ask = await start(status);
      const { text } = await ask(header, { attributes: 'xmlns:q="urn:q"' });
      const [session, count, ...others] = parameters(text);
      expect(others).toEqual([]);
      expect([session.name, session.scope.get('q'), count.name]).toMatchObject([
        { ns: 'urn:p', local: 'Session' },
        'urn:q',
        { ns: '', local: 'Count' },
      ]);
      expect(session.attributes.find(({ name }) => name.local === 'at')?.value).toBe('q:x');
      expect(session.children.filter((child) => typeof child === 'string')).toEqual(['a & ', 'q:y']);
      for (const { attributes } of [session, count])
        expect(attributes).toContainEqual(
          expect.objectContaining({
            name: expect.objectContaining({ ns: WSA, local: 'IsReferenceParameter' }),
            value: 'true',
          }),
        );
      expect(text.includes('RelatesTo')).toBe(header.includes('MessageID'));
    }
  });

  test('of 2004 gets reference properties too, without a mark', async () => {
    const ask = await start();
    const content =
      '<a:ReferenceProperties><P xmlns="urn:p"/></a:ReferenceProperties><a:ReferenceParameters><Q xmlns="urn:q"/></a:ReferenceParameters>';
    const { text } = await ask(endpoint('ReplyTo', anonymous(WSA_2004) + content, WSA_2004));
    expect(parameters(text).map(({ name, attributes }) => [name.local, attributes])).toEqual([
      ['P', []],
      ['Q', []],
    ]);
  });

  test('does not get those of another address, and not too many', async () => {
    const ask = await start();
    const wrap = (content: string) => `<a:ReferenceParameters>${content}</a:ReferenceParameters>`;
    const elsewhere = endpoint('ReplyTo', `<a:Address>urn:x</a:Address>${wrap('<P xmlns="urn:p"/>')}`).replace(
      / s:mustUnderstand="1"/,
      '',
    );
    expect(parameters((await ask(id + elsewhere)).text)).toEqual([]);
    for (const many of [
      '<P xmlns="urn:p"/>'.repeat(65),
      `<P xmlns="urn:p">${'x'.repeat(17_000)}</P>`,
      '<P xmlns="urn:p"/>'.repeat(60),
    ]) {
      const attributes = many.length < 1200 ? `xmlns:l="urn:${'l'.repeat(2000)}"` : '';
      const { status, text, calls } = await ask(endpoint('ReplyTo', anonymous() + wrap(many)), {
        attributes,
        soap12: true,
      });
      expect([status, calls]).toEqual([400, 0]);
      expect(text).toMatch(/:InvalidEPR<.*reference parameters of wsa:ReplyTo/);
    }
  });

  test('gets 202 without a body where nobody wants the response; its faults without an envelope', async () => {
    const none = `<a:Address>${WSA}/none</a:Address>`;
    const ask = await start();
    expect(await ask(id + endpoint('ReplyTo', none))).toEqual({ status: 202, text: '', calls: 1 });
    expect((await ask(id + endpoint('FaultTo', none))).text).toContain('milk');
    const failing = await start(500);
    expect(await failing(id + endpoint('ReplyTo', none))).toEqual({ status: 500, text: '', calls: 1 });
    expect((await failing(id + endpoint('ReplyTo', none) + endpoint('FaultTo', anonymous()))).text).toContain(
      'faultcode',
    );
  });

  test.each([
    ['ActionNotSupported', 'urn:x', undefined],
    ['ActionMismatch', 'https://example.com/notes/GetNote', '"https://example.com/notes/AddNote"'],
  ])('hears in words of WS-Addressing what is wrong with its action: %s', async (name, action, soapAction) => {
    const ask = await start();
    const header = `<a:Action xmlns:a="${WSA}">${action}</a:Action>`;
    const problem = new RegExp(`<(\\w+):ProblemAction[^>]*><\\1:Action>${action}</\\1:Action></\\1:ProblemAction>`);
    const old = await ask(header, { action: soapAction });
    expect([old.status, old.calls]).toEqual([500, 0]);
    expect(old.text).toMatch(new RegExp(`<faultcode[^>]*>(\\w+):${name}</faultcode>`));
    expect(old.text).toMatch(new RegExp(`Header>.*FaultDetail[^>]*>${problem.source}.*Header>`));
    if (soapAction !== undefined) return;
    const { status, text } = await ask(header, { soap12: true });
    expect(status).toBe(400);
    expect(text).toMatch(new RegExp(`Sender</\\w+:Value>.*Subcode>.*:${name}<.*Detail>${problem.source}`));
    const submission = await ask(header.replace(WSA, WSA_2004), { soap12: true });
    expect(submission.text).toMatch(new RegExp(`xmlns:\\w+="${WSA_2004}".*:${name}<`));
    expect(submission.text).not.toContain('ProblemAction');
  });
});
