import { parseClark, type QName } from '../../xml/reader/names.ts';

/** Candidates that are looked at for one suggestion, so that a broken contract of 50,000 names still answers at once. */
const MAX_CANDIDATES = 5_000;

/** `did you mean "X"?` for the nearest of `names` (Clark notation), or undefined when none is near. */
export function suggest(target: QName, names: Iterable<string>): string | undefined {
  const best = nearest(target, names);
  return best === undefined ? undefined : `did you mean "${best}"?`;
}

function nearest(target: QName, names: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(target.local.length / 3));
  let best: string | undefined;
  let least = allowed + 1;
  let left = MAX_CANDIDATES;
  for (const name of names) {
    if (left-- === 0) break;
    const { ns, local } = parseClark(name);
    // Of two equally near names the one in the same namespace wins.
    const distance =
      editDistance(target.local.toLowerCase(), local.toLowerCase(), least) + (ns === target.ns ? 0 : 0.5);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Levenshtein distance, given up above `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
