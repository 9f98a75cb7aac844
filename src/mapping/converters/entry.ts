// What the language knows of a converter. Each has one entry; registry.ts lists them.
import type { Codec } from '../../codec/model/codec.ts';
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { Place } from '../../errors/errors.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { VariableType } from '../model/variables.ts';
import type { Report } from '../syntax/report.ts';
import type { Side } from '../syntax/sides.ts';
import type { ValueTable } from '../syntax/value-tables.ts';

export interface ConverterEntry {
  readonly keyword: string;
  readonly parameters: readonly Parameter[];
  /** For the reference: what stands at the place of the placeholder. */
  readonly docs: string;
  readonly value: ValueConverter;
}

export interface Parameter {
  readonly name: string;
  /** `variable`: name of a variable of the rule. `name`: that of something else. */
  readonly kind: 'variable' | 'name';
  readonly optional?: true;
  /** A value at the place gives the variable its value; others are read alone. */
  readonly binds?: true;
  /** It takes all further arguments. */
  readonly repeated?: true;
}

export type Tables = ReadonlyMap<string, ValueTable>;

/** Converts the value of one placeholder. */
export interface ValueConverter {
  /** The variable's type where the placeholder stands on the SOAP side. */
  readonly makes: 'int' | 'bool' | 'texts' | 'text' | 'any';
  /** In a JSON body it makes a number or a boolean, not a string. */
  readonly bare?: true;
  /** At a list it converts each item. */
  readonly single?: true;
  /** It makes one text of a list, whatever the items are. */
  readonly joins?: true;
  /** Its variable has the contract's value, even where JSON shows another. */
  readonly ofContract?: true;
  /** A part of a path outside of its domain belongs to another rule. */
  readonly selects?: true;
  compile(use: ConverterUse): Converter;
  /** A mistake that the contract shows. */
  mistake?(use: CheckedUse): Mistake | undefined;
  /** What REST clients send and see; any text or value without it. */
  schema?(names: readonly string[], tables: Tables): JsonSchema | undefined;
  /** The default of a placeholder as JSON; a string without it. */
  defaultJson?(text: string): number | boolean;
  /** The values at both ends, where a table of the mapping lists them. */
  values?(names: readonly string[], side: Side, tables: Tables): ListedValues | undefined;
}

export interface ListedValues {
  readonly table: ValueTable;
  readonly place: readonly string[];
  readonly variable: readonly string[];
}

/** One use of a converter in the table. */
export interface ConverterUse {
  /** Lexical forms at both ends. */
  readonly ends: Ends;
  readonly side: Side;
  readonly names: readonly string[];
  /** The variable of the placeholder. */
  readonly placeholder: Bound;
  /** The variables that are its arguments. */
  readonly variables: readonly Bound[];
  readonly tables: Tables;
  readonly functions: ReadonlyMap<string, FunctionPair>;
  readonly place: Place;
  readonly report: Report;
}

export interface CheckedUse {
  /** The placeholder, as written. */
  readonly text: string;
  readonly name: string;
  readonly ends: Ends;
  readonly type: VariableType | undefined;
  /** It stands next to the variable, or next to the place. */
  readonly first: boolean;
  readonly last: boolean;
  readonly codec: Codec;
}

export interface Mistake {
  readonly message: string;
  readonly hint: string;
}
