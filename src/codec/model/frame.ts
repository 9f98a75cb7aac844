// The decoder's state of each open element, and of each repetition of a group.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { ErrorCode } from '../../errors/errors.ts';
import type { NsContext } from '../../xml/reader/namespace-context.ts';
import type { ContentProblem } from './cursor.ts';
import type { Action, ShapedType } from './shaped.ts';
import type { LevelTable, PositionTable, TypeTable } from './tables.ts';
import type { WrittenRun } from './written-run.ts';

/** Kinds of frames. The first three have a level and can predict the next tag. */
export const OBJECT = 0;
/** One repetition of a repeated group; has no element of its own. */
export const GROUP = 1;
/** An element whose shape lists its members. */
export const SHAPE = 2;
/** Simple content: text until the end tag. */
export const VALUE = 3;
export const SKIP = 4;
export const NIL = 5;
/** Content shown as `$mixed`. */
export const MIXED = 6;
/** An element of a wildcard, or of type xs:anyType. */
export const UNTYPED = 7;
/** Around the document. */
export const DOCUMENT = 8;

/** Values of `onClose`. */
export const NOTHING = 0;
/** The item of an `each` shape. */
export const ITEM = 1;
/** The list of names of null members. */
export const NULL_NAMES = 2;
/** A list whose items are members of the surrounding object. */
export const SPREAD = 3;

/** A list whose items stand apart, until its object ends. */
export interface CollectedList {
  readonly position: PositionTable;
  readonly bytes: ByteBuffer;
}

export class Frame {
  kind = DOCUMENT;
  table: TypeTable | undefined;
  level: LevelTable | undefined;
  /** Last position taken, -1 at the start; `count` children there so far. */
  pos = -1;
  count = 0;
  run: WrittenRun | undefined;
  /** Levels that are tracked: positions taken. */
  readonly usedPositions: boolean[] = [];
  /** Levels that are scattered, by member: items at the positions that were left, and lists of members that stand apart. */
  readonly itemsBefore: number[] = [];
  readonly lists: (CollectedList | undefined)[] = [];
  /** No member of the JSON object has been written yet. */
  first = true;
  /** The position at `pos` has an open array or capture. */
  active = false;
  shaped: ShapedType | undefined;
  /** Number of members with constants so far. */
  constantsSeen = 0;
  /** Object of the other members (`rest`), and the outer `out`. */
  rest: ByteBuffer | undefined;
  outside: ByteBuffer | undefined;
  /** Closing braces to write after the value. */
  braces = 0;
  /** VALUE: the slot to capture into; without one, the value goes to `out`. */
  action: Action | undefined;
  /** SKIP: depth of the element; UNTYPED: 0 nothing written, 1 object open, 2 `$mixed` open. */
  state = 0;
  /** Start of a constant's value in `out`. */
  mark = -1;
  /** Prefixes that the text and the attributes use, for `$xmlns`. */
  prefixes: Map<string, string> | undefined;
  /** VALUE: a variable has the text, which stays a text. */
  bound = false;
  /** Namespaces in scope inside the element. */
  ctx: NsContext | undefined;
  /** GROUP inside mixed content: the element's frame. */
  owner: Frame | undefined;
  /** GROUP that the shape does not list. */
  skipped = false;
  /** Slot to close after the value, or -1. */
  slot = -1;
  /** Ends with the element: NOTHING, ITEM, NULL_NAMES or SPREAD. */
  onClose: number = NOTHING;
  /** NULL_NAMES, SPREAD: where the members are written. */
  outer: ByteBuffer | undefined;
  /** Keys of keyed items at `pos`. */
  names: Set<string> | undefined;
  /** Names of members beside those of the type: spread items, and null ones. */
  further: Set<string> | undefined;
  /** A required element that was skipped, since it stands in another namespace than the contract has. */
  misnamed: ContentProblem<ErrorCode> | undefined;

  reset(kind: number, table: TypeTable | undefined, level: LevelTable | undefined): void {
    this.kind = kind;
    this.table = table;
    this.level = level;
    this.pos = -1;
    this.count = 0;
    this.run = undefined;
    this.first = true;
    this.active = false;
    this.shaped = undefined;
    this.constantsSeen = 0;
    this.rest = undefined;
    this.outside = undefined;
    this.braces = 0;
    this.action = undefined;
    this.state = 0;
    this.mark = -1;
    this.onClose = NOTHING;
    this.owner = undefined;
    this.skipped = false;
    this.slot = -1;
    this.prefixes = undefined;
    this.misnamed = undefined;
    this.bound = false;
    this.names = undefined;
    this.further = undefined;
    if (level?.tracked) this.usedPositions.length = this.itemsBefore.length = this.lists.length = 0;
  }
}
