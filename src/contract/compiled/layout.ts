// The form of a compiled contract: a header, then tables of strings and of nodes. All integers little-endian.
//
//   MAGIC (16 bytes) · SHA-256 of all that follows (32) · counts (COUNTS × u32) · string offsets (u32 each, one more than strings)
//   · node offsets (u32 each, one more than nodes) · names (UTF-8, ended by NUL) · strings (UTF-8) · nodes (variable-length integers)
//   · the files of the contract (deflated, see `packSources`)
//
// A node is a component. Its fields stand in a fixed order: numbers and flags as they are, texts as index + 1 of the string table (0 for
// none), other components as node numbers. Only what is asked for is ever decoded.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SourceDocument, Sources } from '../model/contract.ts';
import { contractLimits } from '../source/limits.ts';

/** Changes with every change of the layout; the last byte of the text is a line end so that `head -1` shows it. */
export const MAGIC = 'SOAPSTONE-CT 08\n';
export const HASH_BYTES = 32;
/** strings, nodes, bytes of names, bytes of strings, bytes of nodes, types, elements, attributes, namespaces, files, operations, 1 where the contract has policies */
export const COUNTS = 12;

/** Kinds of type nodes. */
export const BUILTIN = 0;
export const SIMPLE = 1;
export const COMPLEX = 2;

export const VARIETIES = ['atomic', 'list', 'union'] as const;
export const SPACES = ['preserve', 'replace', 'collapse'] as const;
export const PROCESS = ['strict', 'lax', 'skip'] as const;
export const PARTICLES = ['element', 'any', 'sequence', 'choice', 'all'] as const;
export const CONTENTS = ['empty', 'simple', 'elements'] as const;
export const WILDCARDS = ['any', 'not', 'set'] as const;
export const ENCODINGS = [undefined, '1.1', '1.2'] as const;
export const DERIVATIONS = [undefined, 'extension', 'restriction'] as const;

/** Facets with a count, and with a lexical value: order of their fields. */
export const COUNT_FACETS = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const;
export const BOUND_FACETS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;

interface Head extends Omit<Sources, 'documents'> {
  readonly documents: readonly (Omit<SourceDocument, 'bytes'> & { readonly size: number })[];
}

/** The files, deflated: length of a JSON head (u32), the head, the bytes of the documents. Empty without files. */
export function packSources(sources: Sources | undefined): Uint8Array {
  if (sources === undefined) return new Uint8Array();
  const documents = sources.documents.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.length }));
  const head = Buffer.from(JSON.stringify({ ...sources, documents } satisfies Head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return deflateRawSync(Buffer.concat([length, head, ...sources.documents.map(({ bytes }) => bytes)]));
}

/** `packed` is what `packSources` made: its file was checked against its hash. */
export function unpackSources(packed: Uint8Array, relocate: (file: string) => string): Sources {
  const bytes = inflateRawSync(packed, { maxOutputLength: 2 * contractLimits.bytes });
  let at = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, at)) as Head;
  const documents = head.documents.map(({ size, ...rest }) => {
    at += size;
    return Object.freeze({ ...rest, file: relocate(rest.file), bytes: bytes.subarray(at - size, at) });
  });
  return Object.freeze({ ...head, documents });
}
