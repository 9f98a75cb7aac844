// Attributes of one start tag, in the bytes of a document that was read before and is known to be well-formed.

/** Byte ranges of an attribute: with the space before it, and of the value between its quotes. */
export interface AttributeRange {
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface TagRange {
  /** Behind the element's name. */
  readonly nameEnd: number;
  readonly attributes: ReadonlyMap<string, AttributeRange>;
}

const [SPACE, QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = Buffer.from(' "\'/=>');

/** The tag whose `<` is at `offset`. */
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

/** Offsets of places (see Place: columns count characters) in UTF-8. Each search goes on from the place before where it can: a file may be one line. */
export function offsetsIn(bytes: Uint8Array): (line: number, col: number) => number {
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
