import type { NameScope, ValueCodec } from './codec.ts';

/** Fixed values stand in the contract, where their prefixes are not kept: only names without one can be compared. */
const contractScope: NameScope = { resolve: () => undefined };

/** Is the text in [start, end) the value that `fixed` is (XSD Part 1 §3.3.4: equal in the value space)? */
export function sameValue(
  codec: ValueCodec,
  input: Uint8Array,
  start: number,
  end: number,
  fixed: string,
  scope: NameScope,
): boolean {
  const text = Buffer.from(fixed);
  const expectedKey = codec.key(text, 0, text.length, contractScope, true);
  return expectedKey === undefined || expectedKey === codec.key(input, start, end, scope, true);
}
