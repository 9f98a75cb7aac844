// The body of one side of a rule as the table writes it. Patterns of both sides are made from such trees.
import type { Place } from '../errors/errors.ts';
import type { Hole, Part } from './text/hole.ts';

export type Tree = HoleTree | TextTree | ConstantTree | ObjectTree | ListTree | EachTree | AbsentTree;

/** `"{name}"`: the whole value. */
export interface HoleTree {
  readonly kind: 'hole';
  readonly hole: Hole;
  readonly place: Place;
}

/** `"eid:{id}"`: a string with holes in it. */
export interface TextTree {
  readonly kind: 'text';
  readonly parts: readonly Part[];
  readonly place: Place;
}

export interface ConstantTree {
  readonly kind: 'constant';
  readonly value: string | number | boolean | null;
  /** As written: `1.10` keeps its digits. */
  readonly source: string;
  readonly place: Place;
}

export interface Entry {
  readonly key: string;
  readonly place: Place;
  readonly value: Tree;
  /** A member of `$add`: it is written, and not looked at when matching. */
  readonly added?: true;
}

export interface ObjectTree {
  readonly kind: 'object';
  readonly entries: readonly Entry[];
  /** `$rest: "{name}"` */
  readonly rest?: HoleTree;
  /** `$rest: none`: no other members. */
  readonly closed?: Place;
  /** `$rest: skip`: other members of a SOAP request are not looked at. */
  readonly skips?: Place;
  /** `$type: prefix:Name` */
  readonly type?: { readonly text: string; readonly place: Place };
  readonly place: Place;
}

export interface ListTree {
  readonly kind: 'list';
  readonly items: readonly Tree[];
  readonly place: Place;
}

/** `$each`: `list` is the variable; the holes of `item`, written `{list.field}`, have the names of its fields. */
export interface EachTree {
  readonly kind: 'each';
  readonly list: string;
  readonly item: Tree;
  readonly place: Place;
}

/** A name of `$absent`, as a member: `$rest` must not have it. */
interface AbsentTree {
  readonly kind: 'absent';
  readonly place: Place;
}

/** Calls `visit` for every hole of a tree with the place of its text. */
export function holesOf(tree: Tree, visit: (hole: Hole, place: Place) => void): void {
  switch (tree.kind) {
    case 'hole':
      visit(tree.hole, tree.place);
      return;
    case 'text':
      for (const part of tree.parts) if (typeof part !== 'string') visit(part, tree.place);
      return;
    case 'object':
      for (const entry of tree.entries) holesOf(entry.value, visit);
      if (tree.rest) holesOf(tree.rest, visit);
      return;
    case 'list':
      for (const item of tree.items) holesOf(item, visit);
      return;
    case 'each':
      visit(wholeHole(tree.list), tree.place);
      return;
  }
}

/** Names of `$absent`. */
export function absentNames({ entries }: ObjectTree): string[] {
  return entries.flatMap(({ key, value }) => (value.kind === 'absent' ? [key] : []));
}

/** `{name}` and nothing more. */
export function wholeHole(name: string): Hole {
  return { name, supplied: false, optional: false, converters: [], offset: 0 };
}
