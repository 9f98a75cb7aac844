// Constants and stateless functions of the encoder over tapes, content models and bytes.
import { ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import type { TypeDef, Wildcard } from '../../contract/model/model.ts';
import { type Json, json, STRIDE, type Tape } from '../../json/value.ts';
import type { NameScope } from '../datatypes/codec.ts';
import type { Node } from '../model/content.ts';
import { type ElementTable, type LevelTable, NOT_HIDDEN, type PositionTable } from '../model/tables.ts';

export const NIL = bytesOf(' xsi:nil="true"');
export const EMPTY_END = bytesOf('/>');
export const GT = 0x3e;
export const LT = 0x3c;
export const QUOTE = 0x22;

export type Slots = readonly (Json | undefined)[];

export const NO_SCOPE: NameScope = { resolve: () => undefined };
export const NOWHERE = new ByteBuffer(0);
export const LAX: Wildcard = { namespaces: { kind: 'any' }, process: 'lax' };

/** A member's name as a value. `bare`: as a number or flag, if the name looks like one. */
export function keyAt(tape: Tape, k: number, bare: boolean): Json {
  const [start, end] = [tape.entries[k * STRIDE + 1], tape.entries[k * STRIDE + 2]];
  const text = bare ? Buffer.from(tape.bytes.subarray(start, end)).toString() : '';
  const quote = bare && /^(true|false|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(text) ? 0 : 1;
  return json(tape.bytes, start - quote, end + quote);
}

export function positionsOf(n: Node, level: LevelTable): PositionTable[] {
  return n.kind === 'position' ? [level.positions[n.position.index]] : n.nodes.flatMap((c) => positionsOf(c, level));
}

export function names(n: Node, level: LevelTable): string[] {
  return positionsOf(n, level)
    .filter((p) => p.hidden === NOT_HIDDEN)
    .map((p) => `"${p.key}"`);
}

export function isEmptiable(n: Node): boolean {
  if (n.kind === 'position') return n.position.min === 0;
  return n.optional || (n.kind === 'choice' ? n.nodes.some(isEmptiable) : n.nodes.every(isEmptiable));
}

export function find(level: LevelTable, key: string): ElementTable | undefined {
  const index = level.memberByKey.get(key);
  const p = level.positions.find((q) => q.member === index);
  if (p?.element !== undefined) return p.element;
  for (const q of level.positions) {
    const inner = q.groupLevel === undefined ? undefined : find(q.groupLevel, key);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

export function nameOf(def: TypeDef): string {
  return def.name === undefined ? 'the object' : def.name.local;
}

/** Moves the bytes [end, length) to `mark`, before the bytes there. */
export function insert(out: ByteBuffer, mark: number, end: number): void {
  const added = out.slice(end, out.length);
  const { bytes } = out;
  bytes.copyWithin(mark + added.length, mark, end);
  bytes.set(added, mark);
}
