// "did you mean …?": finds the candidate that differs from a name by the fewest edits. Names may be in Clark notation, `{namespace}local`.

/** Limits the work, so that a contract of 50,000 names still answers at once. */
const MAX_CANDIDATES = 5_000;
const MAX_LENGTH = 64;

/** `did you mean "x"?` for the nearest candidate; undefined when none is near. */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  return asQuestion(nearest(name, candidates));
}

/** The same for a key of a message. */
export function suggestKey(key: string, candidates: Iterable<string>): string | undefined {
  return asQuestion(nearestKey(key, candidates));
}

function asQuestion(candidate: string | undefined): string | undefined {
  return candidate === undefined ? undefined : `did you mean "${candidate}"?`;
}

/** Messages come from strangers, so the work is smaller: at most two edits, and nothing for a long key. */
export function nearestKey(key: string, candidates: Iterable<string>): string | undefined {
  return key.length > MAX_LENGTH ? undefined : nearest(key, candidates, leastEdits(key));
}

/** The candidate that is at most `limit` edits away; case does not count. Of two equally near ones the one in the same namespace wins. */
export function nearest(name: string, candidates: Iterable<string>, limit = editsAllowed(name)): string | undefined {
  const [ns, local] = split(name);
  let best: string | undefined;
  let least = limit + 1;
  let left = MAX_CANDIDATES;
  for (const candidate of candidates) {
    if (left-- === 0) break;
    const [otherNs, otherLocal] = split(candidate);
    const distance = editDistance(local, otherLocal, least) + (ns === otherNs ? 0 : 0.5);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

function editsAllowed(name: string): number {
  const [, local] = split(name);
  return Math.max(leastEdits(local), Math.floor(local.length / 3));
}

/** In a name of three letters or fewer, two edits make another word. */
function leastEdits(name: string): number {
  return name.length > 3 ? 2 : 1;
}

function split(name: string): [ns: string, local: string] {
  const end = name.lastIndexOf('}') + 1;
  return [name.slice(0, end), name.slice(end, end + MAX_LENGTH).toLowerCase()];
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
