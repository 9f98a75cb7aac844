// One simple type, compiled: XML text ⇄ one JSON value, on bytes. Knows nothing about elements, attributes or paths.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { Json, Tape } from '../../json/value.ts';
import type { Problem } from './value-problem.ts';

/** Simple values as text. Throws SoapstoneError (CODEC_TYPE, CODEC_FACET). */
export interface TextCodec {
  /** `7`, `true`, `abc` → JSON value bytes (`7`, `true`, `"abc"`). */
  fromText(text: string): Json;
  /** JSON scalar → text. */
  toText(value: Json): string;
}

/** Namespaces in scope at a QName. '' is the default namespace. */
export interface NameScope {
  resolve(prefix: string): string | undefined;
}

/** Prefixes for QNames that are written. Never asked about '' (no namespace). */
export interface NameWriter {
  /** Declares it if needed. */
  prefixFor(ns: string): string;
}

export interface SimpleCodec {
  /**
   * XML text (unescaped UTF-8, line ends normalised, white space raw) in [start, end) → one JSON value appended to `out`; after a problem
   * (CODEC_TYPE, CODEC_FACET) `out` may hold a part of it. `lenient` skips facets, never the built-in type's own rules.
   */
  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined;
  /**
   * JSON value at `node` → XML text, escaped for element content or, with `attribute`, for a value between double quotes. Throws
   * SoapstoneError CODEC_TYPE, CODEC_FACET or CODEC_CHARACTER without a path; `out` may then end in a part of the text.
   */
  encode(tape: Tape, node: number, out: ByteBuffer, attribute: boolean, names: NameWriter): void;
  /** Every text and every JSON string is a value: the caller may copy it without the codec. */
  readonly plain: boolean;
}

/** A simple codec for lists, unions and plain texts: invalid values do not throw. */
export interface ValueCodec extends SimpleCodec {
  /** JSON value → lexical form, not escaped. After a problem `out` may hold a part of it. */
  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined;
  /** What a value that the type does not have stands for where content is read leniently; undefined: nothing. */
  lenientValue?(tape: Tape, node: number): Tape | undefined;
  /** Where content is read leniently: the XML text of a JSON string that the enumeration of the type lacks; undefined: it is not one. */
  unlistedText?(tape: Tape, node: number): string | undefined;
  /** A key of the value in [start, end), the same for equal values; undefined for invalid text. For enumerations. */
  key(input: Uint8Array, start: number, end: number, scope: NameScope, lenient: boolean): string | undefined;
}

/** A value of a date, time or duration type. One object is reused for each text. */
export interface CalendarValue {
  /** False when [start, end) is no lexical form of the type. */
  read(bytes: Uint8Array, start: number, end: number): boolean;
  key(): string;
}

/** The contract keeps no prefixes of fixed values: only names without prefix can be compared. */
const contractScope: NameScope = { resolve: () => undefined };

/** Is the text in [start, end) the value that `fixed` is (XSD Part 1 §3.3.4: equal in the value space)? */
export function sameValue(
  codec: ValueCodec,
  input: Uint8Array,
  start: number,
  end: number,
  fixed: string,
  scope: NameScope,
): boolean {
  const text = Buffer.from(fixed);
  const expectedKey = codec.key(text, 0, text.length, contractScope, true);
  return expectedKey === undefined || expectedKey === codec.key(input, start, end, scope, true);
}
