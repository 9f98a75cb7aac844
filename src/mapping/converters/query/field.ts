// A field that a filter may name: what the contract says of its criteria.
import type { Form } from './forms.ts';
import type { Values } from './values.ts';

export interface Field {
  /** The search has it. */
  readonly key: string;
  /** Filters have it. */
  readonly filterName: string;
  readonly values: Values;
  /** Of the contract; undefined: criteria have no operator. */
  readonly operators: ReadonlySet<string> | undefined;
  /** A criterion has a list of values. */
  readonly many: boolean;
  /** A criterion may have two values. */
  readonly ranges: boolean;
  /** A criterion is the value itself. */
  readonly bare: boolean;
  /** Items show it, so that they can be tested. */
  readonly tested: boolean;
  /** Of one of several types of criteria: the member that names the type, and how much its values take. */
  readonly typed?: { readonly key: string; readonly value: string; readonly width: number };
  /** Its words; of several words for one form the first is written. */
  readonly forms: ReadonlyMap<string, RankedForm>;
}

/** `rank`: 0 for the first form that the table has for the word. */
export interface RankedForm {
  readonly form: Form;
  readonly rank: number;
}
