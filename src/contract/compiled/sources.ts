// The files of a contract inside its compiled form: deflated, and only looked at by who shows the contract to callers.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SourceDocument, Sources } from '../model/sources.ts';
import { contractLimits } from '../source/limits.ts';

interface Head extends Omit<Sources, 'documents'> {
  readonly documents: readonly (Omit<SourceDocument, 'bytes'> & { readonly size: number })[];
}

/** Length of a JSON head (u32), the head, then the bytes of the documents. Empty when there are none. */
export function packSources(sources: Sources | undefined): Uint8Array {
  if (sources === undefined) return new Uint8Array();
  const documents = sources.documents.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length }));
  const head = Buffer.from(JSON.stringify({ ...sources, documents } satisfies Head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return deflateRawSync(Buffer.concat([length, head, ...sources.documents.map(({ bytes }) => bytes)]));
}

/** `packed` is what `packSources` made: its file was checked against its hash. */
export function unpackSources(packed: Uint8Array): Sources {
  const bytes = inflateRawSync(packed, { maxOutputLength: 2 * contractLimits.bytes });
  let at = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, at)) as Head;
  const documents = head.documents.map(({ size, ...rest }) => {
    at += size;
    return Object.freeze({ ...rest, bytes: bytes.subarray(at - size, at) });
  });
  return Object.freeze({ ...head, documents });
}
