import { describe, expect, test } from 'vitest';
import { isSecretName } from '../../src/capture/secret-names.ts';
import { prettyXml } from '../../src/explain/explain-rest.ts';
import { maskedSamples } from '../../src/explain/masked-samples.ts';
import { describedRequest } from '../../src/explain/request-line.ts';
import { maskerOf, secretVariables } from '../../src/explain/secrets.ts';
import { fromJs } from '../../src/json/value.ts';
import type { Rule } from '../../src/rule/rule.ts';

test('XML is indented, text stays with its element', () => {
  expect(prettyXml('<?xml version="1.0"?><a x="1"><b>t &amp; u</b><c/><d><e></e></d></a>')).toBe(
    [
      '<?xml version="1.0"?>',
      '<a x="1">',
      '  <b>t &amp; u</b>',
      '  <c/>',
      '  <d>',
      '    <e></e>',
      '  </d>',
      '</a>',
    ].join('\n'),
  );
});

describe('request on the command line', () => {
  test('method, path, query, headers, body', () => {
    const request = describedRequest('post /a/b%20c?x=1&y=?', ['X-Tenant: 7', 'accept:*/*'], '{"a":1}');
    expect({ ...request, body: String(request.body), headers: { ...request.headers } }).toEqual({
      method: 'POST',
      path: '/a/b%20c',
      query: 'x=1&y=?',
      headers: { 'x-tenant': '7', accept: '*/*' },
      body: '{"a":1}',
    });
  });

  test.each([['GET'], ['GET accounts'], ['/accounts'], ['GET /a b']])('%j is refused', (line) => {
    expect(() => describedRequest(line, [], undefined)).toThrow('is not a request line such as');
  });

  test('a header needs a name, a file must be there', () => {
    expect(() => describedRequest('GET /', ['nothing'], undefined)).toThrow('-H "nothing" is not "Name: value"');
    expect(() => describedRequest('GET /', [], '@none.json')).toThrow('cannot read none.json: ENOENT');
  });
});

test.each([
  ['password', true],
  ['userPassword', true],
  ['$credential', true],
  ['accessToken', true],
  ['api_key', true],
  ['apiKey', true],
  ['authorization', true],
  ['id', false],
  ['currency', false],
  ['passport', false],
])('%s is a secret: %s', (name, secret) => {
  expect(secretVariables({ rules: [] }, undefined)(name)).toBe(secret);
});

test.each([
  [
    'p',
    '<soap:Envelope><password>p</password></soap:Envelope>',
    '<soap:Envelope><password>***</password></soap:Envelope>',
  ],
  ['p', 'authorization: Basic p', 'authorization: Basic ***'],
  ['pass', '<a>xpass</a>', '<a>x***</a>'],
  ['a&b<', '<a>a&amp;b&lt;</a>', '<a>***</a>'],
])('the secret %s is taken out of %s', (secret, line, shown) => {
  const mask = maskerOf({ variables: ['password'] } as unknown as Rule, [fromJs(secret)], isSecretName);
  expect(mask(line)).toBe(shown);
});

test('numbers, flags and times of a credential are masked, whatever their types', () => {
  const request = (path: string, body: string) => ({ method: 'POST', path, headers: [], body: Buffer.from(body) });
  const shown = (first: ReturnType<typeof request>, second: ReturnType<typeof request>) => {
    const { path, body } = maskedSamples(first, second);
    return [path, Buffer.from(body).toString()];
  };
  expect(
    shown(
      request('/a?pin=0&b=0', '<a b="0"><pin>0</pin><at>1970-01-01T00:00:00.000Z</at><ok>0</ok></a>'),
      request('/a?pin=1&b=0', '<a b="1"><pin>1</pin><at>1971-02-02T03:04:05.000Z</at><ok>0</ok></a>'),
    ),
  ).toEqual(['/a?pin=***&b=0', '<a b="***"><pin>***</pin><at>***</at><ok>0</ok></a>']);
  expect(shown(request('/', '{"pin":0,"of":[0,"0","x"]}'), request('/', '{"pin":1,"of":[1,"1","x"]}'))).toEqual([
    '/',
    '{"pin":"***","of":["***","***","x"]}',
  ]);
});
