import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Criteria,
  criteriaOf,
  type Fields,
  type Kind,
  OPERATORS,
  queryOf,
} from '../../mappings/business-records/criteria.ts';
import '../seed.ts';

const fields: Fields = new Map<string, Kind>([
  ['companyName', 'String'],
  ['externalId', 'MultiSelect'],
  ['externalIdString', 'String'],
  ['internalId', 'MultiSelect'],
  ['internalIdNumber', 'Long'],
  ['balance', 'Double'],
  ['phone', 'TextNumber'],
  ['dateCreated', 'Date'],
  ['isInactive', 'Boolean'],
  ['parent', 'MultiSelect'],
  ['type', 'EnumMultiSelect'],
]);
const read = (text: string) => criteriaOf(text, fields);
const write = (criteria: Criteria) => queryOf(criteria, fields);

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
    ['externalId ANY_OF [7]', { externalId: { '@operator': 'anyOf', searchValue: [{ id: '7' }] } }],
    ['id ANY_OF [1, 2]', { internalId: { '@operator': 'anyOf', searchValue: [{ id: '1' }, { id: '2' }] } }],
    ['id BETWEEN_NOT [1, 42]', { internalIdNumber: { '@operator': 'notBetween', searchValue: 1, searchValue2: 42 } }],
    ['id WITHIN [1,42]', { internalIdNumber: { '@operator': 'between', searchValue: 1, searchValue2: 42 } }],
    ['balance GREATER_OR_EQUAL -1.5', { balance: { '@operator': 'greaterThanOrEqualTo', searchValue: -1.5 } }],
    ['phone EQUAL 0049', { phone: { '@operator': 'equalTo', searchValue: '0049' } }],
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
  ])('%s', (text, criteria) => {
    expect(read(text)).toEqual(criteria);
    expect(read(write(read(text)))).toEqual(criteria);
    expect(write(read(write(read(text))))).toBe(write(read(text)));
  });

  it.each([
    ['', 'at character 1: a field is expected'],
    ['companyName', 'at character 12: an operator is expected'],
    ['companyName IS', 'at character 1: IS needs one value'],
    ['companyName IS a b', 'at character 18: "b" is not expected; write AND or OR'],
    ['companyName IS "a', 'at character 16: a quoted text does not end'],
    ['(companyName IS a', 'at character 18: a parenthesis is not closed'],
    ['id ANY_OF [1, 2', 'at character 16: a bracket is not closed'],
    ['id ANY_OF []', 'at character 12: a value is expected'],
    ['a IS b', 'at character 1: "a" is not a field that can be searched'],
    ['balance CONTAIN 1', /^at character 1: CONTAIN is not an operator for "balance": EQUAL, /],
    ['companyName END_WITH x', /^at character 1: END_WITH is not an operator for "companyName"/],
    ['companyName IS a AND balance EQUAL x', 'at character 22: "x" is not a number, which "balance" is compared with'],
    ['dateCreated ON 2019-02-30', /^at character 1: "2019-02-30" is not a date/],
    ['companyName IS a OR balance EQUAL 1', /^at character 1: the search behind joins conditions by AND/],
    [
      'companyName IS a AND companyName IS b',
      'at character 22: the search behind takes one condition for "companyName"',
    ],
    [`${'('.repeat(60)}id EMPTY`, 'at character 51: parentheses are nested too deeply'],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(RangeError);
    expect(() => read(text)).toThrow(message);
  });

  it('has every operator of every kind, both ways', () => {
    const operators: Readonly<Record<string, readonly string[]>> = {
      companyName: ['CONTAIN', 'IS', 'START_WITH', 'EMPTY'],
      balance: ['BETWEEN', 'EQUAL', 'GREATER', 'GREATER_OR_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'EMPTY'],
      id: ['BETWEEN', 'EQUAL', 'GREATER', 'GREATER_OR_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'EMPTY', 'ANY_OF'],
      phone: ['BETWEEN', 'EQUAL', 'GREATER', 'GREATER_OR_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'EMPTY'],
      dateCreated: ['AFTER', 'BEFORE', 'ON', 'ON_OR_AFTER', 'ON_OR_BEFORE', 'WITHIN', 'EMPTY'],
      parent: ['ANY_OF'],
      type: ['ANY_OF'],
    };
    const value: Readonly<Record<string, string>> = { dateCreated: '2019-01-01' };
    for (const [field, all] of Object.entries(operators)) {
      for (const operator of all.flatMap((o) => [o, `${o}_NOT`])) {
        const one = value[field] ?? '7';
        const values = operator.startsWith('EMPTY')
          ? ''
          : /BETWEEN|WITHIN/.test(operator)
            ? ` [${one}, ${one}]`
            : /ANY_OF/.test(operator)
              ? ` [${one}]`
              : ` ${one}`;
        const text = `${field} ${operator}${values}`;
        expect(write(read(text))).toBe(text);
      }
    }
  });

  it('has both operators of flags, which it writes as one', () => {
    expect(
      ['IS true', 'IS false', 'IS_NOT true', 'IS_NOT false'].map((said) => write(read(`isInactive ${said}`))),
    ).toEqual(['true', 'false', 'false', 'true'].map((value) => `isInactive IS ${value}`));
  });

  it('has no other operator than those', () => {
    const all = new Set(Object.values(OPERATORS).flatMap((kind) => [...kind.keys()]));
    const fieldOf = { String: 'companyName', Double: 'balance', TextNumber: 'phone', Date: 'dateCreated' };
    const kinds = { ...fieldOf, Boolean: 'isInactive', MultiSelect: 'parent', EnumMultiSelect: 'type' };
    for (const [kind, field] of Object.entries(kinds))
      for (const operator of [...all].filter((one) => !OPERATORS[kind as Kind].has(one))) {
        // Numbers may say WITHIN for BETWEEN.
        if (operator.startsWith('WITHIN') && (kind === 'Double' || kind === 'TextNumber')) continue;
        expect(() => read(`${field} ${operator} [7, 8]`)).toThrow(`${operator} is not an operator for "${field}"`);
      }
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
  });
});
