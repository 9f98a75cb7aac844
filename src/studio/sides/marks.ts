// Marks: where the value of a variable stands in a text. Knows nothing about messages.
import type { Mark } from '../protocol/api.ts';

/** In order, without overlaps: of two marks in one place the outer one counts. */
export function sortedMarks(marks: readonly Mark[]): Mark[] {
  const sorted = marks.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start || b.end - a.end);
  const result: Mark[] = [];
  for (const mark of sorted) if (mark.start >= (result.at(-1)?.end ?? 0)) result.push(mark);
  return result;
}
