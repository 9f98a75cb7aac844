// What the comparison says of an answer: each verdict by an answer that deserves it.
import { describe, expect, test } from 'vitest';
import { find, jsonOf, parseJson } from '../../../bench/peers/json.ts';
import { failure, type Judgement, moment, number, refusal, text, written } from '../../../bench/peers/judge.ts';
import {
  derivedType,
  emptyList,
  everyOrder,
  faultDetail,
  listOfOne,
  mixed,
  nilAndAbsent,
} from '../../../bench/peers/judge-shape.ts';

const of = (judge: (json: ReturnType<typeof parseJson>) => Judgement) => (body: string) =>
  judge(parseJson(body)).verdict;

test('numbers keep the digits that stand in the text, also in what is written', () => {
  const body = '{"total":12345678901234567890.123456789,"lines":[1.50,"x",null,true]}';
  expect(written(parseJson(body))).toBe(body);
  expect(written(undefined)).toBe('absent');
  expect(jsonOf('<html>')).toBeUndefined();
});

test('a name is found at the outermost place, as a member or an attribute', () => {
  const json = parseJson('{"data":{"order":{"@revision":7,"lines":[{"number":"inner"}],"number":"outer"}}}');
  expect(find(json, 'number')).toBe('outer');
  expect(written(find(json, 'revision'))).toBe('7');
  expect(find(json, 'sku')).toBeUndefined();
});

describe('values', () => {
  const total = of((json) => number(find(json, 'total'), '12345678901234567890.123456789'));

  test.each([
    ['{"total":12345678901234567890.123456789}', 'right'],
    ['{"total":"12345678901234567890.123456789"}', 'right'],
    ['{"total":12345678901234567000}', 'lost'],
    ['{"total":1.2345678901234567E19}', 'lost'],
    ['{}', 'lost'],
    ['{"total":12.5}', 'wrong'],
    ['{"total":null}', 'wrong'],
    ['{"total":""}', 'wrong'],
  ])('number in %s: %s', (body, verdict) => expect(total(body)).toBe(verdict));

  test.each([
    ['2026-03-01T12:00:00+05:30', '2026-03-01T12:00:00+05:30', 'right'],
    ['2026-03-01T06:30:00.000Z', '2026-03-01T12:00:00+05:30', 'lost'],
    ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00+05:30', 'wrong'],
    ['2026-03-02T08:15:00', '2026-03-02T08:15:00', 'right'],
    ['2026-03-02T08:15:00.000Z', '2026-03-02T08:15:00', 'wrong'],
    ['2026-03-31T00:00:00.000Z', '2026-03-31', 'wrong'],
    [undefined, '2026-03-31', 'lost'],
    [{}, '2026-03-31', 'wrong'],
  ])('moment %j for %s: %s', (found, expected, verdict) => expect(moment(found, expected).verdict).toBe(verdict));

  test('texts to the letter', () => {
    expect([text('a < b', 'a < b'), text('a< b', 'a < b'), text(undefined, 'a')].map(({ verdict }) => verdict)).toEqual(
      ['right', 'wrong', 'lost'],
    );
  });
});

describe('shapes', () => {
  test.each([
    ['{"order":{"note":null}}', 'right'],
    ['{"order":{}}', 'lost'],
    ['{"order":{"note":null,"memo":null}}', 'lost'],
    ['{"order":{"note":""}}', 'wrong'],
  ])('nil and absent in %s: %s', (body, verdict) => expect(of(nilAndAbsent)(body)).toBe(verdict));

  test.each([
    ['{"lines":{}}', 'right'],
    ['{"lines":{"line":[]}}', 'right'],
    ['{"lines":[]}', 'right'],
    ['{}', 'lost'],
    ['{"lines":null}', 'wrong'],
    ['{"lines":""}', 'wrong'],
    ['{"lines":{"line":[1]}}', 'wrong'],
  ])('list without items in %s: %s', (body, verdict) =>
    expect(of((json) => emptyList(find(json, 'lines')))(body)).toBe(verdict),
  );

  test.each([
    ['{"lines":{"line":[{"sku":"a"}]}}', 'right'],
    ['{"lines":[{"sku":"a"}]}', 'right'],
    ['{"lines":{"line":{"sku":"a"}}}', 'wrong'],
    ['{"lines":{}}', 'lost'],
    ['{}', 'lost'],
  ])('list of one in %s: %s', (body, verdict) =>
    expect(of((json) => listOfOne(find(json, 'lines')))(body)).toBe(verdict),
  );

  test('all orders in their places', () => {
    const orders = Array.from({ length: 100 }, (_, i) => ({ number: `order-${i + 1}` }));
    const verdict = (order: object[]) => of(everyOrder)(JSON.stringify({ count: 100, order }));
    expect(verdict(orders)).toBe('right');
    expect(verdict(orders.slice(1))).toBe('lost');
    expect(verdict(orders.toReversed())).toBe('lost');
    expect(verdict([...orders, { number: 'order-101' }])).toBe('lost');
  });

  test.each([
    ['{"$type":"o:Company","creditLimit":50000,"taxExempt":false}', 'right'],
    ['{"xsiType":{"type":"Company"},"creditLimit":50000,"taxExempt":false}', 'right'],
    ['{"creditLimit":50000,"taxExempt":false}', 'lost'],
    ['{"$type":"o:Company","name":"x"}', 'lost'],
    ['{"$type":"o:Company","creditLimit":"50000","taxExempt":"false"}', 'wrong'],
  ])('derived type in %s: %s', (body, verdict) => expect(of(derivedType)(body)).toBe(verdict));

  test.each([
    ['["Call ",{"bold":"before"}," noon"]', 'right'],
    ['{"$value":"Call noon","bold":["before"]}', 'lost'],
    ['{"bold":["before"]}', 'lost'],
  ])('mixed content in %s: %s', (body, verdict) => expect(of(mixed)(body)).toBe(verdict));

  test.each([
    ['{"data":{"number":"gone","archivedOn":"2025-12-31"}}', 'right'],
    ['{"number":"gone","archivedOn":"2025-12-31T00:00:00.000Z"}', 'wrong'],
    ['{"detail":"{\\"archivedOn\\":\\"2025-12-31\\"}"}', 'lost'],
    ['{"archivedOn":"2025-12-31"}', 'lost'],
  ])('detail of a fault in %s: %s', (body, verdict) => expect(of(faultDetail)(body)).toBe(verdict));
});

describe('refusals', () => {
  test.each([
    ['4xx that names the place', 422, 'at placed', false, 'right'],
    ['4xx without the place', 400, 'Bad Request', false, 'lost'],
    ['success', 201, '{}', true, 'wrong'],
    ['4xx after the service was asked', 400, 'at placed', true, 'wrong'],
    ['5xx', 500, 'at placed', false, 'wrong'],
    ['no response', 0, 'at placed', false, 'wrong'],
  ])('%s', (_, status, body, sent, verdict) => expect(refusal(status, body, sent, 'placed').verdict).toBe(verdict));

  test.each([
    [502, 'right'],
    [200, 'wrong'],
    [400, 'wrong'],
    [0, 'wrong'],
  ])('a response that is none, told as %i: %s', (status, verdict) => expect(failure(status, '').verdict).toBe(verdict));
});
