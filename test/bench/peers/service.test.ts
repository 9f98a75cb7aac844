// The service of the comparison and its table: replies that are what the contract says, and rules that carry them.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations, orderText, resources, TOTAL } from '../../../bench/peers/face.ts';
import { parseJson } from '../../../bench/peers/json.ts';
import { written } from '../../../bench/peers/judge.ts';
import { answerTo } from '../../../bench/peers/replies.ts';
import { rows } from '../../../bench/peers/rows.ts';
import { linesOf } from '../../../bench/peers/tools.ts';
import { loadMapping } from '../../../src/mapping/load.ts';

const envelope = (body: string) => `<e:Envelope><e:Body>${body}</e:Body></e:Envelope>`;
const get = (number: string) => answerTo(envelope(`<a:GetOrder><a:number>${number}</a:number></a:GetOrder>`));

test('the table checks, with a rule for each operation', async () => {
  const mapping = await loadMapping(join(import.meta.dirname, '../../../bench/peers/table'));
  expect(mapping.rules.map(({ id }) => id)).toEqual(['order.get', 'order.create', 'order.list']);
});

test('the service answers by operation and order, whatever the prefixes', () => {
  expect(String(get('single').keep)).toContain('<o:number>single</o:number>');
  expect(String(get('gone').keep)).toContain('500 Internal Server Error');
  expect(String(answerTo(envelope('<ListOrders/>')).keep)).toContain('order-100');
  expect(String(answerTo(envelope('<x:CreateOrder><x:order/></x:CreateOrder>')).keep)).toContain('created-1');
});

test('the truncated response is as long as its head says, and ends within an order', () => {
  const [head, body] = String(get('truncated').keep).split('\r\n\r\n');
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}\r\n`.trim());
  expect(body).not.toContain('</soap:Envelope>');
});

test('every order that a row asks for has a reply of its own', () => {
  const asked = rows.map(({ call }) => call(resources('number')).path).filter((path) => path.startsWith('/orders/'));
  const missing = asked.filter((path) => path !== '/orders/gone' && get(path.slice(8)) === get('gone'));
  expect(missing).toEqual([]);
  expect(new Set(asked).size).toBeGreaterThan(8);
});

test('an order to create is JSON with every digit, as the front has numbers', () => {
  expect(written(parseJson(orderText(resources('number'))))).toContain(`"total":${TOTAL},`);
  expect(written(parseJson(orderText(operations('string'))))).toContain(`"total":"${TOTAL}",`);
  expect(written(parseJson(orderText(operations('string'), { status: '"lost"' })))).toContain('"status":"lost"');
});

test('lines that somebody writes: no comments, no blank lines, no types', () => {
  const code = [
    '// a',
    '',
    'interface A {',
    '  b: string;',
    '}',
    'export type C =',
    '  | A;',
    'const d = 1;',
    '/** e */',
    'run(d);',
  ];
  expect(linesOf(code.join('\n'))).toBe(2);
  expect(linesOf('# a table', 'rules:\n  - id: x\n')).toBe(2);
});
