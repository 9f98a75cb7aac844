// One node of a body pattern, compiled. Both ways work on bytes: match cuts slices, fill copies them.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import type { Bindings } from '../text/bound-values.ts';

export interface BodyPart {
  /** False: this is another message. Strict patterns throw SoapstoneError (CODEC_*, BAD_BODY) with a JSON path for what no rule could take. */
  match(value: Json, bindings: Bindings): boolean;
  /** Nothing stands here. Same outcomes. */
  absent(bindings: Bindings): boolean;
  /** False: there is nothing to write, so nothing was written. */
  write(bindings: Bindings, filling: Filling): boolean;
}

/** One body on its way out. */
export class Filling {
  readonly out: ByteBuffer;
  /** The variable that is left out because its bytes come later; -1 for none. */
  readonly streamed: number;
  /** Where it belongs; -1 until then. */
  at = -1;

  constructor(streamed = -1, out = new ByteBuffer()) {
    this.streamed = streamed;
    this.out = out;
  }
}

/** How a pattern reports what it does not take. */
export interface Manner {
  /** Whoever sent the message, or runs the mapping, should learn what is wrong; else every difference just means another message. */
  readonly strict: boolean;
  /** No other pattern could take the message: constants that differ are reported too, and what the pattern does not name is skipped. */
  readonly sole?: boolean;
  /** Lists that have more items than the pattern are another message; strict patterns that are not the only one refuse them anyway. */
  readonly exactLength?: boolean;
  /** Of lists whose items are looked at right now, from outside to inside: which item. */
  readonly items?: number[];
  /** In place of throwing: the pattern goes on behind the problem. */
  note?: (problem: SoapstoneError) => void;
}

/** A request of a caller. Each body has a manner of its own. */
export const requestManner = (): Manner => ({ strict: true, items: [], note: undefined });
/** A response of the one peer that was asked. */
export const responseManner = (): Manner => ({ strict: true, sole: true, items: [] });
/** One of several patterns that are tried. */
export const quietManner: Manner = { strict: false };
/** The same over what a caller sends. */
export const quietWholeManner: Manner = { strict: false, exactLength: true };

/** True: the problem is noted, and the pattern goes on. */
export function refuse(manner: Manner, code: ErrorCode, message: string, path: string, suggestion?: string): boolean {
  if (!manner.strict) return false;
  const problem = new SoapstoneError(code, message, { path: numbered(path, manner.items), suggestion });
  if (manner.note === undefined) throw problem;
  manner.note(problem);
  return true;
}

/** Patterns over items have `[]` in their paths. */
function numbered(path: string, items: readonly number[] = []): string {
  let i = 0;
  return items.length === 0 ? path : path.replace(/\[\]/g, (all) => (i < items.length ? `[${items[i++]}]` : all));
}

/** A text or a converter's value that is not of its variable's type. */
export function refuseValue(manner: Manner, error: unknown, path: string): boolean {
  if (!(error instanceof SoapstoneError)) throw error;
  return refuse(manner, error.code, error.message, path);
}
