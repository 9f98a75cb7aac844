// Messages with encoded content: a program of literal XML, with the encoded form outside (SOAP 1.1 §5, SOAP 1.2 Part 2 §3).
import { ByteBuffer } from '../../bytes/buffer.ts';
import { Pieces } from '../../bytes/pieces.ts';
import type { ElementDecl, Schemas } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { defaultLimits, type Limits } from '../../xml/reader/limits.ts';
import type { DecodeOptions, Decoder, InlinedDocument, Program, ReadOnlyMembers, Tolerance } from '../model/codec.ts';
import type { AcceptedDeviations } from '../model/deviation.ts';
import { encodedForm } from './encoded-form.ts';
import { literalForm } from './literal-form.ts';
import { readMessage } from './message-tree.ts';
import { resolvedLimits } from './references.ts';

/** What the codec itself has written has no limits. */
const unlimited: Limits = {
  ...defaultLimits,
  bytes: Number.POSITIVE_INFINITY,
  elements: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
  depth: 1000,
};

export class EncodedProgram implements Program {
  private readonly literal: Program;
  private readonly root: ElementDecl;
  private readonly schemas: Schemas;
  readonly problems: Program['problems'];

  constructor(literal: Program, root: ElementDecl, schemas: Schemas) {
    this.literal = literal;
    this.root = root;
    this.schemas = schemas;
    this.problems = (slots) => literal.problems(slots, true);
  }

  encode(
    slots: readonly (Json | undefined)[],
    out: ByteBuffer,
    lenient?: boolean,
    tolerance?: Tolerance,
    readOnly?: ReadOnlyMembers,
  ): void {
    const buffer = new ByteBuffer();
    this.literal.encode(slots, buffer, lenient, tolerance, readOnly, true);
    if (buffer.length === 0) return;
    const tree = readMessage(buffer.bytes.subarray(0, buffer.length), { limits: unlimited });
    out.append(encodedForm(tree, this.root, this.schemas, unlimited));
  }

  decoder(options: DecodeOptions = {}): Decoder {
    return new EncodedDecoder(options, this.literal, (bytes) => this.translated(bytes, options));
  }

  inlineReferences(document: Uint8Array, limits: Limits): InlinedDocument {
    return this.literal.inlineReferences(document, limits);
  }

  readonly literalOf = (document: Uint8Array): Uint8Array => this.translated(document, {}, true);

  private translated(
    bytes: Uint8Array,
    { limits = defaultLimits, transcoded, noInstructions }: DecodeOptions,
    namesTexts = false,
  ): Uint8Array {
    const tree = readMessage(bytes, { limits, transcoded, noInstructions });
    const bounds = resolvedLimits(limits, bytes.length);
    return literalForm(tree, this.root, this.schemas, bounds, namesTexts);
  }
}

/** References may lead forward: the message is decoded when all of it is there. */
class EncodedDecoder implements Decoder {
  private readonly options: DecodeOptions;
  private readonly literal: Program;
  private readonly translated: (bytes: Uint8Array) => Uint8Array;
  private readonly mostBytes: number;
  private pieces = new Pieces();
  private received = 0;
  private inner: Decoder | undefined = undefined;

  constructor(options: DecodeOptions, literal: Program, translated: (bytes: Uint8Array) => Uint8Array) {
    this.options = options;
    this.literal = literal;
    this.translated = translated;
    this.mostBytes = Math.min((options.limits ?? defaultLimits).bytes, defaultLimits.bytes);
  }

  write(chunk: Uint8Array): void {
    this.received += chunk.length;
    if (this.received > this.mostBytes)
      throw new SoapstoneError('XML_LIMIT', `the document has more than ${this.mostBytes} bytes`, {
        offset: this.mostBytes,
      });
    this.pieces.add(chunk);
  }

  bound(): (Json | undefined)[] {
    return this.inner?.bound() ?? [];
  }

  end(): (Json | undefined)[] {
    const bytes = this.translated(this.pieces.joined());
    this.pieces = new Pieces();
    this.inner = this.literal.decoder({
      ...this.options,
      deviations: this.accepted(),
      foreignTypes: true,
      transcoded: true,
    });
    try {
      this.inner.write(bytes);
      return this.inner.end();
    } catch (error) {
      throw error instanceof SoapstoneError ? inMessage(error) : error;
    }
  }

  /** §5.1: an accessor may be absent or nil, whatever its declaration says. One that is absent is noted all the same. */
  private accepted(): AcceptedDeviations {
    const { unknown = false, namespaces = false, values = false, note } = this.options.deviations ?? {};
    return { unknown, namespaces, values, missing: true, nils: true, note };
  }
}

/** The sender does not know the translated document: offsets in it mean nothing. */
function inMessage(error: SoapstoneError): SoapstoneError {
  return new SoapstoneError(error.code, error.message, { ...error, offset: undefined, cause: error });
}
