import { SoapstoneError } from '../errors.ts';
import { pathOf } from './path.ts';
import type { Scanned } from './tape.ts';
import { stringValue } from './text.ts';
import { OBJECT, STRIDE, type Tape } from './value.ts';

/** Throws JSON_DUPLICATE_KEY with path and offset for the first object that has one name twice. Every object below `value` is looked at. */
export function checkDuplicates(value: Scanned): void {
  const { tape, node } = value;
  const end = tape.entries[node * STRIDE + 3];
  for (let i = node; i < end; i++) if (tape.entries[i * STRIDE] === OBJECT) checkObject(tape, i);
}

function checkObject(tape: Tape, node: number): void {
  const { entries } = tape;
  const end = entries[node * STRIDE + 3];
  const seen = new Set<string>();
  for (let key = node + 1; key < end; key = entries[(key + 1) * STRIDE + 3]) {
    const name = stringValue(tape, key);
    if (seen.has(name)) {
      const offset = entries[key * STRIDE + 1];
      throw new SoapstoneError('JSON_DUPLICATE_KEY', `"${name}" is given twice`, { path: pathOf(tape, key), offset });
    }
    seen.add(name);
  }
}
