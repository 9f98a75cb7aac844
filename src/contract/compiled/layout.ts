// The form of a compiled contract: a header, then tables of strings and of nodes. All integers little-endian.
//
//   MAGIC (16 bytes) · SHA-256 of all that follows (32) · counts (COUNTS × u32) · string offsets (u32 each, one more than strings)
//   · node offsets (u32 each, one more than nodes) · names (UTF-8, ended by NUL) · strings (UTF-8) · nodes (variable-length integers)
//   · the files of the contract (deflated, see sources.ts)
//
// A node is a component. Its fields stand in a fixed order: numbers and flags as they are, texts as index + 1 of the string table (0 for
// none), other components as node numbers. Only what is asked for is ever decoded.

/** Changes with every change of the layout; the last byte of the text is a line end so that `head -1` shows it. */
export const MAGIC = 'SOAPSTONE-CT 03\n';
export const HASH_BYTES = 32;
/** strings, nodes, bytes of names, bytes of strings, bytes of nodes, types, elements, attributes, namespaces, files, operations */
export const COUNTS = 11;

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
export const DERIVATIONS = [undefined, 'extension', 'restriction'] as const;

/** Facets with a count, and with a lexical value: order of their fields. */
export const COUNT_FACETS = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const;
export const BOUND_FACETS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;
