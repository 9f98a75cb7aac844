// JSON paths of tape entries, for messages.
import { stringValue } from './text.ts';
import { ARRAY, OBJECT, STRIDE, type Tape } from './value.ts';

/** Path of an entry in its document: `$.lines[2].qty`, or `$["odd name"]` for names that are no identifiers. Walks from the root. */
export function pathOf(tape: Tape, node: number): string {
  let path = '$';
  let at = 0;
  while (at < node) {
    const kind = tape.entries[at * STRIDE];
    if (kind === OBJECT) {
      const key = childAround(tape, at, node, 2);
      path += step(stringValue(tape, key));
      at = key + 1;
    } else if (kind === ARRAY) {
      path += `[${indexAround(tape, at, node)}]`;
      at = childAround(tape, at, node, 1);
    } else break;
  }
  return path;
}

/** The child (the KEY of it, for objects) of the container whose entries include `node`. */
function childAround(tape: Tape, container: number, node: number, width: 1 | 2): number {
  let child = container + 1;
  for (;;) {
    const next = tape.entries[(child + width - 1) * STRIDE + 3];
    if (node < next) return child;
    child = next;
  }
}

function indexAround(tape: Tape, container: number, node: number): number {
  let index = 0;
  for (let child = container + 1; tape.entries[child * STRIDE + 3] <= node; index++) {
    child = tape.entries[child * STRIDE + 3];
  }
  return index;
}

function step(name: string): string {
  return /^[\p{L}_$@][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
