// The public face of the codec: JSON bytes ⇄ XML bytes for the types of one contract, in one dialect.

import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { ElementDecl, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import type { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import type { TextCodec } from '../datatypes/codec.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import type { Codes, Member } from './members.ts';
import type { Shape } from './shape.ts';
import type { TypeNaming } from './type-naming.ts';

/** What may be wrong with members of a JSON document: such are left out, and named. Those that are required are never. */
export interface Tolerance {
  /** Members that the type does not have. */
  readonly names: boolean;
  /** Members whose values are not of their types. */
  readonly values: boolean;
  /** `problem` has the JSON path. */
  leaveOut(problem: SoapstoneError): void;
}

/** One message shape, compiled: constants pre-written, holes tied to the tables of their types. */
export interface Program {
  /**
   * Writes the root element. `slots[i]` is the value of hole i. Throws SoapstoneError with a JSON path. `lenient`: members that a type does
   * not have are passed over, and so is null where it is no value of a member that may be absent. What is written is valid all the same.
   */
  encode(slots: readonly (Json | undefined)[], out: ByteBuffer, lenient?: boolean, tolerance?: Tolerance): void;
  /** What is wrong with slots that `encode` has refused: all problems (a hundred at most), each with its JSON path. Off the hot path. */
  problems(slots: readonly (Json | undefined)[]): readonly SoapstoneError[];
  /** A fresh machine for one document. */
  decoder(options?: DecodeOptions): Decoder;
}

export interface DecodeOptions {
  readonly limits?: Limits;
  /** Skip facets and ignore unknown elements and attributes. Structure and lexical types are always checked. */
  readonly lenient?: boolean;
  /** The encoding is known from outside (a charset parameter), or the bytes were transcoded: ignore the XML declaration's. */
  readonly transcoded?: boolean;
  /** Refuse processing instructions. */
  readonly noInstructions?: boolean;
  /** Receive the bytes of slot `slot` while they are decoded instead of finding them in `slots` at the end. */
  readonly stream?: { readonly slot: number; readonly onBytes: (bytes: Uint8Array) => void };
}

/** Push machine, resumable at any byte boundary: whole-buffer mode is one write and end. Throws SoapstoneError. */
export interface Decoder {
  write(chunk: Uint8Array): void;
  /**
   * Values of the holes that are complete so far; for use in `stream.onBytes`, before anything of the streamed response leaves. Throws
   * Mismatch when a constant that stands before has differed.
   */
  bound(): (Json | undefined)[];
  /** Values of the holes. Throws MISMATCH (see `Mismatch`) when constants or fixed structure did not match. */
  end(): (Json | undefined)[];
}

/** A well-formed, valid document that is not the one the shape describes (a constant differs, a member is absent). */
export class Mismatch extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.name = 'Mismatch';
    this.path = path;
  }
}

export interface Codec {
  readonly schemas: Schemas;
  readonly dialect: Dialect;
  members(type: TypeDef): readonly Member[];
  /** JSON names of members that the type has in JSON alone. */
  computed(type: TypeDef): readonly string[];
  /** Names of the members and elements of all types that have been met. Off the hot path. */
  names(): ReadonlySet<string>;
  /** How enumerated values of elements look as objects, where JSON may have them so. */
  readonly codes: Codes | undefined;
  /** What may name the type in JSON; the first is what does where an element is declared with it. */
  namings(type: TypeDef): readonly TypeNaming[];
  /** `root` may be synthetic (an envelope around contract elements). `slots`: how many holes the shape has. */
  program(root: ElementDecl, shape: Shape, slots: number): Program;
  /** Lexical forms of XML. White space is handled as the type says. */
  text(type: SimpleType): TextCodec;
  /** The texts of paths, query strings and header fields: the same, but values that JSON spells otherwise than XML are spelled as in JSON. */
  shownText(type: SimpleType): TextCodec;
}
