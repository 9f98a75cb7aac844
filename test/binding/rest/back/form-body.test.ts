// Bodies of forms: read back by URLSearchParams, the platform's own parser.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formBody, isForm } from '../../../../src/binding/rest/back/form-body.ts';

const fieldsOf = (body: string) => [...new URLSearchParams(Buffer.from(formBody(Buffer.from(body))).toString())];

it.each([
  ['{}', []],
  [
    '{"a":"x y&z=ü+%","b":12345678901234567890.10,"c":true}',
    [
      ['a', 'x y&z=ü+%'],
      ['b', '12345678901234567890.10'],
      ['c', 'true'],
    ],
  ],
  [
    '{"a":["1","2"],"b":[],"c":null,"d":""}',
    [
      ['a', '1'],
      ['a', '2'],
      ['d', ''],
    ],
  ],
])('%s', (body, fields) => expect(fieldsOf(body)).toEqual(fields));

it.each(['{"a":{"b":1}}', '{"a":[[1]]}', '{"a":[{}]}', '[1]', '"a"'])('refuses %s, which is not flat', (body) => {
  expect(() => formBody(Buffer.from(body))).toThrow(expect.objectContaining({ code: 'BAD_BODY' }));
});

it('keeps any texts', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
        selector: ([name]) => name,
      }),
      (fields) => {
        const members = fields.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`);
        expect(fieldsOf(`{${members.join()}}`)).toEqual(fields);
      },
    ),
  );
});

it('knows the media type with parameters and in any case', () => {
  const types = [
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-Urlencoded; charset=utf-8',
    'application/json',
  ];
  expect(types.map(isForm)).toEqual([true, true, false]);
});
