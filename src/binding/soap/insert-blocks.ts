// Puts header blocks into an envelope that the gateway has written. Knows nothing about what blocks mean.
const QUOTE = 0x22;
const LT = 0x3c;
const GT = 0x3e;
const HEADER = Buffer.from('Header>');

/** `envelope`: as `writeDocument` makes it. `blocks`: elements with all of their namespaces. */
export function insertBlocks(envelope: Uint8Array, blocks: readonly Uint8Array[]): Uint8Array {
  if (blocks.length === 0) return envelope;
  const bytes = Buffer.from(envelope.buffer, envelope.byteOffset, envelope.length);
  const root = bytes.indexOf('<', bytes.indexOf('?>'));
  const child = bytes.indexOf(LT, endOfTag(bytes, root));
  const end = endOfTag(bytes, child);
  if (bytes.subarray(end - HEADER.length, end).equals(HEADER))
    return Buffer.concat([bytes.subarray(0, end), ...blocks, bytes.subarray(end)]);
  const colon = bytes.indexOf(':', root);
  const prefix = bytes.toString('latin1', root + 1, colon + 1);
  const [open, close] = [Buffer.from(`<${prefix}Header>`), Buffer.from(`</${prefix}Header>`)];
  return Buffer.concat([bytes.subarray(0, child), open, ...blocks, close, bytes.subarray(child)]);
}

/** The position after the `>` of the tag at `at`. Attribute values are in double quotes. */
function endOfTag(bytes: Buffer, at: number): number {
  for (let i = at; ; i++) {
    if (bytes[i] === QUOTE) i = bytes.indexOf(QUOTE, i + 1);
    else if (bytes[i] === GT) return i + 1;
  }
}
