// The checked table. Everything here is frozen; a Mapping is swapped as a whole on reload.
import type { Contract } from '../../contract/model/contract.ts';
import type { Place } from '../../errors/errors.ts';
import type { Flow } from '../../rule/flow.ts';
import type { FaultTable, RestRules, Rule, SoapRules } from '../../rule/rule.ts';
import type { Info } from '../syntax/table.ts';
import type { ValueTable } from '../syntax/value-tables.ts';
import type { Auth } from './auth.ts';
import type { Uncovered } from './coverage.ts';
import type { VariableType } from './variables.ts';
import type { WrittenProblem, WrittenRest } from './written.ts';

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
