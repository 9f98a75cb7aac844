import { describe, expect, test } from 'vitest';
import { CaptureStore } from '../../src/capture/capture-store.ts';
import type { CapturedExchange } from '../../src/capture/captured.ts';
import { redactJson } from '../../src/capture/redact-json.ts';
import { redactXml } from '../../src/capture/redact-xml.ts';
import { Redaction } from '../../src/capture/redaction.ts';
import { isSecretName } from '../../src/capture/secret-names.ts';

const xml = (text: string) => redactXml(text, isSecretName);
const json = (text: string) => redactJson(text, isSecretName);

describe('XML', () => {
  test.each([
    ['<a><Password>x</Password><b>7</b></a>', '<a><Password>***</Password><b>7</b></a>'],
    ['<p:password xmlns:p="u" Type="x">x<!-- x --></p:password>', '<p:password xmlns:p="u">***</p:password>'],
    ['<password><![CDATA[</password>x]]></password>7', '<password>***</password>7'],
    ['<token><token>x</token>x</token><b/>', '<token>***</token><b/>'],
    ['<token a=">x"><token/>x</token>7', '<token>***</token>7'],
    ['<a token="x" b="7" p:secret=\'x\'/>', '<a token="***" b="7" p:secret="***"/>'],
    ['<!-- <password> --><b>7</b>', '<!-- <password> --><b>7</b>'],
    ['<secret>x', '<secret>***'],
    ['<secret><inner>x</inn', '<secret>***'],
    ['<a secret="x', '<a secret="***"'],
    ['<secret/>7', '<secret/>7'],
    ['<secret', '<secret>***'],
  ])('%s', (text, expected) => expect(xml(text)).toBe(expected));

  test('hostile texts take no long', () => {
    for (const piece of ['<a "', "<a '", '<secret>', '<!--', '<![CDATA[', '<a b="', '<'])
      expect(xml(piece.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

describe('JSON', () => {
  test.each([
    ['{"password":"x","b":7}', '{"password":"***","b":7}'],
    ['{"token" : {"a":["x","}"],"b":{}},"c":7}', '{"token" : "***","c":7}'],
    ['{"secret":12,"b":[7]}', '{"secret":"***","b":[7]}'],
    ['{"p\\u0061ssword":"x"}', '{"p\\u0061ssword":"***"}'],
    ['{"@token":"x","a":"token"}', '{"@token":"***","a":"token"}'],
    ['{"a\\"password":"7"}', '{"a\\"password":"***"}'],
    ['{"secret":"x', '{"secret":"***"'],
    ['{"secret":[{"a":"x', '{"secret":"***"'],
    ['{"secret', '{"secret'],
  ])('%s', (text, expected) => expect(json(text)).toBe(expected));

  test('hostile texts take no long', () => {
    for (const piece of ['"', '{"a":', '{"secret":', '\\"', '[{"'])
      expect(json(piece.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

describe('messages', () => {
  const redaction = new Redaction({ fields: ['X-Key'], names: ['passport'], values: ['s3cret&', 'ab'] });
  const body = (text: string | Uint8Array, type = 'text/xml', total?: number, more: [string, string][] = []) => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    return redaction.body(bytes, total ?? bytes.length, [['Content-Type', type], ...more]);
  };

  test('header fields by name, values everywhere, queries by name', () => {
    const fields = redaction.headers([
      ['Authorization', 'Basic x'],
      ['x-key', 'x'],
      ['Set-Cookie', 'x'],
      ['accept', 'a/b s3cret&'],
    ]);
    expect(fields.map(([, value]) => value)).toEqual(['***', '***', '***', 'a/b ***']);
    expect(redaction.target('/a?b=7&pass%77ord=x&c=s3cret%26')).toBe('/a?b=7&pass%77ord=***&c=***');
    expect(redaction.target('/cab/ab/7')).toBe('/cab/***/7');
  });

  test('Web Services Security, and elements of the table, are masked as a whole', () => {
    const text =
      '<e:Header><w:Security><x>y</x></w:Security><Passport><id>y</id></Passport></e:Header><r>s3cret&amp;</r>';
    const expected = '<e:Header><w:Security>***</w:Security><Passport>***</Passport></e:Header><r>***</r>';
    expect(body(text)).toEqual({ bytes: text.length, body: expected });
  });

  test('a body that is cut says so, also in the middle of a character', () => {
    const bytes = Buffer.from('<a>ä</a>').subarray(0, 4);
    expect(body(bytes, 'text/xml', 9)).toEqual({ bytes: 9, body: '<a>', cut: true });
  });

  test('UTF-16 is read by its mark; what no redaction can read is not shown', () => {
    const utf16 = Buffer.from('\ufeff<password>x</password>', 'utf16le');
    expect(body(utf16)).toEqual({ bytes: utf16.length, body: '<password>***</password>' });
    expect(body('a=7&password=x', 'application/x-www-form-urlencoded')).toMatchObject({ body: 'a=7&password=***' });
    for (const [bytes, type, more = []] of [
      [Buffer.from('<password>x</password>', 'utf16le'), 'text/xml'],
      [Buffer.from([0x3c, 0xff, 0xfe]), 'text/xml'],
      [Buffer.from('"x"'), 'application/json'],
      [Buffer.from('x'), 'text/plain'],
      [Buffer.from('{}'), 'application/json', [['content-encoding', 'gzip']]],
    ] as [Uint8Array, string, [string, string][]?][])
      expect(body(bytes, type, undefined, more)).toEqual({ bytes: bytes.length });
  });
});

test('the store holds the latest ones, bounded in number and memory', () => {
  const exchange = (id: string, body = ''): CapturedExchange => ({
    id,
    time: '',
    bridge: 'b',
    ms: 0,
    request: { method: 'GET', target: '/', headers: [], bytes: 0, body },
    calls: [],
  });
  const ids = (store: CaptureStore) => store.list().map(({ id }) => id);
  const few = new CaptureStore({ count: 2, memory: 1_000_000 });
  for (const id of ['a', 'b', 'c']) few.add(exchange(id));
  expect([ids(few), few.dropped]).toEqual([['b', 'c'], 1]);
  const small = new CaptureStore({ count: 100, memory: 5000 });
  for (const id of ['a', 'b', 'c', 'd']) small.add(exchange(id));
  expect(ids(small).at(-1)).toBe('d');
  expect(small.dropped).toBeGreaterThan(0);
  small.add(exchange('large', 'x'.repeat(5000)));
  expect(ids(small)).toEqual([]);
});

test('a name of any length is read from its beginning alone: else this would take minutes', () => {
  const tag = `<a ${'b'.repeat(500_000)} password="p">`;
  expect(redactXml(tag, (name) => name === 'password')).toBe(tag.replace('"p"', '"***"'));
});

test('a secret that is no valid text does not stop a request', () => {
  const redaction = new Redaction({ values: ['x\ud800abcd'] });
  expect(redaction.target('/x\ud800abcd/7')).toBe('/***/7');
});
