// Media types and file names of attachments, from one side to the other: none is lost, and none is another one.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { fileNameOf } from '../../src/mime/file-name.ts';
import { readMultipart } from '../../src/mime/multipart.ts';
import { temp } from '../server/temp.ts';

const documents = join(import.meta.dirname, 'mappings/documents');
const [table, wsdl] = ['mapping.yaml', 'documents.wsdl'].map((name) => readFileSync(join(documents, name), 'utf8'));
/** Letters as JSON, or as forms. */
const AS_JSON = `  - id: letter.form
    only: rest-to-soap
    rest: { request: { line: POST /forms, body: "{letter}" }, response: { body: { receipt: "{receipt}" } } }
    soap: { request: { putLetter: { letter: "{letter}" } }, response: { putLetterResponse: { return: "{receipt}" } } }
  - id: letter.forms
    only: rest-to-soap
    rest: { request: "GET /forms/{id}", response: { body: "{letter}" } }
    soap: { request: { getLetter: { id: "{id}" } }, response: { getLetterResponse: { return: "{letter}" } } }
`;

async function listening(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Received {
  readonly url: string;
  readonly type: string;
  readonly body: Buffer;
}

/** `edit`: of the table and the contract. */
async function open(
  answer: (response: ServerResponse) => void,
  options: Partial<SoapstoneOptions> = {},
  edit = (text: string) => text,
) {
  const received: Received[] = [];
  const service = createServer(async (request: IncomingMessage, response) => {
    const type = request.headers['content-type'] ?? '';
    received.push({ url: request.url!, type, body: await buffer(request) });
    answer(response);
  });
  const mapping = temp({ 'mapping.yaml': edit(table + AS_JSON), 'documents.wsdl': edit(wsdl) });
  const gateway = await soapstone({ mapping, upstream: await listening(service), breakerFailures: 0, ...options });
  onTestFinished(() => gateway.close());
  return { origin: await listening(createServer(gateway)), received };
}

const envelope = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
const include = (id: string) => `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
const PACKAGE = 'multipart/related; boundary=b; type="application/xop+xml"; start-info="text/xml"';
const ROOT = 'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"';
const packed = (body: string, ...parts: string[]) =>
  `${[`${ROOT}\r\n\r\n${envelope(body)}`, ...parts].map((one) => `--b\r\n${one}\r\n`).join('')}--b--`;
const part = (id: string, head: string, content: string) => `Content-ID: <${id}>\r\n${head}\r\n\r\n${content}`;

const receipt = (operation: string) => (response: ServerResponse) =>
  void response
    .setHeader('content-type', 'text/xml; charset=utf-8')
    .end(
      envelope(`<d:${operation}Response xmlns:d="urn:example:documents"><return>r</return></d:${operation}Response>`),
    );

describe('of a SOAP service, for a client that wants a form', () => {
  const document =
    (content: string, ...parts: string[]) =>
    (response: ServerResponse) =>
      void response
        .setHeader('content-type', PACKAGE)
        .end(
          packed(
            `<d:getDocumentResponse xmlns:d="urn:example:documents"><return>${content}</return></d:getDocumentResponse>`,
            ...parts,
          ),
        );
  const filesOf = async (url: string) => {
    const response = await fetch(url, { headers: { accept: 'multipart/form-data' } });
    const form = await response.formData();
    return [...form].flatMap(([name, file]) =>
      typeof file === 'string' || name === '$body' ? [] : [`${name}: ${file.type} ${file.name} ${file.size}`],
    );
  };

  test('are those of its parts', async () => {
    const { origin } = await open(
      document(
        `<content>${include('a')}</content><name>n</name><preview>${include('p')}</preview>`,
        part('a', 'Content-Type: image/tiff; x="a b"\r\nContent-Disposition: attachment; filename="a b.tiff"', 'abc'),
        part('p', 'Content-Type: image/gif; name=p.gif', 'abcd'),
      ),
    );
    expect(await filesOf(`${origin}/documents/1`)).toEqual([
      'content: image/tiff a b.tiff 3',
      'preview: image/gif; name=p.gif p.gif 4',
    ]);
  });

  test('are those of the contract where parts say no more than that they are octets', async () => {
    const { origin } = await open(
      document(
        `<content>${include('a')}</content><name>n</name><preview>${include('p')}</preview>`,
        part('a', 'Content-Type: application/octet-stream', 'abc'),
        part('p', 'Content-Transfer-Encoding: base64', 'YWJjZA=='),
      ),
    );
    expect(await filesOf(`${origin}/documents/1`)).toEqual([
      'content: application/pdf content 3',
      'preview: application/octet-stream preview 4',
    ]);
  });

  test('are not said where two parts of one content differ in them', async () => {
    const { origin } = await open(
      document(
        `<content>${include('a')}</content><name>n</name><preview>${include('p')}</preview>`,
        part('a', 'Content-Type: image/tiff; name=x.tiff', 'abc'),
        part('p', 'Content-Type: image/gif; name=x.tiff', 'abc'),
      ),
    );
    expect(await filesOf(`${origin}/documents/1`)).toEqual([
      'content: application/pdf x.tiff 3',
      'preview: application/octet-stream x.tiff 3',
    ]);
  });

  // Scans of one size on white paper.
  const scan = (mark: string) => `${'A'.repeat(300)}${mark}${'A'.repeat(300)}`;
  const named = (id: string, content: string) =>
    part(id, `Content-Type: image/bmp\r\nContent-Disposition: attachment; filename=${id}.bmp`, content);

  test('are those of each part where two of one length differ in the middle alone', async () => {
    const { origin } = await open(
      document(
        `<content>${include('a')}</content><name>n</name><preview>${include('p')}</preview>`,
        named('a', scan('b')),
        named('p', scan('c')),
      ),
    );
    expect(await filesOf(`${origin}/documents/1`)).toEqual([
      'content: image/bmp a.bmp 601',
      'preview: image/bmp p.bmp 601',
    ]);
  });

  test.each([
    ['looks like one', 'c', 'image/bmp a.bmp'],
    ['is equal to one', 'b', 'application/pdf content'],
  ])('are not said of a content inside of the envelope, though it %s', async (_, mark, expected) => {
    const lines = btoa(scan(mark)).replaceAll(/.{76}/g, '$&&#13;\n');
    const { origin } = await open(
      document(`<content>${include('a')}</content><name>n</name><preview>${lines}</preview>`, named('a', scan('b'))),
    );
    expect(await filesOf(`${origin}/documents/1`)).toEqual([
      `content: ${expected} 601`,
      'preview: application/octet-stream preview 601',
    ]);
  });

  const anyTiff = (text: string) =>
    text
      .replace('media: image/tiff, headers', 'media: application/octet-stream, headers')
      .replace('type="ref:swaRef"', 'type="ref:swaRef" xmime:expectedContentTypes="image/*"');
  const asStream = (text: string) => text.replace('- id: letter.get', '- id: letter.get\n    stream: true');
  const scanned = (head: string) => (response: ServerResponse) =>
    void response
      .setHeader('content-type', 'multipart/related; boundary=b; type="text/xml"')
      .end(
        packed(
          '<d:getLetterResponse xmlns:d="urn:example:documents"><return><scan>cid:s</scan><sender>s</sender></return></d:getLetterResponse>',
          part('s', head, 'abc'),
        ).replace(ROOT, 'Content-Type: text/xml'),
      );

  test.each([
    [
      'image/gif',
      'filename="../x/ö\tb.gif"',
      'image/gif',
      `attachment; filename="_b.gif"; filename*=UTF-8''%C3%B6b.gif`,
    ],
    ['image/gif', 'x=y', 'image/gif', 'attachment'],
    ['text/html', 'filename="a.html"', 'application/octet-stream', 'attachment; filename="a.html"'],
    ['text/html', 'x=y', 'application/octet-stream', null],
  ])('a download has them: %s, %s', async (type, parameter, media, disposition) => {
    const head = `Content-Type: ${type}\r\nContent-Disposition: attachment; ${parameter}`;
    for (const edit of [anyTiff, (text: string) => asStream(anyTiff(text))]) {
      const { origin } = await open(scanned(head), {}, edit);
      const response = await fetch(`${origin}/letters/1`);
      const { headers } = response;
      expect([headers.get('content-type'), headers.get('content-disposition'), await response.text()]).toEqual([
        media,
        disposition,
        'abc',
      ]);
    }
  });

  test('a download of one type has that one, and the name', async () => {
    const { origin } = await open(
      scanned('Content-Type: image/gif\r\nContent-Disposition: attachment; filename="a.gif"'),
    );
    const { headers } = await fetch(`${origin}/letters/1`);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'image/tiff',
      'attachment; filename="a.gif"',
    ]);
  });

  test('are those of references (swaRef), beside a text that only looks like one', async () => {
    const letter = '<return><scan>cid:s</scan><sender>cid:s</sender></return>';
    const { origin } = await open((response) =>
      response
        .setHeader('content-type', 'multipart/related; boundary=b; type="text/xml"')
        .end(
          packed(
            `<d:getLetterResponse xmlns:d="urn:example:documents">${letter}</d:getLetterResponse>`,
            part('s', 'Content-Type: image/tiff\r\nContent-Disposition: attachment; filename=s.tiff', 'abc'),
          ).replace(ROOT, 'Content-Type: text/xml'),
        ),
    );
    expect(await filesOf(`${origin}/forms/1`)).toEqual(['scan: image/tiff s.tiff 3']);
    const json = await fetch(`${origin}/forms/1`);
    expect(await json.json()).toEqual({ scan: 'YWJj', sender: 'cid:s' });
  });

  test('a reference in an envelope alone is refused as one without its part', async () => {
    const letter = '<return><scan>cid:s</scan><sender>cid:s</sender></return>';
    const { origin } = await open((response) =>
      response
        .setHeader('content-type', 'text/xml')
        .end(envelope(`<d:getLetterResponse xmlns:d="urn:example:documents">${letter}</d:getLetterResponse>`)),
    );
    const response = await fetch(`${origin}/forms/1`);
    expect([response.status, await response.json()]).toEqual([
      502,
      expect.objectContaining({
        code: 'UPSTREAM_BODY',
        detail: expect.stringContaining('no part has this Content-ID'),
      }),
    ]);
  });
});

describe('of a REST client', () => {
  const parts = ({ type, body }: Received) =>
    readMultipart(body, /boundary="([^"]*)"/.exec(type)![1])
      .slice(1)
      .map(({ media, disposition, content }) => `${media} ${fileNameOf({ media, disposition })} ${content.length}`);
  const blob = (length: number, type: string) => new Blob(['x'.repeat(length)], { type });

  test.each([
    ['MTOM', '/documents', 'content', 'putDocument', { name: 'n' }],
    ['references', '/forms', 'scan', 'putLetter', { sender: 's' }],
  ])('are those of the files of its form: %s', async (_, path, member, operation, fields) => {
    const { origin, received } = await open(receipt(operation), { mtom: true });
    const body = new FormData();
    body.append(member, blob(1500, 'application/pdf'), 'ö "1".pdf');
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    expect((await fetch(origin + path, { method: 'POST', body })).status).toBe(200);
    expect(received.map(parts)).toEqual([['application/pdf ö "1".pdf 1500']]);
  });

  const tiff = (text: string) =>
    text.replace(
      'name="scan" type="ref:swaRef"',
      'name="scan" type="ref:swaRef" xmime:expectedContentTypes="image/tiff"',
    );

  test.each([
    ['image/tiff', 200],
    ['application/octet-stream', 200],
    ['application/pdf', 415],
  ])('are those of its body, and refused where the contract expects others: %s', async (type, status) => {
    const { origin, received } = await open(receipt('putLetter'), {}, tiff);
    const response = await fetch(`${origin}/letters?sender=s`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'abc',
    });
    const problem = (await response.json()) as { detail?: string };
    expect([response.status, problem.detail]).toEqual([
      status,
      status === 415 ? 'the body is application/pdf, and must be image/tiff' : undefined,
    ]);
    expect(received.map(parts)).toEqual(status === 415 ? [] : [['image/tiff undefined 3']]);
  });

  const described = (text: string) =>
    text.replace(
      'name="content" type="xs:base64Binary" xmime:expectedContentTypes="application/pdf"',
      'name="content" type="xmime:base64Binary" xmime:expectedContentTypes="application/pdf, image/tiff"',
    );

  test.each([
    ['image/tiff', 200],
    ['application/octet-stream', 200],
    ['image/png', 415],
  ])('are refused where the contract expects others of content with a type attribute: %s', async (type, status) => {
    const { origin, received } = await open(receipt('putDocument'), { mtom: true }, described);
    const body = new FormData();
    body.append('content', blob(1500, type), 'a');
    body.append('name', 'n');
    const response = await fetch(`${origin}/documents`, { method: 'POST', body });
    expect([response.status, received.map(parts)]).toEqual([status, status === 415 ? [] : [[`${type} a 1500`]]]);
    const problem = (await response.json()) as { detail?: string };
    if (status === 415) expect(problem.detail).toContain('is image/png, and must be application/pdf, image/tiff');
  });

  test.each([
    ['image/tiff', 200],
    ['image/png', 415],
  ])('are refused so where the body is the octets of such content: %s', async (type, status) => {
    const edit = (text: string) =>
      described(text).replace(
        'rules:\n',
        `rules:
  - id: bytes
    only: rest-to-soap
    rest: { request: { line: "POST /bytes?name={name}", media: application/octet-stream, body: "{content}" }, response: { body: { id: "{id}" } } }
    soap: { request: { putDocument: { document: { content: { $value: "{content}" }, name: "{name}" } } }, response: { putDocumentResponse: { return: "{id}" } } }
`,
      );
    const { origin, received } = await open(receipt('putDocument'), { mtom: true }, edit);
    const init = { method: 'POST', headers: { 'content-type': type }, body: 'x'.repeat(1500) };
    const response = await fetch(`${origin}/bytes?name=n`, init);
    expect([response.status, received.map(parts)]).toEqual([
      status,
      status === 415 ? [] : [[`${type} undefined 1500`]],
    ]);
  });

  const images = (text: string) =>
    tiff(text).replaceAll('expectedContentTypes="image/tiff"', 'expectedContentTypes="image/png, image/*"');

  test.each([
    ['image/gif', 200],
    ['application/pdf', 415],
  ])('are refused by the name of the part and of its file: %s', async (type, status) => {
    const { origin, received } = await open(receipt('putLetter'), {}, images);
    const body = new FormData();
    body.append('scan', blob(3, type), 'a.pdf');
    body.append('sender', 's');
    const response = await fetch(`${origin}/forms`, { method: 'POST', body });
    const problem = (await response.json()) as { detail?: string };
    expect([response.status, received.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status === 415)
      expect(problem.detail).toBe('the part "scan" (file "a.pdf") is application/pdf, and must be image/png, image/*');
  });
});

describe('of a SOAP client', () => {
  const letter = (scan: string, sender: string) =>
    `<d:putLetter xmlns:d="urn:example:documents"><letter><scan>${scan}</scan><sender>${sender}</sender></letter></d:putLetter>`;
  const post = (origin: string, type: string, body: string) =>
    fetch(`${origin}/soap`, { method: 'POST', headers: { 'content-type': type }, body }).then((r) => r.text());
  const facing = { present: 'soap', path: '/soap' } as const;
  const json = (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end('{"receipt":"r"}');
  const asTiff = (text: string) =>
    text.replace('media: application/octet-stream, body: "{scan}"', 'media: image/tiff, body: "{scan}"');

  test.each([
    ['application/pdf', 'application/pdf'],
    ['application/pdf; name=a.pdf', 'application/pdf; name=a.pdf'],
    ['', 'application/octet-stream'],
  ])('are passed on where the rule takes any type: %j', async (type, sent) => {
    const { origin, received } = await open(json, facing);
    const head = type === '' ? 'X: y' : `Content-Type: ${type}`;
    const response = await post(origin, PACKAGE, packed(letter(include('a'), 's'), part('a', head, 'abc')));
    expect(response).toContain('<return>r</return>');
    expect(received).toEqual([{ url: '/letters?sender=s', type: sent, body: Buffer.from('abc') }]);
  });

  test.each(['image/tiff', 'application/octet-stream'])('are that of the rule: %s', async (type) => {
    const { origin, received } = await open(json, facing, asTiff);
    await post(origin, PACKAGE, packed(letter(include('a'), 's'), part('a', `Content-Type: ${type}`, 'abc')));
    expect(received.map(({ type: sent }) => sent)).toEqual(['image/tiff']);
  });

  test('are refused where the rule has another type', async () => {
    const { origin, received } = await open(json, facing, asTiff);
    const fault = await post(
      origin,
      PACKAGE,
      packed(letter(include('a'), 's'), part('a', 'Content-Type: application/pdf', 'abc')),
    );
    expect(fault).toMatch(
      /<faultcode[^>]*>\w+:Client<.*the attachment of Envelope\/Body\/putLetter\/letter\/scan is application\/pdf, and must be image\/tiff/s,
    );
    expect(received).toEqual([]);
  });

  test.each([
    ['beside other parts', PACKAGE, packed(letter('cid:nope', 's'), part('a', 'X: y', 'abc'))],
    ['in an envelope alone', 'text/xml', envelope(letter('\n cid:nope', 's'))],
  ])('a reference to a part that is missing is refused as such: %s', async (_, type, body) => {
    const { origin, received } = await open(json, facing);
    expect(await post(origin, type, body)).toMatch(/:Client<.*no part has this Content-ID/s);
    expect(received).toEqual([]);
  });

  test('a text that only looks like a reference stays one', async () => {
    const { origin, received } = await open(json, facing);
    await post(origin, PACKAGE, packed(letter('cid:a', 'cid:a'), part('a', 'Content-Type: image/png', 'abc')));
    expect(received).toEqual([{ url: '/letters?sender=cid%3Aa', type: 'image/png', body: Buffer.from('abc') }]);
  });
});
