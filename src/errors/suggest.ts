// "did you mean …?": finds the candidate that differs from a name by the fewest edits. Names may be in Clark notation, `{namespace}local`.

/** Limits the work, so that a contract of 50,000 names still answers at once. */
const MAX_CANDIDATES = 5_000;
const MAX_LENGTH = 64;
/** Letters that one suggestion compares with each other: some milliseconds. */
const MAX_WORK = 1_000_000;

/** In one check: so many names get a suggestion, and more while fewer than `MAX_COMPARED` candidates have been looked at. */
const MAX_SUGGESTIONS = 20;
const MAX_COMPARED = 20_000;

/** Suggestions of one check. A contract may have thousands of unknown names beside thousands of known ones. */
export class Suggestions {
  private suggestionCount = 0;
  private comparedCount = 0;

  /** See `suggest`. Undefined also when the check has had its suggestions. */
  of(name: string, candidates: () => readonly string[]): string | undefined {
    if (this.suggestionCount >= MAX_SUGGESTIONS && this.comparedCount >= MAX_COMPARED) return undefined;
    const names = candidates();
    this.suggestionCount++;
    this.comparedCount += names.length;
    return suggest(name, names);
  }
}

/** `did you mean "x"?` for the nearest candidate; undefined when none is near. */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  return asQuestion(nearest(name, candidates));
}

/** The same for a key of a message. */
export function suggestKey(key: string, candidates: Iterable<string>): string | undefined {
  return asQuestion(nearestKey(key, candidates));
}

export function asQuestion(candidate: string | undefined): string | undefined {
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
  // In another namespace, one edit less is as far.
  let least = limit + 0.5;
  let left = MAX_CANDIDATES;
  let work = MAX_WORK;
  for (const candidate of candidates) {
    if (left-- === 0 || work < 0) break;
    const [otherNs, otherLocal] = split(candidate);
    if (Math.abs(local.length - otherLocal.length) > least) continue;
    work -= local.length * (2 * least + 1);
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

/** Levenshtein distance, given up above `limit`. Only letters whose positions differ by at most `limit` are compared. */
export function editDistance(a: string, b: string, limit: number): number {
  const most = Math.floor(limit);
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  let next = row.slice();
  for (let i = 1; i <= a.length; i++) {
    const start = Math.max(1, i - most);
    const end = Math.min(b.length, i + most);
    next[start - 1] = start === 1 ? i : most + 1;
    if (end < b.length) next[end + 1] = most + 1;
    let least = next[start - 1];
    for (let j = start; j <= end; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, row[j] + 1, next[j - 1] + 1);
      least = Math.min(least, next[j]);
    }
    if (least > most) return most + 1;
    [row, next] = [next, row];
  }
  return row[b.length];
}
