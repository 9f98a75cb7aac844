// `<column>` in a rule without `forEach` is plain text: `check` says so, with the table that has the column.
import { expect, it } from 'vitest';
import { plainColumnNotes } from '../../../src/findings/notes.ts';
import { mappingOf, parcels } from '../tables.ts';

const notes = (rule: string, tables = 'levels: [ { "*": { also: x } }, { rest: slow, soap: economy, most: 7 } ]') =>
  plainColumnNotes(mappingOf(parcels, `tables: { ${tables} }\nrules:\n  - ${rule}`)).map(({ line }) => line);
const find = (id: string, more = '') =>
  `{ ${more}id: ${id}, only: rest-to-soap, rest: { request: "GET /found", response: { body: "{found}" } }, soap: { request: { FindParcels: { limit: 10 } }, response: { FindParcelsResponse: "{found}" } } }`;

it.each([
  [
    '"GET /<rest>/{id}": GetParcel',
    'mapping.yaml:5:7 <rest> is plain text, since the rule has no "forEach"; write forEach: levels',
  ],
  [find('by.<also>'), 'mapping.yaml:5:11 <also> is plain text, since the rule has no "forEach"; write forEach: levels'],
  [find('by.<nobody>'), 'mapping.yaml:5:11 <nobody> is plain text, since the rule has no "forEach"'],
])('%s', (rule, note) => {
  expect(notes(rule.startsWith('"') ? `{ ${rule} }` : rule)).toEqual([note]);
});

it('is none where forEach fills it in, where every operation does, and in text that is no column', () => {
  expect(notes(find('by.<rest>', 'forEach: levels, '))).toEqual([]);
  expect(notes('{ "POST /<operation>": "*" }')).toEqual([]);
  expect(
    notes(find('plain').replace('response: { body', 'response: { headers: { Link: "<{$base}/x>; rel=next" }, body')),
  ).toEqual([]);
});

it('knows that tables of pairs have rest and soap', () => {
  expect(notes(find('by.<soap>'), 'pairs: { slow: economy }')).toEqual([
    expect.stringMatching(/write forEach: pairs$/),
  ]);
});
