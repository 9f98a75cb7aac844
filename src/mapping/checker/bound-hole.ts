// Holes of the table → holes of compiled patterns.
import type { Codec } from '../../codec/model/codec.ts';
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { perItem } from '../../pattern/converters/per-item.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import { type Converter, stringText, type Text, textOfScalar } from '../../pattern/text/converter.ts';
import type { Hole } from '../../pattern/text/hole.ts';
import { compileConverter, kindMade, type Library, lookAtCells, type Side } from '../model/converters.ts';
import type { GatewayVariables, Supplied } from '../model/supplied.ts';
import { isList, itemTextOf, simpleOf, textOf, type VariableType } from '../model/variables.ts';
import type { InternalRouter } from '../runtime/relay.ts';
import type { Report } from '../syntax/report.ts';
import { refuseConverter } from './convertible.ts';
import type { Identities } from './identities.ts';
import type { TypeNames } from './presentation/selectors.ts';
import type { Variable } from './scope.ts';

export interface BuildContext {
  readonly codec: Codec;
  readonly library: Library;
  readonly report: Report;
  /** For names of types and members as the contract has them. */
  readonly plain: TypeNames;
  /** What `{$name}` may be. */
  readonly gateway: GatewayVariables;
  readonly identities: Identities;
  /** Requests of flows to the table itself. */
  readonly relay: InternalRouter;
  /** Where callers put a variable, while the side is built that is filled from their request. */
  readonly clientPathOf?: (variable: Variable) => string | undefined;
}

/**
 * `placeText`: text of what stands at the place (a string in paths, queries and headers). Tables are written in the contract's values, whatever
 * JSON makes of them.
 */
export function boundHole(
  hole: Hole,
  variable: Variable,
  side: Side,
  placeText: Text,
  optional: boolean,
  place: Place,
  ctx: BuildContext,
): Bound {
  const type = variable.type;
  const items = hole.converters.length > 0 && isList(type);
  const ofItems = items || hole.converters.some((c) => c.name === 'csv');
  const textOn = (at: Side) => (ofItems ? itemTextOf(type, ctx.codec, at) : textOf(type, ctx.codec, at)) ?? stringText;
  const text = textOn(side);
  if (side === 'rest' && type?.kind === 'value')
    lookAtCells(hole.converters[0], side, ctx.library, simpleOf(type.type), `{${hole.name}}`);
  const chain = chainOf(hole, type, textOn, placeText, side, items, place, ctx);
  const bound: Bound = {
    name: hole.name,
    variable: variable.number,
    clientPath: ctx.clientPathOf?.(variable),
    supplied: hole.supplied,
    ...(hole.supplied && supplyOf(ctx.gateway.get(hole.name), hole, side, placeText, place, ctx)),
    optional: (optional || hole.optional) && !hole.required,
    required: hole.required && side === 'soap',
    hollow: type?.kind === 'rest' && variable.uses.some((use) => use.optional),
    chain,
    text,
  };
  return hole.default === undefined ? bound : { ...bound, default: defaultOf(hole.default, bound, place, ctx) };
}

/** A value that is known already is brought into the form of its place, where the contract has one. */
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

/** `items`: the variable is a list; up to the converter that makes one text of it, each item is converted by itself. */
function chainOf(
  hole: Hole,
  type: VariableType | undefined,
  textOn: (side: Side) => Text,
  placeText: Text,
  side: Side,
  items: boolean,
  place: Place,
  ctx: BuildContext,
): Converter[] {
  const last = hole.converters.length - 1;
  let single = items;
  return hole.converters.map((call, i) => {
    const variable = i === 0 ? textOn(call.name === 'table' ? 'soap' : side) : stringText;
    const ends = { place: i === last ? placeText : stringText, variable };
    refuseConverter(hole, call, ends, type, { first: i === 0, last: i === last }, place, ctx);
    const converter = compileConverter(call, ends, side, ctx.library, place, ctx.report);
    if (call.name === 'csv') single = false;
    return single && kindMade(call) !== 'any' ? perItem(converter) : converter;
  });
}

/** The default is written as it would stand at the place. */
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

/** A variable as it is, as `$join` sees it. */
export function plainHole(variable: Variable, { gateway, clientPathOf }: BuildContext): Bound {
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
