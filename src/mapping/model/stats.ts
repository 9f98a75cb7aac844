// How a table does, in figures: what `soapstone check --stats` prints.
import type { Place } from '../../errors/errors.ts';
import type { Direction } from '../../rule/rule.ts';
import type { OneSided } from './one-sided.ts';

export interface Figures {
  /** "only" of the table. */
  readonly only?: Direction;
  readonly rows: readonly RowFigures[];
  /** Rules that belong to no row: of `async` and `auth.front` of the table. */
  readonly tableRules: { readonly both: number; readonly oneWay: number };
  /** Keys of the language that the table uses. */
  readonly keys: number;
}

/** A row under `rules:`, and what becomes of it. */
export interface RowFigures {
  /** As written, with the columns of `for`. */
  readonly id: string;
  readonly place: Place;
  /** Compiled rules of the row that run both ways. */
  readonly both: number;
  readonly oneWay: number;
  /** Variables of its rules that one side alone knows; none where a flow binds them. */
  readonly oneSided: readonly OneSided[];
  /** undefined: at least one of its rules runs both ways. */
  readonly reason?: OneWay;
  /** Present where its job form runs one way, and other rules of the row run both ways. */
  readonly job?: JobFigures;
}

export interface JobFigures {
  readonly oneWay: number;
  readonly reason: OneWay;
}

/** Why a row runs one way. */
export interface OneWay {
  readonly direction: Direction;
  /** The same for rows that are one-way for the same reason. */
  readonly kind: string;
  /** What stands in the way. */
  readonly text: string;
  /** What else does. */
  readonly further?: readonly string[];
}
