import { Pieces } from '../../bytes/pieces.ts';

/** Bytes of the longest response of a token endpoint, or with a set of keys. */
const LONGEST = 64 * 1024;

/** The body of a response, also where its length is not told. Rejects where it is longer. */
export async function boundedText({ body }: Response): Promise<string> {
  const pieces = new Pieces();
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > LONGEST) throw new Error('too much');
    pieces.add(piece);
  }
  return Buffer.from(pieces.joined()).toString();
}
