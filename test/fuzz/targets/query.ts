// The query language of the business records, as an example of a module's functions: texts that are wrong are RangeErrors, others come back.
import {
  type Criteria,
  criteriaOf,
  type Fields,
  type Kind,
  queryOf,
} from '../../../mappings/business-records/criteria.ts';
import { SEARCHES } from '../../../mappings/business-records/search-fields.ts';
import { holds, type Target } from '../target.ts';

const fields: Fields = new Map(
  SEARCHES['TransactionSearch'].split(' ').map((text) => text.split(':') as [string, Kind]),
);
const some = [...fields.keys()].slice(0, 12);

export const query: Target = {
  name: 'query',
  seeds: [
    'tranId IS "a" AND amount BETWEEN [1, 2]',
    '(type ANY_OF [bill, check]) AND dateCreated ON_OR_AFTER 2019-01-01',
    'id ANY_OF_NOT [1] AND memo CONTAIN "x \\" y"',
    'isInactive IS true',
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
    const criteria = said(() => criteriaOf(text, fields));
    if (criteria === undefined) return;
    const again = said(() => queryOf(criteria, fields));
    if (again === undefined) return;
    holds(
      'written again it means the same',
      JSON.stringify(criteriaOf(again, fields)) === JSON.stringify(criteria),
      text,
      again,
    );
  },
};

/** undefined: a RangeError, which says where. */
function said<T extends Criteria | string>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError && !/call stack/.test(error.message)) return undefined;
    throw error;
  }
}
