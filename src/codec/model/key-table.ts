// JSON member names of one type or group. Predicts the next name: clients repeat the order of members.
import { bytesOf } from '../../bytes/buffer.ts';
import { equalsText, stringValue } from '../../json/text.ts';
import type { Tape } from '../../json/value.ts';

export class KeyTable {
  readonly keys: readonly string[];
  readonly size: number;
  private readonly bytes: readonly Uint8Array[];
  private readonly byKey: ReadonlyMap<string, number>;
  /** After key i (entry i + 1; entry 0 is the start): the key that came last time, or -1. */
  private readonly expected: Int32Array;

  /** Undefined: an index without a name. */
  constructor(keys: readonly (string | undefined)[]) {
    this.keys = keys.filter((k) => k !== undefined);
    this.size = keys.length;
    this.bytes = keys.map((k) => bytesOf(k ?? ''));
    this.byKey = new Map(keys.flatMap((k, i) => (k === undefined ? [] : [[k, i]])));
    this.expected = new Int32Array(keys.length + 1).fill(-1);
  }

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  /** Index of the key at `node`, where `last` was the one before (-1 at the start); -1: unknown. */
  find(tape: Tape, node: number, last: number): number {
    const guess = this.expected[last + 1];
    if (guess >= 0 && equalsText(tape, node, this.bytes[guess])) return guess;
    const index = this.byKey.get(stringValue(tape, node)) ?? -1;
    if (index >= 0) this.expected[last + 1] = index;
    return index;
  }
}
