// What is said of one option.
import type { KindSpec } from './kinds.ts';

export interface OptionSpec extends KindSpec {
  /** `bridge` options may stand in an entry of `bridges:`, or beside it for all of them. */
  readonly scope: 'process' | 'bridge';
  /** As a user would write it; absent: no value unless given. */
  readonly default?: string;
  /** A path: one in a file of settings is seen from there. */
  readonly file?: true;
  readonly doc: string;
}
