// Refuses objects with repeated names.
import { SoapstoneError } from '../errors/errors.ts';
import { pathOf } from './path.ts';
import type { Scanned } from './tape.ts';
import { stringValue } from './text.ts';
import { ESCAPED, OBJECT, STRIDE, type Tape } from './value.ts';

/** Throws JSON_DUPLICATE_KEY with path and offset for the first object that has one name twice. Checks every object below `value`. */
export function checkDuplicates(value: Scanned): void {
  const { tape, node } = value;
  const end = tape.entries[node * STRIDE + 3];
  for (let i = node; i < end; i++) {
    if (tape.entries[i * STRIDE] === OBJECT && !comparesPlain(tape, i)) checkObject(tape, i);
  }
}

/** Keys of one object by a hash of their bytes: no string is made of them. A power of two; half of it is used at most. */
const slots = new Int32Array(512);
const FEW = slots.length / 2;
/** Keys that share a place: more of them are meant to, and are compared as strings, whose hash nobody can foresee. */
const MOST_PROBES = 8;

/** True: few names, none escaped, all different. */
function comparesPlain(tape: Tape, node: number): boolean {
  const { entries } = tape;
  const end = entries[node * STRIDE + 3];
  const count = countOf(tape, node, end);
  if (count > FEW) return false;
  let size = 4;
  while (size < 2 * count) size *= 2;
  slots.fill(0, 0, size);
  for (let key = node + 1; key < end; key = entries[(key + 1) * STRIDE + 3])
    if ((entries[key * STRIDE] & ESCAPED) !== 0 || !isNew(tape, key, size)) return false;
  return true;
}

function countOf({ entries }: Tape, node: number, end: number): number {
  let count = 0;
  for (let key = node + 1; key < end; key = entries[(key + 1) * STRIDE + 3]) count++;
  return count;
}

/** Notes the key; an unused place holds 0, which is no key. */
function isNew(tape: Tape, key: number, size: number): boolean {
  const first = hashOf(tape, key);
  for (let probe = 0; probe < MOST_PROBES; probe++) {
    const slot = (first + probe) & (size - 1);
    const otherKey = slots[slot];
    if (otherKey === 0) {
      slots[slot] = key;
      return true;
    }
    if (sameBytes(tape, key, otherKey)) return false;
  }
  return false;
}

function hashOf({ bytes, entries }: Tape, key: number): number {
  const end = entries[key * STRIDE + 2];
  let hash = 0;
  for (let i = entries[key * STRIDE + 1]; i < end; i++) hash = Math.imul(hash, 31) + bytes[i];
  return hash ^ (hash >>> 15);
}

function sameBytes({ bytes, entries }: Tape, a: number, b: number): boolean {
  const length = entries[a * STRIDE + 2] - entries[a * STRIDE + 1];
  if (length !== entries[b * STRIDE + 2] - entries[b * STRIDE + 1]) return false;
  const i = entries[a * STRIDE + 1];
  const j = entries[b * STRIDE + 1];
  for (let k = 0; k < length; k++) if (bytes[i + k] !== bytes[j + k]) return false;
  return true;
}

function checkObject(tape: Tape, node: number): void {
  const { entries } = tape;
  const end = entries[node * STRIDE + 3];
  const names = new Set<string>();
  for (let key = node + 1; key < end; key = entries[(key + 1) * STRIDE + 3]) {
    const name = stringValue(tape, key);
    if (names.has(name)) {
      const offset = entries[key * STRIDE + 1];
      throw new SoapstoneError('JSON_DUPLICATE_KEY', `"${name}" is given twice`, { path: pathOf(tape, key), offset });
    }
    names.add(name);
  }
}
