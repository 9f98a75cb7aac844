// The codec of one contract in one dialect. Knows nothing about mappings, SOAP or HTTP.

import type { ByteBuffer } from '../bytes/buffer.ts';
import type { ElementDecl, Schemas, SimpleType } from '../contract/model/model.ts';
import type { SoapstoneError } from '../errors/errors.ts';
import { type Json, sizeOf } from '../json/value.ts';
import type { Limits } from '../xml/reader/limits.ts';
import { CompiledTables } from './compile/tables.ts';
import type { TextCodec } from './datatypes/codec.ts';
import type { Dialect } from './datatypes/dialect.ts';
import { allowance, beginSteps, endSteps, withSteps } from './datatypes/regex/steps.ts';
import { compileShownText, compileText } from './datatypes/text.ts';
import { XmlDecoder } from './decode/decoder.ts';
import { XmlEncoder } from './encode/encoder.ts';
import { ProblemFinder } from './encode/problems.ts';
import type {
  Codec,
  DecodeOptions,
  Decoder,
  EncodingRules,
  InlinedDocument,
  Program,
  ReadOnlyMembers,
  Tolerance,
} from './model/codec.ts';
import type { Shape } from './model/shape.ts';
import { type Action, actionOf } from './model/shaped.ts';
import type { ElementTable, Tables } from './model/tables.ts';
import { noPresentation, type Presentation } from './presentation/presentation.ts';
import { holdsEncoded } from './soap-encoding/content-style.ts';
import { elementsWithHref, inlineReferences } from './soap-encoding/inline-references.ts';
import { readMessage } from './soap-encoding/message-tree.ts';
import { EncodedProgram } from './soap-encoding/program.ts';
import { resolvedLimits } from './soap-encoding/references.ts';

export function createCodec(schemas: Schemas, dialect: Dialect, presentation: Presentation = noPresentation): Codec {
  const tables = new CompiledTables(schemas, dialect, presentation);
  // Encoding is synchronous, so one encoder serves all programs.
  let shared: XmlEncoder | undefined;
  const encoder = () => (shared ??= new XmlEncoder(tables));
  return {
    schemas,
    dialect,
    members: (type) => tables.members(type),
    computed: (type) => tables.computed(type),
    names: () => tables.names(),
    codes: tables.codes,
    namings: (type) => tables.namings(type),
    program: (root, shape, slots) => {
      const program = new CompiledProgram(tables, root, shape, slots, encoder);
      return holdsEncoded(root, schemas)
        ? new EncodedProgram(program, root, schemas, (type) => void tables.type(type))
        : program;
    },
    text: each((type) => compileText(type, dialect)),
    shownText: each((type) => compileShownText(type, dialect)),
  };
}

/** Made once for each type. */
function each(make: (type: SimpleType) => TextCodec): Codec['text'] {
  const texts = new Map<SimpleType, TextCodec>();
  return (type) => {
    let text = texts.get(type);
    if (text === undefined) {
      text = make(type);
      texts.set(type, text);
    }
    return text;
  };
}

const FIRST_SIZE = 1024;
const LARGEST_HINT = 1024 * 1024;
/** A machine grows with its document: one that has read more bytes is not kept. */
const LARGEST_KEPT = 65_536;
const MOST_IDLE = 64;

class CompiledProgram implements Program {
  private readonly tables: Tables;
  private readonly root: ElementTable;
  private readonly action: Action;
  private readonly slots: number;
  private readonly encoder: XmlEncoder;
  /** Output size of the last document: the next one is likely to need as much. */
  private size = FIRST_SIZE;
  private withHref: ReadonlySet<string> | undefined;
  /** Machines that have read their document. One that failed is not used again. */
  private readonly idle: XmlDecoder[] = [];

  constructor(tables: Tables, root: ElementDecl, shape: Shape, slots: number, encoder: () => XmlEncoder) {
    this.tables = tables;
    this.root = tables.element(root);
    this.action = actionOf(shape, root.type.kind === 'simple' ? this.root.type.simple : undefined);
    this.slots = slots;
    this.encoder = encoder();
  }

  encode(
    slots: readonly (Json | undefined)[],
    out: ByteBuffer,
    lenient = false,
    tolerance?: Tolerance,
    readOnly?: ReadOnlyMembers,
    rules?: EncodingRules,
  ): void {
    const opened = beginSteps(allowance(sizeOf(slots)));
    try {
      this.encoder.document(this.root, this.action, slots, out, lenient, tolerance, readOnly, rules);
    } finally {
      endSteps(opened);
    }
  }

  problems(slots: readonly (Json | undefined)[], rules?: EncodingRules): readonly SoapstoneError[] {
    const find = () => new ProblemFinder(this.tables).problems(this.root, this.action, slots, rules);
    return withSteps(sizeOf(slots), find);
  }

  inlineReferences(document: Uint8Array, limits: Limits): InlinedDocument {
    this.withHref ??= elementsWithHref(this.root.decl, this.tables.schemas);
    const tree = readMessage(document, { limits, transcoded: true });
    return inlineReferences(tree, this.withHref, resolvedLimits(limits, document.length));
  }

  decoder(options: DecodeOptions = {}): Decoder {
    const machine = this.idle.pop() ?? new XmlDecoder(this.tables, this.root, this.action, this.release);
    return machine.restart(this.slots, options, this.size);
  }

  private readonly release = (machine: XmlDecoder, read: number, size: number): void => {
    this.size = Math.min(size, LARGEST_HINT);
    if (read <= LARGEST_KEPT && this.idle.length < MOST_IDLE) this.idle.push(machine.releaseDocument());
  };
}
