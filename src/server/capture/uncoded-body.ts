// The text of a compressed response that the gateway itself has sent, for captures. Knows nothing about secrets.
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import type { CapturedField } from '../../capture/captured.ts';

export interface UncodedBody {
  readonly bytes: Uint8Array;
  /** Those of the body as it is here. */
  readonly headers: readonly CapturedField[];
  readonly isCut: boolean;
}

/** Repetition may make text a thousand times as long: what is longer than this is not shown. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** `coded`: bytes of the response, perhaps the first ones alone. `limit`: bytes of the result. A body that cannot be decoded stays as it is. */
export function uncoded(coded: Uint8Array, headers: readonly CapturedField[], limit: number): UncodedBody {
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const bytes = coded.length === 0 || coding === undefined ? undefined : decoded(coded, coding);
  if (bytes === undefined) return { bytes: coded, headers, isCut: false };
  const plainHeaders = headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return { bytes: bytes.subarray(0, limit), headers: plainHeaders, isCut: bytes.length > limit };
}

/** The end may be missing. */
function decoded(coded: Uint8Array, coding: string): Uint8Array | undefined {
  try {
    if (coding === 'gzip')
      return gunzipSync(coded, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_LENGTH });
    if (coding !== 'br') return undefined;
    return brotliDecompressSync(coded, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: MAX_LENGTH });
  } catch {
    return undefined;
  }
}
