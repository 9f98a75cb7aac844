import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/fault/fault.ts';
import { expandTable } from '../../../src/mapping/compile.ts';
import { ask, mappingOf, parcels, problemsOf } from '../tables.ts';

const table = (rows: string, rule: string) => `tables:\n  classes: ${rows}\nrules:\n  - ${rule}`;
const rows = '[ { rest: slow, soap: economy, most: 10 }, { rest: fast, soap: express, most: 20, urgent: yes } ]';
const rule = (more: string, limit = '<most>') =>
  `{ ${more}, id: by.<rest>, rest: { request: "GET /<rest>", reply: { body: "{found}" } }, ` +
  `soap: { request: { FindParcels: { service: [ <soap> ], limit: ${limit} } }, reply: { FindParcelsResponse: "{found}" } } }`;

describe('for: one rule for each row of a table', () => {
  it('fills texts, keys and numbers from the row', () => {
    const mapping = mappingOf(parcels, table(rows, rule('for: classes')));
    expect(mapping.rules.map((r) => r.id)).toEqual(['by.slow', 'by.fast']);
    expect(ask(mapping, 'GET /fast')?.rule.id).toBe('by.fast');
    expect(ask(mapping, 'GET /other')).toBeUndefined();
  });

  it('leaves out rows that lack the column', () => {
    const mapping = mappingOf(parcels, table(rows, rule('for: classes.urgent')));
    expect(mapping.rules.map((r) => r.id)).toEqual(['by.fast']);
  });

  it('works in short rows', () => {
    const mapping = mappingOf(
      parcels,
      'tables: { t: { a: b } }\nrules:\n  - { for: t, "GET /<rest>/{id}": GetParcel, id: <soap> }',
    );
    expect(mapping.rules.map((r) => r.id)).toEqual(['b']);
    expect(ask(mapping, 'GET /a/7')?.rule.id).toBe('b');
  });

  it('makes fault rows too', () => {
    const text = `tables: { reasons: [ { word: late, status: 409 }, { word: lost, status: 410 } ] }
faults:
  - { for: reasons, soap: { reason: <word> }, rest: { status: <status>, code: <word> } }
rules:
  - GET /parcels/{id}: GetParcel`;
    const [rule] = mappingOf(parcels, text).rules;
    const fault = (reason: string) => {
      const soap = { version: '1.1', code: { ns: '', local: 'Server' }, subcodes: [], reason, detail: [] } as const;
      return rule.faults.fromSoap(new Fault({ status: 502, code: 'X', title: 'x', soap })).init;
    };
    expect([fault('late').status, fault('lost').status, fault('lost').code]).toEqual([409, 410, 'lost']);
  });

  it('checks each rule, and prints it in its long form', () => {
    const text = `soapstone: 1\n${table(rows, rule('for: classes'))}`;
    const long = expandTable(text, 'mapping.yaml', parcels);
    expect(long).toContain('id: by.slow');
    expect(long).toContain('limit: 20');
    expect(long).not.toMatch(/<rest>|for:/);
    expect(problemsOf(parcels, table('{ a: economy, b: unheard }', rule('for: classes', '1')))).toEqual([
      expect.stringMatching(/^MAPPING_TYPE: the constant "unheard" does not fit/),
    ]);
  });

  it('names what it does not know', () => {
    expect(problemsOf(parcels, table(rows, rule('for: clases')))).toEqual([
      'MAPPING_UNKNOWN_TABLE: unknown table "clases"',
    ]);
    expect(problemsOf(parcels, table(rows, rule('for: classes.urgnt')))).toEqual([
      'MAPPING_UNKNOWN_TABLE: table "classes" has no column "urgnt"',
    ]);
    expect(problemsOf(parcels, table('{ a: economy }', rule('for: classes')))).toContain(
      'MAPPING_UNKNOWN_TABLE: a row of the table has no "most"',
    );
  });
});
