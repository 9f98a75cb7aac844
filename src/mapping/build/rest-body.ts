// Trees of the table → body patterns over JSON.

import type { Place } from '../../errors.ts';
import { fromJs, type Json, json } from '../../json/value.ts';
import { ConstantPart } from '../../pattern/body/constant.ts';
import { EachPart } from '../../pattern/body/each.ts';
import { HolePart } from '../../pattern/body/hole.ts';
import { JoinPart } from '../../pattern/body/join.ts';
import { ListPart } from '../../pattern/body/list.ts';
import { ObjectPart } from '../../pattern/body/object.ts';
import type { BodyPart, Manner } from '../../pattern/body/part.ts';
import { TextPart } from '../../pattern/body/text.ts';
import type { Bound } from '../../pattern/bound.ts';
import type { Text } from '../../pattern/converter.ts';
import type { Hole } from '../../pattern/hole.ts';
import { bareText, stringText } from '../../pattern/plain-text.ts';
import type { ConstantTree, EachTree, Entry, JoinTree, ObjectTree, Tree } from '../../pattern/tree.ts';
import { didYouMean } from '../nearest.ts';
import type { VariableType } from '../variables.ts';
import { type BuildContext, boundHole } from './bound-hole.ts';
import type { Variable } from './scope.ts';
import { plainHole } from './steps.ts';
import { templateOf } from './template-of.ts';

/** How a body tree finds its variables. */
export interface BodySource {
  readonly ctx: BuildContext;
  readonly manner: Manner;
  variable(name: string): Variable;
  /** Absence matches, because the contract says so. */
  optional(variable: Variable): boolean;
  /** JSON form of a constant, and name of a member; as written unless told otherwise. */
  constant?(tree: ConstantTree): Json;
  key?(entry: Entry): string;
}

export function compileBody(tree: Tree, source: BodySource): BodyPart {
  return part(tree, source, '$', true);
}

function part(tree: Tree, source: BodySource, path: string, root: boolean): BodyPart {
  switch (tree.kind) {
    case 'hole':
      return new HolePart(holeOf(tree.hole, tree.place, source), path, source.manner);
    case 'text':
      return new TextPart(
        templateOf(tree.parts, (hole) => holeOf(hole, tree.place, source)),
        path,
        source.manner,
      );
    case 'constant':
      return new ConstantPart(source.constant?.(tree) ?? constantJson(tree), path, source.manner);
    case 'object':
      return objectPart(tree, source, path, root);
    case 'list':
      return new ListPart(
        tree.items.map((item, i) => part(item, source, `${path}[${i}]`, false)),
        path,
        source.manner,
      );
    case 'each':
      return eachPart(tree, source, path);
    case 'join':
      return joinPart(tree, source, path);
  }
}

/** Numbers keep their digits where JSON can spell them so. */
export function constantJson(tree: ConstantTree): Json {
  const isNumber = typeof tree.value === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(tree.source);
  return isNumber ? json(Buffer.from(tree.source)) : fromJs(tree.value);
}

function holeOf(hole: Hole, place: Place, source: BodySource): Bound {
  const variable = source.variable(hole.name);
  return boundHole(hole, variable, 'rest', placeTextOf(hole), source.optional(variable), place, source.ctx);
}

/** A JSON body shows integers and booleans bare, and everything else that a converter makes as strings. */
function placeTextOf(hole: Hole): Text {
  const last = hole.converters.at(-1)?.name;
  return last === 'int' || last === 'bool' ? bareText : stringText;
}

function objectPart(tree: ObjectTree, source: BodySource, path: string, root: boolean): BodyPart {
  const entries = tree.entries.map((entry) => {
    const key = source.key?.(entry) ?? entry.key;
    return { key, part: part(entry.value, source, `${path}.${key}`, false), fixed: isFixed(entry.value) };
  });
  if (tree.type) {
    const type = new ConstantPart(fromJs(tree.type.text), `${path}.$type`, source.manner);
    entries.unshift({ key: '$type', part: type, fixed: true });
  }
  const rest = tree.rest && holeOf(tree.rest.hole, tree.rest.place, source);
  return new ObjectPart(entries, rest, root, path, source.manner);
}

/** Holds a constant that tells this message from others. */
export function isFixed(tree: Tree): boolean {
  if (tree.kind === 'constant') return true;
  if (tree.kind === 'object') return tree.type !== undefined || tree.entries.some((e) => isFixed(e.value));
  return tree.kind === 'list' && tree.items.some(isFixed);
}

function eachPart(tree: EachTree, source: BodySource, path: string): BodyPart {
  const { list, fields } = fieldsOf(tree);
  const variable = source.variable(list);
  const types = variable.type?.kind === 'items' ? variable.type.fields : new Map<string, VariableType>();
  const inner: BodySource = {
    ctx: source.ctx,
    manner: source.manner,
    variable: (name) => {
      const field = name.slice(list.length + 1);
      return { name, number: fields.indexOf(field), type: types.get(field), uses: [] };
    },
    optional: () => true,
  };
  const hole: Hole = { name: list, supplied: false, optional: false, converters: [], offset: 0 };
  const bound = boundHole(hole, variable, 'rest', stringText, source.optional(variable), tree.place, source.ctx);
  return new EachPart(bound, part(tree.item, inner, `${path}[]`, true), fields, path, source.manner);
}

/** The variable of an `$each` and the fields that its holes name. */
export function fieldsOf(tree: EachTree): { readonly list: string; readonly fields: string[] } {
  const names: string[] = [];
  collect(tree.item, names);
  const list = names[0]?.split('.')[0] ?? '';
  return { list, fields: [...new Set(names.map((name) => name.slice(list.length + 1)))] };
}

function collect(tree: Tree, names: string[]): void {
  if (tree.kind === 'hole') names.push(tree.hole.name);
  else if (tree.kind === 'text') for (const p of tree.parts) typeof p !== 'string' && names.push(p.name);
  else if (tree.kind === 'object') for (const entry of tree.entries) collect(entry.value, names);
  else if (tree.kind === 'list') for (const item of tree.items) collect(item, names);
}

function joinPart(tree: JoinTree, source: BodySource, path: string): BodyPart {
  const { functions } = source.ctx.library;
  const found = functions.get(tree.converter);
  if (found === undefined) {
    const hint = didYouMean(tree.converter, functions.keys()) ?? 'export it from module.ts as { in, out }';
    source.ctx.report.add('MAPPING_UNKNOWN_CONVERTER', `unknown function "${tree.converter}"`, tree.place, hint);
    return new ConstantPart(fromJs(null));
  }
  return new JoinPart(
    found,
    tree.of.map((name) => plainHole(source.variable(name))),
    path,
    source.manner,
  );
}
