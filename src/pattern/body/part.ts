// One node of a body pattern, compiled. Both ways work on bytes: match cuts slices, fill copies them.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import type { Bindings } from '../text/bound-values.ts';

export interface BodyPart {
  /** It reads other variables: the members beside it are matched first. */
  readonly late?: boolean;
  /** False: no match. Strict patterns throw SoapstoneError (CODEC_*, BAD_BODY) with a JSON path for values that no rule accepts. */
  match(value: Json, bindings: Bindings): boolean;
  /** The value is absent. Same outcomes. */
  absent(bindings: Bindings): boolean;
  /** False: nothing was written. */
  write(bindings: Bindings, filling: Filling): boolean;
  /** JSON path of the body for a path of a variable's value (`$` is the value); undefined: the pattern does not have the variable. */
  pathIn?(variable: number, path: string): string | undefined;
}

/** One body while it is written. */
export class Filling {
  readonly out: ByteBuffer;
  /** The variable that is left out because its bytes are streamed later; -1 for none. */
  readonly streamed: number;
  /** Offset of the streamed variable; -1 until it is reached. */
  at = -1;

  constructor(streamed = -1, out = new ByteBuffer()) {
    this.streamed = streamed;
    this.out = out;
  }
}

/** How a pattern reports a mismatch. */
export interface Manner {
  /** Report mismatches to the sender or operator; otherwise a mismatch only means that another rule is tried. */
  readonly strict: boolean;
  /** No other pattern can match: differing constants are reported too, and unnamed members are skipped. */
  readonly sole?: boolean;
  /** Longer lists than the pattern do not match; strict patterns that are not `sole` refuse them anyway. */
  readonly exactLength?: boolean;
  /** Indexes of the current items of nested lists, from outside to inside. */
  readonly items?: number[];
  /** Called instead of throwing: the pattern continues after the problem. */
  note?: (problem: SoapstoneError) => void;
}

/** A caller's request. Each body has its own manner. */
export const requestManner = (): Manner => ({ strict: true, items: [], note: undefined });
/** A response of the service that was called. */
export const responseManner = (): Manner => ({ strict: true, sole: true, items: [] });
/** One of several patterns to try. */
export const quietManner: Manner = { strict: false };
/** The same for a caller's request. */
export const quietWholeManner: Manner = { strict: false, exactLength: true };

/** True: the problem is noted, and the pattern continues. */
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

/** That of the first part which has the variable. */
export function firstPath(parts: readonly BodyPart[], variable: number, path: string): string | undefined {
  for (const part of parts) {
    const partPath = part.pathIn?.(variable, path);
    if (partPath !== undefined) return partPath;
  }
  return undefined;
}

/** A text or a converter's value that is not of its variable's type. */
export function refuseValue(manner: Manner, error: unknown, path: string): boolean {
  if (!(error instanceof SoapstoneError)) throw error;
  return refuse(manner, error.code, error.message, path);
}
