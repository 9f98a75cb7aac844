// YAML nodes → body trees and texts with placeholders.

import type { Place } from '../../errors/errors.ts';
import { checkHoles } from '../../pattern/line.ts';
import { isHole, type Part, PatternSyntax } from '../../pattern/text/hole.ts';
import { parseTemplate } from '../../pattern/text/template.ts';
import type { ConstantTree, EachTree, Entry, HoleTree, ObjectTree, Tree } from '../../pattern/tree.ts';
import { mapOf } from './fields.ts';
import { isWholeHole, unquotedHole } from './pattern-slips.ts';
import type { Report } from './report.ts';
import { namesInTree, outerName, outerNames, renameIn } from './tree-names.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

export interface PlacedText {
  readonly parts: readonly Part[];
  readonly place: Place;
}

/** Trees without mistakes, by what they were read from: copies of a rule share what they have in common. */
const trees = new WeakMap<YamlNode, Tree>();

/** The same tree for the same node. */
export function readTree(node: YamlNode, report: Report): Tree {
  const readBefore = trees.get(node);
  if (readBefore) return readBefore;
  const { length } = report.problems;
  const tree = treeOf(node, report);
  if (report.problems.length === length) trees.set(node, tree);
  return tree;
}

function treeOf(node: YamlNode, report: Report): Tree {
  if (node.kind === 'scalar') return readScalar(node, report);
  if (node.kind === 'map') return readMap(node, report);
  return { kind: 'list', items: node.items.map((item) => readTree(item, report)), place: node.place };
}

function readScalar(node: YamlScalar, report: Report): Tree {
  if (typeof node.value !== 'string') return constant(node);
  const parts = readParts(node.source, node.place, report);
  if (parts.length === 1 && isHole(parts[0])) return { kind: 'hole', hole: parts[0], place: node.place };
  if (parts.some(isHole)) return { kind: 'text', parts, place: node.place };
  return { kind: 'constant', value: parts.join(''), source: parts.join(''), place: node.place };
}

function constant(node: YamlScalar): ConstantTree {
  return { kind: 'constant', value: node.value, source: node.source, place: node.place };
}

/** A text with placeholders. A wrong one is reported and counts as a plain text. */
export function readParts(text: string, place: Place, report: Report): readonly Part[] {
  try {
    const parts = parseTemplate(text);
    checkHoles(parts);
    return parts;
  } catch (e) {
    if (!(e instanceof PatternSyntax)) throw e;
    report.add('MAPPING_PATTERN', `${e.message} in "${text}"`, place);
    return [text];
  }
}

function readMap(node: YamlMap, report: Report): Tree {
  const hole = unquotedHole(node);
  if (hole !== undefined) {
    report.add('MAPPING_PATTERN', `${hole} needs quotes to be a placeholder`, node.place, `write "${hole}"`);
    return readScalar({ kind: 'scalar', value: hole, source: hole, place: node.place }, report);
  }
  const keys = node.entries.map((e) => e.key);
  if (keys.includes('$each')) return readEach(node, report);
  return readObject(node, report);
}

function readObject(node: YamlMap, report: Report): ObjectTree {
  const entries: Entry[] = [];
  let rest: HoleTree | undefined;
  let closed: Place | undefined;
  let skips: Place | undefined;
  let type: ObjectTree['type'];
  for (const entry of node.entries) {
    if (entry.key === '$rest' && isWord(entry, 'none')) closed = entry.place;
    else if (entry.key === '$rest' && isWord(entry, 'skip')) skips = entry.place;
    else if (entry.key === '$rest') rest = readRest(entry, report);
    else if (entry.key === '$absent') entries.push(...readAbsent(entry, report));
    else if (entry.key === '$add') entries.push(...readAdded(entry, report));
    else if (entry.key === '$type' && !isVaried(entry)) type = readType(entry, report);
    else entries.push({ key: entry.key, place: entry.place, value: readTree(entry.value, report) });
  }
  const absent = entries.find(({ value }) => value.kind === 'absent');
  if (absent && rest === undefined)
    report.add('MAPPING_PATTERN', '$absent needs $rest', absent.place, 'add $rest: "{name}"');
  return { kind: 'object', entries, rest, closed, skips, type, place: node.place };
}

/** `$add: { links: … }`: members that the gateway writes, whatever a service says of them. */
function readAdded(entry: YamlEntry, report: Report): Entry[] {
  return mapOf(entry, report).map(({ key, place, value }) => ({
    key,
    place,
    value: readTree(value, report),
    added: true,
  }));
}

/** `$absent: [ id ]`: members with no value. */
function readAbsent(entry: YamlEntry, report: Report): Entry[] {
  const names = entry.value.kind === 'list' ? entry.value.items : [];
  if (names.length === 0)
    report.add('MAPPING_PATTERN', '$absent must be a list of names', entry.place, 'write $absent: [ name ]');
  return names.flatMap((name) => {
    if (name.kind === 'scalar')
      return [{ key: name.source, place: name.place, value: { kind: 'absent', place: name.place } }];
    report.add('MAPPING_PATTERN', 'a name in $absent must be a text', name.place);
    return [];
  });
}

/** The keyword, without a placeholder. */
function isWord({ value }: YamlEntry, word: 'none' | 'skip'): boolean {
  return value.kind === 'scalar' && value.value === word;
}

function readRest(entry: YamlEntry, report: Report): HoleTree | undefined {
  const tree = readTree(entry.value, report);
  if (tree.kind === 'hole') return tree;
  report.add(
    'MAPPING_PATTERN',
    '$rest must be one placeholder, none or skip',
    entry.value.place,
    'write $rest: "{name}"',
  );
  return undefined;
}

/** `$type` with a variable is an ordinary member. */
function isVaried({ value }: YamlEntry): boolean {
  return value.kind === 'scalar' && typeof value.value === 'string' && isWholeHole(value.source);
}

function readType(entry: YamlEntry, report: Report): ObjectTree['type'] {
  const { value } = entry;
  if (value.kind !== 'scalar' || typeof value.value !== 'string') {
    report.add('MAPPING_PATTERN', '$type must be the name of a type', value.place);
    return undefined;
  }
  return { text: value.source, place: value.place };
}

function readEach(node: YamlMap, report: Report): Tree {
  const each = node.entries.find((e) => e.key === '$each') as YamlEntry;
  for (const entry of node.entries) {
    if (entry !== each) report.add('MAPPING_PATTERN', `"${entry.key}" and $each cannot be combined`, entry.place);
  }
  return itemsOf(readTree(each.value, report), each.place, report);
}

/** Makes the tree of `$each`: `{list.field}` in the table is `{field}` inside of an item. A variable of the rule is an outer one there. */
export function itemsOf(item: Tree, place: Place, report: Report): EachTree {
  const names = namesInTree(item).filter((name) => !name.startsWith('$'));
  const first = names.find((name) => name.includes('.')) ?? '';
  const list = first.slice(0, Math.max(first.lastIndexOf('.'), 0));
  if (list === '')
    report.add('MAPPING_PATTERN', '$each needs at least one placeholder {list.field}', place, fieldFor(names[0]));
  // One mistake is one message: the placeholder counts as the likely list.
  return {
    kind: 'each',
    list: list || (names[0] ?? ''),
    item: renameIn(item, (name) => fieldOf(name, list)),
    place,
  };
}

/** Where items have nothing but fields of their own. */
export function refuseOuter(tree: EachTree, report: Report): void {
  for (const name of outerNames(tree))
    report.add('MAPPING_PATTERN', `{${name}} inside $each must be {list.field}, with one list`, tree.place);
}

function fieldFor(name: string | undefined): string | undefined {
  return name && `a field of each item is {${name}.field}; the list as a whole is {${name}} without $each`;
}

function fieldOf(name: string, list: string): string {
  if (list !== '' && name.startsWith(`${list}.`) && name.length > list.length + 1) return name.slice(list.length + 1);
  return list === '' ? name : outerName(name);
}
