// Trees of the table → body patterns over JSON.

import type { Place } from '../../errors/errors.ts';
import { fromJs, type Json, json } from '../../json/value.ts';
import { ByNamePart } from '../../pattern/body/by-name.ts';
import { AbsentPart, ConstantPart } from '../../pattern/body/constant.ts';
import { EachPart } from '../../pattern/body/each.ts';
import { HolePart } from '../../pattern/body/hole.ts';
import { ListPart } from '../../pattern/body/list.ts';
import { type ObjectEntry, ObjectPart } from '../../pattern/body/object.ts';
import type { BodyPart, Manner } from '../../pattern/body/part.ts';
import { TextPart } from '../../pattern/body/text.ts';
import { asReference, isPath } from '../../pattern/reference.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import { bareText, stringText, type Text } from '../../pattern/text/converter.ts';
import type { Hole } from '../../pattern/text/hole.ts';
import type { TextTemplate } from '../../pattern/text/text-template.ts';
import {
  type ConstantTree,
  type EachTree,
  type Entry,
  type ObjectTree,
  type Tree,
  wholeHole,
} from '../../pattern/tree.ts';
import { traitsOf } from '../converters/call.ts';
import { isList, type VariableType } from '../model/variables.ts';
import { wordMeant } from '../syntax/pattern-slips.ts';
import { refuseOuter } from '../syntax/pattern-tree.ts';
import { type BuildContext, boundHole, templateOf } from './bound-hole.ts';
import type { JsonForms } from './json-form.ts';
import type { Scope, Variable } from './scope.ts';

/** What compiling a body tree needs. */
export interface BodySource {
  readonly ctx: BuildContext;
  readonly manner: Manner;
  variable(name: string): Variable;
  /** The scope of the items of a list. */
  items(list: string): Scope;
  /** The contract allows the value to be absent. */
  optional(variable: Variable): boolean;
  /** Set for trees over the codec's JSON; absent for the REST side. `texts`: the lexical form at each placeholder. */
  readonly contract?: { readonly forms: JsonForms; readonly texts?: ReadonlyMap<Hole, Text> };
}

/** A use without any demand. */
const FREE = { optional: true, fallback: false };

/** `root`: an empty object is written too. */
export function compileBody(tree: Tree, source: BodySource, root = true): BodyPart {
  return part(tree, source, '$', root);
}

const EMPTY_LIST = fromJs([]);

/** The body of a message: one that is a list is `[]` where XML has no items. `mayBeAbsent`: `{name?}` is no body then. */
export function compileWholeBody(tree: Tree, source: BodySource, mayBeAbsent: boolean): BodyPart {
  const body = compileBody(tree, source);
  if (!(body instanceof HolePart) || tree.kind !== 'hole' || (mayBeAbsent && tree.hole.optional)) return body;
  const { hole } = body;
  const isPlain = hole.chain.length === 0 && hole.fill === undefined && hole.default === undefined;
  if (!isPlain || !isList(source.variable(tree.hole.name).type)) return body;
  return new HolePart({ ...hole, fill: EMPTY_LIST }, '$', source.manner);
}

function part(tree: Tree, source: BodySource, path: string, root: boolean): BodyPart {
  const form = source.contract?.forms.of(tree);
  const { manner } = source;
  let bodyPart = plainPart(tree, source, path, root);
  if (form?.value)
    bodyPart = new ObjectPart(
      [{ key: '$value', part: bodyPart, fixed: isFixed(tree) }],
      undefined,
      false,
      path,
      manner,
    );
  if (form?.names) bodyPart = new ByNamePart(bodyPart, form.names, path, manner);
  return form?.single ? new ListPart([bodyPart], path, manner) : bodyPart;
}

/** A text that begins with the base path is an address, so its values are escaped as parts of a path. */
function addressOf(template: TextTemplate): TextTemplate {
  return template.literals[0] === '' && isPath(template) ? asReference(template) : template;
}

function plainPart(tree: Tree, source: BodySource, path: string, root: boolean): BodyPart {
  switch (tree.kind) {
    case 'hole':
      return new HolePart(holeOf(tree.hole, tree.place, source), path, source.manner);
    case 'text':
      return new TextPart(
        addressOf(templateOf(tree.parts, (hole) => holeOf(hole, tree.place, source))),
        path,
        source.manner,
      );
    case 'constant':
      return new ConstantPart(source.contract?.forms.constants.get(tree) ?? constantJson(tree), path, source.manner);
    case 'absent':
      return new AbsentPart(path, source.manner);
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
  }
}

/** Numbers keep their digits where JSON allows the spelling. */
function constantJson(tree: ConstantTree): Json {
  const isNumber = typeof tree.value === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(tree.source);
  return isNumber ? json(Buffer.from(tree.source)) : fromJs(tree.value);
}

function holeOf(hole: Hole, place: Place, source: BodySource): Bound {
  const variable = source.variable(hole.name);
  const text = source.contract?.texts?.get(hole);
  const side = source.contract?.texts ? 'soap' : 'rest';
  return boundHole(hole, variable, side, text ?? placeTextOf(hole), source.optional(variable), place, source.ctx);
}

/** In a JSON body, some converters make numbers or booleans, and others strings. */
function placeTextOf(hole: Hole): Text {
  const last = hole.converters.at(-1);
  return last && traitsOf(last).bare ? bareText : stringText;
}

function objectPart(tree: ObjectTree, source: BodySource, path: string, root: boolean): BodyPart {
  const entries = tree.entries.map((entry): ObjectEntry => {
    if (source.contract === undefined) refuseSlip(entry, source.ctx);
    const key = source.contract?.forms.keys.get(entry) ?? entry.key;
    const { added } = entry;
    return {
      key,
      part: part(entry.value, source, `${path}.${key}`, false),
      fixed: !added && isFixed(entry.value),
      added,
      members: membersOf(entry.value, source),
    };
  });
  const form = source.contract?.forms.of(tree)?.type;
  const type = form === undefined && tree.type ? { key: '$type', value: tree.type.text } : form;
  if (type) {
    const part = new ConstantPart(fromJs(type.value), `${path}.${type.key}`, source.manner);
    entries.unshift({ key: type.key, part, fixed: true });
  }
  const word = tree.closed ?? tree.skips;
  if (word && source.contract === undefined) {
    const message = `$rest: ${tree.closed ? 'none' : 'skip'} says nothing on the REST side: requests are read strictly, and what a response has beside is skipped`;
    source.ctx.report.add('MAPPING_PATTERN', message, word);
  }
  const rest = tree.rest && holeOf(tree.rest.hole, tree.rest.place, source);
  return new ObjectPart(entries, rest, root, path, source.manner);
}

/** Names in the object that stands for the tree. Keeps nothing of the check. */
function membersOf(tree: Tree, source: BodySource): ObjectEntry['members'] {
  if (tree.kind === 'object') {
    const keys = tree.entries.map(({ key }) => key);
    return () => keys;
  }
  if (tree.kind !== 'hole' || tree.hole.converters.length > 0) return undefined;
  const { codec } = source.ctx;
  const { type } = source.variable(tree.hole.name);
  if (type?.kind !== 'value' || type.list || type.type.kind !== 'complex') return undefined;
  const { type: complex } = type;
  return () => codec.members(complex).map(({ key }) => key);
}

/** REST members may have any name, but one letter off a keyword is likely a slip. */
function refuseSlip({ key, place }: Entry, { report }: BuildContext): void {
  const keyword = wordMeant(key);
  if (keyword)
    report.add('MAPPING_PATTERN', `"${key}" is not a keyword of patterns`, place, `did you mean "${keyword}"?`);
}

/** Has a constant, which tells this message from others. */
export function isFixed(tree: Tree): boolean {
  if (tree.kind === 'constant') return true;
  if (tree.kind === 'object') return tree.type !== undefined || tree.entries.some((e) => !e.added && isFixed(e.value));
  return tree.kind === 'list' && tree.items.some(isFixed);
}

function eachPart(tree: EachTree, source: BodySource, path: string): BodyPart {
  refuseOuter(tree, source.ctx.report);
  const variable = source.variable(tree.list);
  const scope = source.items(tree.list);
  const types = variable.type?.kind === 'items' ? variable.type.fields : new Map<string, VariableType>();
  const inner: BodySource = {
    ...source,
    variable: (name) => {
      const field = scope.get(name) ?? scope.use(name, { side: 'rest.response', place: tree.place, ...FREE });
      return { ...field, type: field.type ?? types.get(name) };
    },
    items: (list) => scope.items(list),
    optional: (field) => source.optional(field) || field.uses.every(({ side }) => side.startsWith('rest.')),
  };
  const bound = boundHole(
    wholeHole(tree.list),
    variable,
    'rest',
    stringText,
    source.optional(variable),
    tree.place,
    source.ctx,
  );
  return new EachPart(bound, part(tree.item, inner, `${path}[]`, true), scope.names, path, source.manner);
}
