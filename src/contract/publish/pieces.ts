// A document as texts with addresses between them: cut once, joined for each public address.
import { toUtf8 } from '../../xml/reader/encoding.ts';
import type { Link, SourceDocument } from '../model/contract.ts';

/** A text, or the address of the service or of another document. */
export type Piece = string | Address;

export interface Address {
  /** Query of the document's address; '' for the service. */
  readonly query: string;
}

/** Offsets in bytes. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** `address`: target of a link; undefined removes the attribute. `further`: changes beside those of links. */
export function piecesOf(
  document: SourceDocument,
  address: (link: Link) => Address | undefined,
  further: (bytes: Uint8Array) => readonly Edit[] = () => [],
): Piece[] {
  const bytes = toUtf8(document.bytes);
  const offsetOf = offsetsIn(bytes);
  const inOrder = document.links.toSorted((a, b) => a.line - b.line || a.col - b.col);
  const edits = inOrder.flatMap((link) => editOf(bytes, offsetOf(link.line, link.col), link, address(link)) ?? []);
  const text = (start: number, end?: number) => Buffer.from(bytes.subarray(start, end)).toString();
  const pieces: Piece[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  let at = prologEnd(bytes);
  for (const { start, end, pieces: replacement } of [...edits, ...further(bytes)].toSorted(
    (a, b) => a.start - b.start,
  )) {
    // Inside of what is cut out.
    if (start < at) continue;
    pieces.push(text(at, start), ...replacement);
    at = end;
  }
  return [...pieces, text(at)];
}

/** `offset`: start of the tag. */
function editOf(bytes: Uint8Array, offset: number, link: Link, address: Address | undefined): Edit | undefined {
  const { nameEnd, attributes } = readTag(bytes, offset);
  const attribute = attributes.get(link.attribute);
  if (!attribute) {
    return address && { start: nameEnd, end: nameEnd, pieces: [` ${link.attribute}="`, address, '"'] };
  }
  if (!address) return { start: attribute.start, end: attribute.valueEnd + 1, pieces: [] };
  return { start: attribute.valueStart, end: attribute.valueEnd, pieces: [address] };
}

/** After byte order mark, XML declaration and following space: documents are served in UTF-8. */
function prologEnd(bytes: Uint8Array): number {
  const start = bytes[0] === 0xef ? 3 : 0;
  const head = Buffer.from(bytes.subarray(start, start + 5)).toString('latin1');
  if (head !== '<?xml') return start;
  const end = bytes.indexOf(0x3e, start) + 1;
  return bytes[end] === 0x0a ? end + 1 : end;
}

/** Byte offsets of an attribute. `start` includes the space before it. */
interface AttributeRange {
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface TagRange {
  /** End of the element's name. */
  readonly nameEnd: number;
  readonly attributes: ReadonlyMap<string, AttributeRange>;
}

const [SPACE, QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = Buffer.from(' "\'/=>');

/** The tag whose `<` is at `offset`, in a document that is known to be well-formed. */
export function readTag(bytes: Uint8Array, offset: number): TagRange {
  const nameEnd = wordEnd(bytes, offset + 1);
  const attributes = new Map<string, AttributeRange>();
  for (let start = nameEnd; ; ) {
    const nameStart = skipSpace(bytes, start);
    if (bytes[nameStart] === GREATER || bytes[nameStart] === SLASH || nameStart >= bytes.length)
      return { nameEnd, attributes };
    const end = wordEnd(bytes, nameStart);
    const quote = skipSpace(bytes, skipSpace(bytes, end) + 1);
    const valueEnd = bytes.indexOf(bytes[quote], quote + 1);
    attributes.set(Buffer.from(bytes.subarray(nameStart, end)).toString(), { start, valueStart: quote + 1, valueEnd });
    start = valueEnd + 1;
  }
}

/** Offsets of places (see Place: columns count characters) in UTF-8. Each search continues from the place before: a file may be one line. */
function offsetsIn(bytes: Uint8Array): (line: number, col: number) => number {
  let at = 0;
  let [atLine, atCol] = [1, 1];
  return (line, col) => {
    if (line < atLine || (line === atLine && col < atCol)) [at, atLine, atCol] = [0, 1, 1];
    for (; atLine < line; atLine++, atCol = 1) at = bytes.indexOf(0x0a, at) + 1;
    for (; atCol < col; atCol++)
      do at++;
      while ((bytes[at] & 0xc0) === 0x80);
    return at;
  };
}

function wordEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] > SPACE && !isDelimiter(bytes[at])) at++;
  return at;
}

function isDelimiter(byte: number): boolean {
  return byte === EQUALS || byte === GREATER || byte === SLASH || byte === QUOTE || byte === APOSTROPHE;
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] <= SPACE) at++;
  return at;
}
