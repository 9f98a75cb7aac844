// Is it worth reading the files of a contract once more, for their policies? Most contracts have none.
import type { Sources } from '../model/contract.ts';

/** Policies, references to them, and what says the same without a policy. */
const MENTIONS = ['Policy', 'UsingAddressing'];

/** In UTF-8 or UTF-16, of either order. */
export function mentionsPolicies({ documents }: Sources): boolean {
  const patterns = MENTIONS.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le').subarray(0, -1)]);
  return documents.some(({ kind, bytes }) => {
    if (kind !== 'wsdl') return false;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return patterns.some((text) => buffer.includes(text));
  });
}
