// The items of a list as lines (NDJSON), from the bytes of the list as they come. Knows nothing about what the items mean.
import { isFieldText } from '../../../bytes/characters.ts';
import { ARRAY, json, toJs } from '../../../json/value.ts';
import { kindOf, member } from '../../../json/walk.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import { namedQuality, qualityOf } from '../../accept.ts';

export const LINES_MEDIA = 'application/x-ndjson';
/** Neither is registered; descriptions have the first. */
const LINES_MEDIAS = [LINES_MEDIA, 'application/jsonl'];

/** The media type by which the client names lines, if it wants them more than the rule's own media type. */
export function wantedLines(accept: string | undefined, { response: { rest } }: Rule): string | undefined {
  if (rest.list === undefined || accept === undefined || !/x-ndjson|jsonl/i.test(accept)) return undefined;
  const ownQuality = qualityOf(accept, rest.media);
  return LINES_MEDIAS.find((media) => namedQuality(accept, media) > ownQuality);
}

/** The links of a page as the value of a `Link` field (RFC 8288): lines have no place for them. undefined: the table writes none. */
export function pageLinks({ flow }: Rule, bindings: Bindings): string | undefined {
  if (flow?.kind !== 'pages') return undefined;
  const { links, nextLink, previousLink } = flow.plan;
  const of = (variable: number | undefined) => {
    const value = variable === undefined ? undefined : bindings[variable];
    return value && toJs(value);
  };
  const single = [
    { rel: 'next', href: of(nextLink) },
    { rel: 'prev', href: of(previousLink) },
  ];
  const all = [...((of(links) as typeof single | undefined) ?? []), ...single];
  const valid = all.filter(({ href }) => typeof href === 'string' && isFieldText(href) && !href.includes('>'));
  return valid.length === 0 ? undefined : valid.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ');
}

/** Bytes of an item that is not complete yet. A longer one goes out in pieces. */
const MOST_HELD = 1024 * 1024;

const [QUOTE, BACKSLASH, COMMA, NEWLINE] = [0x22, 0x5c, 0x2c, 0x0a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

export class ListLines {
  readonly media: string;
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  /** An item has begun, and its line has no end yet. */
  private isOpen = false;
  /** The beginning of an item. */
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;

  constructor(media = LINES_MEDIA) {
    this.media = media;
  }

  /** Takes the next bytes of the list. Returns the lines that are complete with them, in bytes of their own. */
  write(bytes: Uint8Array): Uint8Array {
    // The end of a line stands where its comma will, which may come with the next bytes.
    const out = Buffer.allocUnsafe(bytes.length + 1);
    let length = 0;
    let complete = 0;
    for (const byte of bytes) {
      const output = this.next(byte);
      if (output !== 0) out[length++] = output;
      if (!this.isItemOver(byte)) continue;
      this.isOpen = false;
      if (output !== NEWLINE) out[length++] = NEWLINE;
      complete = length;
    }
    return this.cut(out.subarray(0, length), complete);
  }

  /** The byte to write; 0: none. */
  private next(byte: number): number {
    if (this.inText) return this.inside(byte);
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) return this.depth++ === 0 ? 0 : this.inItem(byte);
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (--this.depth > 0) return byte;
      return this.isOpen ? NEWLINE : 0;
    }
    if (byte === COMMA && this.depth === 1) return this.isOpen ? NEWLINE : 0;
    // Between tokens, JSON may have line ends.
    if (byte <= SPACE) return 0;
    this.inText = byte === QUOTE;
    return this.inItem(byte);
  }

  /** After the byte. The end of a number is seen with what follows it; of all else with its own last byte, so that no line waits for the next item. */
  private isItemOver(byte: number): boolean {
    if (!this.isOpen || this.inText) return false;
    if (this.depth === 0) return true;
    return this.depth === 1 && (byte === COMMA || byte === QUOTE || byte === CLOSE_LIST || byte === CLOSE_OBJECT);
  }

  private inside(byte: number): number {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.inText = false;
    return byte;
  }

  private inItem(byte: number): number {
    this.isOpen = true;
    return byte;
  }

  /** `complete`: bytes up to the end of the last complete line. */
  private cut(out: Uint8Array, complete: number): Uint8Array {
    const isWhole = complete > 0 || this.pendingBytes + out.length > MOST_HELD;
    const end = complete > 0 ? complete : out.length;
    if (!isWhole) {
      this.hold(out);
      return EMPTY;
    }
    const lines =
      this.pending.length === 0 ? out.subarray(0, end) : Buffer.concat([...this.pending, out.subarray(0, end)]);
    this.pending = [];
    this.pendingBytes = 0;
    this.hold(out.subarray(end));
    return lines;
  }

  private hold(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.pending.push(piece);
    this.pendingBytes += piece.length;
  }
}

const EMPTY = new Uint8Array(0);

/** The lines of a complete body. `path`: JSON path of the list in it, `$` or `$.member`. A list that is absent has no lines. */
export function bodyLines(body: Uint8Array, path: string): Uint8Array {
  const content = json(body);
  const list = path === '$' ? content : member(content, path.slice(2));
  if (list === undefined || kindOf(list) !== ARRAY) return EMPTY;
  return new ListLines().write(list.bytes.subarray(list.start, list.end));
}
