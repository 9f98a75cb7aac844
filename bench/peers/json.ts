// JSON as its text says it: a number keeps its digits.

/** A number, as it stood in the text. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Json = null | boolean | string | Digits | Json[] | { [name: string]: Json };

type Reviver = (name: string, value: unknown, context: { readonly source: string }) => unknown;

/** Throws a SyntaxError. */
export function parseJson(text: string): Json {
  const keep: Reviver = (_, value, { source }) => (typeof value === 'number' ? new Digits(source) : value);
  return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]) as Json;
}

/** undefined where the text is no JSON. */
export function jsonOf(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function members(value: Json): [string, Json][] {
  return typeof value === 'object' && value !== null && !(value instanceof Digits) ? Object.entries(value) : [];
}

/** First member of that name, the outermost first; an attribute may be `@name`. undefined: there is none. */
export function find(value: Json, name: string): Json | undefined {
  let level: Json[] = [value];
  while (level.length > 0) {
    const all = level.flatMap(members);
    const found = all.find(([key]) => key === name || key === `@${name}`);
    if (found) return found[1];
    level = all.map(([, child]) => child);
  }
  return undefined;
}
