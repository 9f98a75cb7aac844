// A converter as a placeholder names it: its arguments, what it makes, and the converter itself.
import type { SimpleType } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import { type Converter, type Ends, identity } from '../../pattern/text/converter.ts';
import type { Argument, ConverterCall } from '../../pattern/text/hole.ts';
import type {
  CompileValue,
  ConverterUse,
  ListedValues,
  Parameter,
  Tables,
  ValueConverter,
} from '../model/converter-entry.ts';
import type { Coverage } from '../model/coverage.ts';
import type { Report } from '../syntax/report.ts';
import type { Side } from '../syntax/sides.ts';
import { ANY_VARIABLES } from './module-function.ts';
import { builtIn, converterNames, converterOf, signature } from './registry.ts';

/** Value tables and functions that placeholders may use. */
export interface Library {
  readonly tables: Tables;
  readonly functions: ReadonlyMap<string, FunctionPair>;
  /** Finds values of enumerations that value tables lack. */
  readonly coverage: Coverage;
}

interface Site extends Pick<ConverterUse, 'codec' | 'type' | 'joinsSearches'> {
  readonly ends: Ends;
  readonly side: Side;
  readonly library: Library;
  readonly place: Place;
  readonly report: Report;
  /** The variable of the placeholder. */
  readonly placeholder: Bound;
  /** Those with options. */
  readonly converters: { compileOf(name: string): CompileValue | undefined };
  /** A variable that is an argument. */
  argument(name: string): Bound | undefined;
}

/** A wrong converter is reported and becomes the identity. */
export function compileConverter(call: ConverterCall, site: Site): Converter {
  const { library, place, report } = site;
  const entry = converterOf(call.name, library.functions);
  if (entry === undefined) {
    const names = converterNames(library.functions);
    const hint = suggest(call.name, names) ?? `known converters: ${names.join(', ')}`;
    report.add('MAPPING_UNKNOWN_CONVERTER', `unknown converter "${call.name}"`, place, hint);
    return identity;
  }
  if (!checkArguments(call, entry.parameters, place, report)) return identity;
  if (entry.value === undefined) {
    const hint = `write it in a placeholder of the body of a REST ${entry.message?.body}, outside of $each`;
    report.add('MAPPING_PATTERN', `"${call.name}" cannot stand here`, place, hint);
    return identity;
  }
  const bound = boundArguments(call, entry.parameters);
  const ordered = entry.parameters.flatMap((parameter) => bound.filter((argument) => argument.parameter === parameter));
  const variables = namesOf(ordered, 'variable').flatMap((name) => variableOf(name, site));
  const compile = site.converters.compileOf(call.name) ?? entry.value.compile!;
  const names = namesOf(ordered, 'name', 'type');
  return compile({ ...site, ...library, names, namesByParameter: namesByParameter(call), variables });
}

/** Arguments that are no variables. */
export function namesByParameter(call: ConverterCall): ReadonlyMap<string, string> {
  const bound = boundArguments(call, parametersOf(call));
  return new Map(bound.flatMap(({ parameter, value }) => (parameter ? [[parameter.name, value] as const] : [])));
}

function variableOf(name: string, { argument, place, report }: Site): Bound[] {
  const variable = argument(name);
  if (variable === undefined) report.add('MAPPING_NAMES', `no pattern here has {${name}}`, place);
  return variable ? [variable] : [];
}

/** Functions of a module make anything. */
const ANYTHING: Pick<ValueConverter, 'makes'> & Partial<ValueConverter> = { makes: 'any' };

/** What the language knows of a converter without the mapping's module. */
export function traitsOf({ name }: ConverterCall): typeof ANYTHING {
  return builtIn(name)?.value ?? ANYTHING;
}

/** The variables that are its arguments. */
export function variablesOf(call: ConverterCall): { readonly name: string; readonly binds: boolean }[] {
  const parameters = builtIn(call.name)?.parameters;
  if (parameters === undefined) return call.args.map(({ value }) => ({ name: value, binds: false }));
  return boundArguments(call, parameters).flatMap(({ parameter, value }) =>
    parameter?.kind === 'variable' ? [{ name: value, binds: parameter.binds === true }] : [],
  );
}

function parametersOf({ name }: ConverterCall): readonly Parameter[] {
  return builtIn(name)?.parameters ?? ANY_VARIABLES;
}

/** The values at both ends where a value table lists them. */
export function listedValues(call: ConverterCall | undefined, side: Side, tables: Tables): ListedValues | undefined {
  return call && traitsOf(call).values?.(plainNamesOf(call), side, tables);
}

export function plainNamesOf(call: ConverterCall): string[] {
  return namesOf(boundArguments(call, parametersOf(call)), 'name', 'type');
}

/** Records which enumeration values the table of a placeholder covers. The contract's values are at the position (SOAP) or in the variable (REST). */
export function recordCoverage(
  call: ConverterCall | undefined,
  side: Side,
  { tables, coverage }: Library,
  type: SimpleType | undefined,
  label: string,
): void {
  const values = listedValues(call, side, tables);
  if (values) coverage.look(values.table, side === 'soap' ? values.place : values.variable, type, label);
}

interface BoundArgument {
  readonly parameter: Parameter | undefined;
  readonly value: string;
}

/** Arguments without a name go in order. */
function boundArguments({ args }: ConverterCall, parameters: readonly Parameter[]): BoundArgument[] {
  return args.map((argument, i) => {
    const { name, value } = typeArgument(argument, parameters[i], parameters);
    return { parameter: parameterOf(name, i, parameters), value };
  });
}

/** `prefix:Type` is no argument with a name. */
function typeArgument(argument: Argument, parameter: Parameter | undefined, all: readonly Parameter[]): Argument {
  const { name, value } = argument;
  if (parameter?.kind !== 'type' || name === undefined || value.includes(':')) return argument;
  if (all.some((one) => one.name === name)) return argument;
  return { value: `${name}:${value}` };
}

function parameterOf(name: string | undefined, i: number, parameters: readonly Parameter[]): Parameter | undefined {
  if (name !== undefined) return parameters.find((parameter) => parameter.name === name);
  return parameters[i] ?? parameters.findLast(({ repeated }) => repeated);
}

function namesOf(bound: readonly BoundArgument[], ...kinds: readonly Parameter['kind'][]): string[] {
  return bound.flatMap(({ parameter, value }) => (parameter && kinds.includes(parameter.kind) ? [value] : []));
}

/** Its arguments by parameter. */
export function argumentsOf(call: ConverterCall, parameters: readonly Parameter[]): Map<Parameter, string> {
  return new Map(
    boundArguments(call, parameters).flatMap(({ parameter, value }) =>
      parameter ? [[parameter, value] as const] : [],
    ),
  );
}

export function areArgumentsSound(call: ConverterCall, parameters: readonly Parameter[]): boolean {
  return argumentMistake(call, parameters) === undefined;
}

/** False: a mistake is reported. */
export function checkArguments(
  call: ConverterCall,
  parameters: readonly Parameter[],
  place: Place,
  report: Report,
): boolean {
  const mistake = argumentMistake(call, parameters);
  if (mistake !== undefined)
    report.add(
      'MAPPING_PATTERN',
      `"${call.name}" ${mistake}`,
      place,
      `write |${signature({ keyword: call.name, parameters })}`,
    );
  return mistake === undefined;
}

function argumentMistake(call: ConverterCall, parameters: readonly Parameter[]): string | undefined {
  const bound = boundArguments(call, parameters);
  const unknown = bound.findIndex(({ parameter }) => parameter === undefined);
  if (unknown >= 0) return parameters.length === 0 ? 'takes no arguments' : unknownArgument(call.args[unknown]);
  const twice = bound.find(
    ({ parameter }, i) => !parameter!.repeated && bound.findIndex((b) => b.parameter === parameter) < i,
  );
  if (twice) return `has the argument "${twice.parameter!.name}" twice`;
  const missing = parameters.find((p) => !p.optional && !bound.some(({ parameter }) => parameter === p));
  return missing && `needs the argument "${missing.name}"`;
}

function unknownArgument({ name, value }: Argument): string {
  return name === undefined ? `has no place for the argument "${value}"` : `has no argument "${name}"`;
}
