// Tables of version 1 of the mapping language become tables of version 2.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateCases, migrateTable } from '../../../src/mapping/migrate/migrate.ts';
import { run } from '../../cli/spawn-cli.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const old = join(root, 'test', 'cases', 'version-1');
const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of a shipped mapping whose table and cases are those of version 1. */
function mappingOfVersion1(name: string): string {
  const dir = join(folder, name);
  cpSync(join(root, 'mappings', name), dir, { recursive: true });
  rmSync(join(dir, 'cases'), { recursive: true });
  cpSync(join(old, name), dir, { recursive: true });
  return dir;
}

const shipped = readdirSync(old);

describe('soapstone migrate', () => {
  it.each(shipped.filter((name) => name !== 'business-records'))('rewrites %s: its cases pass', async (name) => {
    const dir = mappingOfVersion1(name);
    expect((await run(['check', dir])).out).toMatch(/run soapstone migrate/);
    const { code, out } = await run(['migrate', dir]);
    expect(out).toMatch(/mapping\.yaml:2 soapstone: 1 → soapstone: 2\n/);
    expect(code, out).toBe(0);
    const tested = await run(['test', dir]);
    expect(tested.code, tested.out).toBe(0);
    const again = (await run(['migrate', dir])).out;
    expect(again).not.toMatch(/→/);
    expect(again).toMatch(/^nothing to migrate: the mapping is of version 2\n/);
  });

  it('rewrites all of the business records but jobs over lists, and says so', () => {
    const text = readFileSync(join(old, 'business-records', 'mapping.yaml'), 'utf8');
    const { text: now, changes, byHand } = migrateTable(text, 'mapping.yaml');
    expect(changes.length).toBeGreaterThan(400);
    expect(byHand.map((word) => word.old)).toEqual(['jobs', 'jobs']);
    expect(now).not.toMatch(/^\s*(- )?(reply|replyHeaders|for|enums|computed|lenient|marks|\$join):/m);
    expect(migrateTable(now, 'mapping.yaml').changes).toEqual([]);
  });

  it('leaves nothing in the business records that check refuses, but for jobs over lists and functions of that time', async () => {
    const dir = mappingOfVersion1('business-records');
    const { code, out } = await run(['migrate', dir]);
    expect(code).toBe(1);
    const left = out.split('\n').filter((line) => /MAPPING_/.test(line) && !/\[async\w+\]/.test(line));
    const ofThatTime = [
      /unknown converter "(account|transaction)(Criteria|Search|SearchAlone)"/,
      // All lists of the contract had this member then.
      /type "\w+List" has no member "replaceAll"/,
    ];
    expect(left.filter((line) => !ofThatTime.some((form) => form.test(line)))).toEqual([]);
  });

  it('writes nothing with --dry-run', async () => {
    const dir = mappingOfVersion1('10-first-row');
    const before = readFileSync(join(dir, 'mapping.yaml'), 'utf8');
    expect((await run(['migrate', dir, '--dry-run'])).out).toMatch(/→/);
    expect(readFileSync(join(dir, 'mapping.yaml'), 'utf8')).toBe(before);
  });
});

describe('the words of types', () => {
  const table = (types: string, tables = '') => `soapstone: 1\n${tables}types:\n${types}rules: []\n`;
  const typesOf = (types: string) =>
    migrateTable(table(types), 'mapping.yaml').text.replace(/^[\s\S]*types:\n|rules:[\s\S]*$/g, '');

  it.each([
    ['  "*": { case: camel }\n', '  "*": { rename: { "*": camel } }\n'],
    ['  p:A: { rename: { a: b }, case: snake }\n', '  p:A: { rename: { a: b, "*": snake } }\n'],
    ['  p:A: { list: items }\n', '  p:A: { rename: { $list: items } }\n'],
    ['  p:A: { enums: { a: words } }\n', '  p:A: { values: { a: words } }\n'],
    ['  p:A: { values: "_{x}", enums: { a: words } }\n', '  p:A: { values: { "*": "_{x}", a: words } }\n'],
    ['  p:Day: { as: date }\n', '  p:Day: { values: date }\n'],
    ['  p:A: { unwrap: { a: b, c: d } }\n', '  p:A: { flatten: [ a/b, c/d ] }\n'],
    [
      '  p:A:\n    # Members of the parent.\n    spread: { item: field, key: "@id", value: value }\n',
      '  p:A:\n    # Members of the parent.\n    keyed: { field: { key: "@id", value: value, into: parent } }\n',
    ],
    ['  p:A: { discriminator: { key: kind } }\n', '  p:A: { rename: { $type: kind } }\n'],
    ['  p:A: { computed: [ links ] }\n', '  p:A: { add: [ links ] }\n'],
  ])('%s', (before, after) => expect(typesOf(before)).toBe(after));

  it('makes a value table of a discriminator, beside others', () => {
    const types = '  p:Pay: { discriminator: { key: kind, values: { p:Card: card, p:Bill: bill } } }\n';
    expect(migrateTable(table(types, 'tables:\n  payType: { a: b }\n'), 'mapping.yaml').text).toBe(
      'soapstone: 2\ntables:\n  payType: { a: b }\n  payType2: { card: p:Card, bill: p:Bill }\ntypes:\n' +
        '  p:Pay: { rename: { $type: kind }, values: { $type: payType2 } }\nrules: []\n',
    );
  });
});

describe('converters', () => {
  const rule = (rest: string) => `soapstone: 1\nrules:\n  - rest: ${rest}\n`;

  it('are written where lenient, marks and $join stood', () => {
    const body =
      '{ body: "{record}", lenient: { names: a, values: b, into: c }, marks: { types: [ x ], member: m, named: n, nulls: o } }';
    expect(migrateTable(rule(`{ request: ${body} }`), 'mapping.yaml').text).toBe(
      'soapstone: 2\nconverters:\n  flags: { types: [ x ], member: m }\nrules:\n' +
        '  - rest: { request: { body: "{record|tolerant(a, b, c)|flags(n, o)}" } }\n',
    );
    const join = '{ request: { body: { size: { $join: fn, of: [ a, b ] } } } }';
    expect(migrateTable(rule(join), 'mapping.yaml').text).toContain('{ body: { size: "{a|join(fn, b)}" } }');
  });
});

describe('flows', () => {
  it('are lists of calls', () => {
    const rules =
      '  - rest: none\n  - steps: [ { a: b } ]\n  - each: { over: list, as: x, into: y, soap: { request: A } }\n';
    expect(migrateTable(`soapstone: 1\nrules:\n${rules}`, 'mapping.yaml').text).toBe(
      'soapstone: 2\nrules:\n  - calls: []\n  - calls: [ { a: b } ]\n  - calls:\n      - { each: x in list, soap: { request: A } }\n',
    );
  });
});

describe('names of variables', () => {
  const table = (pages: string, more = '') =>
    `soapstone: 2\nrules:\n  - rest: { request: "GET /x?max={max=5}&skip={skip=0}${more}", response: { body: "{list}" } }\n    pages: ${pages}\n`;
  const old = '{ items: list, limit: max, offset: skip, largest: 20, from: 0 }';

  it('say what they are in pages', () => {
    expect(migrateTable(table(old), 'mapping.yaml').text).toBe(
      'soapstone: 2\nrules:\n  - rest: { request: "GET /x?max={limit=5}&skip={offset=0}", response: { body: "{items}" } }\n    pages: { size: [ 1, 20 ], from: 0 }\n',
    );
  });

  it('are not looked for in the words about a rule', () => {
    const doc = 'doc: { summary: "All of {list}, {max} at most" }';
    const { text } = migrateTable(table(`${old}\n    ${doc}`), 'mapping.yaml');
    expect(text).toContain(`    ${doc}`);
    expect(text).toContain('response: { body: "{items}" }');
  });

  it('are looked for in members that are called doc', () => {
    const { text } = migrateTable(table(old).replace('"{list}"', '{ doc: "{list}", n: "{max}" }'), 'mapping.yaml');
    expect(text).toContain('response: { body: { doc: "{items}", n: "{limit}" } }');
  });

  it('give way where another variable has the new name, and are found in arguments and short queries', () => {
    const { text } = migrateTable(table(old, '&limit&of={list.id|fn(skip, limit)}&max!'), 'mapping.yaml');
    expect(text).toContain('&limit={limit2}&of={items.id|fn(offset, limit2)}&max={limit!}');
  });

  it('are free ones where a variable without a role has the name of one', () => {
    const line =
      '- rest: { request: "GET /x/{cursor}?l={limit=5}&size={size=7}&n={offset=0}", response: { body: "{list}" } }';
    const pages = '{ items: list, limit: limit, offset: offset }';
    const { text } = migrateTable(`soapstone: 2\nrules:\n  ${line}\n    pages: ${pages}\n`, 'mapping.yaml');
    expect(text).toContain('"GET /x/{cursor2}?l={limit=5}&size={size2=7}&n={offset=0}"');
    expect(migrateTable(text, 'mapping.yaml').changes).toEqual([]);
  });

  it('are those of a call for each item, in its list too', () => {
    const each = (text: string) => `soapstone: 2\nrules:\n  - calls: [ { ${text} } ]\n`;
    const old =
      'each: results, as: one, into: answers, soap: { request: { A: "{one}" }, response: { B: "{results}{answers}" } }';
    expect(migrateTable(each(old), 'mapping.yaml').text).toBe(
      each('each: one in results2, soap: { request: { A: "{one}" }, response: { B: "{results2}{results}" } }'),
    );
  });

  it('are those of a job, beside variables of the same names', () => {
    const job =
      'job: { submit: { soap: { request: { A: "{state}{percent}{s}" } } }, status: { soap: { response: { A: "{s}" } } }, state: s }';
    expect(migrateTable(`soapstone: 2\nrules:\n  - { id: a, ${job} }\n`, 'mapping.yaml').text).toContain(
      '{ A: "{state2}{percent2}{state}" }',
    );
  });

  it('are those of a job', () => {
    const job =
      'job: { status: { soap: { response: { A: "{how}" } } }, state: how, done: x, pages: { items: r, limit: l, offset: o } }';
    expect(migrateTable(`soapstone: 2\nrules:\n  - { id: a, ${job} }\n`, 'mapping.yaml').text).toBe(
      'soapstone: 2\nrules:\n  - { id: a, async: { status: { soap: { response: { A: "{state}" } } }, done: x, pages: true } }\n',
    );
  });
});

describe('words of the table', () => {
  it.each([
    [
      'settings: { a: { default: 2, values: [ 1, 2 ] }, b: { default: x }, c: { type: int, default: 1 } }',
      'settings: { a: [ 2, 1 ], b: x, c: { type: int, default: 1 } }',
    ],
    ['tables: { t: { columns: { b: <a> }, rows: [ { a: 1 } ] } }', 'tables: { t: [ { "*": { b: <a> } }, { a: 1 } ] }'],
    ['types: { "*": { codes: { key: id, label: name } } }', 'types: { "*": { codes: id/name } }'],
    [
      'async: { status: { soap: { response: { A: { s: "{s}", p: "{p}" } } } }, state: s, percent: p, waiting: w, running: r }',
      'async: { status: { soap: { response: { A: { s: "{state}", p: "{percent}" } } } }, running: [ w, r ] }',
    ],
  ])('%s', (before, after) => {
    expect(migrateTable(`soapstone: 2\n${before}\n`, 'mapping.yaml').text).toBe(`soapstone: 2\n${after}\n`);
  });
});

describe('words that moved', () => {
  it('draft is two calls, each of pages completes items, sessions stand under auth', () => {
    const rules = [
      '  - { rest: { a: 1 }, soap: { b: 1 }, draft: { name: d, rest: { a: 2 }, soap: { b: 2 }, ttl: 5m } }',
      '  - { soap: { request: "{all.whole}" }, pages: { items: list, each: { into: all, rest: { request: "GET /{id}", reply: { body: "{whole}" } } } } }',
      '  - { id: in, soap: { request: in }, session: { begin: [ user ] } }',
      '  - { id: out, soap: { request: out }, session: end }',
    ];
    const { text } = migrateTable(`soapstone: 1\nrules:\n${rules.join('\n')}\n`, 'mapping.yaml');
    expect(text.replace(/\s+/g, ' ').trim()).toBe(
      'soapstone: 2 auth: front: login: { request: in } logout: { request: out } rules: - { calls: [ { rest: { a: 1 }, soap: { b: 1 } }, { resume: d, rest: { a: 2 }, soap: { b: 2 }, keep: 5m } ] } ' +
        '- { soap: { request: "{items.whole}" }, pages: { complete: { rest: { request: "GET /{items.id}", response: { body: "{items.whole}" } } } } }',
    );
  });

  it('project is a view', () => {
    const rest =
      '{ reply: { body: "{r}", project: { fields: { names: f, always: [ id ] }, links: { types: [ a ], self: x, as: { y: z }, unless: e } } } }';
    const { text } = migrateTable(`soapstone: 1\nrules:\n  - rest: ${rest}\n`, 'mapping.yaml');
    expect(text).toBe(
      'soapstone: 2\nconverters:\n  view: { always: [ id ], resources: [ a ], address: { y: z } }\nrules:\n  - rest: { response: { body: "{r|view(fields: f, whole: e)}" } }\n',
    );
  });
});

describe('what stays as it is', () => {
  it('are numbers with all their digits, comments, and names inside of patterns', () => {
    const text =
      '- name: a case\n  # Kept.\n  rest:\n    request: { body: { reply: 9007199254740993, for: 0.10 } }\n    reply: { status: 200, body: { reply: 1e400 } }\n';
    expect(migrateCases(text, 'case.yaml').text).toBe(text.replace('    reply: { status', '    response: { status'));
  });

  it('is a table of version 2', () => {
    for (const name of shipped) {
      const text = readFileSync(join(root, 'mappings', name, 'mapping.yaml'), 'utf8');
      expect(migrateTable(text, 'mapping.yaml')).toEqual({ text, changes: [], byHand: [] });
    }
  });
});
