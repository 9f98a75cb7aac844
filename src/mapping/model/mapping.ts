// The checked table. Everything here is frozen; a reload replaces a Mapping as a whole.

import type { Contract } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import type { Part } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Flow } from '../../rule/flow.ts';
import type { FaultTable, RestRules, Rule, SoapRules } from '../../rule/rule.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { RestSide } from '../syntax/sides.ts';
import type { Info } from '../syntax/table.ts';
import type { ValueTable } from '../syntax/value-tables.ts';
import type { Auth } from './auth.ts';
import type { Uncovered } from './coverage.ts';
import type { VariableType } from './variables.ts';

/** A rule, and what descriptions of it are made from. */
export interface MappingRule extends Rule {
  /** What the contract says about each variable; undefined where it stands on the REST side alone. */
  readonly types?: readonly (VariableType | undefined)[];
  /** The REST side as the table writes it. */
  readonly restSide: WrittenRest;
  readonly faults: MappingFaults;
  readonly flow?: Flow<MappingRule>;
}

export interface MappingFaults extends FaultTable {
  /** REST sides of the rows that can be about this operation, in their order. */
  readonly restSides: readonly WrittenProblem[];
}

/** Nothing in the table says what happens where both keys come. */
export interface UndecidedKey {
  readonly place: Place;
  readonly rest: string;
  readonly key: string;
  /** Rule whose path has that key. */
  readonly rule: string;
}

export interface Mapping extends RestRules<MappingRule>, SoapRules<MappingRule> {
  /** Those that requests can find, in the order of the table. */
  readonly rules: readonly MappingRule[];
  readonly contract: Contract;
  readonly info: Info;
  /** Values of the table's settings, as texts. */
  readonly settings: ReadonlyMap<string, string>;
  /** Value tables by name. */
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly auth: Auth;
  /** Values of enumerations that value tables leave out, as far as they stand for them. */
  readonly uncovered?: readonly Uncovered[];
  /** Where `$rest` of a request may have what another rule has as the key in its path. */
  readonly undecided?: readonly UndecidedKey[];
  /** Types that the table allows the contract to lack, and that it does lack, as the table names them. */
  readonly lacks?: readonly string[];
}

/** The REST side of a rule. */
export interface WrittenRest extends RestSide {
  /** By number of the variable: the contract lets it be absent. */
  readonly optional: { readonly request: readonly boolean[]; readonly response: readonly boolean[] };
  /** Which part of a job it is; `needsPrefer`: only `Prefer: respond-async` makes a job of the request; `sole`: its status leads to the result by itself. */
  readonly job?: {
    readonly part: 'submit' | 'status' | 'result';
    readonly needsPrefer: boolean;
    readonly sole: boolean;
  };
}

/** The REST side of a fault row. */
export interface WrittenProblem {
  readonly status: number;
  readonly code: readonly Part[];
  readonly title?: string;
  readonly headers: readonly HeaderRow[];
  readonly data?: Tree;
  /** The detail element that the row is about; undefined: any fault, or a response. */
  readonly element?: ElementDecl;
  /** Takes every fault with that element: it has no other condition. */
  readonly catchAll: boolean;
  /** undefined: the row binds no such variable. */
  typeOf(name: string): VariableType | undefined;
}
