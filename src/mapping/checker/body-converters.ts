// The converters of the two REST bodies of a rule that work on the whole message: they are taken out of the patterns, and become hooks.
import type { Tolerance } from '../../codec/model/codec.ts';
import type { Place } from '../../errors/errors.ts';
import { asReference } from '../../pattern/reference.ts';
import { type Bindings, stringText } from '../../pattern/text/converter.ts';
import { type ConverterCall, type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import { parseTemplate } from '../../pattern/text/template.ts';
import type { TextTemplate } from '../../pattern/text/text-template.ts';
import { type Tree, wholeHole } from '../../pattern/tree.ts';
import type { Rule } from '../../rule/rule.ts';
import { areArgumentsSound, argumentsOf, checkArguments } from '../converters/call.ts';
import type { ConfiguredConverter, ConfiguredConverters } from '../converters/configured.ts';
import type { MessageArgument, Parameter } from '../model/converter-entry.ts';
import type { MessageHooks } from '../model/message-hooks.ts';
import { builtinValue, type VariableType } from '../model/variables.ts';
import type { Row } from '../syntax/row.ts';
import { type BuildContext, boundHole } from './bound-hole.ts';
import { holesInRequest, namesIn } from './names-in.ts';
import { textTemplate } from './rest-parts.ts';
import type { Scope, Use } from './scope.ts';
import type { RestSource } from './shared-forms.ts';

/** One of them in the table. */
interface BodyConverter extends ConfiguredConverter {
  readonly call: ConverterCall;
  /** Name of the variable of its placeholder. */
  readonly name: string;
  /** It stands beside converters of values. */
  readonly isConverted: boolean;
  /** It stands at the items of `$each`. */
  readonly ofItems: boolean;
  readonly place: Place;
}

export interface LiftedRow<R extends Row> {
  /** Its bodies are without these converters. */
  readonly row: R;
  /** As the table has it. */
  readonly source: R;
  readonly request: readonly BodyConverter[];
  readonly response: readonly BodyConverter[];
}

export function liftConverters<R extends Row>(row: R, ctx: BuildContext): LiftedRow<R> {
  const { tree: body, converters: request } = lifted(row.body, 'request', ctx);
  const { tree: responseBody, converters: response } = lifted(row.response.body, 'response', ctx);
  if (request.length + response.length === 0) return { row, source: row, request, response };
  const bareRow = { ...row, body, response: { ...row.response, body: responseBody } };
  return { row: bareRow, source: row, request, response };
}

interface LiftedTree {
  readonly tree: Tree | undefined;
  readonly converters: readonly BodyConverter[];
}

const nothing: LiftedTree = { tree: undefined, converters: [] };

/** By their converters, and the tree: copies of a rule share trees. */
const liftedTrees = {
  request: new WeakMap<ConfiguredConverters, WeakMap<Tree, LiftedTree>>(),
  response: new WeakMap<ConfiguredConverters, WeakMap<Tree, LiftedTree>>(),
};

function lifted(tree: Tree | undefined, body: 'request' | 'response', ctx: BuildContext): LiftedTree {
  if (tree === undefined) return nothing;
  const byConverters = liftedTrees[body];
  const byTree = byConverters.get(ctx.converters) ?? new WeakMap<Tree, LiftedTree>();
  byConverters.set(ctx.converters, byTree);
  let result = byTree.get(tree);
  if (result === undefined) {
    const converters: BodyConverter[] = [];
    const bareTree = without(tree, body, converters, ctx);
    byTree.set(tree, (result = { tree: converters.length === 0 ? tree : bareTree, converters }));
  }
  return result;
}

/** The tree without the converters of its body. Those inside of items stay, and are refused, unless they are for the items of a list. */
function without(tree: Tree, body: 'request' | 'response', lifted: BodyConverter[], ctx: BuildContext): Tree {
  const withoutIn = (child: Tree): Tree => without(child, body, lifted, ctx);
  switch (tree.kind) {
    case 'hole':
      return { ...tree, hole: bare(tree.hole, tree.place, body, lifted, ctx) };
    case 'object': {
      const entries = tree.entries.map((entry) => ({ ...entry, value: withoutIn(entry.value) }));
      const bareRest = tree.rest && { ...tree.rest, hole: bare(tree.rest.hole, tree.rest.place, body, lifted, ctx) };
      return { ...tree, entries, rest: bareRest };
    }
    case 'list':
      return { ...tree, items: tree.items.map(withoutIn) };
    case 'each': {
      const { item, list } = tree;
      if (item.kind !== 'hole') return tree;
      return { ...tree, item: { ...item, hole: bare(item.hole, item.place, body, lifted, ctx, list) } };
    }
    default:
      return tree;
  }
}

function bare(
  hole: Hole,
  place: Place,
  body: 'request' | 'response',
  lifted: BodyConverter[],
  { converters }: BuildContext,
  list?: string,
): Hole {
  const ofBody = (name: string) => {
    const configured = converters.get(name);
    const { message } = configured ?? {};
    const isHere = list === undefined ? message?.ofItems !== 'alone' : message?.ofItems !== undefined;
    return message?.body === body && isHere ? configured : undefined;
  };
  const valueCalls = hole.converters.filter(({ name }) => ofBody(name) === undefined);
  if (valueCalls.length === hole.converters.length) return hole;
  for (const call of hole.converters) {
    const configured = ofBody(call.name);
    if (configured) {
      const isConverted = valueCalls.length > 0;
      lifted.push({ ...configured, call, name: list ?? hole.name, isConverted, ofItems: list !== undefined, place });
    }
  }
  return { ...hole, converters: valueCalls };
}

/** Variables to which the gateway gives their values. */
export function gatewayNames({ request, response }: Pick<LiftedRow<Row>, 'request' | 'response'>): string[] {
  return [...request, ...response].flatMap(({ call, entry }) =>
    [...argumentsOf(call, entry.parameters)].flatMap(([{ type }, value]) => (isOfGateway(type) ? [value] : [])),
  );
}

function isOfGateway(type: Parameter['type']): boolean {
  return type === 'warnings' || type === 'misfits' || type === 'count';
}

/** Uses the arguments, with their types. */
export function useConverters({ row, request, response }: LiftedRow<Row>, scope: Scope, ctx: BuildContext): void {
  if (response.length > 0 && row.direction === 'soap-to-rest') {
    const [{ call, place }] = response;
    ctx.report.add('MAPPING_SHAPE', `"${call.name}" is for REST clients, and none reaches this rule`, place);
  }
  for (const converter of [...request, ...response]) {
    const { call, entry, place } = converter;
    if (!checkArguments(call, entry.parameters, place, ctx.report)) continue;
    for (const [parameter, value] of argumentsOf(call, entry.parameters))
      if (!isConstant(parameter, value)) useArgument(parameter, value, converter, scope, ctx);
  }
}

function useArgument(
  parameter: Parameter,
  name: string,
  { call, place, ofItems }: BodyConverter,
  scope: Scope,
  ctx: BuildContext,
) {
  const { side = 'rest.request', binds = false } = parameter;
  const of: Use['of'] = `|${call.name}`;
  const variable = scope.use(name, { side, place, optional: true, fallback: side.endsWith('.request'), of, binds });
  // One of the patterns.
  if (parameter.type === 'outcomes') return;
  scope.typed(variable, typeOf(parameter, ofItems, ctx), place);
  if (isOfGateway(parameter.type) || variable.uses.every((use) => use.of === of)) return;
  if (variable.uses.some((use) => use.side === 'rest.request' && use.of !== of)) return;
  const hint = `write ?${name}={${name}?} in the request`;
  ctx.report.add('MAPPING_NAMES', `{${name}} must be in the request`, place, hint);
}

function typeOf({ type }: Parameter, ofItems: boolean, { codec }: BuildContext): VariableType {
  const text = builtinValue(codec, 'string');
  switch (type) {
    case 'flag':
      return builtinValue(codec, 'boolean');
    case 'count':
      return builtinValue(codec, 'integer');
    case 'texts':
      return { kind: 'text', list: true };
    case 'warnings':
    case 'misfits': {
      const names = [...(ofItems ? ['index'] : []), 'path', 'code', 'message'];
      return { kind: 'items', fields: new Map(names.map((name) => [name, text])) };
    }
    default:
      return text;
  }
}

function isConstant({ type }: Parameter, value: string): boolean {
  return type === 'flag' && (value === 'true' || value === 'false');
}

/** By the variables of their placeholders. */
export interface BodyHooks {
  readonly request: readonly VariableHooks[];
  readonly response: readonly VariableHooks[];
}

interface VariableHooks {
  readonly name: string;
  readonly hooks: MessageHooks;
}

/** What is done when a client's request is read: from the body inwards, then what concerns the response. */
export function readOf({ request, response }: BodyHooks): ((bindings: Bindings) => void) | undefined {
  const steps = [...request.toReversed(), ...response].flatMap(({ hooks }) => hooks.read ?? []);
  return steps.length === 0 ? undefined : (bindings) => steps.forEach((step) => void step(bindings));
}

export function writeOf(converters: readonly VariableHooks[]): ((bindings: Bindings) => Bindings) | undefined {
  const steps = converters.flatMap(({ hooks }) => hooks.write ?? []);
  return steps.length === 0 ? undefined : (bindings) => steps.reduce((values, step) => step(values), bindings);
}

const STRICT: Tolerance = { omits: () => false, values: false, leaveOut: () => undefined };

/** What all of them leave out. */
export function toleranceOf({ request }: BodyHooks): Rule['tolerance'] {
  const makers = request.flatMap(({ hooks }) => hooks.tolerance ?? []);
  if (makers.length === 0) return undefined;
  return (bindings) => {
    const tolerances = makers.flatMap((make) => make(bindings) ?? []);
    return tolerances.length === 0 ? undefined : Object.assign({}, STRICT, ...tolerances);
  };
}

/** Call this when every variable has its type. In the order of the chain: from the variable outwards. */
export function compileConverters(converters: readonly BodyConverter[], row: Row, source: RestSource): VariableHooks[] {
  return converters.flatMap((converter) => {
    const { scope, ctx } = source;
    const { name, place, compile, call, entry } = converter;
    const variable = scope.get(name)!;
    if (!areArgumentsSound(call, entry.parameters)) return [];
    const hooks = compile({
      place,
      report: ctx.report,
      codec: ctx.codec,
      name,
      variable: variable.number,
      type: converter.isConverted ? undefined : variable.type,
      arguments: compiledArguments(converter, row, source),
      bothWays: row.direction === undefined,
      ofItems: converter.ofItems,
      address: () => addressOf(row, place, source),
    });
    return hooks ? [{ name, hooks }] : [];
  });
}

function compiledArguments({ call, entry, place }: BodyConverter, row: Row, { scope, ctx }: RestSource) {
  return new Map(
    [...argumentsOf(call, entry.parameters)].map(([parameter, value]): [string, MessageArgument] => {
      const variable = scope.get(value);
      const constant = isConstant(parameter, value) ? value === 'true' : undefined;
      const fills = () =>
        holesInRequest(row)
          .filter((hole) => hole.name === value)
          .flatMap((hole) => boundHole(hole, variable!, 'rest', stringText, true, place, ctx).fill ?? []);
      return [
        parameter.name,
        { name: value, variable: variable?.number ?? -1, constant, place, fills, ...sourceOf(value, row) },
      ];
    }),
  );
}

/** Where clients say a value, for messages. */
function sourceOf(name: string, { line, headers }: Row): Pick<MessageArgument, 'source' | 'inHeader'> {
  const header = headers.find((row) => namesIn(row).includes(name));
  const has = (parts: readonly Part[]) => parts.some((part) => isHole(part) && part.name === name);
  const field = line.value.query.find(({ parts }) => has(parts));
  return { source: header?.name ?? `?${field?.name ?? name}`, inHeader: header !== undefined };
}

/** The path of the row, below the base path. What stands below it has that address too. */
function addressOf({ line, base }: Row, place: Place, source: RestSource): TextTemplate | undefined {
  const { method, path, segments } = line.value;
  if (method !== 'GET') return undefined;
  const isBelow = segments.at(-1)?.some((part) => isHole(part) && part.tail);
  const own = isBelow ? path.slice(0, path.lastIndexOf('/{')) : path;
  source.scope.use('$base', { side: 'rest.response', place, optional: true, fallback: false });
  const basePath = base ?? { ...wholeHole('$base'), supplied: true };
  return asReference(textTemplate([basePath, ...parseTemplate(own)], place, 'an address', true, source));
}
