// The checked table. Everything here is frozen; a reload replaces a Mapping as a whole.

import type { JsonSchemaObject } from '../../codec/schema/json-schema.ts';
import type { Contract } from '../../contract/model/contract.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Place, SoapstoneError } from '../../errors/errors.ts';
import type { ConverterCall, Part } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { Flow, JobsFlow } from '../../rule/flow.ts';
import type { FaultTable, RestRules, Rule, SoapRules } from '../../rule/rule.ts';
import type { RuleDoc } from '../syntax/doc.ts';
import type { HeaderRow } from '../syntax/headers.ts';
import type { Info } from '../syntax/info.ts';
import type { PlainColumn } from '../syntax/plain-columns.ts';
import type { RestSide } from '../syntax/sides.ts';
import type { ValueTable } from '../syntax/value-tables.ts';
import type { Auth } from './auth.ts';
import type { Uncovered } from './coverage.ts';
import type { SchemaChange } from './message-hooks.ts';
import type { OneSided } from './one-sided.ts';
import type { Figures } from './stats.ts';
import type { VariableType } from './variables.ts';

/** A rule with the data for OpenAPI documents. */
export interface MappingRule extends Rule {
  /** The type of each variable; undefined where only the REST side has it. */
  readonly types?: readonly (VariableType | undefined)[];
  /** The REST side as the table writes it. */
  readonly restSide: WrittenRest;
  /** Variables that stand on one side alone. */
  readonly oneSided: readonly OneSided[];
  readonly faults: MappingFaults;
  readonly flow?: Flow<MappingRule>;
  readonly soapFlow?: JobsFlow<MappingRule>;
}

export interface MappingFaults extends FaultTable {
  /** REST sides of the fault rules that apply to this operation, in order. */
  readonly restSides: readonly WrittenProblem[];
  /** Declared faults that a REST service with few words leaves without their detail. */
  readonly incomplete: readonly IncompleteFault[];
}

/** A member of a declared fault that may be without a value. */
export interface IncompleteFault {
  /** Local name of the detail element. */
  readonly fault: string;
  readonly message: string;
  readonly place: Place;
  /** What to write. */
  readonly hint: string;
  /** No row is about the fault: its code alone makes it. */
  readonly bare?: true;
}

/** A fault row about a response that the contract has and no rule: a rule was deleted, or is not written yet. */
export interface IdleResponse {
  /** Local name of the element. */
  readonly response: string;
  readonly place: Place;
}

/** A request may carry two keys, and the table does not decide between them. */
export interface UndecidedKey {
  readonly place: Place;
  readonly rest: string;
  readonly key: string;
  /** The rule whose path has the key. */
  readonly rule: string;
}

export interface Mapping extends RestRules<MappingRule>, SoapRules<MappingRule> {
  /** All rules that requests can match, in the order of the table. */
  readonly rules: readonly MappingRule[];
  readonly contract: Contract;
  /** The base path, and the parent paths of resources outside of it: errors below them have the form of the table. */
  readonly bases: readonly string[];
  readonly info: Info;
  /** What the table says of groups of operations, by the name of the tag. */
  readonly tags?: ReadonlyMap<string, string>;
  /** Values of the table's settings, as texts. */
  readonly settings: ReadonlyMap<string, string>;
  /** Value tables by name. */
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly auth: Auth;
  /** Words of its rules, which may be logged. */
  vocabulary(): ReadonlySet<string>;
  /** Values of enumerations that value tables lack. */
  readonly uncovered?: readonly Uncovered[];
  /** `$rest` of requests that may carry the key of another rule's path. */
  readonly undecided?: readonly UndecidedKey[];
  readonly idle?: readonly IdleResponse[];
  /** What clients may write where a converter stands, in CommonMark; undefined: its schema says it. */
  describe?(
    call: ConverterCall,
    use: { readonly type: VariableType | undefined; readonly joinsSearches: boolean },
  ): string | undefined;
  /** What REST clients see where a function of the module stands, where it says so. */
  schemaOf?(call: ConverterCall): JsonSchemaObject | undefined;
  /** Parts of the table that no rule has a use for. Compiles all rules: for `check`. */
  unused?(): readonly SoapstoneError[];
  /** Where they were asked for. */
  readonly figures?: Figures;
  /** What the contract lacks: types of optional rows and entries, and names of `optional:`. */
  readonly lacks?: { readonly types: readonly string[]; readonly names: readonly string[] };
  /** The table, its value tables and the files of its contract, as messages name them. Absent where it was not read from a folder. */
  readonly files?: readonly string[];
  /** Of all that a large table was loaded from, and the settings: what is made from equal ones is equal. Absent without snapshots. */
  readonly digest?: string;
  /** `<column>` in rules without `forEach`. */
  readonly plainColumns?: readonly PlainColumn[];
}

/** The REST side of a rule as the table has it, for OpenAPI documents. */
export interface WrittenRest extends RestSide {
  /** By number of the variable: may it be absent? */
  readonly optional: { readonly request: readonly boolean[]; readonly response: readonly boolean[] };
  /** Variables of the response of which REST clients are shown something else: how that changes their schema. */
  readonly schemaChanges: ReadonlyMap<string, SchemaChange>;
  /** What the table says of the operation. */
  readonly doc?: RuleDoc;
  /** The part of a job. `needsPrefer`: only `Prefer: respond-async` starts a job. `sole`: the status redirects to the result. */
  readonly job?: {
    readonly phase: 'submit' | 'status' | 'result';
    readonly needsPrefer: boolean;
    readonly sole: boolean;
    /** A resource of all jobs of the table. */
    readonly shared?: boolean;
  };
}

/** The REST side of a fault rule as the table has it. */
export interface WrittenProblem {
  readonly status: number;
  readonly code: readonly Part[];
  readonly title?: string;
  readonly headers: readonly HeaderRow[];
  readonly data?: Tree;
  /** The detail element; undefined: any fault, or a response. */
  readonly element?: ElementDecl;
  /** Matches every fault with that element: it has no other condition. */
  readonly catchAll: boolean;
  /** The rule says no code: it takes errors with any. */
  readonly anyCode: boolean;
  /** undefined: the fault rule binds no such variable. */
  typeOf(name: string): VariableType | undefined;
}
