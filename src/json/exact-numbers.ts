// JSON ⇄ JavaScript without rounding: numbers that a double would change stay text (JSON.rawJSON, ECMA-262 proposal "JSON.parse source text access").

/** What JSON.stringify writes as it is. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface SourceAccess {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}

const access = JSON as unknown as SourceAccess;

/** Decimals of so many digits are the same after a way through a double (IEEE 754 binary64). */
const EXACT_DIGITS = 15;

export function parseExactly(text: string): unknown {
  return access.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && digitsIn(source) > EXACT_DIGITS ? access.rawJSON(source) : value,
  );
}

export function isRawNumber(value: unknown): value is RawNumber {
  return access.isRawJSON(value);
}

function digitsIn(source: string): number {
  return source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
}
