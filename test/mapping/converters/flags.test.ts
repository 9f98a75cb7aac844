// `flags` of a request: a list of names ⇄ flags in the body.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { fromJs, textOf } from '../../../src/json/value.ts';
import { ask, mappingOf, problemsOf, refusal } from '../tables.ts';

const orders = await loadContract(
  join(import.meta.dirname, '..', '..', '..', 'mappings', '30-types', 'contract', 'orders.wsdl'),
);
const table = (
  options = '{ types: [ "p:*List[@replaceAll]" ], member: "@replaceAll" }',
  call = 'flags(replace, selected)',
) => `types:
  p:Order: { nulls: nullFieldList/name }
converters: { flags: ${options} }
rules:
  - id: update
    rest:
      request: { line: "PUT /orders/{id}?replace={replace?|csv}&selected={selected=false}", body: "{order|${call}}" }
      response: { body: "{stored}" }
    soap: { request: { updateOrder: { order: { "@internalId": "{id}", $rest: "{order}" } } }, response: { updateOrderResponse: { order: "{stored}" } } }`;
const mapping = mappingOf(orders, table());
const { request, variables } = mapping.rules[0];
const order = variables.indexOf('order');

const marked = (query: string, body: unknown) => {
  const found = ask(mapping, `PUT /orders/7${query}`, { body })!;
  return JSON.parse(textOf(found.bindings[order]!));
};
const lines = { line: [{ article: 'a "b"', quantity: 1 }] };

describe('flags', () => {
  it('flag what is named, and the rest otherwise', () => {
    expect(marked('?replace=lineList', { customer: 'x', lineList: lines })).toEqual({
      customer: 'x',
      lineList: { '@replaceAll': true, ...lines },
    });
    expect(marked('', { lineList: lines })).toEqual({ lineList: { '@replaceAll': false, ...lines } });
    expect(marked('', { lineList: {} })).toEqual({ lineList: { '@replaceAll': false } });
    expect(marked('?replace=lineList', { lineList: { '@replaceAll': false } })).toEqual({
      lineList: { '@replaceAll': false },
    });
    expect(marked('?replace=note', { customer: 'x', lineList: null })).toEqual({ customer: 'x', lineList: null });
  });

  it('make no value of what is there by its address alone', () => {
    const links = [{ rel: 'self', href: '/orders/7/lineList' }];
    const shown = table().replace('types:', 'types:\n  "p:*List[@replaceAll]": { add: [ links ] }');
    const linked = mappingOf(orders, shown);
    const body = { customer: 'x', lineList: { links } };
    const at = linked.rules[0].variables.indexOf('order');
    for (const query of ['', '?replace=lineList']) {
      const { bindings } = ask(linked, `PUT /orders/7${query}`, { body })!;
      expect(JSON.parse(textOf(bindings[at]!))).toEqual(body);
      const { soap } = linked.rules[0].request;
      const [{ element, shape }] = soap.body;
      const out = new ByteBuffer();
      linked.codec.program(element, shape, soap.slots).encode(soap.fill(bindings), out, false, undefined, 'ignored');
      expect(Buffer.from(out.slice()).toString()).toMatch(/<\w+:customer>x<(?!.*lineList)/);
    }
  });

  it('leave out nulls that are not named, where that is asked for', () => {
    expect(marked('?replace=note&selected=true', { customer: 'x', note: null, dueDate: null })).toEqual({
      customer: 'x',
      note: null,
    });
    expect(marked('?replace=note', { note: null, dueDate: null })).toEqual({ note: null, dueDate: null });
  });

  it('refuse names that are none', () => {
    expect(refusal(() => marked('?replace=lines', {}))).toBe('BAD_QUERY ?replace');
  });

  it('are names again on the way back', () => {
    const back = (body: object) => {
      const bindings = new Array(variables.length);
      bindings[variables.indexOf('id')] = fromJs(7);
      bindings[order] = fromJs(body);
      const { target, body: written } = request.rest.fill(bindings);
      expect(JSON.parse(textOf(bindings[order]))).toEqual(body);
      return [target, JSON.parse(Buffer.from(written!).toString())];
    };
    expect(back({ customer: 'x', lineList: { '@replaceAll': true, ...lines } })).toEqual([
      '/orders/7?replace=lineList',
      { customer: 'x', lineList: lines },
    ]);
    expect(back({ lineList: { ...lines, '@replaceAll': false } })).toEqual(['/orders/7', { lineList: lines }]);
    expect(back({ lineList: lines })).toEqual(['/orders/7?replace=lineList', { lineList: lines }]);
    expect(back({ customer: 'x' })).toEqual(['/orders/7', { customer: 'x' }]);
  });

  it('mean the same there and back', () => {
    const law = fc.property(fc.boolean(), fc.string(), fc.boolean(), (flag, customer, there) => {
      const body = { customer, ...(there && { lineList: { '@replaceAll': flag, ...lines } }) };
      const bindings = new Array(variables.length);
      bindings[variables.indexOf('id')] = fromJs(7);
      bindings[order] = fromJs(body);
      const { target, body: written } = request.rest.fill(bindings);
      expect(marked(target.slice('/orders/7'.length), JSON.parse(Buffer.from(written!).toString()))).toEqual(body);
    });
    fc.assert(law);
  });

  it.each([
    [
      '{ types: [ p:Line ], member: "@replaceAll" }',
      'MAPPING_UNKNOWN_ELEMENT: type "Line" has no member "@replaceAll"',
    ],
    ['{ types: [ p:LineList ] }', 'MAPPING_MISSING: "flags" has no "member"'],
    ['{ types: [ p:LineList ], named: replace }', 'MAPPING_SHAPE: unknown key "named" in "flags"'],
    ['{ of: csv, member: "@replaceAll" }', 'MAPPING_UNKNOWN_CONVERTER: no converter "csv" has options'],
  ])('%s is wrong', (options, problem) => {
    expect(problemsOf(orders, table(options))).toContain(problem);
  });

  it.each([
    ['flags(replce)', 'MAPPING_NAMES: no pattern of the rule has {replce}'],
    ['flags', 'MAPPING_PATTERN: "flags" needs the argument "names"'],
    ['flags(replace, replace)', 'MAPPING_TYPE: {replace} is a list of texts elsewhere in the rule and xs:boolean here'],
  ])('%s is wrong', (call, problem) => {
    expect(problemsOf(orders, table(undefined, call))).toContain(problem);
  });

  it('need a table that says which types have them', () => {
    expect(problemsOf(orders, table().replace(/converters: .*/, ''))).toEqual([
      'MAPPING_MISSING: the table does not say which types have the flag of "flags"',
    ]);
  });

  it('may have another name in the table', () => {
    const renamed = table('{ of: flags, types: [ "p:*List[@replaceAll]" ], member: "@replaceAll" }', 'lines(replace)');
    expect(problemsOf(orders, renamed.replace('{ flags: {', '{ lines: {'))).toEqual([]);
  });

  it('need a body that the contract knows', () => {
    const customer = table().replace(
      'order: { "@internalId": "{id}", $rest: "{order}" }',
      'order: { "@internalId": "{id}", customer: "{order}" }',
    );
    expect(problemsOf(orders, customer)).toEqual([
      'MAPPING_TYPE: {order} has no members in the contract that "flags" could flag',
    ]);
  });
});
