// Objects whose values stand alone: each is an HTTP header.
import type { Input } from './operations.ts';

/** Named after what holds them. */
export function heldBy({ nameWords, flat = [] }: Input): Input[] {
  return flat.map((input) => ({ ...input, nameWords: [...nameWords, ...input.nameWords] }));
}
