// T-SEC-05, T-SEC-17, T-SEC-18: addresses in messages, responses and contracts lead nowhere; an action that is not that of the message neither.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { temp } from '../server/temp.ts';
import { rest, restCaller, soap, soapCaller } from './both-stages.ts';
import { addNote, envelope, NOTES, schema, wsdl } from './documents.ts';
import { encodings } from './encodings.ts';
import { CANARY, openSink, type Sink } from './sink.ts';
import { expectFault, expectProblem, getRest, postXml, request, SOAP_PATH, say, sayJson } from './stage.ts';
import { bombs, external } from './xml-attacks.ts';

let sink: Sink;

beforeAll(async () => {
  sink = await openSink();
});

afterAll(() => sink.stop());

const added = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);

describe('redirects of a peer', () => {
  it.each([300, 301, 302, 303, 304, 305, 307, 308])('%i is not followed', async (status) => {
    const response = `HTTP/1.1 ${status} Moved\r\nLocation: http://${sink.host}/\r\nRefresh: 0; url=http://${sink.host}/\r\nContent-Length: 0\r\n\r\n`;
    rest.peer.script = say(response);
    expectProblem(await restCaller.ask(getRest), [502]);
    soap.peer.script = say(response);
    expectFault(await soapCaller.ask(postXml(envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`))));
    expect(sink.connections()).toBe(0);
    await restCaller.good();
    await soapCaller.good();
  });
});

describe('T-SEC-18: WS-Addressing', () => {
  const WSA = ['http://www.w3.org/2005/08/addressing', 'http://schemas.xmlsoap.org/ws/2004/08/addressing'];
  const block = (ns: string, name: string, to: string, must: string) =>
    `<a:${name} xmlns:a="${ns}" ${must}><a:Address>${to}</a:Address></a:${name}>`;

  it('sends nothing to the addresses that a message names', async () => {
    for (const ns of WSA) {
      for (const name of ['ReplyTo', 'FaultTo', 'From']) {
        for (const to of [`http://${sink.host}/`, 'mailto:a@b', `file://${sink.file}`, `soap.udp://${sink.host}`]) {
          for (const must of ['', 's:mustUnderstand="1"']) {
            soap.peer.script = added;
            const message = addNote({}).replace('</s:Header>', `${block(ns, name, to, must)}</s:Header>`);
            const heard = await soapCaller.ask(postXml(message));
            // A block that has to be understood is not: SOAP 1.1 §4.2.3.
            expect(heard?.status).toBe(must === '' ? 200 : 500);
            expect(sink.connections()).toBe(0);
          }
        }
      }
    }
    await soapCaller.good();
  });

  it('a To names nobody else', async () => {
    const to = `<a:To xmlns:a="${WSA[0]}">http://${sink.host}/</a:To>`;
    soap.peer.script = added;
    expect((await soapCaller.ask(postXml(addNote({}).replace('</s:Header>', `${to}</s:Header>`))))?.status).toBe(200);
    expect(sink.connections()).toBe(0);
  });
});

describe('T-SEC-17: an action of another operation', () => {
  const bodies = {
    AddNote: addNote({}),
    GetNote: envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`),
  };
  const spell = (name: string) => [`"urn:example:notes#${name}"`, `urn:example:notes#${name}`];

  it('is refused, in every spelling and both versions', async () => {
    for (const [body, text] of Object.entries(bodies)) {
      for (const action of Object.keys(bodies)) {
        for (const written of spell(action)) {
          soap.peer.script = body === 'AddNote' ? added : sayJson('{"title":"a"}');
          const eleven = await soapCaller.ask(
            request(`POST ${SOAP_PATH}`, ['Content-Type: text/xml', `SOAPAction: ${written}`], text),
          );
          const twelve = text.replace(
            'http://schemas.xmlsoap.org/soap/envelope/',
            'http://www.w3.org/2003/05/soap-envelope',
          );
          const other = await soapCaller.ask(
            postXml(twelve, `application/soap+xml; action=${written.startsWith('"') ? written : `"${written}"`}`),
          );
          const right = body === action;
          expect([body, written, eleven?.status, other?.status]).toEqual([
            body,
            written,
            right ? 200 : 500,
            right ? 200 : 400,
          ]);
        }
      }
    }
    await soapCaller.good();
  });
});

describe('T-SEC-05: what a contract refers to', () => {
  /** 40 ways to name an address or a file. */
  const locations = () => {
    const port = sink.host.split(':')[1];
    const hosts = [
      sink.host,
      `localhost:${port}`,
      `0x7f000001:${port}`,
      `2130706433:${port}`,
      `0177.0.0.1:${port}`,
      `127.1:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `[::ffff:7f00:1]:${port}`,
      `good.example@${sink.host}`,
      `127.0.0.1.:${port}`,
      '169.254.169.254',
      `①②⑦.⓪.⓪.①:${port}`,
      `127.0.0.1%00.good.example:${port}`,
    ];
    const urls = hosts.flatMap((host) => [`http://${host}/a.xsd`, `HTTP://${host}/a.xsd`, `https://${host}/a.xsd`]);
    return [
      ...urls,
      `//${sink.host}/a.xsd`,
      `ftp://${sink.host}/a.xsd`,
      `jar:http://${sink.host}!/a.xsd`,
      `\\\\${sink.host}\\a.xsd`,
      'data:text/xml,<x/>',
      `file://${sink.host}/a.xsd`,
      sink.file,
      `file://${sink.file}`,
      `../../../../../../../../${sink.file}`,
      '/dev/zero',
      '/proc/self/environ',
      '/etc/hostname',
      '.',
      '..',
      '',
    ];
  };

  it('is not fetched, and no file says what is in it', async () => {
    expect(locations().length).toBeGreaterThanOrEqual(40);
    for (const location of locations()) {
      const where = location.replaceAll('&', '&amp;');
      const types = schema({ members: `<xsd:import namespace="urn:other" schemaLocation="${where}"/>` }).replace(
        'type="T"',
        'type="o:X" xmlns:o="urn:other"',
      );
      for (const text of [
        wsdl({}, types),
        wsdl({ members: `<import namespace="urn:other" location="${where}"/>` }),
        wsdl({}, types.replace('xsd:import namespace="urn:other"', 'xsd:include')),
      ]) {
        const texts = await problemsOf(join(temp({ 'a.wsdl': text }), 'a.wsdl'));
        // An unread WSDL that nothing needs is not worth a word.
        if (text.includes('schemaLocation')) expect(texts).not.toBe('');
        expect(texts).not.toContain(CANARY);
        expect(texts).not.toMatch(/PATH=/);
        expect([location, sink.connections()]).toEqual([location, 0]);
      }
    }
  });

  it('by a link is read like a file, and says nothing', async () => {
    const dir = temp({ 'a.wsdl': wsdl({}, schema({ members: '<xsd:include schemaLocation="b.xsd"/>' })) });
    symlinkSync(sink.file, join(dir, 'b.xsd'));
    const texts = await problemsOf(join(dir, 'a.wsdl'));
    expect(texts).not.toBe('');
    expect(texts).not.toContain(CANARY);
  });

  it('is not fetched where entities ask for it: T-SEC-01, T-SEC-03 in contracts', async () => {
    for (const { name, places, skippedInContracts } of [...bombs, ...external(sink)]) {
      for (const text of [
        wsdl(places),
        wsdl({}, '').replace('<types></types>', '<import namespace="urn:example:notes" location="b.xsd"/>'),
      ]) {
        const dir = temp({ 'a.wsdl': text, 'b.xsd': schema(places) });
        const loaded = loadContract(join(dir, 'a.wsdl'));
        if (skippedInContracts) {
          expect((await loaded).operations, name).toHaveLength(1);
          continue;
        }
        await expect(loaded, name).rejects.toThrow(/CONTRACT_/);
        await expect(loaded).rejects.toThrow(expect.objectContaining({ message: expect.not.stringContaining(CANARY) }));
      }
    }
    for (const encoding of encodings) {
      const bytes = encoding.encode(wsdl(external(sink)[0].places));
      const dir = temp({ 'a.wsdl': bytes as unknown as string });
      await expect(loadContract(join(dir, 'a.wsdl')), encoding.name).rejects.toThrow(/CONTRACT_/);
    }
    expect(sink.connections()).toBe(0);
  });

  it('the contract of these tests is fine without all that', async () => {
    expect((await loadContract(join(temp({ 'a.wsdl': wsdl({}) }), 'a.wsdl'))).operations).toHaveLength(1);
  });
});

/** What loading says of a contract: why it is refused, what is broken, and what is broken without need. */
function problemsOf(path: string): Promise<string> {
  return loadContract(path).then(
    ({ broken = [], unneeded = [] }) =>
      [...broken.flatMap(({ problems }) => problems), ...unneeded].map(({ message }) => message).join('\n'),
    (error: Error) => error.message,
  );
}
