import type { Target } from '../measure/target.ts';

export interface ExperimentOptions {
  /** Length of the mixed load. */
  readonly minutes: number;
}

/** Says on standard error what is going on. */
export type Say = (line: string) => void;

export interface Experiment {
  readonly title: string;
  run(say: Say, options: ExperimentOptions): Promise<readonly Target[]>;
}
