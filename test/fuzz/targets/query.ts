// Filters of the business records: texts that are wrong are RangeErrors, others come back.

import type { Query } from '../../../src/mapping/converters/query/searches.ts';
import { recordFilters } from '../../business-records/filters.ts';
import { holds, type Target } from '../target.ts';

const filter = recordFilters.find(({ rest }) => rest === 'assemblyBuild')!;
const some = [...filter.fields.all.keys()].slice(0, 12);

export const query: Target = {
  name: 'query',
  seeds: [
    'tranId IS "a" AND amount BETWEEN [1, 2]',
    '(type ANY_OF [vendorBill, check]) AND dateCreated ON_OR_AFTER 2019-01-01',
    'id ANY_OF_NOT [1] AND memo CONTAIN "x \\" y"',
    'isInactive IS true',
    'amount ANY_OF_NOT [1, 2] OR (memo IS a OR memo IS_NOT b) AND closed EMPTY AND source EMPTY_NOT',
  ],
  words: [
    'AND',
    'OR',
    '(',
    ')',
    '[',
    ']',
    ',',
    '"',
    '\\',
    ' ',
    'IS',
    'IS_NOT',
    'EMPTY',
    'EMPTY_NOT',
    'ANY_OF',
    'BETWEEN',
    'WITHIN',
    'ON',
    'CONTAIN',
    'EQUAL',
    'GREATER_OR_EQUAL',
    'true',
    '1e5',
    '-1',
    '2019-01-01',
    '1/2/2019',
    '__proto__',
    'constructor',
    ...some,
  ],
  run: (input) => {
    const text = Buffer.from(input).toString();
    const criteria = said(() => filter.read(text));
    if (criteria === undefined) return;
    const again = said(() => filter.write(criteria));
    if (again === undefined) return;
    holds(
      'written again it means the same',
      JSON.stringify(filter.read(again)) === JSON.stringify(criteria),
      text,
      again,
    );
  },
};

/** undefined: a RangeError, which says where. */
function said<T extends Query | string>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError && !/call stack/.test(error.message)) return undefined;
    throw error;
  }
}
