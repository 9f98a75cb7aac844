// Messages with encoded content: a program of literal XML, with the encoded form outside (SOAP 1.1 §5, SOAP 1.2 Part 2 §3).
import { ByteBuffer } from '../../bytes/buffer.ts';
import { Pieces } from '../../bytes/pieces.ts';
import type { ElementDecl, Schemas, TypeDef } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { defaultLimits, type Limits } from '../../xml/reader/limits.ts';
import {
  type DecodeOptions,
  type Decoder,
  type EncodingRules,
  type InlinedDocument,
  Mismatch,
  type Program,
  type ReadOnlyMembers,
  type Tolerance,
} from '../model/codec.ts';
import type { AcceptedDeviations } from '../model/deviation.ts';
import { accessorsOf } from './accessors.ts';
import { holdsEncoded } from './content-style.ts';
import { encodedForm } from './encoded-form.ts';
import { type LiteralDocument, type LiteralFormOptions, literalForm } from './literal-form.ts';
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
  /** False: there are arrays in literal use alone, which has the rules of literal content. */
  private readonly isEncoded: boolean;
  private readonly rules: EncodingRules;
  private readonly meet: (type: TypeDef) => void;
  readonly problems: Program['problems'];

  /** `meet`: makes the names of a type known, as the first message that has it does. */
  constructor(literal: Program, root: ElementDecl, schemas: Schemas, meet: (type: TypeDef) => void) {
    this.literal = literal;
    this.root = root;
    this.schemas = schemas;
    this.meet = meet;
    this.isEncoded = holdsEncoded(root, schemas, (style) => style !== 'literal');
    this.rules = { foreignTypes: true, nulls: this.isEncoded };
    this.problems = (slots) => literal.problems(slots, this.rules);
  }

  encode(
    slots: readonly (Json | undefined)[],
    out: ByteBuffer,
    lenient?: boolean,
    tolerance?: Tolerance,
    readOnly?: ReadOnlyMembers,
  ): void {
    const buffer = new ByteBuffer();
    this.literal.encode(slots, buffer, lenient, tolerance, readOnly, this.rules);
    if (buffer.length === 0) return;
    const tree = readMessage(buffer.bytes.subarray(0, buffer.length), { limits: unlimited });
    out.append(encodedForm(tree, this.root, this.schemas, unlimited));
  }

  decoder(options: DecodeOptions = {}): Decoder {
    const { deviations } = options;
    // Requests, cases and samples are read without deviations: what they lack is an error.
    const mayLack = deviations === undefined ? 'none' : deviations.missing ? 'all' : 'some';
    const accepted = this.isEncoded && deviations ? inEncoded(deviations) : deviations;
    const translated = (bytes: Uint8Array) => this.translated(bytes, options, { mayLack });
    return new EncodedDecoder({ ...options, deviations: accepted }, this.literal, translated);
  }

  inlineReferences(document: Uint8Array, limits: Limits): InlinedDocument {
    return this.literal.inlineReferences(document, limits);
  }

  readonly literalOf = (document: Uint8Array): Uint8Array =>
    this.translated(document, {}, { mayLack: 'all', namesTexts: true }).bytes;

  private translated(
    bytes: Uint8Array,
    { limits = defaultLimits, transcoded, noInstructions }: DecodeOptions,
    form: Omit<LiteralFormOptions, 'limits'>,
  ): LiteralDocument {
    const tree = readMessage(bytes, { limits, transcoded, noInstructions });
    const bounds = resolvedLimits(limits, bytes.length);
    try {
      return literalForm(tree, this.root, this.schemas, { ...form, limits: bounds });
    } catch (error) {
      if (error instanceof SoapstoneError) this.meetTypes(error.path ?? '');
      throw error;
    }
  }

  /** The log has those names of a path that are known: no decoder has come so far. */
  private meetTypes(path: string): void {
    let { type } = this.root;
    for (const local of path.split('/').slice(1)) {
      this.meet(type);
      const accessor = type.kind === 'complex' ? accessorsOf(type).byLocal.get(local) : undefined;
      if (accessor === undefined) return;
      type = accessor.element.type;
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

/** References may lead forward: the message is decoded when all of it is there. */
class EncodedDecoder implements Decoder {
  private readonly options: DecodeOptions;
  private readonly literal: Program;
  private readonly translated: (bytes: Uint8Array) => LiteralDocument;
  private readonly mostBytes: number;
  private pieces = new Pieces();
  private received = 0;
  private inner: Decoder | undefined = undefined;
  absent: ReadonlySet<string> = NONE;

  constructor(options: DecodeOptions, literal: Program, translated: (bytes: Uint8Array) => LiteralDocument) {
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
    const { bytes, absent, defaulted, nils } = this.translated(this.pieces.joined());
    this.absent = absent;
    this.pieces = new Pieces();
    this.inner = this.literal.decoder({ ...this.options, foreignTypes: true, defaulted, nils, transcoded: true });
    try {
      this.inner.write(bytes);
      return this.inner.end();
    } catch (error) {
      throw inMessage(error, absent);
    }
  }
}

/** §5.1, §5.6: in a response, an accessor may be absent, whatever its declaration says. It is noted all the same. */
function inEncoded(deviations: AcceptedDeviations): AcceptedDeviations {
  return { ...deviations, missing: true };
}

/** The sender does not know the translated document: offsets in it mean nothing, and what is nil there may be absent from the message. */
function inMessage(error: unknown, absent: ReadonlySet<string>): unknown {
  if (error instanceof Mismatch && error.message === 'is nil' && absent.has(error.path))
    return new Mismatch(error.path, 'is missing');
  if (!(error instanceof SoapstoneError)) return error;
  return new SoapstoneError(error.code, error.message, { ...error, offset: undefined, cause: error });
}
