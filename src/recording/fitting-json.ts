// Masks of a captured REST message that its types do not allow become the values that the SOAP side has for them. Knows nothing about rules.
import { MASK } from '../capture/secret-names.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+|[^\s"{}[\],:]+/g;
const QUOTED_MASK = JSON.stringify(MASK);

/** `filled`: the same message as JSON with other values. Each further character of `text` stays. */
export function withFittingValues(text: string, filled: string): string {
  if (!text.includes(QUOTED_MASK)) return text;
  const values: unknown = JSON.parse(filled);
  const tokens = text.match(TOKEN) ?? [];
  const path: (string | number)[] = [];
  let at = 0;
  return tokens
    .map((token, i) => {
      if (token === '{' || token === '[') path[at++] = token === '[' ? 0 : '';
      else if (token === '}' || token === ']') path.length = --at;
      else if (token === ',' && typeof path[at - 1] === 'number') path[at - 1] = (path[at - 1] as number) + 1;
      else if (token[0] === '"' && isName(tokens, i)) path[at - 1] = String(JSON.parse(token));
      else if (token === QUOTED_MASK) return fitting(valueAt(values, path));
      return token;
    })
    .join('');
}

/** The target with values of `filled` in place of masks in its query. */
export function withFittingQuery(target: string, filled: string): string {
  const values = new URLSearchParams(filled.split('?', 2)[1]);
  return target.replace(/(?<=[?&])([^=&]+)=\*\*\*(?=&|$)/g, (pair, name: string) => {
    const value = values.get(decodeURIComponent(name));
    return value === null || value === MASK ? pair : `${name}=${encodeURIComponent(value)}`;
  });
}

function isName(tokens: readonly string[], i: number): boolean {
  return (tokens[i + 1]?.trim() === '' ? tokens[i + 2] : tokens[i + 1]) === ':';
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, step) =>
      typeof inside === 'object' && inside !== null
        ? Object.entries(inside).find(([name]) => name === String(step))?.[1]
        : undefined,
    value,
  );
}

function fitting(value: unknown): string {
  const isScalar = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
  return isScalar ? JSON.stringify(value) : QUOTED_MASK;
}
