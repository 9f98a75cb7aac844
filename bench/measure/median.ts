/** Middle value; of an even count the lower of the two. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : sorted[(sorted.length - 1) >> 1];
}

/** Median of the ratios of values measured beside each other (round by round), which noise that drifts touches least. */
export function medianRatio(numerators: readonly number[], denominators: readonly number[]): number {
  return median(numerators.map((n, i) => n / denominators[i]).filter(Number.isFinite));
}
