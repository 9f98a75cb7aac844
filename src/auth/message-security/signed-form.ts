// A verified message as its signature covers it. Exclusive canonicalization leaves out declarations that values alone use (§1.3 of its
// recommendation): whoever carries the message may change what they say, so no value is read by them.
import { canonicalize } from '../../xml/canonicalization.ts';
import { UNSIGNED_NS } from '../../xml/reader/names.ts';
import type { EnvelopeNodes } from './envelope-nodes.ts';
import type { VerifiedSignature } from './verify.ts';

/**
 * The document with Body and header blocks that are signed by exclusive canonicalization in their canonical form; prefixes that it does
 * not declare stand for `UNSIGNED_NS`.
 */
export function signedForm(
  { bytes, blocks, body }: EnvelopeNodes,
  { parts }: Pick<VerifiedSignature, 'parts'>,
): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const element of [...blocks, body]) {
    const method = parts.get(element);
    if (!method?.exclusive) continue;
    pieces.push(
      bytes.subarray(at, element.start),
      canonicalize(bytes, element.start, { ...method, undeclared: UNSIGNED_NS }),
    );
    at = element.end;
  }
  return at === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(at)]);
}
