// Words of messages about a name or a value that is none of those expected.

/** `did you mean "x"?` for the nearest candidate; undefined when none is near. */
export function didYouMean(text: string, candidates: readonly string[]): string | undefined {
  const best = nearest(text, candidates);
  return best === undefined ? undefined : `did you mean "${best}"?`;
}

/** The candidate that is at most two edits away; undefined when there is none. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  if (text.length > 64) return undefined;
  let best: string | undefined;
  let least = text.length > 3 ? 3 : 2;
  for (const c of candidates) {
    const d = distance(text.toLowerCase(), c.toLowerCase(), least);
    if (d < least) {
      least = d;
      best = c;
    }
  }
  return best;
}

function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
  }
  return row[b.length];
}

/** Longest list of values in a message. */
const MAX_VALUES = 12;

/** `must be one of low, medium, ""`: values that could not be seen otherwise are quoted. */
export function mustBeOneOf(texts: readonly string[]): string {
  const ellipsis = texts.length > MAX_VALUES ? ', …' : '';
  return `must be one of ${texts.slice(0, MAX_VALUES).map(visible).join(', ')}${ellipsis}`;
}

function visible(text: string): string {
  return text === '' || text !== text.trim() || text.includes(',') ? JSON.stringify(text) : text;
}
