// Enough of HTTP/1.1 framing (RFC 9112 §6) for a load generator and a back end that are much cheaper than what they measure.

const HEAD_END = Buffer.from('\r\n\r\n');
const ZERO_CHUNK = Buffer.from('0\r\n\r\n');

export interface Framed {
  /** Bytes of the whole message; the next one starts there. */
  readonly length: number;
  /** First bytes of the body. */
  readonly bodyStart: number;
}

function contentLength(head: string): number {
  const at = head.indexOf('content-length:');
  return at < 0 ? 0 : Number.parseInt(head.slice(at + 15), 10);
}

/** The message at the start of `bytes`, or undefined while it is incomplete. Chunked bodies must end without trailers. */
export function frame(bytes: Buffer): Framed | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const bodyStart = headEnd + HEAD_END.length;
  if (head.includes('transfer-encoding: chunked')) {
    const end = bytes.indexOf(ZERO_CHUNK, bodyStart);
    return end < 0 ? undefined : { length: end + ZERO_CHUNK.length, bodyStart };
  }
  const length = bodyStart + contentLength(head);
  return bytes.length < length ? undefined : { length, bodyStart };
}
