// What the language knows of a converter. Each has one entry; registry.ts lists them.
import type { Codec } from '../../codec/model/codec.ts';
import type { JsonSchema } from '../../codec/schema/json-schema.ts';
import type { ComplexType } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { TextTemplate } from '../../pattern/text/text-template.ts';
import type { Fields } from '../syntax/fields.ts';
import type { Report } from '../syntax/report.ts';
import type { Side } from '../syntax/sides.ts';
import type { ValueTable } from '../syntax/value-tables.ts';
import type { YamlNode } from '../syntax/yaml.ts';
import type { MessageHooks } from './message-hooks.ts';
import type { VariableType } from './variables.ts';

export interface ConverterEntry {
  readonly keyword: string;
  readonly parameters: readonly Parameter[];
  /** For the reference: what stands at the place of the placeholder. */
  readonly docs: string;
  /** Absent: the converter is one of bodies. */
  readonly value?: ValueConverter;
  /** Of a whole body: it works on the message around its placeholder too. */
  readonly message?: MessageConverter;
}

export interface Parameter {
  readonly name: string;
  /** `variable`: name of a variable of the rule. `type`: that of a type of the contract. `name`: that of something else. */
  readonly kind: 'variable' | 'type' | 'name';
  /** For the reference. */
  readonly docs?: string;
  /** Of a variable: its values, where the converter says them. */
  readonly type?: 'flag' | 'text' | 'texts' | 'warnings' | 'misfits' | 'outcomes' | 'count';
  /** Of a converter of bodies: the pattern that counts as its place. */
  readonly side?: 'rest.request' | 'soap.request' | 'rest.response' | 'soap.response';
  readonly optional?: true;
  /** A value at the place gives the variable its value; others are read alone. */
  readonly binds?: true;
  /** Of a converter of a response: values outside of its domain are for another rule of the path. */
  readonly selects?: true;
  /** It takes all further arguments. */
  readonly repeated?: true;
}

export type Tables = ReadonlyMap<string, ValueTable>;

/** Converts the value of one placeholder. */
export interface ValueConverter {
  /** The variable's type where the placeholder stands on the SOAP side. */
  readonly makes: 'integer' | 'boolean' | 'texts' | 'text' | 'any';
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
  /** Some values of its variable have no form at the place: a SOAP request with them is for another rule. */
  readonly partial?: true;
  /** Of a converter without options. */
  readonly compile?: CompileValue;
  /** Its keys under `converters:` of the table. */
  readonly options?: readonly Option[];
  /** Reads its options, once for a table. */
  configure?(options: Fields, site: TableSite): ConfiguredValue;
  /** A mistake that the contract shows. */
  mistake?(use: CheckedUse): Mistake | undefined;
  /** What REST clients send and see; any text or value without it. */
  schema?(names: readonly string[], tables: Tables): JsonSchema | undefined;
  /** The default of a placeholder as JSON; a string without it. */
  defaultJson?(text: string): number | boolean;
  /** The values at both ends, where a table of the mapping lists them. */
  values?(names: readonly string[], side: Side, tables: Tables): ListedValues | undefined;
}

/** With its options. */
export interface ConfiguredValue {
  readonly compile: CompileValue;
  /** Reports options that no rule has a use for. Takes long: for `check`. */
  reportUnused(report: Report): void;
  /** What clients may write at its place, in CommonMark, for descriptions of the API. Of a converter of a rule that is compiled. */
  describe(use: DescribedUse): string | undefined;
}

export type DescribedUse = Pick<ConverterUse, 'type' | 'namesByParameter' | 'joinsSearches'>;

export type CompileValue = (use: ConverterUse) => Converter;

export interface ListedValues {
  readonly table: ValueTable;
  readonly place: readonly string[];
  readonly variable: readonly string[];
}

/** Stands in a placeholder of a REST body. */
export interface MessageConverter {
  readonly body: 'request' | 'response';
  /** It stands at the items of `$each`; `alone`: and nowhere else. */
  readonly ofItems?: 'alone' | 'too';
  /** Its keys under `converters:` of the table. */
  readonly options: readonly Option[];
  /** Reads its options, once for a table. `declared`: the table has some. */
  configure(options: Fields, site: TableSite): CompileMessage;
}

export interface Option {
  readonly key: string;
  readonly docs: string;
  /** Schema of the value in the table. */
  readonly schema: JsonSchema;
}

/** undefined (and reported): the converter cannot stand there. */
export type CompileMessage = (use: MessageUse) => MessageHooks | undefined;

export interface TableSite {
  readonly codec: Codec;
  readonly report: Report;
  /** Where its options stand; undefined: the table says none. */
  readonly place: Place | undefined;
  /** Types by their names and selectors, as under `types:`. */
  typesOf(nodes: readonly YamlNode[]): ReadonlySet<ComplexType>;
}

/** One use in a rule, when all variables have their types. */
export interface MessageUse {
  readonly place: Place;
  readonly report: Report;
  readonly codec: Codec;
  /** The variable of the placeholder. */
  readonly name: string;
  readonly variable: number;
  readonly type: VariableType | undefined;
  readonly arguments: ReadonlyMap<string, MessageArgument>;
  /** The rule runs both ways. */
  readonly bothWays: boolean;
  /** The placeholder stands at the items of `$each`. */
  readonly ofItems: boolean;
  /** Address of what a GET request reads, in `{$base}`; undefined for other requests. */
  address(): TextTemplate | undefined;
}

export interface MessageArgument {
  readonly name: string;
  readonly variable: number;
  /** `true` and `false` are no variables. */
  readonly constant?: boolean | undefined;
  readonly place: Place;
  /** Where clients say it: `?fields`, or the name of a header. */
  readonly source: string;
  readonly inHeader: boolean;
  /** What the gateway says to a service where SOAP clients say nothing. */
  fills(): readonly Json[];
}

/** One use of a converter in the table. */
export interface ConverterUse {
  /** Lexical forms at both ends. */
  readonly ends: Ends;
  readonly side: Side;
  readonly names: readonly string[];
  /** The same by parameter. */
  readonly namesByParameter: ReadonlyMap<string, string>;
  readonly codec: Codec;
  /** The variable of the placeholder. */
  readonly placeholder: Bound;
  readonly type: VariableType | undefined;
  /** The rule puts several searches together, each a value of the variable. */
  readonly joinsSearches: boolean;
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
