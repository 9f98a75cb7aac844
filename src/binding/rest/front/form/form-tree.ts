// A JSON document that is put together member by member, from JSON and octets.
import { SoapstoneError } from '../../../../errors/errors.ts';
import type { ContentLabel } from '../../../../json/content-labels.ts';
import { jsonString } from '../../../../json/text.ts';
import { ARRAY, type Json, NULL, OBJECT } from '../../../../json/value.ts';
import { itemsOf, kindOf, membersOf } from '../../../../json/walk.ts';
import type { JsonPieces } from './json-pieces.ts';
import { type MemberPath, nameOfPath } from './member-path.ts';

/** Octets, shown as base64. */
export class FormFile {
  readonly content: Uint8Array;
  readonly label: ContentLabel;

  constructor(content: Uint8Array, label: ContentLabel) {
    this.content = content;
    this.label = label;
  }
}

export type Leaf = Json | FormFile;
type Branch = Map<string, Node> | Node[];
type Node = Leaf | Branch;

export class FormTree {
  private readonly root: Branch = new Map();

  /** The members of the object. */
  addAll(object: Json): void {
    for (const [key, value] of membersOf(object)) this.put([key], value, false);
  }

  /** `repeats`: the place is a list, and this is its next item. Null there is nothing. Throws BAD_BODY where something stands there already. */
  put(path: MemberPath, leaf: Leaf, repeats: boolean): void {
    let branch = this.root;
    for (const [i, step] of path.slice(0, -1).entries()) branch = inner(branch, step, path[i + 1], path);
    const last = path[path.length - 1];
    if (repeats) inner(branch, last, 0, path);
    const existing = at(branch, last, path);
    if (existing !== undefined && Array.isArray(existing) && repeats) existing.push(leaf);
    else if (existing === undefined || isNull(existing)) set(branch, last, leaf);
    else throw bad(path, 'stands in the form twice');
  }

  write(pieces: JsonPieces): void {
    write(this.root, pieces);
  }
}

function at(branch: Branch, step: string | number, path: MemberPath): Node | undefined {
  if (Array.isArray(branch) !== (typeof step === 'number'))
    throw bad(path, 'is an item in one part, and a member in another');
  if (!Array.isArray(branch)) return branch.get(step as string);
  if ((step as number) > branch.length) throw bad(path, 'has an index without the items before it');
  return branch[step as number];
}

function set(branch: Branch, step: string | number, node: Node): void {
  if (Array.isArray(branch)) branch[step as number] = node;
  else branch.set(step as string, node);
}

/** The branch below `branch`, made or opened where there is none yet. `next`: what will be looked up in it. */
function inner(branch: Branch, step: string | number, next: string | number, path: MemberPath): Branch {
  const existing = at(branch, step, path);
  if (existing !== undefined && isBranch(existing)) return existing;
  const opened = existing === undefined || isNull(existing) ? emptyFor(next) : open(existing, path);
  set(branch, step, opened);
  return opened;
}

function emptyFor(next: string | number): Branch {
  return typeof next === 'number' ? [] : new Map();
}

function open(leaf: Leaf, path: MemberPath): Branch {
  if (leaf instanceof FormFile) throw bad(path, 'is inside of a file');
  const kind = kindOf(leaf);
  if (kind === ARRAY) return itemsOf(leaf);
  if (kind === OBJECT) return new Map(membersOf(leaf));
  throw bad(path, 'is inside of a value that has no members');
}

function isBranch(node: Node): node is Branch {
  return Array.isArray(node) || node instanceof Map;
}

function isNull(node: Node): boolean {
  return !isBranch(node) && !(node instanceof FormFile) && kindOf(node) === NULL;
}

function write(node: Node, pieces: JsonPieces): void {
  if (node instanceof FormFile) pieces.octets(node.content, node.label);
  else if (Array.isArray(node)) writeList(node, pieces);
  else if (node instanceof Map) writeObject(node, pieces);
  else pieces.text(node.bytes.subarray(node.start, node.end));
}

function writeList(items: readonly Node[], pieces: JsonPieces): void {
  pieces.text('[');
  for (const [i, item] of items.entries()) {
    if (i > 0) pieces.text(',');
    write(item, pieces);
  }
  pieces.text(']');
}

function writeObject(members: ReadonlyMap<string, Node>, pieces: JsonPieces): void {
  let separator = '{';
  for (const [key, value] of members) {
    pieces.text(separator);
    pieces.text(jsonString(key));
    pieces.text(':');
    write(value, pieces);
    separator = ',';
  }
  pieces.text(members.size === 0 ? '{}' : '}');
}

function bad(path: MemberPath, problem: string): SoapstoneError {
  return new SoapstoneError('BAD_BODY', `the part "${nameOfPath(path)}" ${problem}`);
}
