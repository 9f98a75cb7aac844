import { editDistance } from '../../contract/model/suggest.ts';

/** `did you mean "X"?` for the candidate nearest to `word`, or undefined when none is near. Case does not count. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const best = nearest(word, candidates);
  return best === undefined ? undefined : `did you mean "${best}"?`;
}

export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, 64);
  let best: string | undefined;
  // Of three letters or fewer, two that differ are another word.
  let least = Math.max(wanted.length > 3 ? 2 : 1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const d = editDistance(wanted, candidate.toLowerCase().slice(0, 64), least);
    if (d < least) [best, least] = [candidate, d];
  }
  return best;
}
