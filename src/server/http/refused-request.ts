// The record of a request that HTTP itself refuses: no bridge has seen it.
import type { RequestRecord } from '../../binding/channels.ts';
import { type Fault, toFault } from '../../fault/fault.ts';

/** Hears of each of them. */
export type Refused = (record: RequestRecord) => void;

/** `method` and `path` are '' for bytes that are no request. */
export function refusedRecord(
  error: unknown,
  id: string,
  responseBytes: number,
  { method = '', path = '' }: { readonly method?: string; readonly path?: string } = {},
): RequestRecord {
  const { init }: Fault = toFault(error);
  const { status, code } = init;
  return { bridge: '', id, method, path, status, code, ms: 0, upstreamMs: 0, requestBytes: 0, responseBytes };
}
