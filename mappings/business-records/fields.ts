// The fields of the searches: their kinds, and the words of those that hold enumerations. Knows nothing of operators.
import { ENUMERATIONS, SEARCHES } from './search-fields.ts';

export type Kind = 'String' | 'Long' | 'Double' | 'TextNumber' | 'Date' | 'Boolean' | 'MultiSelect' | 'EnumMultiSelect';

export interface Field {
  readonly kind: Kind;
  /** Value of the contract → word of the record API, in the order of the contract; absent where the contract does not say which there are. */
  readonly words?: ReadonlyMap<string, string>;
  /** What searches cannot ask of it, no column of theirs says. */
  readonly hidden?: true;
}

/** By the name that the search has for it. */
export type Fields = ReadonlyMap<string, Field>;

/** `AccountSearch` */
export function fieldsOf(search: string): Fields {
  return new Map(SEARCHES[search].split(' ').map((text) => {
    const [name, kind, enumeration] = text.split(':');
    const hidden = kind.endsWith('!') && ({ hidden: true } as const);
    return [name, { kind: kind.replace('!', '') as Kind, ...hidden, ...(enumeration !== undefined && { words: wordsOf(enumeration) }) }];
  }));
}

/** `Bank:_bank`, or `_bank` where the word is the value without its underscore. */
function wordsOf(enumeration: string): ReadonlyMap<string, string> {
  return new Map(ENUMERATIONS[enumeration].split(' ').map((text) => {
    const [word, value] = text.split(':');
    return value === undefined ? [word, word.slice(1)] : [value, word];
  }));
}
