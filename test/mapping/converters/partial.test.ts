// `partial`: items of a list that do not fit the contract are left out of the SOAP request, and listed.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { Unsent } from '../../../src/fault/unsent.ts';
import { textOf } from '../../../src/json/value.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { ask, mappingOf, problemsOf } from '../tables.ts';

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');
const orders = await loadContract(join(root, '30-types', 'contract', 'orders.wsdl'));
const table = (body: string, response = '') => `rules:
  - id: update
    only: rest-to-soap
    rest:
      request: { line: "PUT /orders/{id}", body: { customer: "{customer}", lines: ${body} } }
      response: { body: { refused: { $each: { item: "{misfits.index}", at: "{misfits.path}", code: "{misfits.code}" } } } }
    soap: { request: { updateOrder: { order: { "@internalId": "{id}", customer: "{customer}", lineList: { line: { $each: { $rest: "{lines.line}" } } } } } }${response && `, response: { ${response} }`} }`;
const mapping = mappingOf(orders, table('{ $each: "{lines.line|partial(misfits)}" }'));
const [rule] = mapping.rules;

/** The SOAP request, and what is listed. */
function sent(...lines: unknown[]): [string, unknown] {
  const { bindings } = ask(mapping, 'PUT /orders/7', { body: { customer: 'x', lines } })!;
  const { body } = new SoapMessages(mapping).encodeRequest(rule, bindings);
  const misfits = bindings[rule.variables.indexOf('misfits')];
  return [Buffer.from(body[0]).toString(), misfits && JSON.parse(textOf(misfits))];
}

const line = (article: string) => ({ article, quantity: 1 });

describe('partial', () => {
  it('leaves out each item that does not fit, and lists it with its place', () => {
    const [xml, misfits] = sent(line('a'), { article: 'b', hue: 1 }, 7, line('c'), { article: 'd', quantity: 'many' });
    expect(xml.match(/article>\w+</g)).toEqual(['article>a<', 'article>c<']);
    expect(misfits).toEqual([
      { index: 1, path: '$.hue', code: 'CODEC_UNKNOWN', message: expect.stringContaining('"hue"') },
      { index: 2, path: '$', code: 'CODEC_TYPE', message: 'expected an object' },
      { index: 4, path: '$.quantity', code: 'CODEC_TYPE', message: expect.any(String) },
    ]);
  });

  it('lists nothing where all items fit', () => {
    expect(sent(line('a'), line('b'))[1]).toBeUndefined();
  });

  it('refuses a request of which no item fits', () => {
    expect(() => sent({ hue: 1 }, 7)).toThrow('"hue" is not a member of');
  });

  it('has an empty list in the response, where no item fits and the table says which list', () => {
    const response =
      'updateOrderResponse: { order: { lineList: { line: { $each: { article: "{updated.article}" } } } } }';
    const answering = mappingOf(orders, table('{ $each: "{lines.line|partial(misfits, updated)}" }', response));
    const { bindings } = ask(answering, 'PUT /orders/7', { body: { customer: 'x', lines: [{ hue: 1 }, 7] } })!;
    const [of] = answering.rules;
    const list = (name: string) => JSON.parse(textOf(bindings[of.variables.indexOf(name)]!));
    expect(() => new SoapMessages(answering).encodeRequest(of, bindings)).toThrow(Unsent);
    expect([list('updated'), list('misfits').map(({ index }: { index: number }) => index)]).toEqual([[], [0, 1]]);
  });

  it('leaves out members of items where clients want so, and says which of those that are sent', () => {
    const body = '{ $each: "{lines.line|partial(misfits)|tolerant(names, values, omitted)}" }';
    const headers = '{ X-Names: "{names=Warning}", X-Values: "{values=Error}" }';
    const text = table(body)
      .replace('line: "PUT /orders/{id}",', `line: "PUT /orders/{id}", headers: ${headers},`)
      .replace(
        'body: { refused:',
        'headers: { X-Omitted: { $each: "{omitted.index} {omitted.path} {omitted.code}" } }, body: { refused:',
      );
    const lenient = mappingOf(orders, text);
    const [of] = lenient.rules;
    const result = (fields: Record<string, string>, ...lines: unknown[]) => {
      const { bindings } = ask(lenient, 'PUT /orders/7', { body: { customer: 'x', lines }, headers: fields })!;
      const { body: written } = new SoapMessages(lenient).encodeRequest(of, bindings);
      const { headers: said, body: shown } = of.response.rest.fill(bindings);
      const refused = JSON.parse(Buffer.from(shown!).toString()).refused ?? [];
      const articles = Buffer.from(written[0])
        .toString()
        .match(/article>\w+</g);
      return [articles, said['X-Omitted'], refused.map(({ item, at }: Record<string, unknown>) => `${item} ${at}`)];
    };
    const odd = { ...line('c'), hue: 1, tagList: 7 };
    const lines = [line('a'), { ...line('b'), hue: 1 }, odd];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `article>${name}<`);
    expect(result({}, ...lines)).toEqual([[a, b], '1 $.hue CODEC_UNKNOWN', ['2 $.tagList']]);
    expect(result({ 'x-names': 'Error' }, ...lines)).toEqual([[a], undefined, ['1 $.hue', '2 $.hue']]);
    expect(result({ 'x-names': 'Ignore', 'x-values': 'Warning' }, ...lines)).toEqual([
      [a, b, c],
      '2 $.tagList CODEC_TYPE',
      [],
    ]);
  });

  it('stands at the items of a list alone', () => {
    expect(problemsOf(orders, table('"{lines|partial(misfits)}"')).join()).toMatch(/partial/);
  });
});
