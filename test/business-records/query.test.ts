// `q` of the business records: what it reads and writes, what it refuses, and the page of the docs that says which operator is carried for which kind.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyQuery } from '../../mappings/business-records/any-criteria.ts';
import { type Field, type Fields, fieldsOf, type Kind } from '../../mappings/business-records/fields.ts';
import { criteriaIn, isOne, type Query, queryIn, queryOut } from '../../mappings/business-records/query.ts';
import { ENUMERATIONS, SEARCHES } from '../../mappings/business-records/search-fields.ts';
import { Draw } from '../../src/pattern/converters/draw.ts';
import { expectPage, Seen } from '../e2e/business-records/seen.ts';
import '../seed.ts';
import { restRecords, table } from './tables.ts';

const words = new Map([
  ['_bank', 'Bank'],
  ['_income', 'Income'],
  ['_otherAsset', 'OthAsset'],
]);
const fields: Fields = new Map<string, Field>([
  ['companyName', { kind: 'String' }],
  ['externalId', { kind: 'MultiSelect' }],
  ['externalIdString', { kind: 'String' }],
  ['internalId', { kind: 'MultiSelect' }],
  ['internalIdNumber', { kind: 'Long' }],
  ['balance', { kind: 'Double' }],
  ['phone', { kind: 'TextNumber' }],
  ['dateCreated', { kind: 'Date' }],
  ['isInactive', { kind: 'Boolean' }],
  ['parent', { kind: 'MultiSelect' }],
  ['type', { kind: 'EnumMultiSelect', words }],
  ['source', { kind: 'EnumMultiSelect' }],
  ['caption', { kind: 'String', hidden: true }],
  ['chargeType', { kind: 'EnumMultiSelect', hidden: true }],
]);
const read = (text: string) => queryIn(text, fields);
const write = (query: Query) => queryOut(query, fields);
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
    ...[
      '2019-01-02T23:30:00-08:00',
      '2019-01-02T00:00:00+14:00',
      '2019-01-02T00:00:00',
      '2019-01-02T12:30:15.25Z',
      '2019-01-02T24:00:00Z',
    ].map((searchValue): [string, Query] => [
      `dateCreated ON ${searchValue}`,
      { dateCreated: { '@operator': 'on', searchValue } },
    ]),
    ['dateCreated ON "1/2/2019"', { dateCreated: { '@operator': 'on', searchValue: '2019-01-02T00:00:00Z' } }],
    [
      'dateCreated ON_OR_AFTER 2019-01-01 AND dateCreated ON_OR_BEFORE 2019-12-31',
      {
        dateCreated: {
          '@operator': 'within',
          searchValue: '2019-01-01T00:00:00Z',
          searchValue2: '2019-12-31T00:00:00Z',
        },
      },
    ],
    ['isInactive IS_NOT true', { isInactive: { searchValue: false } }],
    ['type ANY_OF_NOT [Bank]', { type: { '@operator': 'noneOf', searchValue: ['_bank'] } }],
    [
      '(type ANY_OF [Bank] OR (type ANY_OF [Income, Bank]))',
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
    ['type ANY_OF [OthAsset]', { type: { '@operator': 'anyOf', searchValue: ['_otherAsset'] } }],
    ['source ANY_OF [csv]', { source: { '@operator': 'anyOf', searchValue: ['_csv'] } }],
    ['type EMPTY', { type: { '@operator': 'noneOf', searchValue: [...words.keys()] } }],
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
      { $of: contains('companyName', 'x'), $where: { companyName: { endsWith: 'x' }, source: { empty: false } } },
    ],
    ['source EMPTY AND source ANY_OF [csv]', expect.objectContaining({ $all: expect.any(Array) })],
  ])('%s', (text, criteria) => {
    expect(read(text)).toEqual(criteria);
    expect(read(write(read(text)))).toEqual(criteria);
    expect(write(read(write(read(text))))).toBe(write(read(text)));
  });

  it.each([
    ['', 'at character 1: a field is expected'],
    ['companyName', 'at character 12: an operator is expected'],
    ['companyName IS', 'at character 13: IS needs one value'],
    ['companyName IS a b', 'at character 18: "b" is not expected; write AND or OR'],
    ['companyName IS "a', 'at character 16: a quoted text does not end'],
    ['(companyName IS a', 'at character 18: a parenthesis is not closed'],
    ['id ANY_OF [1, 2', 'at character 16: a bracket is not closed'],
    ['id ANY_OF []', 'at character 12: a value is expected'],
    ['companyNam IS b', 'at character 1: "companyNam" is not a field that can be searched: companyName'],
    ['zzz IS b', /^at character 1: "zzz" is not a field that can be searched: (\w+, ){1,12}(\w+|…)$/],
    ['balance CONTAIN 1', /^at character 9: CONTAIN is not an operator for "balance": EQUAL, /],
    [
      'caption ENDWITH_NOT x',
      /^at character 9: END_WITH_NOT is not carried for "caption": .* none has a column that says it/,
    ],
    ['chargeType EMPTY', /^at character 12: EMPTY is not carried for "chargeType": .* none has a column that says it/],
    ['balance END_WITH 1', /^at character 9: END_WITH is not an operator for "balance"/],
    ['companyName IS a AND balance EQUAL x', 'at character 36: "x" is not a number, which "balance" is compared with'],
    ['dateCreated ON 2019-02-30', /^at character 16: "2019-02-30" is not a date/],
    ...['T24:30:00Z', 'T12:00Z', 'T12:00:00+14:30', 'T12:00:00+2', ' 12:00:00', 'T'].map((time): [string, RegExp] => [
      `dateCreated ON "2019-02-28${time}"`,
      /^at character 16: "2019-02-28[^"]*" is not a date/,
    ]),
    ['id EQUAL 9007199254740993', /is not a whole number/],
    ['balance EQUAL 1e400', /is not a number/],
    ['balance EQUAL INF', /is not a number/],
    ['type ANY_OF [Bank, bank]', /^at character 20: "bank" is not one of Bank, Income, OthAsset, which "type"/],
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
    const alone = (text: string) => () => criteriaIn(text, fields);
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
      const query = anyQuery(new Draw(seed, 1 + (seed % 6)), fields);
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
    expect(() => write({ dateCreated: { '@operator': 'on', predefinedSearchValue: 'today' } })).toThrow(RangeError);
    expect(() => write({ unheard: { searchValue: 'a' } })).toThrow(RangeError);
    expect(() => write({ type: { '@operator': 'anyOf', searchValue: ['_unheard'] } })).toThrow(RangeError);
    for (const [name, searchValue] of [
      ['isInactive', undefined],
      ['parent', []],
      ['parent', [{ name: 'nobody' }]],
      ['balance', 'INF'],
      ['internalIdNumber', 2 ** 53],
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

describe('the words of enumerations', () => {
  const held = Object.entries(SEARCHES).flatMap(([search, text]) =>
    text
      .split(' ')
      .map((field) => field.split(':'))
      .flatMap(([name, , enumeration]) => (enumeration ? [{ search, name, enumeration }] : [])),
  );

  it.each(held)('of $search $name, both ways', ({ search, name, enumeration }) => {
    const own = fieldsOf(search);
    const values = [...own.get(name)!.words!.keys()];
    expect(values.length).toBe(ENUMERATIONS[enumeration].split(' ').length);
    expect(new Set(own.get(name)!.words!.values()).size).toBe(values.length);
    for (const value of values) {
      const criteria = { [name]: { '@operator': 'anyOf', searchValue: [value] } };
      expect(queryIn(queryOut(criteria, own), own)).toEqual(criteria);
    }
  });

  it.each([
    ['AccountSearch', 'locale ANY_OF [afrikaans]', '_afrikaans'],
    ['CalendarEventSearch', 'status ANY_OF [CANCELLED]', '_canceled'],
    ['CalendarEventSearch', 'response ANY_OF [NO_RESPONSE]', '_noResponse'],
    ['TransactionSearch', 'accountType ANY_OF [COGS]', '_costOfGoodsSold'],
    ['ItemSearch', 'countryOfManufacture ANY_OF [germany]', '_germany'],
  ])('%s: %s', (search, text, value) => {
    const own = fieldsOf(search);
    const criteria = queryIn(text, own);
    expect(criteria).toEqual({ [text.split(' ')[0]]: { '@operator': 'anyOf', searchValue: [value] } });
    expect(queryOut(criteria, own)).toBe(text);
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
    const own = fieldsOf(search);
    const criteria = queryIn(text, own);
    expect(Object.keys(criteria)).toEqual([name]);
    expect(queryOut(criteria, own)).toBe(text);
    const [said, ...rest] = text.split(' ');
    expect(queryIn([said.toUpperCase(), ...rest].join(' '), own)).toEqual(criteria);
    expect(queryIn([name, ...rest].join(' '), own)).toEqual(criteria);
  });

  it('have names of fields of those records, and hide no other field of the search', () => {
    const records = table('records');
    for (const { type, search } of restRecords().filter((one) => SEARCHES[one.search.split(':')[1]] !== undefined)) {
      const own = fieldsOf(search.split(':')[1]);
      const renamed = [...own].flatMap(([name, { record }]) => (record === undefined ? [] : [[name, record]]));
      for (const [, record] of renamed) expect(own.has(record)).toBe(false);
      if (/TransactionSearch$/.test(search)) continue;
      const body = records.get(`${type} extends platformCore:Record`) ?? '';
      for (const [, record] of renamed) expect(body.split('; ').map((field) => field.split(':')[0])).toContain(record);
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
const KINDS: readonly (readonly [string, string, keyof typeof OPERATORS, Kind, string])[] = [
  ['text', 'companyName', 'text', 'String', 'a'],
  ['whole number', 'internalIdNumber', 'number', 'Long', '7'],
  ['number', 'balance', 'number', 'Double', '7.5'],
  ['number in a text', 'phone', 'number', 'TextNumber', '007'],
  ['date, time', 'dateCreated', 'date', 'Date', '2019-12-31'],
  ['flag', 'isInactive', 'flag', 'Boolean', 'true'],
  ['reference, `id`, `externalId`', 'parent', 'select', 'MultiSelect', '7'],
  ['enumeration', 'type', 'select', 'EnumMultiSelect', 'Bank'],
  ['enumeration, values unknown', 'source', 'select', 'EnumMultiSelect', 'csv'],
];

/** Another word of the same enumeration. */
const OTHERS = new Map([
  ['Bank', 'Income'],
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
  const seen = new Seen();
  for (const [title, field, set, , value] of KINDS)
    for (const operator of all) {
      const told = carried(conditionWith(field, operator, value));
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
