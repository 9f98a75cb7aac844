// State of a decoder for one document.
import { ByteBuffer } from '../../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import type { NsContext } from '../../xml/reader/namespace-context.ts';
import { passOver } from '../../xml/reader/passing.ts';
import { NEED_INPUT, XmlReader } from '../../xml/reader/reader.ts';
import type { SimpleCodec } from '../datatypes/codec.ts';
import { allowance, beginSteps, endSteps } from '../datatypes/regex/steps.ts';
import { type Problem, raiseAny } from '../datatypes/value-problem.ts';
import { Captures } from '../model/captures.ts';
import { type DecodeOptions, Mismatch } from '../model/codec.ts';
import { type AcceptedDeviations, type Deviation, DeviationError, ReferenceFound } from '../model/deviation.ts';
import { Frame, SKIP } from '../model/frame.ts';
import type { AttributeTable, ElementTable, LevelTable, PositionTable, Tables, TypeTable } from '../model/tables.ts';
import { COMMA, NULL_BYTES } from './literals.ts';

const NOTHING = new Captures(0, 0, undefined);
const NONE: AcceptedDeviations = { unknown: false, namespaces: false, missing: false, values: false };
/** Deviations of a document that are noted with their path. */
const NOTED = 16;
/** Missing members of a document that are written as null: a small document must not become a large one. */
const MOST_MISSING = 10_000;

export abstract class DecoderState {
  protected readonly reader = new XmlReader();
  protected readonly tables: Tables;
  protected lenient = false;
  protected deviations = NONE;
  /** Deviations of this document so far. */
  private deviationCount = 0;
  private missingCount = 0;
  protected decisive = false;
  protected foreignTypes = false;
  protected defaulted: ReadonlySet<number> | undefined = undefined;
  protected nils: ReadonlySet<number> | undefined = undefined;
  /** `$type` of the open tag, where it names a type that the contract lacks. */
  protected foreignLabel: Uint8Array | undefined = undefined;
  protected captures = NOTHING;
  protected readonly stack: Frame[] = [new Frame()];

  protected depth = 0;
  protected top: Frame = this.stack[0];
  protected out: ByteBuffer;
  protected readonly value = new ByteBuffer(64);

  protected mismatch: Mismatch | undefined;
  /** The attribute or leaf element that is being read: for error paths. */
  protected leaf: PositionTable | AttributeTable | undefined;
  /** Slot of the next value, where the first items of a list are holes; otherwise -1. */
  protected pending = -1;
  protected isComplete = false;
  /** The value of an element is being ended. */
  protected closing = false;
  /** Declarations of the open simple contents, by depth: for default and fixed values. */
  protected readonly declarations: (ElementTable | undefined)[] = [];

  /** Steps left for the patterns of this document. */
  protected patternSteps = 0;
  /** Characters of all `$xmlns` so far. */
  protected prefixLength = 0;
  /** Characters of the open value that stand before a skipped element. */
  protected textBefore = 0;

  constructor(tables: Tables) {
    this.tables = tables;
    this.out = this.captures.out;
  }

  restart(slots: number, options: DecodeOptions, sizeHint: number): this {
    this.lenient = options.lenient ?? false;
    this.deviations = options.deviations ?? NONE;
    this.deviationCount = 0;
    this.missingCount = 0;
    this.decisive = options.decisive ?? false;
    this.foreignTypes = options.foreignTypes ?? false;
    this.defaulted = options.defaulted;
    this.nils = options.nils;
    this.foreignLabel = undefined;
    this.reader.reset(options);
    this.captures = new Captures(slots, sizeHint, options.stream);
    this.out = this.captures.out;
    this.top = this.stack[0];
    this.depth = 0;
    this.value.reset();
    this.mismatch = undefined;
    this.leaf = undefined;
    this.pending = -1;
    this.closing = false;
    this.isComplete = false;
    this.patternSteps = allowance(0);
    this.prefixLength = 0;
    this.textBefore = 0;
    return this;
  }

  /** Releases the document: its values live on with their owners. */
  releaseDocument(): this {
    this.captures = NOTHING;
    this.out = NOTHING.out;
    this.reader.releaseBytes();
    return this;
  }

  protected guard(step: () => void): void {
    const opened = beginSteps(this.patternSteps);
    try {
      step();
    } catch (e) {
      if (!(e instanceof SoapstoneError) || e.path !== undefined) throw e;
      throw new SoapstoneError(e.code, e.message, {
        path: this.path(),
        offset: e.offset ?? this.reader.offset,
        suggestion: e.suggestion,
        safeMessage: e.safeMessage,
        cause: e,
      });
    } finally {
      const rest = endSteps(opened);
      if (opened) this.patternSteps = rest;
    }
  }

  protected path(): string {
    const open = this.reader.path(this.openDepth());
    const { leaf } = this;
    if (leaf === undefined) return open;
    return `${open === '' ? '' : `${open}/`}${'use' in leaf ? `@${leaf.use.name.local}` : leaf.element!.decl.name.local}`;
  }

  /** Depth of the open element: at an end tag the reader has already left it. */
  protected openDepth(): number {
    return this.reader.depth + (this.closing ? 1 : 0);
  }

  /** Reports an accepted deviation; false: it is not accepted. `leaf`: an attribute or absent element of the open element at `depth`. */
  protected accepts(deviation: Deviation, leaf = '', depth = this.reader.depth): boolean {
    const { unknown, namespaces, missing } = this.deviations;
    const isMissing = deviation === 'missing' && missing && this.missingCount++ < MOST_MISSING;
    const accepted = deviation === 'unknown' ? unknown : deviation === 'namespace' ? namespaces : isMissing;
    if (accepted) this.noteDeviation(deviation, leaf, depth);
    return accepted;
  }

  /** The same, and `lenient` accepts everything. */
  protected tolerates(deviation: Deviation, leaf = ''): boolean {
    if (this.accepts(deviation, leaf)) return true;
    if (this.lenient) this.noteDeviation(deviation, leaf);
    return this.lenient;
  }

  protected noteDeviation(deviation: Deviation, leaf = '', depth = this.reader.depth): void {
    this.deviations.note?.(deviation, this.deviationCount++ < NOTED ? this.reader.path(depth) + leaf : undefined);
  }

  /** A simple value as JSON. Throws for one that does not fit, unless that is accepted. */
  protected simpleValue(simple: SimpleCodec, bytes: Uint8Array, start: number, end: number, scope: NsContext): void {
    const mark = this.out.length;
    const problem = simple.tryDecode(bytes, start, end, this.out, scope, this.lenient);
    if (problem === undefined) return;
    const isShown = this.acceptValue(problem);
    this.out.length = mark;
    if (isShown) raiseAny(simple.tryDecode(bytes, start, end, this.out, scope, true));
    else this.out.append(NULL_BYTES);
  }

  /** True: the value stands as it is, since its enumeration alone lacks it. False: null stands for it. */
  private acceptValue({ code, message, unlisted, safeMessage }: Problem): boolean {
    const { values, nullValues = false, note } = this.deviations;
    const isShown = unlisted === true && values;
    if (!isShown && !nullValues)
      this.deviate(unlisted ? 'value' : 'invalid', code, message, unlisted ? message : safeMessage);
    note?.(isShown ? 'value' : 'invalid', this.deviationCount++ < NOTED ? this.path() : undefined, code);
    return isShown;
  }

  /** As `fail`, for what could be accepted. */
  protected deviate(deviation: Deviation, code: ErrorCode, message: string, safeMessage: string | undefined): never {
    throw new DeviationError(deviation, code, message, { path: this.path(), offset: this.reader.offset, safeMessage });
  }

  /** An undeclared `href`. */
  protected refer(message: string): never {
    const place = { path: this.path(), offset: this.reader.offset, safeMessage: message };
    throw new ReferenceFound(this.deviationCount, 'CODEC_UNKNOWN', message, place);
  }

  /** `safeMessage`: without names and values of the document. */
  protected fail(code: ErrorCode, message: string, safeMessage: string | undefined = undefined): never {
    throw new SoapstoneError(code, message, { path: this.path(), offset: this.reader.offset, safeMessage });
  }

  protected push(kind: number, table: TypeTable | undefined, level: LevelTable | undefined): Frame {
    const depth = ++this.depth;
    let f = this.stack[depth];
    if (f === undefined) {
      f = new Frame();
      this.stack[depth] = f;
    }
    f.reset(kind, table, level);
    // Kept: at the end tag the reader has left this context.
    f.ctx = this.reader.ctx;
    this.top = f;
    return f;
  }

  protected pop(): void {
    this.declarations[this.depth] = undefined;
    this.top = this.stack[--this.depth];
  }

  protected comma(f: Frame): void {
    if (f.first) f.first = false;
    else this.out.push(COMMA);
  }

  protected differ(message: string, leaf = '', depth = this.openDepth()): void {
    const path = this.reader.path(depth);
    this.mismatch ??= new Mismatch(leaf === '' ? path : `${path}/${leaf}`, message);
    if (this.decisive) throw this.mismatch;
  }

  /** Skips the element that has just been opened. */
  protected skipElement(depth = this.reader.depth): void {
    this.push(SKIP, undefined, undefined).state = depth;
  }

  /** The same without a frame, if the rest of the element is in the window. */
  protected passElement(): void {
    const { reader } = this;
    const { depth } = reader;
    if (passOver(reader, depth) === NEED_INPUT) this.skipElement(depth);
  }
}
