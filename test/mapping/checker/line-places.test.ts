// What is wrong with a path or a query is told at the hole or the parameter itself.
import { expect, it } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { bank, mappingOf } from '../tables.ts';

/** The text at the place of each problem of the table, up to the end of the name. */
function pointedAt(rules: string): string[] {
  try {
    mappingOf(bank, rules);
    return [];
  } catch (e) {
    if (!(e instanceof Problems)) throw e;
    // The head has two lines.
    return e.problems.map(({ place }) => {
      const line = rules.split('\n')[place!.line - 3];
      return /^\W?[\w-]*/.exec(line.slice(place!.col - 1))![0];
    });
  }
}

const soap = 'soap: { request: { GetAccount: { accountId: "{id}" } }, response: { GetAccountResponse: "{account}" } }';
const long = (line: string) =>
  `rules:\n  - id: get\n    rest: { request: ${line}, response: { body: "{account}" } }\n    ${soap}\n`;

it.each([
  ['a short row', 'rules:\n  - GET /accounts/{id}?curency&verbose: GetAccount\n', ['curency', 'verbose']],
  ['a short row in quotes', 'rules:\n  - "GET /accounts/{idd}?currency": GetAccount\n', ['{idd']],
  ['a query', long('"GET /accounts/{id}?x=1&nope={nope}"'), ['nope']],
  ['a path', long("'GET /accounts/{id}/{nope}'"), ['{nope']],
  ['a converter', long('"GET /accounts/{id|wrong}"'), ['{id']],
  ['syntax', long('"GET /accounts/{id}?currency={a}{b}"'), ['{b']],
  ['a text with escapes, as a whole', long('"GET /accounts/{id}?\\u0061b={nope}"'), ['"GET']],
])('%s', (_, rules, expected) => expect(pointedAt(rules)).toEqual(expected));
