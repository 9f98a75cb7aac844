export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}
