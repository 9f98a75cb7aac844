// How much is drawn and tried. `npm test` is for a developer's minutes; `npm run test:whole` and `npm run security` (vitest --mode whole) are for a release.

/** `SAMPLES` is from vitest.config.ts. */
export const WHOLE = process.env['SAMPLES'] === 'whole';

/** The size of a sample. The small one still finds the mistakes that its test is for. */
export function sample<T>(small: T, whole: T): T {
  return WHOLE ? whole : small;
}

/** Runs of the laws about random contracts, tables and messages; LAWS_RUNS says another number. */
export function lawRuns(small: number, whole: number): number {
  return Number(process.env['LAWS_RUNS'] ?? sample(small, whole));
}
