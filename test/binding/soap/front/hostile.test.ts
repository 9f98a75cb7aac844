// Bytes that want to harm: each gets a fault of the caller's version, nothing reaches the back, and the next good request does.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Transcoder } from '../../../../src/xml/reader/encoding.ts';
import { defaultLimits } from '../../../../src/xml/reader/limits.ts';
import { ECHO_NS, echo, echoMapping } from './echo-service.ts';
import { envelope, FrontScene, faultOf, namespaces, type Version } from './front-scene.ts';

let scene: FrontScene;
let before = 0;
beforeAll(async () => {
  scene = await FrontScene.open(echoMapping(), echo, { limits: { ...defaultLimits, elements: 5000 } });
});
afterAll(() => scene.close());

const body = `<t:echoOk xmlns:t="${ECHO_NS}">bar</t:echoOk>`;

afterEach(async () => {
  expect(scene.seen).toHaveLength(before);
  for (const version of ['1.1', '1.2'] as const) expect((await scene.ask(version, body)).status).toBe(200);
  before = scene.seen.length;
  expect(Object.keys(Object.prototype)).toEqual([]);
});

type Attack = (version: Version) => string | Uint8Array;
const around: (inner: string) => Attack = (inner) => (version) => envelope(version, inner);
const withDoctype: (doctype: string, text?: string) => Attack =
  (doctype, text = '&a;') =>
  (version) =>
    `<?xml version="1.0"?>${doctype}${envelope(version, body.replace('bar', text))}`;
const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');

const attacks: readonly (readonly [string, Attack, RegExp])[] = [
  ['a DOCTYPE', withDoctype('<!DOCTYPE e:Envelope>', 'x'), /document type declaration is not allowed/],
  ['an external entity', withDoctype('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), /document type/],
  ['an external DTD', withDoctype('<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">', 'x'), /document type/],
  ['a billion laughs', withDoctype(`<!DOCTYPE x [<!ENTITY a0 "ha">${entities}]>`, '&a10;'), /document type/],
  ['an entity that nobody declared', around(body.replace('bar', '&bar;')), /an entity that is not predefined/],
  ['an instruction', (v) => `<?xml-stylesheet href="x"?>${envelope(v, body)}`, /processing instruction/],
  ['an instruction inside', around(body.replace('bar', '<?php x?>')), /processing instruction/],
  [
    'deep nesting in the body',
    around(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`),
    /no operation takes|deeper than 100/,
  ],
  [
    'deep nesting in a header',
    (v) => envelope(v, body, `<a xmlns="urn:a">${'<a>'.repeat(200)}${'</a>'.repeat(200)}</a>`),
    /deeper than 100/,
  ],
  ['many elements', (v) => envelope(v, body, `<a xmlns="urn:a">${'<b/>'.repeat(6000)}</a>`), /more than 5000 elements/],
  [
    'many attributes',
    (v) => envelope(v, body, `<a xmlns="urn:a" ${Array.from({ length: 300 }, (_, i) => `a${i}=""`).join(' ')}/>`),
    /256/,
  ],
  ['a huge attribute', (v) => envelope(v, body, `<a xmlns="urn:a" x="${'y'.repeat(100_000)}"/>`), /longer than 65536/],
  ['a huge name', around(`<${'n'.repeat(600)}/>`), /name is longer/],
  ['a repeated attribute', (v) => envelope(v, body, '<a xmlns="urn:a" x="1" x="2"/>'), /twice|duplicate/i],
  ['an undeclared prefix', around('<u:echoOk/>'), /prefix "u"/],
  ['two roots', (v) => envelope(v, body) + envelope(v, body), /second root/],
  ['something behind the root', (v) => `${envelope(v, body)}trailing`, /outside the root/],
  ['nothing', () => '', /no element/],
  ['JSON', () => '{"a":1}', /outside the root/],
  ['zeros', () => new Uint8Array(2000), /./],
  ['bytes that are not UTF-8', (v) => Buffer.from(envelope(v, body.replace('bar', '\xff\xfe')), 'latin1'), /UTF-8/],
  ['UTF-7', (v) => `<?xml version="1.0" encoding="UTF-7"?>${envelope(v, body)}`, /./],
  ['a control character', around(body.replace('bar', '\u0001')), /character that XML does not allow/],
  ['a value that looks like __proto__', around('<__proto__ xmlns="constructor"/>'), /no operation takes/],
];

describe.each(['1.1', '1.2'] as const)('SOAP %s', (version) => {
  it.each(attacks)('%s', async (_, attack, words) => {
    before = scene.seen.length;
    const headers = { 'content-type': version === '1.1' ? 'text/xml' : 'application/soap+xml' };
    const { status, text, type } = await scene.send(version, attack(version), headers);
    const fault = faultOf(text);
    expect(fault.version).toBe(version);
    expect(['Client', 'Sender', 'VersionMismatch']).toContain(fault.code);
    expect(status).toBe(fault.code === 'Sender' ? 400 : 500);
    expect(type).toContain(headers['content-type']);
    expect(fault.reason).toMatch(words);
    expect(fault.reason.length).toBeLessThan(2100);
    expect(text).not.toMatch(/root:|node:|\/src\/|at Object/);
  });

  it('cut off anywhere', async () => {
    before = scene.seen.length;
    const whole = Buffer.from(envelope(version, body, `<h xmlns="urn:h">text</h>`));
    for (let cut = 0; cut < whole.length; cut += 7) {
      const { text } = await scene.send(version, whole.subarray(0, cut));
      expect(faultOf(text).reason).toMatch(/./);
    }
    before = scene.seen.length;
  });

  it('a bomb in a coding', async () => {
    before = scene.seen.length;
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const { status, text } = await scene.send(version, bomb, { 'content-encoding': 'gzip' });
    expect([status, faultOf(text).version]).toEqual([413, version]);
  });
});

describe('actions', () => {
  it.each([
    ['1.2', { 'content-type': 'application/soap+xml; action="urn:a"', soapaction: '"urn:b"' }],
    ['1.1', { 'content-type': 'text/xml; action="urn:a"', soapaction: '"urn:b"' }],
  ] as const)('SOAP %s: %o names another operation in the place of the other version', async (version, fields) => {
    before = scene.seen.length;
    const { status, text } = await scene.send(version, envelope(version, body), fields);
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(text).toMatch(/action/);
    expect(scene.seen).toHaveLength(before);
  });
});

describe('encodings', () => {
  it.each([
    ['ASCII', Buffer.from(envelope('1.2', body.replace('bar', 'grün'))), 'us-ascii', 'the bytes are not us-ascii'],
    ['Nonsense', Buffer.from(envelope('1.2', body)), 'utf-17', 'the encoding utf-17 is not supported'],
  ])('%s is refused', async (_name, bytes, charset, message) => {
    before = scene.seen.length;
    const { status, text: said } = await scene.send('1.2', bytes, {
      'content-type': `application/soap+xml; charset=${charset}`,
    });
    expect(status).toBe(400);
    expect(said).toContain(message);
    expect(scene.seen).toHaveLength(before);
  });

  it('a byte of Latin 1 is the character of its number, not that of windows-1252', () => {
    expect(Buffer.from(new Transcoder('iso-8859-1').write(Buffer.of(0x80, 0xe4), true)).toString()).toBe('\u0080ä');
    expect(Buffer.from(new Transcoder('windows-1252').write(Buffer.of(0x80), true)).toString()).toBe('€');
  });

  const text = 'grün ✓';
  const document = envelope('1.2', body.replace('bar', text));
  it.each([
    ['UTF-16 with its mark', Buffer.from(`\ufeff${document}`, 'utf16le'), ''],
    ['UTF-16 by its charset', Buffer.from(document, 'utf16le'), '; charset=utf-16le'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${document}`), ''],
    [
      'Latin 1 by declaration',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${document.replace('✓', '')}`, 'latin1'),
      '',
    ],
    ['Latin 1 by charset', Buffer.from(document.replace('✓', ''), 'latin1'), '; charset="iso-8859-1"'],
  ])('%s are read', async (_, bytes, charset) => {
    const { status, text: said } = await scene.send('1.2', bytes, { 'content-type': `application/soap+xml${charset}` });
    expect(status, said).toBe(200);
    expect(said).toContain('>grün');
    before = scene.seen.length;
  });
  it('that nobody knows are refused', async () => {
    before = scene.seen.length;
    const { status, text: said } = await scene.send('1.2', document, {
      'content-type': 'application/soap+xml; charset=x-no',
    });
    expect([status, faultOf(said).reason]).toEqual([400, 'the encoding x-no is not supported']);
  });
  it('namespaces do not mix', async () => {
    before = scene.seen.length;
    const mixed = envelope('1.2', body)
      .replace('<e:Body>', `<e:Body xmlns:e="${namespaces['1.1']}">`)
      .replace('</e:Body>', '</e:Body>');
    expect(faultOf((await scene.send('1.2', mixed)).text).reason).toContain(
      'where the Body of the Envelope is expected',
    );
  });
});

describe('a header block that nobody understands, in the namespace', () => {
  it.each(['urn:a}b', '}', 'urn:a{b', 'urn:a b', 'urn:&quot;x', 'urn:&#10;x', 'urn:&lt;x'])('%s', async (ns) => {
    const header = (version: Version) => `<q:a xmlns:q="${ns}" e:mustUnderstand="1" xmlns:e="${namespaces[version]}"/>`;
    for (const version of ['1.1', '1.2'] as const) {
      const { status, text } = await scene.ask(version, body, { header: header(version) });
      expect([status, faultOf(text).code]).toEqual([500, 'MustUnderstand']);
    }
  });
});
