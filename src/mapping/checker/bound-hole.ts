// Placeholders of the table → placeholders of compiled patterns. Reports converters that no value can pass.

import type { Codec } from '../../codec/model/codec.ts';
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { perItem } from '../../pattern/converters/per-item.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import { type Converter, stringText, type Text, textOfScalar } from '../../pattern/text/converter.ts';
import { type ConverterCall, type Hole, isHole, type Part, printHole } from '../../pattern/text/hole.ts';
import type { TextTemplate } from '../../pattern/text/text-template.ts';
import { compileConverter, type Library, recordCoverage, traitsOf } from '../converters/call.ts';
import type { ConfiguredConverters } from '../converters/configured.ts';
import type { CheckedUse } from '../model/converter-entry.ts';
import type { GatewayVariables, Supplied } from '../model/supplied.ts';
import { isList, itemTextOf, simpleOf, textOf } from '../model/variables.ts';
import type { InternalRouter } from '../runtime/relay.ts';
import type { Report } from '../syntax/report.ts';
import type { Side } from '../syntax/sides.ts';
import type { Identities } from './identities.ts';
import type { TypeNames } from './presentation/selectors.ts';
import type { Variable } from './scope.ts';

export interface BuildContext {
  readonly codec: Codec;
  readonly library: Library;
  /** Those of bodies. */
  readonly converters: ConfiguredConverters;
  readonly report: Report;
  /** Types and members under their names in the contract. */
  readonly plain: TypeNames;
  /** The variables `{$name}` of the gateway. */
  readonly gateway: GatewayVariables;
  /** undefined: they were noted when the table was checked. */
  readonly identities: Pick<Identities, 'add'> | undefined;
  /** Routes the subrequests of flows to rules of this table. */
  readonly relay: InternalRouter;
  /** Placeholders are compiled for writing alone: a value equal to the default is written too. */
  readonly writesDefaults?: true;
  /** A response pattern that says which messages are failures: `{name!}` may say so. */
  readonly tellsApart?: true;
  /** The variable that stands for several searches of the rule. */
  readonly searches?: string;
  /** Where clients send a variable; set while the SOAP request is compiled. */
  readonly clientPathOf?: (variable: Variable) => string | undefined;
}

/**
 * `placeText`: the lexical form at this position (a string in paths, queries and headers). Tables hold the values of the contract, even
 * where JSON shows others. `needed`: the element around it requires the place.
 */
export function boundHole(
  hole: Hole,
  variable: Variable,
  side: Side,
  placeText: Text,
  optional: boolean,
  place: Place,
  ctx: BuildContext,
  needed = !optional,
): Bound {
  const type = variable.type;
  const items = hole.converters.length > 0 && isList(type);
  const ofItems = items || hole.converters.some((call) => traitsOf(call).joins);
  const textOn = (at: Side) => (ofItems ? itemTextOf(type, ctx.codec, at) : textOf(type, ctx.codec, at)) ?? stringText;
  const text = textOn(side);
  if (side === 'rest' && type?.kind === 'value')
    recordCoverage(hole.converters[0], side, ctx.library, simpleOf(type.type), `{${hole.name}}`);
  const chain = chainOf(hole, variable, textOn, placeText, side, items, place, ctx);
  const supply = hole.supplied ? supplyOf(ctx.gateway.get(hole.name), hole, side, placeText, place, ctx) : {};
  // All have the same members in the same order: a table has tens of thousands of them.
  const bound: { -readonly [K in keyof Bound]: Bound[K] } = {
    name: hole.name,
    variable: variable.number,
    clientPath: ctx.clientPathOf?.(variable),
    supplied: hole.supplied,
    supply: supply.supply,
    fixed: supply.fixed,
    base: supply.base,
    optional: (optional || hole.optional) && !hole.required,
    required: hole.required && side === 'soap',
    hollow: type?.kind === 'rest' && variable.uses.some((use) => use.optional),
    chain,
    text,
    default: undefined,
    needed: side === 'soap' && needed && !hole.optional,
    fill: undefined,
    constant: undefined,
  };
  if (hole.constant !== undefined) {
    bound.text = placeText;
    bound.constant = constantOf(hole.constant, placeText, bound, place, ctx);
    return bound;
  }
  if (hole.fill !== undefined) checkFill(hole, hole.fill, place, ctx);
  // A default of a fault row is a value that is written, and leaves nothing out.
  if (hole.default !== undefined && !ctx.writesDefaults) bound.default = defaultOf(hole.default, bound, place, ctx);
  if (hole.fill !== undefined) bound.fill = defaultOf(hole.fill, bound, place, ctx);
  else if (bound.needed) bound.fill = bound.default;
  return bound;
}

/** What is written in a fault row is its default; `about:blank` would be two of them, and so would an address anywhere. */
function checkFill({ name, default: start = '' }: Hole, fill: string, place: Place, ctx: BuildContext): void {
  if (!ctx.writesDefaults && !fill.startsWith('//')) return;
  const text = `${start}:${fill}`.replaceAll(':', '::');
  ctx.report.add(
    'MAPPING_PATTERN',
    ctx.writesDefaults
      ? `{${name}} has a fill default in a fault row`
      : `{${name}} has an address cut in two as its defaults`,
    place,
    `:: is a colon: "{${name}=${text}}"`,
  );
}

/** Converts a value that is known at load time to the type at its position. */
function supplyOf(
  supplied: Supplied | undefined,
  { name, converters }: Hole,
  side: Side,
  placeText: Text,
  place: Place,
  { report }: BuildContext,
): Pick<Bound, 'supply' | 'fixed' | 'base'> {
  const value = supplied?.value;
  if (value === undefined) return { supply: supplied?.make };
  if (side === 'rest' || converters.length > 0) return { fixed: value, base: name === '$base' && side === 'rest' };
  try {
    return { fixed: placeText.fromText(textOfScalar(value)) };
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    report.add('MAPPING_TYPE', `{${name}} is "${textOfScalar(value)}", which does not fit here: ${e.message}`, place);
    return {};
  }
}

/** `items`: the variable is a list. Converters before csv then convert each item. */
function chainOf(
  hole: Hole,
  variable: Variable,
  textOn: (side: Side) => Text,
  placeText: Text,
  side: Side,
  items: boolean,
  place: Place,
  ctx: BuildContext,
): Converter[] {
  const last = hole.converters.length - 1;
  const { type, scope } = variable;
  const { codec, library, report } = ctx;
  const text = printHole(hole);
  const placeholder = plainHole(variable, ctx);
  const argument = (name: string) => {
    const argumentVariable = scope.argument(name);
    return argumentVariable && plainHole(argumentVariable, ctx);
  };
  let single = items;
  return hole.converters.map((call, i) => {
    const { ofContract, joins, makes } = traitsOf(call);
    const variableText = i === 0 ? textOn(ofContract ? 'soap' : side) : stringText;
    const ends = { place: i === last ? placeText : stringText, variable: variableText };
    refuseConverter(
      call,
      { text, name: hole.name, ends, type, first: i === 0, last: i === last, codec },
      place,
      report,
    );
    const joinsSearches = ctx.searches !== undefined && ctx.searches === hole.name;
    const of = { codec, type, joinsSearches, converters: ctx.converters };
    const converter = compileConverter(call, { ...of, ends, side, library, place, report, placeholder, argument });
    if (joins) single = false;
    return single && makes !== 'any' ? perItem(converter) : converter;
  });
}

/** A constant has the form of its position. */
function constantOf(source: string, text: Text, { name }: Bound, place: Place, { report }: BuildContext): Json {
  try {
    return text.fromText(source);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    report.add('MAPPING_TYPE', `"${source}" beside {${name}} does not fit here: ${e.message}`, place);
    return stringText.fromText(source);
  }
}

/** The table writes a default in the form of its position. */
function defaultOf(source: string, bound: Bound, place: Place, ctx: BuildContext): Json | undefined {
  try {
    if (bound.chain.length === 0) return bound.text.fromText(source);
    let value: Json | undefined = stringText.fromText(source);
    for (let i = bound.chain.length - 1; i >= 0 && value !== undefined; i--) value = bound.chain[i].in(value);
    if (value !== undefined) return value;
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    ctx.report.add(
      'MAPPING_TYPE',
      `the default "${source}" of {${bound.name}} does not fit its type: ${e.message}`,
      place,
    );
    return undefined;
  }
  ctx.report.add('MAPPING_TYPE', `the default "${source}" of {${bound.name}} does not fit its converter`, place);
  return undefined;
}

/** A variable that a converter reads or binds. */
function plainHole(variable: Variable, { gateway, clientPathOf }: BuildContext): Bound {
  const supplied = gateway.get(variable.name);
  return {
    name: variable.name,
    variable: variable.number,
    clientPath: clientPathOf?.(variable),
    supplied: variable.name.startsWith('$'),
    supply: supplied?.make,
    fixed: supplied?.value,
    optional: true,
    chain: [],
    text: stringText,
  };
}

/** Reports a converter that no value can pass by the contract. */
function refuseConverter(call: ConverterCall, use: CheckedUse, place: Place, report: Report): void {
  const mistake = traitsOf(call).mistake?.(use);
  if (mistake) report.add('MAPPING_TYPE', mistake.message, place, mistake.hint);
}

/** Compiles a text with placeholders. */
export function templateOf(parts: readonly Part[], make: (hole: Hole) => Bound): TextTemplate {
  const literals: string[] = [''];
  const holes: Bound[] = [];
  for (const part of parts) {
    if (isHole(part)) {
      holes.push(make(part));
      literals.push('');
    } else literals[literals.length - 1] += part;
  }
  // Lists that have grown keep room for more; there are tens of thousands of these.
  return { literals: literals.slice(), holes: holes.slice() };
}
