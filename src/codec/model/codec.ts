// The interface of the codec: JSON bytes ⇄ XML bytes for the types of one contract, in one dialect.

import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { ElementDecl, Schemas, SimpleType, TypeDef } from '../../contract/model/model.ts';
import type { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import type { TextCodec } from '../datatypes/codec.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import type { AcceptedDeviations } from './deviation.ts';
import type { Codes, Member } from './members.ts';
import type { Shape } from './shape.ts';
import type { TypeNaming } from './type-naming.ts';

/** Which invalid members of an object are left out and reported. Required members never are. */
export interface MemberTolerance {
  /** Is an unknown member of this name left out? */
  omits(name: string): boolean;
  /** Members with invalid values. */
  readonly values: boolean;
  /** `problem` has the JSON path. */
  leaveOut(problem: SoapstoneError): void;
}

/** What of a JSON document is left out and reported. */
export interface Tolerance extends MemberTolerance {
  /** What is left out inside of an item of `$each`. `index`: of the item in its list. */
  ofItem?(index: number): MemberTolerance;
  /** Items of `$each` that do not fit are left out. */
  leaveOutItem?(index: number, problem: SoapstoneError): void;
  /** Call this when all items are left out. Returns what is thrown: `first`, the problem of the first item, unless something else is to be done. */
  noItemFits?(first: SoapstoneError): SoapstoneError;
}

/** Members that the service alone sets: requests are written without them. */
export type ReadOnlyMembers = 'written' | 'ignored';

export interface InlinedDocument {
  readonly bytes: Uint8Array;
  /** References that were followed. */
  readonly references: number;
}

/** What SOAP encoding lets values be that literal content does not. */
export interface EncodingRules {
  /** Values of `xs:anyType` may name types that the contract lacks. */
  readonly foreignTypes: boolean;
  /** Null may stand for any element inside of the message's encoded parts. */
  readonly nulls: boolean;
}

/** One compiled message shape: constants as bytes, holes with the tables of their types. */
export interface Program {
  /**
   * Writes the root element. `slots[i]` is the value of hole i. Throws SoapstoneError with a JSON path. `lenient`: unknown members
   * are skipped, and so is null at an optional member without a null value. The output is valid all the same.
   */
  encode(
    slots: readonly (Json | undefined)[],
    out: ByteBuffer,
    lenient?: boolean,
    tolerance?: Tolerance,
    readOnly?: ReadOnlyMembers,
    rules?: EncodingRules,
  ): void;
  /** All problems of slots of a request that `encode` has refused (a hundred at most), each with its JSON path. Off the hot path. */
  problems(slots: readonly (Json | undefined)[], rules?: EncodingRules): readonly SoapstoneError[];
  decoder(options?: DecodeOptions): Decoder;
  /**
   * The whole document, in UTF-8, with each value in the place of a reference to it: where a decoder has thrown ReferenceFound.
   * `limits`: of the document and the result. Throws SoapstoneError.
   */
  inlineReferences(document: Uint8Array, limits: Limits): InlinedDocument;
  /** The document with literal content; only where the program has encoded content. Throws SoapstoneError. */
  readonly literalOf?: (document: Uint8Array) => Uint8Array;
}

export interface DecodeOptions {
  readonly limits?: Limits;
  /** Skip facets and ignore unknown elements and attributes. Structure and lexical types are always checked. */
  readonly lenient?: boolean;
  /** Content that the contract does not have, and is taken all the same; none by default. */
  readonly deviations?: AcceptedDeviations;
  /** The encoding is known (charset parameter, or transcoded bytes): ignore the XML declaration. */
  readonly transcoded?: boolean;
  /** Name the types of `xs:anyType` values that the contract lacks, as SOAP encoding has them. Otherwise such a value is refused. */
  readonly foreignTypes?: boolean;
  /** Elements that the sender left out, by their number in the document (the root is 1): each has its default, and a shape need not name it. */
  readonly defaulted?: ReadonlySet<number>;
  /** Elements that may be nil whatever their declaration says, by their number. */
  readonly nils?: ReadonlySet<number>;
  /** Refuse processing instructions. */
  readonly noInstructions?: boolean;
  /** Throw the first Mismatch at once. Otherwise the rest of the document is read for errors of the contract. */
  readonly decisive?: boolean;
  /** Receive the bytes of slot `slot` while they are decoded instead of finding them in `slots` at the end. */
  readonly stream?: { readonly slot: number; readonly onBytes: (bytes: Uint8Array) => void };
}

/** Push machine, resumable at any byte boundary: whole-buffer mode is one write and end. Throws SoapstoneError. */
export interface Decoder {
  /** After `end`: paths of elements that are null in the values and absent from the document. Absent where none can be. */
  readonly absent?: ReadonlySet<string>;
  write(chunk: Uint8Array): void;
  /**
   * Values of the holes that are complete so far; for use in `stream.onBytes`, before the response is sent. Throws
   * Mismatch if an earlier constant differed.
   */
  bound(): (Json | undefined)[];
  /** Values of the holes. Throws Mismatch where constants or fixed structure differ. */
  end(): (Json | undefined)[];
}

/** A valid document that the shape does not describe: a constant differs, or a member is absent. */
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
  /** JSON names of computed members. */
  computed(type: TypeDef): readonly string[];
  /** Names of the members and elements of all types used so far. Off the hot path. */
  names(): ReadonlySet<string>;
  /** Enumerated values as objects, where the mapping has them. */
  readonly codes: Codes | undefined;
  /** Members that may name the type in JSON; the first one is for elements declared with it. */
  namings(type: TypeDef): readonly TypeNaming[];
  /** `root` may be synthetic (an envelope around contract elements). `slots`: how many holes the shape has. */
  program(root: ElementDecl, shape: Shape, slots: number): Program;
  /** Lexical forms of XML. White space is handled as the type says. */
  text(type: SimpleType): TextCodec;
  /** For paths, query strings and header fields: the same, with the JSON spelling of values that differ in JSON. */
  shownText(type: SimpleType): TextCodec;
}
