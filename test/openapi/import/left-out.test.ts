// Operations that no SOAP client could call, or whose content would be lost: left out by name. What may be absent is left out alone.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { convert } from '../../../src/openapi/import/convert.ts';
import { temp } from '../../server/temp.ts';

const text = { type: 'string' };
const object = { type: 'object', properties: { a: text } };
const open = { type: 'object', additionalProperties: true };
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });

/** The operation beside one that can always be carried. */
function converted(operation: object) {
  const good = { operationId: 'good', responses: { 204: { description: '' } } };
  const asked = { operationId: 'asked', responses: { 200: json(object) }, ...operation };
  const paths = { '/f': { post: asked, get: good } };
  const description = { openapi: '3.1.0', info: { title: 'Lost', version: '1' }, paths };
  return convert(join(temp({ 'api.json': JSON.stringify(description) }), 'api.json'));
}

it.each([
  [
    'a cookie',
    { parameters: [{ name: 'sid', in: 'cookie', required: true, schema: text }] },
    'no rule fills the cookie parameter "sid", which is required',
  ],
  [
    'an object in the query',
    { parameters: [{ name: 'deep', in: 'query', style: 'deepObject', required: true, schema: object }] },
    'the required parameter "deep" is an object',
  ],
  [
    'a document in the query',
    { parameters: [{ name: 'filter', in: 'query', required: true, content: { 'application/json': {} } }] },
    'the required parameter "filter" is a document of its own (content)',
  ],
  [
    'a response of any members',
    { responses: { 200: json(open) } },
    'its response may have any members and describes none (additionalProperties)',
  ],
  [
    'a list of such objects',
    { responses: { 200: json({ type: 'array', items: { type: 'object', additionalProperties: {} } }) } },
    'its response may have any members and describes none (additionalProperties)',
  ],
  [
    'a body of any members',
    { requestBody: json(open) },
    'its request body may have any members and describes none (additionalProperties)',
  ],
])('%s: the operation is left out, by name', (_, operation, reason) => {
  const { operations, notes } = converted(operation);
  expect(operations).toBe(1);
  expect(notes).toContainEqual(
    expect.objectContaining({
      kind: 'operations',
      severity: 'left out',
      pointer: '/paths/~1f/post',
      message: `the operation is left out: ${reason}`,
    }),
  );
});

it.each([
  ['an optional cookie', { parameters: [{ name: 'sid', in: 'cookie', schema: text }] }],
  [
    'a header that the gateway writes',
    { parameters: [{ name: 'Connection', in: 'header', required: true, schema: text }] },
  ],
  ['any members beside described ones', { responses: { 200: json({ ...object, additionalProperties: true }) } }],
  ['members of one type', { responses: { 200: json({ type: 'object', additionalProperties: text }) } }],
])('%s: the operation is carried', (_, operation) => {
  expect(converted(operation).operations).toBe(2);
});
