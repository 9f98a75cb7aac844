// The fields of the searches: their kinds, and the words of those that hold enumerations. Knows nothing of operators.
import { ENUMERATIONS, SEARCHES } from './search-fields.ts';

export type Kind = 'String' | 'Long' | 'Double' | 'TextNumber' | 'Date' | 'Boolean' | 'MultiSelect' | 'EnumMultiSelect';

export interface Field {
  readonly kind: Kind;
  /** Value of the contract → word of the record API, in the order of the contract; absent where the contract does not say which there are. */
  readonly words?: ReadonlyMap<string, string>;
  /** What searches cannot ask of it, no column of theirs says. */
  readonly hidden?: true;
  /** The name that records have for it, where that is another one. */
  readonly record?: string;
}

/** Search → its field → the field of the record. */
const RECORD_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountSearch: { name: 'acctName', number: 'acctNumber', type: 'acctType', generalRateType: 'generalRate', cashFlowRateType: 'cashFlowRate' },
  BillingAccountSearch: { dateCreated: 'createdDate' },
  BillingScheduleSearch: { type: 'scheduleType' },
  BinSearch: { inactive: 'isInactive' },
  ItemSearch: { created: 'createdDate', shippingCarrier: 'itemCarrier' },
  TransactionSearch: { dateCreated: 'createdDate', totalAmount: 'total' },
};

/** By the name that the search has for it. */
export type Fields = ReadonlyMap<string, Field>;

/** `AccountSearch` */
export function fieldsOf(search: string): Fields {
  return new Map(SEARCHES[search].split(' ').map((text) => {
    const [name, kind, enumeration] = text.split(':');
    const record = RECORD_NAMES[search]?.[name];
    const more = { ...(kind.endsWith('!') && { hidden: true as const }), ...(record !== undefined && { record }) };
    return [name, { kind: kind.replace('!', '') as Kind, ...(enumeration !== undefined && { words: wordsOf(enumeration) }), ...more }];
  }));
}

/** `Bank:_bank`, or `_bank` where the word is the value without its underscore. */
function wordsOf(enumeration: string): ReadonlyMap<string, string> {
  return new Map(ENUMERATIONS[enumeration].split(' ').map((text) => {
    const [word, value] = text.split(':');
    return value === undefined ? [word, word.slice(1)] : [value, word];
  }));
}
