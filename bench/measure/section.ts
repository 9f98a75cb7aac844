import type { Target } from './target.ts';

/** What one part of the benchmark reports. */
export interface Section {
  readonly title: string;
  /** Markdown: tables and a note on the method where a reader needs it. */
  readonly body: string;
  readonly targets: readonly Target[];
}
