import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/event-loop/time-slices.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { expandTable } from '../../../src/mapping/compile.ts';
import { copyOf, spreadRules } from '../../../src/mapping/syntax/for-each.ts';
import { Lacking } from '../../../src/mapping/syntax/lacking.ts';
import { Report } from '../../../src/mapping/syntax/report.ts';
import { parseYaml, type YamlMap } from '../../../src/mapping/syntax/yaml.ts';
import { ask, mappingOf, parcels, problemsOf } from '../tables.ts';

const table = (rows: string, rule: string) => `tables:\n  classes: ${rows}\nrules:\n  - ${rule}`;
const rows = '[ { rest: slow, soap: economy, most: 10 }, { rest: fast, soap: express, most: 20, urgent: yes } ]';
const rule = (more: string, limit = '<most>') =>
  `{ ${more}, id: by.<rest>, rest: { request: "GET /<rest>", response: { body: "{found}" } }, ` +
  `soap: { request: { FindParcels: { service: [ <soap> ], limit: ${limit} } }, response: { FindParcelsResponse: "{found}" } } }`;

describe('forEach: one rule for each row of a table', () => {
  it('fills texts, keys and numbers from the row', () => {
    const mapping = mappingOf(parcels, table(rows, rule('forEach: classes')));
    expect(mapping.rules.map((r) => r.id)).toEqual(['by.slow', 'by.fast']);
    expect(ask(mapping, 'GET /fast')?.rule.id).toBe('by.fast');
    expect(ask(mapping, 'GET /other')).toBeUndefined();
  });

  it('leaves out rows that lack the column', () => {
    const mapping = mappingOf(parcels, table(rows, rule('forEach: classes.urgent')));
    expect(mapping.rules.map((r) => r.id)).toEqual(['by.fast']);
  });

  it('works in short rows', () => {
    const mapping = mappingOf(
      parcels,
      'tables: { t: { a: b } }\nrules:\n  - { forEach: t, "GET /<rest>/{id}": GetParcel, id: <soap> }',
    );
    expect(mapping.rules.map((r) => r.id)).toEqual(['b']);
    expect(ask(mapping, 'GET /a/7')?.rule.id).toBe('b');
  });

  it('makes fault rows too', () => {
    const text = `tables: { reasons: [ { word: late, status: 409 }, { word: lost, status: 410 } ] }
responses:
  - { forEach: reasons, soap: { reason: <word> }, rest: { status: <status>, code: <word> } }
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
    const text = `soapstone: 2\n${table(rows, rule('forEach: classes'))}`;
    const long = expandTable(text, 'mapping.yaml', parcels);
    expect(long).toContain('id: by.slow');
    expect(long).toContain('limit: 20');
    expect(long).not.toMatch(/<rest>|forEach:/);
    expect(problemsOf(parcels, table('{ a: economy, b: unheard }', rule('forEach: classes', '1')))).toEqual([
      expect.stringMatching(/^MAPPING_TYPE: the constant "unheard" does not fit/),
    ]);
  });

  it('gives every row further columns, unless the row says another value or none', () => {
    const columns = '{ most: 10, soap: "<word>ss", next: <most>, urgent: yes }';
    const text = table(
      `[ { "*": ${columns} }, { rest: slow, soap: economy, urgent: null }, { rest: fast, word: expre, most: 20 } ]`,
      rule('forEach: classes.urgent', '<next>'),
    );
    expect(expandTable(`soapstone: 2\n${text}`, 'mapping.yaml', parcels)).toMatch(
      /GET \/fast[\s\S]*express[\s\S]*limit: 20\n/,
    );
    expect(mappingOf(parcels, text).rules.map(({ id }) => id)).toEqual(['by.fast']);
  });

  const parts = (cells: string, request = '<asks>') =>
    table(
      `[ { "*": { query: "" } }, ${cells} ]`,
      `{ forEach: classes, id: by.<word>, rest: { request: "GET /<word><query>", response: { body: <shows> } }, soap: { request: { FindParcels: ${request} }, response: { FindParcelsResponse: "{found}" } } }`,
    );

  it('puts parts of messages in the place of their column, and fills in what they hold', () => {
    const text = parts(
      '{ word: slow, class: economy, shows: { all: "{found}" }, asks: { service: [ <class> ], limit: 10 } }, ' +
        '{ word: fast, query: "?most={most}", shows: "{found}", asks: { limit: "{most}" } }',
    );
    const long = expandTable(`soapstone: 2\n${text}`, 'mapping.yaml', parcels);
    expect(long).toMatch(/FindParcels:\s+service:\s+- economy\s+limit: 10/);
    expect(long).toMatch(/body:\s+all: "\{found\}"/);
    expect(long.slice(long.indexOf('rules:'))).not.toMatch(/<asks>|<shows>|<class>/);
    expect(mappingOf(parcels, text).rules.map(({ id }) => id)).toEqual(['by.slow', 'by.fast']);
  });

  it('refuses a part of a message in a text, and in a column of values', () => {
    const row = '{ word: slow, shows: "{found}", asks: { limit: 10 } }';
    expect(problemsOf(parcels, parts(row, '{ limit: "1<asks>" }')).join()).toMatch(
      /MAPPING_SHAPE: "asks" is a part of a message here: <asks> must stand alone/,
    );
    const converted = parts(row).replace('"GET /<word><query>"', '"GET /<word>?at={at?|table(classes.asks)}"');
    expect(problemsOf(parcels, converted).join()).toMatch(/column "asks" of table "classes" holds parts of messages/);
    expect(problemsOf(parcels, parts(row.replace('word: slow', 'word: slow, rest: { a: b }')))[0]).toMatch(
      /MAPPING_TABLE: a value of a table must be a text, a number or a boolean/,
    );
  });

  it('knows columns of the first row that are null: rows may have them', () => {
    const text = (every: string, last = '') =>
      table(`[ { "*": { ${every} } }, { rest: slow, soap: economy${last} } ]`, rule('forEach: classes', '<most?>'));
    expect(problemsOf(parcels, text('kind: x'))[0]).toMatch(/no row of the table has "most"/);
    expect(mappingOf(parcels, text('most: null')).rules.map(({ id }) => id)).toEqual(['by.slow']);
    const expanded = (last: string) =>
      expandTable(`soapstone: 2\n${text('most: null', last)}`, 'mapping.yaml', parcels).includes('limit: 7');
    expect([expanded(''), expanded(', most: 7')]).toEqual([false, true]);
  });

  it('names columns of all rows that are none', () => {
    const text = table(
      '[ { "*": { soap: "<wrod>ss" } }, { rest: slow, word: expre } ]',
      rule('forEach: classes.soap', '1'),
    );
    expect(problemsOf(parcels, text)).toEqual([
      'MAPPING_UNKNOWN_TABLE: no row of the table has "wrod"',
      'MAPPING_UNKNOWN_TABLE: table "classes" has no column "soap"',
    ]);
  });

  it('leaves out optional rows and types that the contract lacks', () => {
    const kinds = (last: string) => `
types: { p:Letter: { optional: true, rename: { a: b } } }
tables: { kinds: [ { rest: home, type: p:HomeDelivery }, { rest: letter, type: p:Letter${last} } ] }
rules:
  - forEach: kinds
    id: <rest>
    only: rest-to-soap
    rest: { request: { line: "POST /<rest>", body: { id: "{id}" } } }
    soap: { request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: { parcel: { delivery: { $type: <type> }, $rest: none } } } }
`;
    const ids = (rows: string) => mappingOf(parcels, rows).rules.map(({ id }) => id);
    expect(ids(kinds(', optional: true'))).toEqual(['home']);
    expect(mappingOf(parcels, kinds(', optional: true')).lacks?.types).toEqual(['p:Letter']);
    expect(problemsOf(parcels, kinds(''))[0]).toMatch(/the contract has no type "p:Letter"/);
    expect(problemsOf(parcels, kinds(', optional: true').replace('p:Letter: { opt', '"p:*": { opt'))).toContain(
      'MAPPING_TYPE: "optional" does not apply to a type with members',
    );
  });

  it('leaves out what a row says nothing in, where its cell may be absent', () => {
    const kinds = '[ { rest: slow, kind: economy }, { rest: fast, most: 20 }, { rest: any } ]';
    const text = (request: string, response = '{ body: "{found}" }') =>
      table(
        kinds,
        `{ forEach: classes, id: by.<rest>, only: rest-to-soap, rest: { request: "GET /<rest>?max={max?}", response: ${response} }, ` +
          `soap: { request: { FindParcels: ${request} }, response: { FindParcelsResponse: "{found}" } } }`,
      );
    const requests = (request: string) =>
      expandTable(`soapstone: 2\n${text(request)}`, 'mapping.yaml', parcels)
        .split('- id: ')
        .slice(1)
        .map((rule) => /FindParcels:([\s\S]*?)response:/.exec(rule)?.[1].replace(/\s+/g, ' ').trim());
    // A member, an item with its list, and a number stays a number.
    expect(requests('{ service: [ <kind?> ], limit: <most?>, after: "{max?}" }')).toEqual([
      'service: - economy after: "{max?}"',
      'limit: 20 after: "{max?}"',
      'after: "{max?}"',
    ]);
    // Constants beside the cell go with it, and placeholders stay.
    expect(requests('{ a: { b: { unit: kg, most: <most?> }, c: "{max?}" } }')).toEqual([
      'a: c: "{max?}"',
      'a: b: unit: kg most: 20 c: "{max?}"',
      'a: c: "{max?}"',
    ]);
  });

  it('names what it does not know', () => {
    expect(problemsOf(parcels, table(rows, rule('forEach: clases')))).toEqual([
      'MAPPING_UNKNOWN_TABLE: unknown table "clases"',
    ]);
    expect(problemsOf(parcels, table(rows, rule('forEach: classes.urgnt')))).toEqual([
      'MAPPING_UNKNOWN_TABLE: table "classes" has no column "urgnt"',
    ]);
    expect(problemsOf(parcels, table('{ a: economy }', rule('forEach: classes')))).toContain(
      'MAPPING_UNKNOWN_TABLE: a row of the table has no "most"',
    );
  });

  it('makes one for each pair of rows of two tables, whose columns both may be used', () => {
    const keys = 'keys: [ { path: "{id}", by: "" }, { path: "no/{id}", by: .number, numbered: yes } ]';
    const text = (of: string) =>
      `tables: { kinds: [ { kind: a }, { kind: b, old: yes } ], ${keys} }\nrules:\n  - { forEach: ${of}, id: <kind><by>, only: rest-to-soap, "GET /<kind>/<path>": GetParcel }`;
    const ids = (of: string) => mappingOf(parcels, text(of)).rules.map(({ id }) => id);
    expect(ids('[ kinds, keys ]')).toEqual(['a', 'b', 'a.number', 'b.number']);
    expect(ids('[ kinds.old, keys ]')).toEqual(['b', 'b.number']);
    expect(ids('[ kinds.old, keys.numbered ]')).toEqual(['b.number']);
    expect(ask(mappingOf(parcels, text('[ kinds, keys ]')), 'GET /b/no/7')?.rule.id).toBe('b.number');
    expect(expandTable(`soapstone: 2\n${text('[ kinds, keys ]')}`, 'mapping.yaml', parcels)).toContain(
      'GET /a/no/{id}',
    );
  });

  it('says which copies differ in rows of the first table alone: one of those is checked', () => {
    const root = parseYaml('{ a: [ { x: 1 }, { x: 2 } ], b: [ { y: 3 }, { y: 4 } ] }', 'f') as YamlMap;
    const familiesOf = (of: string) => {
      const rule = parseYaml(`{ forEach: ${of}, id: "<x>.<y>" }`, 'f');
      const copies = atOnce(spreadRules([rule], root.entries, new Lacking(root), new Report()));
      const families = copies.map((copy) => copyOf(copy)!.rule);
      return families.map((family) => families.indexOf(family));
    };
    expect(familiesOf('b')).toEqual([0, 0]);
    expect(familiesOf('[ a, b ]')).toEqual([0, 0, 2, 2]);
  });

  it.each([
    ['[ classes, others ]', 'MAPPING_TABLE: the tables "classes" and "others" both have a column "rest"'],
    ['[ classes, classes ]', 'MAPPING_TABLE: the tables "classes" and "classes" both have a column "rest"'],
    ['[ classes, thngs ]', 'MAPPING_UNKNOWN_TABLE: unknown table "thngs"'],
    ['[ classes, things.colour ]', 'MAPPING_UNKNOWN_TABLE: table "things" has no column "colour"'],
    ['[ classes, [ things ] ]', 'MAPPING_SHAPE: "forEach" must be a text'],
    ['[]', 'MAPPING_MISSING: "forEach" names no table'],
    ['[ things, more, most ]', 'MAPPING_SHAPE: "forEach" makes 27000 rules, more than 20000'],
  ])('for: %s is a mistake', (of, problem) => {
    const many = (column: string) => `[ ${Array.from({ length: 30 }, (_, i) => `{ ${column}: x${i} }`).join(', ')} ]`;
    const others = `others: { a: b }, things: ${many('thing')}, more: ${many('more')}, most: ${many('most')}`;
    const text = `tables: { classes: ${rows}, ${others} }\nrules:\n  - { forEach: ${of}, "GET /<rest>/{id}": GetParcel }`;
    expect(problemsOf(parcels, text)).toContain(problem);
  });
});
