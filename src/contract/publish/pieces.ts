// A document as texts and the addresses between them: cut once, put together for each public address.

import { toUtf8 } from '../../xml/reader/encoding.ts';
import type { Link, SourceDocument } from '../model/sources.ts';

import { offsetsIn, readTag } from './tag.ts';

/** A text, or a place for an address: that of the service, or of another document. */
export type Piece = string | Address;

export interface Address {
  /** Query that asks for the document; '' for the service itself. */
  readonly query: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** `address`: where a link leads; undefined when its attribute is to be left out. */
export function piecesOf(document: SourceDocument, address: (link: Link) => Address | undefined): Piece[] {
  const bytes = toUtf8(document.bytes);
  const offsetOf = offsetsIn(bytes);
  const inOrder = document.links.toSorted((a, b) => a.line - b.line || a.col - b.col);
  const edits = inOrder.flatMap((link) => editOf(bytes, offsetOf(link.line, link.col), link, address(link)) ?? []);
  const text = (start: number, end?: number) => Buffer.from(bytes.subarray(start, end)).toString();
  const pieces: Piece[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  let at = prologEnd(bytes);
  for (const { start, end, pieces: replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text(at, start), ...replacement);
    at = end;
  }
  return [...pieces, text(at)];
}

/** `offset`: of the link's tag. */
function editOf(bytes: Uint8Array, offset: number, link: Link, address: Address | undefined): Edit | undefined {
  const { nameEnd, attributes } = readTag(bytes, offset);
  const attribute = attributes.get(link.attribute);
  if (!attribute) {
    return address && { start: nameEnd, end: nameEnd, pieces: [` ${link.attribute}="`, address, '"'] };
  }
  if (!address) return { start: attribute.start, end: attribute.valueEnd + 1, pieces: [] };
  return { start: attribute.valueStart, end: attribute.valueEnd, pieces: [address] };
}

/** Behind byte order mark, XML declaration and the space after it: what is served is UTF-8, whatever the file was. */
function prologEnd(bytes: Uint8Array): number {
  const start = bytes[0] === 0xef ? 3 : 0;
  const head = Buffer.from(bytes.subarray(start, start + 5)).toString('latin1');
  if (head !== '<?xml') return start;
  const end = bytes.indexOf(0x3e, start) + 1;
  return bytes[end] === 0x0a ? end + 1 : end;
}
