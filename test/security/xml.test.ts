// T-SEC-01 to T-SEC-04, T-SEC-07, T-SEC-08, T-SEC-14, T-SEC-16: hostile XML from a SOAP caller and from a SOAP peer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE } from '../sample-size.ts';
import { rest, restCaller, soap, soapCaller } from './both-stages.ts';
import { addNote, envelope, getNoteReply, NOTES } from './documents.ts';
import { encodings } from './encodings.ts';
import { CANARY, openSink, type Sink } from './sink.ts';
import { expectFault, expectProblem, getRest, postXml, say, sayJson, sayXml } from './stage.ts';
import { bombs, external, floods, hugeFloods, type XmlAttack } from './xml-attacks.ts';

let sink: Sink;

beforeAll(async () => {
  sink = await openSink();
});

afterAll(() => sink.stop());

const added = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);
const typeOf = (version: '1.1' | '1.2', charset = '') =>
  (version === '1.1' ? 'text/xml' : 'application/soap+xml') + (charset === '' ? '' : `; charset=${charset}`);

/** A fault of the caller's version, nothing sent to the peer, and the next request is fine. */
async function refusedFromCaller(body: string | Uint8Array, version: '1.1' | '1.2' = '1.1', charset = 'utf-8') {
  const before = soap.peer.requests.length;
  soap.peer.script = added;
  const heard = await soapCaller.ask(postXml(body, typeOf(version, charset)));
  expectFault(heard, version);
  expect(soap.peer.requests.length).toBe(before);
  await clean(heard?.text);
  await soapCaller.good();
}

/** 502 for the caller, and the next response is fine. */
async function refusedFromPeer(body: string | Uint8Array, charset = 'utf-8') {
  const bytes = Buffer.from(body as string);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${typeOf('1.1', charset)}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  rest.peer.script = say(Buffer.concat([Buffer.from(head), bytes]));
  const heard = await restCaller.ask(getRest);
  expectProblem(heard, [502]);
  await clean(heard?.text);
  await restCaller.good();
}

/** Nothing has been fetched, and nothing that only the sink knows is told. */
async function clean(text: string | undefined): Promise<void> {
  expect(text).not.toContain(CANARY);
  expect([soap, rest].flatMap(({ peer }) => peer.requests.map(({ body }) => body)).join()).not.toContain(CANARY);
  expect(sink.connections()).toBe(0);
}

async function refusedEverywhere({ places }: XmlAttack): Promise<void> {
  await refusedFromCaller(addNote(places));
  await refusedFromCaller(addNote(places, '1.2'), '1.2');
  await refusedFromPeer(getNoteReply(places));
}

describe('T-SEC-01, T-SEC-02: entities', () => {
  it.each(bombs.map((attack) => [attack.name, attack] as const))('%s', (_name, attack) => refusedEverywhere(attack));
});

describe('T-SEC-03: entities that are somewhere else', () => {
  it('none of them is fetched, and every document is refused', async () => {
    const attacks = external(sink);
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    for (const attack of attacks) await refusedEverywhere(attack);
  });

  it.each(encodings.map((encoding) => [encoding.name, encoding] as const))('hidden by %s', async (_name, encoding) => {
    const attack = external(sink)[0];
    await refusedFromCaller(encoding.encode(addNote(attack.places)), '1.1', encoding.charset ?? '');
    await refusedFromCaller(encoding.encode(addNote(attack.places, '1.2')), '1.2', encoding.charset ?? '');
    await refusedFromPeer(encoding.encode(getNoteReply(attack.places)), encoding.charset ?? '');
  });
});

describe('T-SEC-04: hints where to look for more', () => {
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const hints = (host: string, file: string) => [
    { attributes: `${xsi} xsi:schemaLocation="${NOTES} http://${host}/a.xsd"` },
    { attributes: `${xsi} xsi:schemaLocation="${NOTES} file://${file}"` },
    { attributes: `${xsi} xsi:noNamespaceSchemaLocation="http://${host}/a.xsd"` },
    { members: `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="http://${host}/a"/>` },
    { members: `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${file}" parse="text"/>` },
    { members: `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="http://${host}/a"/>` },
    { members: `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="file://${file}"/>` },
    { attributes: `xml:base="http://${host}/"`, members: '<x:a xmlns:x="urn:x" xml:base="file:///"/>' },
  ];

  it('are data: carried or refused, never followed', async () => {
    for (const places of hints(sink.host, sink.file)) {
      soap.peer.script = added;
      const asked = await soapCaller.ask(postXml(addNote(places)));
      await clean(asked?.text);
      expect([200, 500]).toContain(asked?.status);
      await soapCaller.good();
      rest.peer.script = sayXml(getNoteReply(places));
      const got = await restCaller.ask(getRest);
      await clean(got?.text);
      expect([200, 502]).toContain(got?.status);
      await restCaller.good();
    }
  });
});

describe('T-SEC-07, T-SEC-08: more than a document may have', () => {
  const attacks = WHOLE ? [...floods, ...hugeFloods] : floods;
  it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', (_name, attack) => refusedEverywhere(attack));

  it('what is large within the limits gets through', async () => {
    const places = { title: '&#65;'.repeat(200_000), members: '<!--a-->'.repeat(100_000) };
    soap.peer.script = added;
    expect((await soapCaller.ask(postXml(addNote(places))))?.status).toBe(200);
    expect(JSON.parse(soap.peer.requests.at(-1)!.body)).toEqual({ title: 'A'.repeat(200_000) });
    rest.peer.script = sayXml(getNoteReply({ title: '<![CDATA[a]]>'.repeat(100_000) }));
    expect(JSON.parse((await restCaller.ask(getRest))!.text)).toEqual({ title: 'a'.repeat(100_000) });
  });
});

describe('processing instructions', () => {
  const style = '<?xml-stylesheet type="text/xsl" href="http://127.0.0.1:9/x"?>';

  it('are refused from a caller (SOAP 1.2 Part 1 §5), and nothing to a response', async () => {
    for (const places of [{ title: 'ad<?x y?>min' }, { prolog: style, title: 'admin' }]) {
      await refusedFromCaller(addNote(places));
      rest.peer.script = sayXml(getNoteReply(places));
      expect(JSON.parse((await restCaller.ask(getRest))!.text)).toEqual({ title: 'admin' });
    }
  });
});

describe('T-SEC-14: text in pieces is one text', () => {
  const spellings = [
    'ad<!-- x -->min',
    '<![CDATA[ad]]>min',
    '<![CDATA[ad]]><![CDATA[min]]>',
    '<!---->a<![CDATA[d]]><!---->&#109;in<!---->',
    '&#x61;dmin',
  ];
  it.each(spellings)('%s', async (title) => {
    soap.peer.script = added;
    expect((await soapCaller.ask(postXml(addNote({ title }))))?.status).toBe(200);
    expect(JSON.parse(soap.peer.requests.at(-1)!.body)).toEqual({ title: 'admin' });
    rest.peer.script = sayXml(getNoteReply({ title }));
    expect(JSON.parse((await restCaller.ask(getRest))!.text)).toEqual({ title: 'admin' });
  });

  it('markup in a CDATA section stays text', async () => {
    const title = '</n:title><n:count>7</n:count><n:title>';
    rest.peer.script = sayXml(getNoteReply({ title: `<![CDATA[${title}]]>` }));
    expect(JSON.parse((await restCaller.ask(getRest))!.text)).toEqual({ title });
  });
});

describe('T-SEC-16: names in other namespaces', () => {
  const body = (ns: string) =>
    `<n:GetNoteResponse xmlns:n="${ns}"><n:note><n:title>t</n:title></n:note></n:GetNoteResponse>`;
  const other = 'urn:example:other';
  const replies: [string, string][] = [
    ['another Envelope', `<s:Envelope xmlns:s="${other}"><s:Body>${body(NOTES)}</s:Body></s:Envelope>`],
    ['another Body', envelope('').replace('<s:Body></s:Body>', `<b:Body xmlns:b="${other}">${body(NOTES)}</b:Body>`)],
    ['another payload', envelope(body(other))],
    ['a payload in no namespace', envelope('<GetNoteResponse><note><title>t</title></note></GetNoteResponse>')],
    ['another child', envelope(body(NOTES).replace('<n:title>', `<n:title xmlns:n="${other}">`))],
    ['a child in no namespace', envelope(body(NOTES).replaceAll('n:title', 'title'))],
    ['a prefix bound anew in between', envelope(body(NOTES).replace('<n:note>', `<n:note xmlns:n="${other}">`))],
    ['a payload beside another', envelope(body(other) + body(NOTES))],
    ['the other version', envelope(body(NOTES), '1.2')],
    [
      'a Body of the other version',
      envelope('').replace(
        '<s:Body></s:Body>',
        `<b:Body xmlns:b="http://www.w3.org/2003/05/soap-envelope">${body(NOTES)}</b:Body>`,
      ),
    ],
  ];
  it.each(replies)('%s', async (_name, response) => {
    await refusedFromPeer(response);
    await refusedFromCaller(response.replaceAll('GetNoteResponse', 'AddNote'));
  });

  it('a member of another namespace does not join a list', async () => {
    rest.peer.script = sayXml(getNoteReply({ members: `<n:tag>a</n:tag><o:tag xmlns:o="${other}">b</o:tag>` }));
    expect(JSON.parse((await restCaller.ask(getRest))!.text)).toMatchObject({ tag: ['a'] });
  });
});
