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

/** Up to this many members are compared name by name, without making strings. */
const FEW = 24;

/** True: few names, none escaped, all different. */
function comparesPlain(tape: Tape, node: number): boolean {
  const { entries } = tape;
  const end = entries[node * STRIDE + 3];
  let count = 0;
  for (let key = node + 1; key < end; key = entries[(key + 1) * STRIDE + 3]) {
    if (++count > FEW || (entries[key * STRIDE] & ESCAPED) !== 0) return false;
    for (let otherKey = node + 1; otherKey < key; otherKey = entries[(otherKey + 1) * STRIDE + 3]) {
      if (sameBytes(tape, key, otherKey)) return false;
    }
  }
  return true;
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
