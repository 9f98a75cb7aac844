// `q` of the business records: what it reads and writes, what it refuses, and the page of the docs that says which operator is carried for which kind.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtin } from '../../src/contract/xsd/builtins.ts';
import type { Query } from '../../src/mapping/converters/query/searches.ts';
import { Draw } from '../../src/pattern/converters/draw.ts';
import { expectPage, ObservationTable } from '../e2e/business-records/observation-table.ts';
import '../seed.ts';
import { anyQuery } from '../mapping/converters/query/any-filter.ts';
import { filterFor, recordFilters, typeOf, typeWith } from './filters.ts';
import { restRecords, table } from './tables.ts';

/** A search of the contract's kinds of fields, not of its records. */
const enumeration = ['_bank', '_income', '_otherAsset'];
const type = { ...builtin('string'), facets: { ...builtin('string').facets, enumeration } };
const field = (kind: string) => typeOf(`core:Search${kind}Field`);
const filter = filterFor({
  search: typeWith({
    companyName: field('String'),
    externalId: field('MultiSelect'),
    externalIdString: field('String'),
    internalId: field('MultiSelect'),
    internalIdNumber: field('Long'),
    balance: field('Double'),
    phone: field('TextNumber'),
    dateReached: field('Date'),
    isInactive: field('Boolean'),
    parent: field('MultiSelect'),
    type: field('EnumMultiSelect'),
    source: field('EnumMultiSelect'),
    caption: field('String'),
    chargeType: field('EnumMultiSelect'),
  }),
  result: typeWith({ type }),
  items: typeWith({
    companyName: typeOf('core:SearchColumnStringField'),
    externalId: typeOf('core:SearchColumnSelectField'),
    source: typeOf('core:SearchColumnEnumSelectField'),
  }),
});
const { read, write, fields } = filter;
const isOne = (query: Query) => !['$any', '$all', '$where'].some((key) => key in query);
const is = (name: string, searchValue: unknown) => ({ [name]: { '@operator': 'is', searchValue } });
const equal = (name: string, searchValue: unknown) => ({ [name]: { '@operator': 'equalTo', searchValue } });
const notEqual = (name: string, searchValue: unknown) => ({ [name]: { '@operator': 'notEqualTo', searchValue } });
const contains = (name: string, searchValue: unknown) => ({ [name]: { '@operator': 'contains', searchValue } });
const ends = (name: string, endsWith: string, more = {}) => ({
  $of: { ...contains(name, endsWith), ...more },
  $where: { [name]: { endsWith } },
});
const flag = (searchValue: boolean) => ({ isInactive: { searchValue } });

describe('q', () => {
  it.each([
    ['companyName IS Ada', { companyName: { '@operator': 'is', searchValue: 'Ada' } }],
    [
      'companyname is_not "Ada \\"A\\" (and) B"',
      { companyName: { '@operator': 'isNot', searchValue: 'Ada "A" (and) B' } },
    ],
    ['companyName CONTAIN "or"', { companyName: { '@operator': 'contains', searchValue: 'or' } }],
    ['companyName EMPTY', { companyName: { '@operator': 'empty' } }],
    ['externalId IS "A|7"', { externalIdString: { '@operator': 'is', searchValue: 'A|7' } }],
    ['externalId ANY_OF [7]', { externalId: { '@operator': 'anyOf', searchValue: [{ externalId: '7' }] } }],
    ['id ANY_OF [1, 2]', { internalId: { '@operator': 'anyOf', searchValue: [{ id: '1' }, { id: '2' }] } }],
    ['id BETWEEN_NOT [1, 42]', { internalIdNumber: { '@operator': 'notBetween', searchValue: 1, searchValue2: 42 } }],
    ['id WITHIN [1,42]', { internalIdNumber: { '@operator': 'between', searchValue: 1, searchValue2: 42 } }],
    ['balance GREATER_OR_EQUAL -1.5', { balance: { '@operator': 'greaterThanOrEqualTo', searchValue: -1.5 } }],
    ['phone EQUAL 0049', { phone: { '@operator': 'equalTo', searchValue: '0049' } }],
    ['balance EQUAL 1.5e+21', equal('balance', 1.5e21)],
    ['balance EQUAL 0.30000000000000004', equal('balance', 0.1 + 0.2)],
    ['id EQUAL 9007199254740991', equal('internalIdNumber', 9_007_199_254_740_991)],
    ...['2019-01-02T23:30:00-08:00', '2019-01-02T00:00:00+14:00', '2019-01-02T00:00:00', '2019-01-02T12:30:15.25Z'].map(
      (searchValue): [string, Query] => [
        `dateReached ON ${searchValue}`,
        { dateReached: { '@operator': 'on', searchValue } },
      ],
    ),
    // The end of a day is the beginning of the next one: one value of XML Schema.
    ['dateReached ON 2019-01-02T24:00:00Z', { dateReached: { '@operator': 'on', searchValue: '2019-01-03' } }],
    ['dateReached ON "1/2/2019"', { dateReached: { '@operator': 'on', searchValue: '2019-01-02' } }],
    [
      'dateReached ON_OR_AFTER 2019-01-01 AND dateReached ON_OR_BEFORE 2019-12-31',
      {
        dateReached: {
          '@operator': 'within',
          searchValue: '2019-01-01',
          searchValue2: '2019-12-31',
        },
      },
    ],
    ['isInactive IS_NOT true', { isInactive: { searchValue: false } }],
    ['type ANY_OF_NOT [bank]', { type: { '@operator': 'noneOf', searchValue: ['_bank'] } }],
    [
      '(type ANY_OF [bank] OR (type ANY_OF [income, bank]))',
      { type: { '@operator': 'anyOf', searchValue: ['_bank', '_income'] } },
    ],
    [
      '(companyName IS a AND balance LESS 1) AND id EQUAL 7',
      {
        companyName: { '@operator': 'is', searchValue: 'a' },
        balance: { '@operator': 'lessThan', searchValue: 1 },
        internalIdNumber: { '@operator': 'equalTo', searchValue: 7 },
      },
    ],
    ['type ANY_OF [otherAsset]', { type: { '@operator': 'anyOf', searchValue: ['_otherAsset'] } }],
    ['source ANY_OF [csv]', { source: { '@operator': 'anyOf', searchValue: ['_csv'] } }],
    ['type EMPTY', { type: { '@operator': 'noneOf', searchValue: enumeration } }],
    ['parent EMPTY', { parent: { '@operator': 'anyOf', searchValue: [{ id: '@NONE@' }] } }],
    ['parent EMPTY_NOT', { parent: { '@operator': 'noneOf', searchValue: [{ id: '@NONE@' }] } }],
    ['isInactive EMPTY_NOT', { $any: [flag(true), flag(false)] }],
    ['isInactive EMPTY AND companyName IS a', { $all: [is('companyName', 'a')], $none: [flag(true), flag(false)] }],
    ['isInactive EMPTY', { $all: [{}], $none: [flag(true), flag(false)] }],
    ['balance ANY_OF [1, 2.5]', { $any: [equal('balance', 1), equal('balance', 2.5)] }],
    ['balance ANY_OF [1]', equal('balance', 1)],
    ['phone ANY_OF_NOT [0049, 1]', { $all: [notEqual('phone', '0049'), notEqual('phone', '1')] }],
    ['companyName IS a OR balance EQUAL 1', { $any: [is('companyName', 'a'), equal('balance', 1)] }],
    [
      'companyName IS a AND (phone EQUAL 1 OR phone EQUAL 2)',
      { $any: ['1', '2'].map((phone) => ({ ...is('companyName', 'a'), ...equal('phone', phone) })) },
    ],
    [
      'companyName IS a AND companyName IS b AND balance EQUAL 1',
      { $all: [{ ...is('companyName', 'a'), ...equal('balance', 1) }, is('companyName', 'b')] },
    ],
    ['companyName IS a OR companyName IS a', is('companyName', 'a')],
    [
      'parent EMPTY OR parent ANY_OF [7]',
      { parent: { '@operator': 'anyOf', searchValue: [{ id: '@NONE@' }, { id: '7' }] } },
    ],
    ['companyName END_WITH x', ends('companyName', 'x')],
    ['externalId ENDWITH "y z"', ends('externalIdString', 'y z')],
    ['companyName END_WITH_NOT x', { $all: [{}], $none: [ends('companyName', 'x')] }],
    ['companyName END_WITH x AND balance EQUAL 1', ends('companyName', 'x', equal('balance', 1))],
    [
      'companyName END_WITH x AND companyName CONTAIN y',
      { $all: [ends('companyName', 'x'), contains('companyName', 'y')] },
    ],
    [
      'isInactive EMPTY AND companyName END_WITH_NOT x AND (balance EQUAL 1 OR companyName END_WITH y)',
      {
        $any: [equal('balance', 1), ends('companyName', 'y')].map((one) => ({
          $all: [one],
          $none: [flag(true), flag(false), ends('companyName', 'x')],
        })),
      },
    ],
    ['source EMPTY', { $of: {}, $where: { source: { empty: true } } }],
    [
      'source EMPTY_NOT AND companyName END_WITH x',
      { $of: contains('companyName', 'x'), $where: { companyName: { endsWith: 'x' }, source: { notEmpty: true } } },
    ],
    ['source EMPTY AND source ANY_OF [csv]', expect.objectContaining({ $all: expect.any(Array) })],
  ])('%s', (text, criteria) => {
    expect(read(text)).toEqual(criteria);
    expect(read(write(read(text)))).toEqual(criteria);
    expect(write(read(write(read(text))))).toBe(write(read(text)));
  });

  it.each([
    ['(', 'at character 2: a field is expected'],
    ['companyName', 'at character 12: an operator is expected'],
    ['companyName IS', 'at character 13: IS needs one value'],
    ['companyName IS a b', 'at character 18: "b" is not expected; write AND or OR'],
    ['companyName IS "a', 'at character 16: a quoted text does not end'],
    ['(companyName IS a', 'at character 18: a parenthesis is not closed'],
    ['id ANY_OF [1, 2', 'at character 16: a bracket is not closed'],
    ['id ANY_OF []', 'at character 12: a value is expected'],
    [
      'companyNam IS b',
      'at character 1: "companyNam" is not a field that can be searched: did you mean "companyName"?',
    ],
    ['zzz IS b', /^at character 1: "zzz" is not a field that can be searched: (\w+, ){1,12}(\w+|…)$/],
    ['balance CONTAIN 1', /^at character 9: CONTAIN is not an operator for "balance": EQUAL, /],
    [
      'caption ENDWITH_NOT x',
      /^at character 9: ENDWITH_NOT is not carried for "caption": .* none has a column that says it/,
    ],
    ['chargeType EMPTY', /^at character 12: EMPTY is not carried for "chargeType": .* none has a column that says it/],
    ['balance END_WITH 1', /^at character 9: END_WITH is not an operator for "balance"/],
    ['companyName IS a AND balance EQUAL x', 'at character 36: "x" is not a number, which "balance" is compared with'],
    ['dateReached ON 2019-02-30', /^at character 16: "2019-02-30" is not a date/],
    ...['T24:30:00Z', 'T12:00Z', 'T12:00:00+14:30', 'T12:00:00+2', ' 12:00:00', 'T'].map((time): [string, RegExp] => [
      `dateReached ON "2019-02-28${time}"`,
      /^at character 16: "2019-02-28[^"]*" is not a date/,
    ]),
    ['id EQUAL 9223372036854775808', /^at character 10: .* is not a value of "id": .* xs:long$/],
    ['id EQUAL 1.5', /is not a whole number/],
    ['balance EQUAL 1e400', /is not a number/],
    ['balance EQUAL INF', /is not a number/],
    ['type ANY_OF [bank, Bank]', /^at character 20: "Bank" is not one of bank, income, otherAsset, which "type"/],
    [
      `id EMPTY OR ${'(phone EMPTY OR balance EMPTY) AND '.repeat(5)}id EMPTY_NOT`,
      /^at character 13: this takes more than 20 searches/,
    ],
    [
      Array.from({ length: 21 }, (_, i) => `companyName IS ${i}`).join(' OR '),
      /^at character 1: this takes more than 20/,
    ],
    [
      Array.from({ length: 21 }, (_, i) => `companyName IS ${i}`).join(' AND '),
      /^at character 431: this takes more than/,
    ],
    [`${'('.repeat(60)}id EMPTY`, 'at character 51: parentheses are nested too deeply'],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(RangeError);
    expect(() => read(text)).toThrow(message);
  });

  it('has both operators of flags, which it writes as one', () => {
    expect(
      ['IS true', 'IS false', 'IS_NOT true', 'IS_NOT false'].map((said) => write(read(`isInactive ${said}`))),
    ).toEqual(['true', 'false', 'false', 'true'].map((value) => `isInactive IS ${value}`));
  });

  it('says where a query stops to be one search', () => {
    const alone = (text: string) => () => filter.readOne(text);
    expect(alone('companyName IS a AND balance EQUAL 1')()).toEqual({
      ...is('companyName', 'a'),
      ...equal('balance', 1),
    });
    expect(alone('companyName IS a OR balance EQUAL 1')).toThrow(/^at character 21: this takes several searches/);
    expect(alone('companyName IS a AND balance EQUAL 1 AND companyName IS b')).toThrow(/^at character 42: /);
    expect(alone('balance EQUAL 1 AND isInactive EMPTY')).toThrow(/^at character 21: /);
    expect(alone('balance ANY_OF_NOT [1, 2]')).toThrow(/^at character 1: /);
    const looks = /this takes a look at the records/;
    expect(alone('balance EQUAL 1 AND companyName END_WITH a')).toThrow(/^at character 21: this takes a look/);
    expect(alone('source EMPTY')).toThrow(looks);
    expect(alone('balance EQUAL 1 OR companyName END_WITH_NOT a')).toThrow(looks);
  });

  it('reads every query that it writes as the same query', () => {
    let several = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const query = anyQuery(new Draw(seed, 1 + (seed % 6)), [...fields.all.values()], filter);
      if (!isOne(query)) several++;
      expect(read(write(query))).toEqual(query);
    }
    expect(several).toBeGreaterThan(500);
  });

  it('reads every text that it writes as the same value', () => {
    void fc.assert(
      fc.property(fc.string({ minLength: 0 }), (text) => {
        const criteria = { companyName: { '@operator': 'is', searchValue: text } };
        expect(read(write(criteria))).toEqual(criteria);
      }),
    );
  });

  it('refuses criteria that it cannot say', () => {
    expect(() => write({ companyName: { '@operator': 'hasKeywords', searchValue: 'a' } })).toThrow(RangeError);
    expect(() => write({ dateReached: { '@operator': 'on', predefinedSearchValue: 'today' } })).toThrow(RangeError);
    expect(() => write({ unheard: { searchValue: 'a' } })).toThrow(RangeError);
    expect(() => write({ type: { '@operator': 'anyOf', searchValue: ['_unheard'] } })).toThrow(RangeError);
    for (const [name, searchValue] of [
      ['isInactive', undefined],
      ['parent', []],
      ['parent', [{ name: 'nobody' }]],
      ['balance', 'INF'],
    ] as const)
      expect(() => write({ [name]: { '@operator': name === 'parent' ? 'anyOf' : 'equalTo', searchValue } })).toThrow(
        RangeError,
      );
  });

  it('takes either id of a record where callers refer by its external one', () => {
    const by = (ref: object) => write({ externalId: { '@operator': 'anyOf', searchValue: [ref] } });
    expect([by({ id: 'A' }), by({ externalId: 'A' }), by({ id: '1', externalId: 'A' })]).toEqual(
      Array(3).fill('externalId ANY_OF [A]'),
    );
  });
});

/** `AccountSearch` */
const filterOf = (search: string) => recordFilters.find((one) => one.search.endsWith(`:${search}`))!;

describe('the words of enumerations', () => {
  const held = recordFilters.flatMap(({ rest, fields, read, write }) =>
    [...fields.all.values()].flatMap((one) =>
      one.many && one.values.all ? [{ rest, key: one.key, one, read, write }] : [],
    ),
  );

  it.each(held)('of $rest $key, both ways', ({ key, one, read, write }) => {
    const values = one.values.all!;
    expect(new Set(values.map((value) => one.values.write(value))).size).toBe(values.length);
    for (const value of values) {
      const criteria = { [key]: { '@operator': 'anyOf', searchValue: [value] } };
      expect(read(write(criteria))).toEqual(criteria);
    }
  });

  it('are those of the records, and of what the table says beside them', () => {
    const counts = Map.groupBy(held, ({ rest }) => rest);
    expect(Object.fromEntries([...counts].map(([rest, all]) => [rest, all.length]))).toMatchObject({
      account: 4,
      assemblyItem: 15,
      assemblyBuild: 23,
    });
  });

  it.each([
    ['AccountSearch', 'locale ANY_OF [af_ZA]', '_afrikaans'],
    ['CalendarEventSearch', 'status ANY_OF [CANCELLED]', '_canceled'],
    ['CalendarEventSearch', 'response ANY_OF [NO_RESPONSE]', '_noResponse'],
    ['TransactionSearch', 'billCountry ANY_OF [US]', '_unitedStates'],
    ['TransactionSearch', 'accountType ANY_OF [COGS]', '_costOfGoodsSold'],
    ['ItemSearch', 'countryOfManufacture ANY_OF [DE]', '_germany'],
  ])('%s: %s', (search, text, value) => {
    const own = filterOf(search);
    const criteria = own.read(text);
    expect(criteria).toEqual({ [text.split(' ')[0]]: { '@operator': 'anyOf', searchValue: [value] } });
    expect(own.write(criteria)).toBe(text);
  });
});

describe('fields that the search calls otherwise than the record', () => {
  it.each([
    ['AccountSearch', 'acctName START_WITH Cash', 'name'],
    ['AccountSearch', 'acctNumber IS 1000', 'number'],
    ['AccountSearch', 'acctType ANY_OF [AcctRec]', 'type'],
    ['AccountSearch', 'generalRate ANY_OF [AVERAGE]', 'generalRateType'],
    ['AccountSearch', 'cashFlowRate ANY_OF [CURRENT]', 'cashFlowRateType'],
    ['BillingAccountSearch', 'createdDate AFTER 2019-01-01', 'dateCreated'],
    ['BillingScheduleSearch', 'scheduleType EMPTY_NOT', 'type'],
    ['BinSearch', 'isInactive IS true', 'inactive'],
    ['ItemSearch', 'createdDate ON 2019-01-01', 'created'],
    ['ItemSearch', 'itemCarrier EMPTY', 'shippingCarrier'],
    ['TransactionSearch', 'createdDate BEFORE 2019-01-01', 'dateCreated'],
    ['TransactionSearch', 'total GREATER 5', 'totalAmount'],
  ])('%s: %s', (search, text, name) => {
    const own = filterOf(search);
    const criteria = own.read(text);
    expect(Object.keys(criteria)).toEqual([name]);
    expect(own.write(criteria)).toBe(text);
    const [said, ...rest] = text.split(' ');
    expect(own.read([said.toUpperCase(), ...rest].join(' '))).toEqual(criteria);
    expect(own.read([name, ...rest].join(' '))).toEqual(criteria);
  });

  it('have names of fields of those records, and hide no other field of the search', () => {
    const records = table('records');
    const types = new Map(restRecords().map(({ name, type }) => [name, type]));
    for (const { rest, search, fields } of recordFilters) {
      const ids = ['internalId', 'internalIdNumber', 'externalIdString'];
      const renamed = [...fields.all.values()].filter(
        ({ key, filterName }) => filterName !== key && !ids.includes(key),
      );
      for (const { filterName } of renamed) expect(fields.all.has(filterName)).toBe(false);
      if (/TransactionSearch$/.test(search)) continue;
      const body = records.get(`${types.get(rest)} extends platformCore:Record`) ?? '';
      for (const { filterName } of renamed)
        expect(body.split('; ').map((one) => one.split(':')[0])).toContain(filterName);
    }
  });
});

/** The operators of the record API, by the kind of the field; each but those of flags with its `_NOT`. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  any: ['EMPTY'],
  flag: ['IS'],
  number: ['ANY_OF', 'BETWEEN', 'WITHIN', 'EQUAL', 'GREATER', 'GREATER_OR_EQUAL', 'LESS', 'LESS_OR_EQUAL'],
  text: ['CONTAIN', 'IS', 'START_WITH', 'END_WITH'],
  date: ['AFTER', 'BEFORE', 'ON', 'ON_OR_AFTER', 'ON_OR_BEFORE', 'WITHIN'],
  select: ['ANY_OF'],
};
const KINDS: readonly (readonly [string, string, keyof typeof OPERATORS, string])[] = [
  ['text', 'companyName', 'text', 'a'],
  ['whole number', 'internalIdNumber', 'number', '7'],
  ['number', 'balance', 'number', '7.5'],
  ['number in a text', 'phone', 'number', '007'],
  ['date, time', 'dateReached', 'date', '2019-12-31'],
  ['flag', 'isInactive', 'flag', 'true'],
  ['reference, `id`, `externalId`', 'parent', 'select', '7'],
  ['enumeration', 'type', 'select', 'bank'],
  ['enumeration, values unknown', 'source', 'select', 'csv'],
];

/** Another word of the same enumeration. */
const OTHERS = new Map([
  ['bank', 'income'],
  ['csv', 'web'],
]);

function conditionWith(field: string, operator: string, value: string): string {
  if (operator.startsWith('EMPTY')) return `${field} ${operator}`;
  if (/^(ANY_OF|BETWEEN|WITHIN)/.test(operator))
    return `${field} ${operator} [${value}, ${OTHERS.get(value) ?? value.replace('7', '8')}]`;
  return `${field} ${operator} ${value}`;
}

/** Of flags and numbers, which have other words for the same. */
const IN_OTHER_KEYS = /^isInactive|^(internalIdNumber|balance|phone) WITHIN/;

/** How many searches say it, or why none does. */
function carried(text: string): string {
  try {
    const query = read(text);
    expect(read(write(query))).toEqual(query);
    if (isOne(query) && !IN_OTHER_KEYS.test(text)) expect(write(query)).toBe(text.replace('internalIdNumber', 'id'));
    const [several] =
      '$any' in query ? [query.$any] : '$all' in query ? [[...(query.$all as []), ...((query.$none as []) ?? [])]] : [];
    const look = JSON.stringify(query).includes('"$where"') ? ' with a look at the records' : '';
    if (several === undefined) return `carried${look}`;
    return `carried${look}: ${(several as readonly unknown[]).length} searches${'$any' in query ? ', any' : '$none' in query ? ', all but what these find' : ', all'}`;
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    const { message } = error as Error;
    if (/ is not an operator for /.test(message)) return '';
    return `refused: ${message.replace(/^at character \d+: \w+ is not carried: /, '')}`;
  }
}

it('carries what the page of the docs says', async () => {
  const all = [...new Set(Object.values(OPERATORS).flat())].flatMap((one) => [one, `${one}_NOT`]);
  const seen = new ObservationTable();
  for (const [title, name, set, value] of KINDS)
    for (const operator of all) {
      const told = carried(conditionWith(name, operator, value));
      const wanted = [...OPERATORS['any'], ...OPERATORS[set]].includes(operator.replace(/_NOT$/, ''));
      // What the record API has is carried or refused with a reason; what it has not is no operator.
      expect([operator, title, told !== '']).toEqual([operator, title, wanted]);
      if (told !== '') seen.add(operator, title, told);
    }
  await expectPage('business-records-query.md', 'test/business-records/query.test.ts', [
    '# The operators of `q`, by the kind of the field',
    'Each cell was read as criteria of searches, written as `q` and read again. Where one search cannot say it, several are made and their records put together, or the columns of the records found are looked at. Empty: the record API has no such operator for this kind.',
    seen.table(
      'operator',
      all,
      KINDS.map(([title]) => title),
    ),
  ]);
});
