// What the operators of a filter mean, as the table writes them: `is`, `empty()`, `between(greaterThan..lessThan)`. Knows no field.

/** A condition as criteria of a search. */
export interface Form {
  /** As the table has it. */
  readonly text: string;
  /** Operator of the criterion; undefined: it has none. */
  readonly operator: string | undefined;
  readonly takes: Takes;
  /** Of `range`: the operators of two criteria that say the same. */
  readonly bounds?: readonly [low: string, high: string];
  /** Of `constant`. */
  readonly constant?: string;
  /** The criterion has the other value of a flag. */
  readonly negated: boolean;
  /** No criterion: the test alone says it. */
  readonly untyped: boolean;
  /** Items are tested too. */
  readonly test: string | undefined;
  /** One criterion for each value, of which any, all or none must hold. */
  readonly join: 'any' | 'all' | 'none' | undefined;
}

/**
 * `value`: one value, or a list where the contract has one. `range`: two. `none`: no value. `all`: all values that the field may have.
 * `some`: as many as are written.
 */
export type Takes = 'value' | 'range' | 'none' | 'all' | 'constant' | 'some';

const FORM = /^(?:(any|all|none)\((.*)\)|(.*))$/;
const CRITERION = /^(=|!=|[^\s()?=!]+)?(?:\(([^()]*)\))?(?:\?([A-Za-z]\w*))?$/;

/** undefined: it is written wrong. */
export function parseForm(text: string): Form | undefined {
  const [, join, joined, single = joined] = FORM.exec(text.trim()) ?? [];
  const [matched, word, argument, test] = CRITERION.exec(single ?? '') ?? [];
  if (!matched || (word === undefined && (argument !== undefined || test === undefined))) return undefined;
  return {
    text,
    operator: word === '=' || word === '!=' ? undefined : word,
    negated: word === '!=',
    untyped: word === undefined,
    test,
    join: join as Form['join'],
    ...argumentOf(argument, word === undefined),
  };
}

function argumentOf(argument: string | undefined, untyped: boolean): Pick<Form, 'takes' | 'bounds' | 'constant'> {
  if (argument === undefined) return { takes: untyped ? 'none' : 'value' };
  const text = argument.trim();
  if (text === '') return { takes: 'none' };
  if (text === '*') return { takes: 'all' };
  const [, low, high] = /^(\S*)\.\.(\S*)$/.exec(text) ?? [];
  if (low === undefined) return { takes: 'constant', constant: text };
  return { takes: 'range', ...(low && high && { bounds: [low, high] as const }) };
}

/** Operators of the contract that it names. */
export function operatorsIn({ operator, bounds }: Form): readonly string[] {
  return [...(operator === undefined ? [] : [operator]), ...(bounds ?? [])];
}

/** Word → its forms. The first that a field can have counts. */
export type Operators = ReadonlyMap<string, readonly Form[]>;

/** Operators over lists that a word has beside `any(…)`: OR of two such lists is one list. */
export function unionsOf(words: Operators | undefined): ReadonlySet<string> {
  const unions = [...(words?.values() ?? [])].flatMap((forms) =>
    forms.some(({ join, takes }) => join === 'any' && takes === 'value') ? forms : [],
  );
  return new Set(unions.flatMap(({ join, operator }) => (join === undefined && operator ? [operator] : [])));
}

const NO_OPERATOR: readonly (readonly [string, readonly Form[]])[] = [
  ['IS', [parseForm('=')!]],
  ['IS_NOT', [parseForm('!=')!]],
];

/** The words of a table that says none: `notEqualTo` is NOT_EQUAL_TO. */
export function defaultOperators(operators: Iterable<string>): Operators {
  const words = [...operators].map((operator): [string, Form[]] => [
    operator
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .replace(/\W+/g, '_')
      .toUpperCase(),
    [{ text: operator, operator, takes: 'some', negated: false, untyped: false, test: undefined, join: undefined }],
  ]);
  return new Map([...words, ...NO_OPERATOR]);
}
