// T-SEC-02, T-SEC-07, T-SEC-08, T-SEC-34: twice the input is no more than about twice the work. Work is counted in blocks that run, not in time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, type PeerReply, restFace, soapFace } from '../fuzz/targets/face.ts';
import { addNote, getNoteReply } from './documents.ts';
import { GrowthMeter } from './growth.ts';

const MOST = 2.3;
const other = 'xmlns:o="urn:o"';
const xmlPieces: [string, (n: number) => string][] = [
  ['character references', (n) => addNote({ title: '&#65;'.repeat(n) })],
  ['entities', (n) => addNote({ title: '&amp;'.repeat(n) })],
  ['brackets', (n) => addNote({ title: ']]'.repeat(n) })],
  ['line ends', (n) => addNote({ title: '\r\n'.repeat(n) })],
  ['comments', (n) => addNote({ members: '<!---->'.repeat(n) })],
  ['CDATA sections', (n) => addNote({ title: '<![CDATA[a]]>'.repeat(n) })],
  ['items', (n) => addNote({ members: '<n:tag>a</n:tag>'.repeat(n) })],
  [
    'items with a prefix of their own',
    (n) => addNote({ members: '<x:tag xmlns:x="urn:example:notes">a</x:tag>'.repeat(n) }),
  ],
  ['elements that nobody knows', (n) => addNote({ members: `<o:r ${other}>${'<o:a/>'.repeat(n)}</o:r>` })],
  [
    'names that nobody has seen',
    (n) => addNote({ members: `<o:r ${other}>${Array.from({ length: n }, (_, i) => `<o:a${i}/>`).join('')}</o:r>` }),
  ],
  [
    'namespaces that nobody has seen',
    (n) =>
      addNote({
        members: `<o:r ${other}>${Array.from({ length: n }, (_, i) => `<p:a xmlns:p="urn:${i}"/>`).join('')}</o:r>`,
      }),
  ],
  ['an element that does not end', (n) => addNote({ members: `<o:r ${other}>`.repeat(1) + '<o:a>'.repeat(n) })],
  ['a long attribute', (n) => addNote({ attributes: `by="${'&#65;'.repeat(Math.min(n, 10_000))}"` })],
  ['a tag that does not end', (n) => `${addNote({}).slice(0, -40)}<n:${' a'.repeat(n)}`],
];

const jsonPieces: [string, (n: number) => string][] = [
  ['escapes', (n) => `{"title":"${'\\u0041'.repeat(n)}"}`],
  ['items', (n) => `{"title":"a","tag":[${'"b",'.repeat(n)}"c"]}`],
  [
    'members that nobody knows',
    (n) => `{"title":"a",${Array.from({ length: Math.min(n, 9_000) }, (_, i) => `"m${i}":0`).join()}}`,
  ],
  [
    'numbers as names',
    (n) => `{"title":"a",${Array.from({ length: Math.min(n, 9_000) }, (_, i) => `"${i}":0`).join()}}`,
  ],
  ['digits', (n) => `{"title":"a","amount":${'9'.repeat(n)}}`],
  ['digits of a whole number', (n) => `{"title":"a","count":${'9'.repeat(n)}}`],
  ['brackets', (n) => '['.repeat(n)],
  ['white space', (n) => `{${' \n'.repeat(n)}"title":"a"}`],
];

const jsonReply: PeerReply = {
  status: 201,
  fields: { 'content-type': 'application/json', location: '/v1/notes/1', 'x-note': '1' },
  pieces: [Buffer.from('{"id":"1"}')],
};
const nothing = new Uint8Array(0);
const xmlReply = (pieces: Uint8Array[]): PeerReply => ({ status: 200, fields: { 'content-type': 'text/xml' }, pieces });

describe('work grows with the input', () => {
  let meter: GrowthMeter;
  beforeAll(() => {
    meter = new GrowthMeter();
  });
  afterAll(() => meter.close());

  /** Twice as much, at sizes at which what is done once does not count any more. */
  async function expectLinear(run: (n: number) => Promise<unknown>): Promise<void> {
    expect(await meter.doubling({ configuration: '', input: '', run }, 2_000, MOST)).toBeLessThan(MOST);
  }

  const soapPost = (body: string) =>
    exchange(
      soapFace,
      { method: 'POST', url: '/soap', headers: { 'content-type': 'text/xml' }, body: Buffer.from(body) },
      jsonReply,
    );
  const restPost = (body: string) =>
    exchange(
      restFace,
      {
        method: 'POST',
        url: '/v1/notes',
        headers: { 'content-type': 'application/json', 'x-tenant': 't' },
        body: Buffer.from(body),
      },
      xmlReply([nothing]),
    );
  const restGet = (response: PeerReply) =>
    exchange(restFace, { method: 'GET', url: '/v1/notes/7', headers: {}, body: nothing }, response);

  it.each(xmlPieces)('XML of a caller: %s', (_name, make) => expectLinear((n) => soapPost(make(n))));

  it.each(xmlPieces)('XML of a peer, in small pieces: %s', (_name, make) =>
    expectLinear((n) => {
      const bytes = Buffer.from(make(n).replaceAll('AddNote', 'GetNoteResponse'));
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += 50) pieces.push(bytes.subarray(at, at + 50));
      return restGet(xmlReply(pieces));
    }),
  );

  it.each(jsonPieces)('JSON of a caller: %s', (_name, make) => expectLinear((n) => restPost(make(n))));

  it('a count that is wrong would be seen', async () => {
    await expect(
      expectLinear(async (n) => {
        for (let i = 0; i < n / 500; i++)
          await restGet(xmlReply([Buffer.from(getNoteReply({ title: 'a'.repeat(n) }))]));
      }),
    ).rejects.toThrow();
  });
});
