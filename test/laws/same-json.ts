// JSON texts compared by what they say: the order of members aside, every digit of a number kept.

export function plainForm(json: string): unknown {
  return ordered(JSON.parse(json, keepDigits as never));
}

class Digits {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

function keepDigits(_key: string, value: unknown, context: { source: string }): unknown {
  return typeof value === 'number' ? new Digits(context.source) : value;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value instanceof Digits) return { number: value.digits };
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, v]) => [key, ordered(v)]);
}
