// The same random instances in every run, so that a red run is about the change. `LAWS_SEED=random` (or a number) looks further.
import fc from 'fast-check';

export const wanted = process.env['LAWS_SEED'] ?? '20261121';

fc.configureGlobal({ seed: wanted === 'random' ? Date.now() : Number(wanted) });
