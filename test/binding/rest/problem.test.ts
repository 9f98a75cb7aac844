import { expect, it } from 'vitest';
import { problemBody } from '../../../src/binding/rest/front/problem.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { toFault } from '../../../src/fault/fault.ts';

it('does not repeat more than the beginning of a long name', () => {
  const long = '😀'.repeat(100_000);
  const fault = toFault(new SoapstoneError('CODEC_UNKNOWN', `"${long}" is not a member`, { path: `$.${long}` }));
  const text = problemBody(fault, 'id');
  expect(Buffer.byteLength(text)).toBeLessThan(20_000);
  const { detail, errors } = JSON.parse(text) as { detail: string; errors: { path: string; message: string }[] };
  for (const part of [detail, errors[0].path, errors[0].message]) {
    expect(part.endsWith('…')).toBe(true);
    expect(part.isWellFormed()).toBe(true);
  }
});

it('leaves ordinary texts as they are', () => {
  const fault = toFault(new SoapstoneError('CODEC_UNKNOWN', '"a" is not a member', { path: '$.a' }));
  expect(JSON.parse(problemBody(fault, 'id'))).toMatchObject({
    detail: '$.a: "a" is not a member',
    errors: [{ path: '$.a' }],
  });
});
