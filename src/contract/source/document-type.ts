// DOCTYPE in the operator's contract files. Published schemas have one for editors; messages must never have one (SOAP 1.1 §3, SOAP 1.2 Part 1 §5).
import { SoapstoneError } from '../../errors/errors.ts';

const OPEN = '<!DOCTYPE';
const SPACE = 0x20;
const NEWLINE = 0x0a;

/** XML declaration, comments, processing instructions and white space (XML 1.0 §2.8), at `lastIndex`. */
const MISC = /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y;
/** One part of an internal subset: white space, a comment, an instruction, a declaration with its literals. */
const SUBSET = /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!([A-Z]+)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/y;
const NAME = /\s+[^\s>['"]+\s*/y;

/**
 * The same file with white space in place of a DOCTYPE that changes nothing: it has no external part, no entities and no attribute defaults.
 * Places stay as they are.
 * @throws SoapstoneError XML_DOCTYPE with the place, for any other DOCTYPE
 */
export function withoutDocumentType(bytes: Uint8Array, file: string): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // A byte for each character: places in the text are places in the bytes.
  const start = source.indexOf(OPEN);
  if (start < 0) return bytes;
  const text = source.toString('latin1');
  if (afterAll(MISC, text, text.startsWith('\xef\xbb\xbf') ? 3 : 0) !== start) return bytes;
  const end = new Subset(text, file).endOf(start);
  const blanked = Buffer.from(source);
  for (let at = start; at < end; at++) if (blanked[at] !== NEWLINE) blanked[at] = SPACE;
  return blanked;
}

class Subset {
  private readonly text: string;
  private readonly file: string;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  /** After the `>` of the DOCTYPE at `start`. */
  endOf(start: number): number {
    const { text } = this;
    let at = after(NAME, text, start + OPEN.length) ?? this.fail('it has no name', start);
    if (/^(?:SYSTEM|PUBLIC)\b/.test(text.slice(at, at + 7))) this.fail('it names an external DTD', at);
    if (text[at] === '[') at = this.afterSubset(at + 1);
    at = afterAll(/\s+/y, text, at);
    return text[at] === '>' ? at + 1 : this.fail('it does not end', at);
  }

  private afterSubset(start: number): number {
    const { text } = this;
    let at = start;
    for (;;) {
      SUBSET.lastIndex = at;
      const match = SUBSET.exec(text);
      if (match === null) break;
      this.check(match, at);
      at = SUBSET.lastIndex;
    }
    return text[at] === ']' ? at + 1 : this.fail('its internal subset cannot be read', at);
  }

  /** Entities could stand for anything, and defaults of attributes would be missing. */
  private check([, kind, content]: RegExpExecArray, at: number): void {
    if (kind === 'ENTITY') this.fail('it declares an entity', at);
    if (kind === 'ATTLIST' && /["']/.test(content.replaceAll(/\((?:[^()"']*)\)/g, '')))
      this.fail('it declares a default of an attribute', at);
  }

  private fail(reason: string, at: number): never {
    const lines = this.text.slice(0, at).split('\n');
    const place = { file: this.file, line: lines.length, col: lines.at(-1)!.length + 1 };
    const suggestion = 'remove the DOCTYPE from the file';
    throw new SoapstoneError('XML_DOCTYPE', `this document type declaration is not allowed: ${reason}`, {
      place,
      suggestion,
    });
  }
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function afterAll(pattern: RegExp, text: string, start: number): number {
  let at = start;
  for (let next = after(pattern, text, at); next !== undefined; next = after(pattern, text, at)) at = next;
  return at;
}
