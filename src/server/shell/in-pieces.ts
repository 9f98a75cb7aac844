// The bytes of a long text, made while others are served. Knows nothing about what it says.
import { setImmediate } from 'node:timers/promises';
import { Pieces } from '../../bytes/pieces.ts';

/** ms of work after which others have their turn. */
const LONGEST = 5;

export async function gathered(texts: Iterable<string>): Promise<Uint8Array> {
  const pieces = new Pieces();
  let began = performance.now();
  for (const text of texts) {
    if (text !== '') pieces.add(Buffer.from(text));
    if (performance.now() - began < LONGEST) continue;
    await setImmediate();
    began = performance.now();
  }
  return pieces.joined();
}
