import { describe, expect, test } from 'vitest';
import { CaptureStore } from '../../src/capture/capture-store.ts';
import type { CapturedExchange } from '../../src/capture/captured.ts';
import { redactJson } from '../../src/capture/redact-json.ts';
import { redactXml } from '../../src/capture/redact-xml.ts';
import { Redaction } from '../../src/capture/redaction.ts';
import { isSecretName, secretNamesBut } from '../../src/capture/secret-names.ts';

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
    ['<!-- <password>x</password> --><b>7</b>', '<!--***--><b>7</b>'],
    ['<!--><x a="--><password>x</password>', '<!--><x a="--><password>***</password>'],
    ['<a>&lt;b&gt;7&lt;/b&gt;</a>', '<a>&lt;b&gt;7&lt;/b&gt;</a>'],
    ['<param name="password">x</param>', '<param>***</param>'],
    ['<param name="password" value="x"/>', '<param name="password" value="***"/>'],
    ['<key>password</key><value>x</value><value>7</value>', '<key>password</key><value>***</value><value>7</value>'],
    ['<api-key>x</api-key><Pwd>x</Pwd>', '<api-key>***</api-key><Pwd>***</Pwd>'],
    ["<a b='x><password>x</password>", '<a ***'],
    ['<secret>x', '<secret>***'],
    ['<secret><inner>x</inn', '<secret>***'],
    ['<a secret="x', '<a secret="***"'],
    ['<Kennwort>x</Kennwort><contraseña>x</contraseña>', '<Kennwort>***</Kennwort><contraseña>***</contraseña>'],
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
    [
      '[{"name":"password","value":"x"},{"name":"b","value":7}]',
      '[{"name":"password","value":"***"},{"name":"b","value":7}]',
    ],
    ['[{"value":["x",{}],"name":"password"}]', '[{"value":"***","name":"password"}]'],
    ['{"name":"password","value":{"a":"x"},"b":7}', '{"name":"password","value":"***","b":7}'],
    [
      '{"pwd":"x","pin":1,"passwordHash":"x","api-key":"x","b":7}',
      '{"pwd":"***","pin":"***","passwordHash":"***","api-key":"***","b":7}',
    ],
    ['{"pinned":1,"key":"7","passport":"7","signed":true}', '{"pinned":1,"key":"7","passport":"7","signed":true}'],
    ['{"a":{"password":"x"},"b":[1,"c"]}', '{"a":{"password":"***"},"b":[1,"c"]}'],
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

  test('a secret that is a number is masked where JSON has it as one, and the JSON stays JSON', () => {
    const numbers = new Redaction({ values: ['48213977', '004711', '7.50'] });
    const text = '{"a":48213977,"b":[4711 , 7.50,47110],"c":"x48213977"}';
    const { body: masked } = numbers.body(Buffer.from(text), text.length, []);
    expect(JSON.parse(String(masked))).toEqual({ a: '***', b: ['***', '***', '***'], c: 'x***' });
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
    expect(body('true', 'application/json')).toMatchObject({ body: 'true' });
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

describe('texts inside of messages', () => {
  const redaction = new Redaction({ values: ['hunter2hunter2', 'pa ss&1'] });
  const body = (text: string, type = 'application/json', isCut = false) =>
    redaction.body(Buffer.from(text), Buffer.byteLength(text) + Number(isCut), [['content-type', type]]).body;
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each([
    ['{"a":"{\\"password\\":\\"x\\",\\"b\\":7}"}', '{"a":"{\\"password\\":\\"***\\",\\"b\\":7}"}'],
    ['{"a":"<b><token>x</token></b>"}', '{"a":"<b><token>***</token></b>"}'],
    ['{"a":"see password=x"}', '{"a":"see password= ***"}'],
    ['{"a":"Security: bad login"}', '{"a":"Security: bad login"}'],
    ['{"a":"see <Security>x</Security>"}', '{"a":"see <Security> ***"}'],
    ['{"a":"https://u:x@b/"}', '{"a":"***"}'],
    ['{"a":"Bearer abcdefghijklmnopqrst"}', '{"a":"***"}'],
    ['{"a":"wrong password","b":"14:30 <7>"}', '{"a":"wrong password","b":"14:30 <7>"}'],
    ['<a><![CDATA[<b><password>x</password></b>]]></a>', '<a><![CDATA[***]]></a>'],
    ['<a>&lt;password&gt;x&lt;/password&gt;</a>', '<a>&lt;password&gt;***&lt;/password&gt;</a>'],
    ['<a>{"password":"x","b":7}</a>', '<a>{"password":"***","b":7}</a>'],
    ['<a b="?access_token=x" c="7"/>', '<a b="***" c="7"/>'],
    ['<pre>Authorization: Basic x</pre>', '<pre>Authorization: ***</pre>'],
  ])('%s', (text, expected) => expect(body(text)).toBe(expected));

  test('a form is read as one, whatever it begins with; JSON that says it is a form too', () => {
    const form = 'application/x-www-form-urlencoded';
    expect(body('{a=1&password=x', form)).toBe('{a=1&password=***');
    expect(body('<=1&password=x', form)).not.toContain('x');
    expect(body('{"password":"x&y"}', form)).not.toMatch(/[xy]"/);
    expect(body('b=7&%70assword%ff=x&r=%2F%3Ftoken%3Dx', form)).toBe('b=7&%70assword%ff=***&r=***');
  });

  test.each(['', 'u', 'gw', 'gateway'])('a secret in HTTP Basic, behind the user %s', (user) => {
    const text = JSON.stringify({ a: `Basic ${base64(`${user}:hunter2hunter2`)}`, b: 7 });
    expect(body(text)).toBe('{"a":"Basic ***","b":7}');
  });

  test('a secret in escapes that messages seldom use masks the whole body', () => {
    for (const text of ['<a>pa ss&#38;1</a>', '{"a":"hunter2\\u0068unter2"}', '<a>hunter2&#x68;unter2</a>'])
      expect(body(text)).toBe('***');
    expect(body('a=pa+ss%261', 'application/x-www-form-urlencoded')).toBe('a=***');
    expect(body('<a>b &#38; c</a>')).toBe('<a>b &#38; c</a>');
  });

  test('a cut inside of a secret', () => {
    expect(body('{"a":"hunter2hun', undefined, true)).toBe('{"a":"***');
    expect(body(`{"a":"${base64('gw:hunter2hunter2').slice(0, 14)}`, undefined, true)).not.toContain('aHVu');
    expect(body('{"a":"hunter2hun')).toBe('{"a":"hunter2hun');
  });

  test('header fields and URLs', () => {
    const secret = [
      'X-Api-Key',
      'Session-Id',
      'Mcp-Session-Id',
      'Ocp-Apim-Subscription-Key',
      'X-Functions-Key',
      'X-Jwt',
    ];
    for (const name of secret) expect(redaction.headers([[name, 'x']])).toEqual([[name, '***']]);
    const shown = redaction.headers([
      ['Location', 'https://a/b?access_token=x&c=7'],
      ['Referer', 'https://u:x@a/?c=7'],
      ['Link', '<https://a/?api_key=x>; rel="next"'],
      ['X-Note', 'password=x'],
      ['X-Note', 'lösenord=x'],
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['SOAPAction', '"urn:bank:GetToken"'],
    ]);
    expect(shown.map(([, value]) => value)).toEqual([
      'https://a/b?access_token=***&c=7',
      'https://***@a/?c=7',
      '<https://a/?api_key=***; rel="next"',
      '***',
      '***',
      'text/xml; charset=utf-8',
      '"urn:bank:GetToken"',
    ]);
    expect(redaction.target('/a;jsessionid=x/b?c=7#access_token=x')).toBe('/a;jsessionid=***/b?c=7#access_token=***');
  });

  test('hostile texts take no long', () => {
    for (const lead of ['{"a":"', '<a>', '<a b="'])
      for (const piece of ['{', '<a b="', '\\"', '{"name":"password","value":', '&lt;a&gt;', '<!--', 'a&quot;', '://a'])
        expect(body(lead + piece.repeat(20_000))?.length).toBeGreaterThan(0);
  });
});

describe('tokens that are ids', () => {
  const isSecret = secretNamesBut([
    'cameraToken',
    'Mark_Token',
    'sessionToken',
    'accessToken',
    'token',
    'password',
    'x',
  ]);

  test.each(['CameraToken', 'camera-token', 'markToken', 'ProfileToken', 'EchoToken', 'VideoSourceConfigurationToken'])(
    '%s is shown',
    (name) => expect(isSecret(name)).toBe(false),
  );
  test.each([
    'SessionToken',
    'accessToken',
    'token',
    'Token',
    'password',
    'laneToken',
    'profileTokenSecret',
    'jobToken',
  ])('%s stays masked', (name) => expect(isSecret(name)).toBe(true));

  test('a secret in a path is masked as a segment, in front of an upstream path too', () => {
    const redaction = new Redaction({
      ids: ['accessToken', 'camera'],
      template: '/v1/carts/{accessToken}/of/{camera}',
    });
    expect(redaction.target('/v1/carts/sesame/of/7?a=7')).toBe('/v1/carts/***/of/7?a=7');
    expect(redaction.target('http://127.0.0.1/base/v1/carts/sesame/of/7')).toBe(
      'http://127.0.0.1/base/v1/carts/***/of/7',
    );
    expect(redaction.target('/v1/cards/sesame/of/7')).toBe('/v1/cards/sesame/of/7');
  });
});
