import { editDistance } from '../../contract/model/suggest.ts';

/** `did you mean "X"?` for the candidate nearest to `name`, or undefined when none is near. Case does not count. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const best = nearest(name, candidates);
  return best === undefined ? undefined : `did you mean "${best}"?`;
}

export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const target = name.toLowerCase().slice(0, 64);
  let best: string | undefined;
  // Of three letters or fewer, two that differ are another word.
  let least = Math.max(target.length > 3 ? 2 : 1, Math.floor(target.length / 3)) + 1;
  for (const candidate of candidates) {
    const d = editDistance(target, candidate.toLowerCase().slice(0, 64), least);
    if (d < least) [best, least] = [candidate, d];
  }
  return best;
}
