// T-SEC-21, T-SEC-24: a value stays a value on the other side: no markup, no header field, no part of a path or a query.
import fc from 'fast-check';
import sax from 'sax';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../sample-size.ts';
import { rest, restCaller, soap, soapCaller } from './both-stages.ts';
import { addNote, envelope, NOTES } from './documents.ts';
import { postJson, postXml, request, sayJson, sayXml } from './stage.ts';
import { fieldOf } from './wire.ts';

const runs = { numRuns: WHOLE ? 10_000 : 100 };

const SPECIAL = [
  ']]>',
  '-->',
  '<!--',
  '?>',
  '<?x',
  '<![CDATA[',
  '</n:title>',
  '&amp;',
  '&#10;',
  '&',
  '<',
  '>',
  '"',
  "'",
  '\r\n',
  '\r',
  '\n',
  '\t',
  '\0',
  '\u0001',
  '\u0085',
  '\u2028',
  '\u010a',
  '\u010d',
  '\ufffe',
  '\uffff',
  '\u{1f600}',
  '\u00e9',
  '../',
  '..',
  '/',
  '\\',
  '%2e',
  '%00',
  ';',
  '?',
  '#',
  '=',
  '+',
  ' ',
  ':',
  '{',
  '}',
  '\r\nX-Evil: 1',
  '\r\n\r\nGET / HTTP/1.1',
];
/** Texts of whole characters, with what means something somewhere. */
const text = fc
  .array(fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ maxLength: 8, unit: 'binary' })), { maxLength: 6 })
  .map((pieces) => pieces.join(''));

const legal = (value: string) => /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(value);
const escaped = (value: string) => value.replace(/[&<>\r]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Elements and the text of one of them, as another reader sees them. */
function seen(xml: string, local: string): { elements: number; text: string } {
  const parser = sax.parser(true, { xmlns: true, strictEntities: true });
  let elements = 0;
  let found = '';
  let inside = false;
  parser.onopentag = (tag) => {
    elements++;
    inside = tag.local === local;
  };
  parser.onclosetag = () => (inside = false);
  parser.ontext = (piece) => (found += inside ? piece : '');
  parser.oncdata = (piece) => (found += inside ? piece : '');
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
  return { elements, text: found };
}

const addedXml = (id: string) =>
  envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>${escaped(id)}</n:id></n:AddNoteResponse>`);

describe('T-SEC-21: what a REST caller writes is no markup', () => {
  it('the peer sees the same text, and not one element more', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (title) => {
        rest.peer.script = sayXml(addedXml('1'));
        const before = rest.peer.requests.length;
        const heard = await restCaller.ask(postJson(JSON.stringify({ title })));
        if (!legal(title)) {
          expect([heard?.status, rest.peer.requests.length]).toEqual([422, before]);
          return;
        }
        expect(heard?.status).toBe(201);
        expect(seen(rest.peer.requests.at(-1)!.body, 'title')).toEqual({ elements: 7, text: title });
      }),
      runs,
    );
    await restCaller.good();
  });

  it('many characters that mean something', async () => {
    for (const piece of ['<', '&', ']]>', '"', '\r']) {
      const title = piece.repeat((WHOLE ? 1_000_000 : 100_000) / piece.length);
      rest.peer.script = sayXml(addedXml('1'));
      expect((await restCaller.ask(postJson(JSON.stringify({ title }))))?.status).toBe(201);
      expect(seen(rest.peer.requests.at(-1)!.body, 'title')).toEqual({ elements: 7, text: title });
    }
  });

  it('a parameter and a segment neither', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        rest.peer.script = sayXml('<x/>');
        const before = rest.peer.requests.length;
        const heard = await restCaller.ask(request(`GET /v1/notes/7?lang=${encodeURIComponent(value)}`));
        if (legal(value)) expect(seen(rest.peer.requests.at(-1)!.body, 'lang').text).toBe(value);
        else
          expect([heard?.status, rest.peer.requests.length]).toEqual([
            expect.toSatisfy((s) => s === 400 || s === 422),
            before,
          ]);
      }),
      runs,
    );
    await restCaller.good();
  });
});

describe('what a SOAP peer writes is JSON', () => {
  it('the caller sees the same text', async () => {
    await fc.assert(
      fc.asyncProperty(text.filter(legal), async (title) => {
        const note = `<n:note><n:title>${escaped(title)}</n:title></n:note>`;
        rest.peer.script = sayXml(envelope(`<n:GetNoteResponse xmlns:n="${NOTES}">${note}</n:GetNoteResponse>`));
        const heard = await restCaller.ask(request('GET /v1/notes/7'));
        expect([heard?.status, JSON.parse(heard!.text)]).toEqual([200, { title }]);
      }),
      runs,
    );
  });
});

/** What a field value may be made of (RFC 9110 §5.5). */
const carried = (value: string) => /^[\x20-\x7e\t]*$/.test(value) && value === value.trim();

describe('T-SEC-24: header fields', () => {
  const FIELDS = [
    ...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'],
    ...['x-request-id', 'x-tenant'],
  ];

  it('of a REST peer get what the caller said, or the call is refused', async () => {
    await fc.assert(
      fc.asyncProperty(text.filter(legal), async (tenant) => {
        soap.peer.script = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);
        const before = soap.peer.requests.length;
        const heard = await soapCaller.ask(
          postXml(addNote({}).replace('>t</n:Tenant>', `>${escaped(tenant)}</n:Tenant>`)),
        );
        const sent = soap.peer.requests.slice(before);
        if (heard?.status === 200) {
          expect(sent.map(({ headers }) => [...headers.keys()].toSorted())).toEqual([FIELDS]);
          expect(sent[0].headers.get('x-tenant')).toBe(tenant.trim());
        } else expect([heard?.status, sent]).toEqual([500, []]);
        if (carried(tenant)) expect(heard?.status).toBe(200);
      }),
      runs,
    );
    await soapCaller.good();
  });

  it('of a REST caller get what the peer said, or the response is refused', async () => {
    await fc.assert(
      fc.asyncProperty(text.filter(legal), async (id) => {
        rest.peer.script = sayXml(addedXml(id));
        const heard = await restCaller.ask(postJson('{"title":"a"}'));
        if (heard?.status === 201) {
          const names = heard.fields.map(([name]) => name).toSorted();
          expect(names).toEqual([
            'connection',
            'content-length',
            'content-type',
            'date',
            'keep-alive',
            'location',
            'x-note',
            'x-request-id',
          ]);
          expect(fieldOf(heard, 'x-note')).toBe(id.trim());
          const location = fieldOf(heard, 'location')!;
          expect(decodeURIComponent(location.slice('/v1/notes/'.length))).toBe(id);
          expect(new URL(location, 'http://gateway').pathname).toBe(location);
          expect(location).not.toMatch(/%2f|%5c|%00/i);
        } else expect([heard?.status, JSON.parse(heard!.text).code]).toEqual([502, 'UPSTREAM_BODY']);
      }),
      runs,
    );
    await restCaller.good();
  });

  it.each(['.', '..', '', '/', 'a/b', '\\', '../../admin/secret'])(
    "no Location of a client leads elsewhere: the id %j is the service's mistake",
    async (id) => {
      rest.peer.script = sayXml(addedXml(id));
      const heard = await restCaller.ask(postJson('{"title":"a"}'));
      expect(heard?.status).toBe(502);
      expect(JSON.parse(heard!.text)).toMatchObject({ code: 'UPSTREAM_BODY', detail: expect.stringContaining('{id}') });
      expect(fieldOf(heard!, 'location')).toBe(undefined);
      await restCaller.good();
    },
  );

  it('in responses of a REST peer are read as they are', async () => {
    for (const value of ['a\x0bb', 'a\x80b', '\xff', 'a\tb']) {
      soap.peer.script = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', `X-Note: ${value}`]);
      const heard = await soapCaller.ask(postXml(addNote({})));
      expect([200, 500]).toContain(heard?.status);
      await soapCaller.good();
    }
  });

  it.each(['a\nb', 'a\r\nb: c', 'a\0b', '\u0100', 'a b', 'a'.repeat(129), '<script>', '$(x)'])(
    'the request id %j is not repeated',
    async (id) => {
      const heard = await restCaller.ask(Buffer.from(request('GET /v1/nothing', [`X-Request-Id: ${id}`])));
      expect(heard?.text).not.toContain(id);
      expect(rest.log.join()).not.toContain(JSON.stringify(id).slice(1, -1));
      await restCaller.good();
    },
  );
});

describe('paths and queries of a REST peer', () => {
  it('get what the caller said as one segment and one value, or the call is refused', async () => {
    await fc.assert(
      fc.asyncProperty(text.filter(legal), text.filter(legal), async (id, lang) => {
        soap.peer.script = sayJson('{"title":"a"}');
        const before = soap.peer.requests.length;
        const heard = await soapCaller.ask(
          postXml(
            envelope(
              `<n:GetNote xmlns:n="${NOTES}"><n:id>${escaped(id)}</n:id><n:lang>${escaped(lang)}</n:lang></n:GetNote>`,
            ),
          ),
        );
        const sent = soap.peer.requests.slice(before);
        if (heard?.status !== 200) {
          expect([heard?.status, sent]).toEqual([500, []]);
          return;
        }
        const [, path, query] = /^GET \/v1\/notes\/([^/?#\s]+)\?lang=([^&#\s]*) HTTP\/1\.1$/.exec(sent[0].line)!;
        expect([decodeURIComponent(path), decodeURIComponent(query)]).toEqual([id, lang]);
        expect(['.', '..']).not.toContain(decodeURIComponent(path));
        expect(path).not.toMatch(/%2f|%5c|%00/i);
      }),
      runs,
    );
    await soapCaller.good();
  });
});
