// State of an encoder for one document.
import { type ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import type { ElementDecl } from '../../contract/model/model.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import { pathOf } from '../../json/path.ts';
import type { Tape } from '../../json/value.ts';
import { appendAttributeFromJson } from '../../xml/escape.ts';
import { type QName, XMLNS_NS, XSI_NS } from '../../xml/reader/names.ts';
import { NOWHERE, QUOTE, type Slots } from '../fast-path/tape-reader.ts';
import type { EncodingRules, Tolerance } from '../model/codec.ts';
import type { ShapedType } from '../model/shaped.ts';
import type { ElementTable, Tables, TypeTable } from '../model/tables.ts';
import { renamePrefixes } from './renamed-prefixes.ts';

/** Rules of literal content. */
export const LITERAL: EncodingRules = { foreignTypes: false, nulls: false };

export interface Override {
  readonly shaped: ShapedType;
  readonly slots: Slots;
  /** Members that are not listed come from `rest`; without one they are left out. */
  readonly rest: boolean;
  /** Names of listed members that are null. */
  readonly nulls: readonly string[];
}

export abstract class EncoderState {
  protected readonly tables: Tables;
  protected out: ByteBuffer;
  /** Namespaces used, by number in Prefixes. */
  protected used: Uint8Array;
  /** Prefixes of this document alone, by namespace: of namespaces outside of the contract, or in place of a prefix that content uses. */
  protected extra: Map<string, string> | undefined;
  /** All that `extra` has or had: namespace by prefix. */
  private declaredExtra: Map<string, string> | undefined;
  /** Prefixes that content declares. */
  private contentPrefixes: Set<string> | undefined;
  /** Open elements whose content declares a prefix of the codec for another namespace, with the prefixes in its place. */
  protected clashes: { readonly start: number; readonly fresh: Map<string, string> }[] = [];
  /** Where the element that was opened last begins in `out`. */
  protected elementStart = 0;
  /** Member → node, for all open objects; -1: absent. */
  protected nodes = new Int32Array(256);

  protected top = 0;
  protected tape: Tape | undefined;
  /** Set while the content of an element with listed members is written; applies at its own level only. */
  protected override: Override | undefined;
  /** Unknown members, and null without a null value, count as absent. */
  protected lenient = false;
  protected rules = LITERAL;
  /** Encoded content is being written: null may stand for any element. */
  protected takesNulls = false;
  /** Named by the value that is written next. */
  protected foreignType: QName | undefined = undefined;
  protected tolerance: Tolerance | undefined = undefined;
  /** Of a REST client: what the service alone sets is not written, nor what is there by its address alone. */
  protected isRequest = false;
  protected readonly xsi: number;
  constructor(tables: Tables) {
    this.tables = tables;
    this.out = NOWHERE;
    this.used = new Uint8Array(tables.prefixes.size + 64);
    this.xsi = tables.prefixes.index(XSI_NS);
  }

  prefixFor(ns: string): string {
    const { prefixes } = this.tables;
    const own = this.extra?.get(ns);
    if (own !== undefined) return own;
    const index = prefixes.findIndex(ns);
    if (index >= 0) {
      this.use(index);
      return prefixes.prefix(index);
    }
    // Namespaces in XML 1.0 §3: it must not be declared.
    if (ns === XMLNS_NS) throw new SoapstoneError('CODEC_TYPE', `no name can stand in the namespace ${XMLNS_NS}`);
    return this.newPrefix(ns);
  }

  /** A prefix that stands for nothing else in the document. */
  private newPrefix(ns: string): string {
    this.extra ??= new Map();
    this.declaredExtra ??= new Map();
    let n = this.declaredExtra.size;
    while (this.namespaceOf(`x${n}`) !== undefined || this.contentPrefixes?.has(`x${n}`)) n++;
    this.extra.set(ns, `x${n}`);
    this.declaredExtra.set(`x${n}`, ns);
    return `x${n}`;
  }

  private namespaceOf(prefix: string): string | undefined {
    return this.tables.prefixes.namespaceOf(prefix) ?? this.declaredExtra?.get(prefix);
  }

  /** Content declares the prefix: no name of the codec gets it from here on. */
  protected reserve(prefix: string): void {
    this.contentPrefixes ??= new Set();
    this.contentPrefixes.add(prefix);
  }

  /**
   * Declares a prefix that content uses on the element whose start tag is being written. Names of the codec with the same prefix, for
   * another namespace, get another one when the element ends.
   */
  protected declarePrefix(prefix: string, ns: string, escapedNs: () => void): void {
    const taken = this.namespaceOf(prefix);
    if (taken !== undefined && taken !== ns) this.clash(prefix, taken);
    this.out.appendText(` xmlns:${prefix}="`);
    escapedNs();
    this.out.push(QUOTE);
  }

  private clash(prefix: string, ns: string): void {
    const { elementStart: start, clashes } = this;
    if (clashes.at(-1)?.start !== start) clashes.push({ start, fresh: new Map() });
    const current = this.extra?.get(ns);
    const fresh = current === undefined || current === prefix ? this.newPrefix(ns) : current;
    const replaced = clashes.flatMap((outer) => [...outer.fresh].filter(([, name]) => name === prefix));
    for (const [name] of [[prefix], ...replaced]) clashes.at(-1)!.fresh.set(name, fresh);
  }

  /** Renames prefixes in an element that began at `start`, if its content declares them for something else. */
  protected endClash(start: number): void {
    if (this.clashes.at(-1)?.start === start) renamePrefixes(this.out, start, this.clashes.pop()!.fresh);
  }

  /** What was written from `length` on has been undone. */
  protected dropClashes(length: number): void {
    while ((this.clashes.at(-1)?.start ?? -1) >= length) this.clashes.pop();
  }

  /** The document has ended. */
  protected forgetPrefixes(): void {
    this.extra = undefined;
    this.declaredExtra = undefined;
    this.contentPrefixes = undefined;
    this.clashes = [];
  }

  protected begin(out: ByteBuffer): void {
    this.out = out;
    this.top = 0;
    if (this.used.length < this.tables.prefixes.size + 8) this.used = new Uint8Array(this.tables.prefixes.size + 64);
    else this.used.fill(0);
  }

  protected declareAll(): void {
    const { out, used } = this;
    const { prefixes } = this.tables;
    for (let i = 0; i < prefixes.size; i++) if (used[i] === 1) prefixes.declare(i, out);
    for (const [prefix, ns] of this.declaredExtra ?? []) {
      const uri = bytesOf(JSON.stringify(ns));
      out.appendText(` xmlns:${prefix}="`);
      appendAttributeFromJson(uri, 1, uri.length - 1, true, out);
      out.push(QUOTE);
    }
  }

  /** `required`: the contract wants the element. */
  protected mayBeNull({ nillable, encoding }: ElementDecl, required = true): boolean {
    return nillable || (this.takesNulls && required && encoding === undefined);
  }

  use(ns: number): void {
    if (ns < 0) return;
    // Types that are compiled while writing may add namespaces.
    if (ns >= this.used.length) this.widen(ns);
    this.used[ns] = 1;
  }

  protected widen(ns: number): void {
    const wider = new Uint8Array(ns + 64);
    wider.set(this.used);
    this.used = wider;
  }

  protected fail(code: ErrorCode, message: string, node: number, below = '', suggestion?: string): never {
    throw this.problem(code, message, node, below, suggestion);
  }

  protected problem(
    code: ErrorCode,
    message: string,
    node: number,
    below: string,
    suggestion?: string,
  ): SoapstoneError {
    const path = this.tape === undefined ? '$' : pathOf(this.tape, node);
    return new SoapstoneError(code, message, { path: path + below, suggestion });
  }

  protected open(element: ElementTable): void {
    this.elementStart = this.out.length;
    this.use(element.ns);
    this.out.append(element.open);
  }

  protected writeType(table: TypeTable): void {
    const { xsiType } = table;
    if (xsiType === undefined) return;
    if (this.clashes.length > 0) return this.writeRenamedType(table);
    this.use(this.xsi);
    this.use(xsiType.ns);
    this.out.append(xsiType.bytes);
  }

  /** Among prefixes that content has declared: the name of a type is a value, which is not renamed later. */
  private writeRenamedType({ def }: TypeTable): void {
    const { ns, local } = def.name!;
    this.out.appendText(` ${this.prefixFor(XSI_NS)}:type="${ns === '' ? '' : `${this.prefixFor(ns)}:`}${local}"`);
  }

  /** Room for `n` members on the stack, all absent. */
  protected take(n: number): number {
    const base = this.top;
    this.top = base + n;
    if (this.top > this.nodes.length) {
      const bigger = new Int32Array(this.top * 2);
      bigger.set(this.nodes);
      this.nodes = bigger;
    }
    this.nodes.fill(-1, base, this.top);
    return base;
  }

  protected inTape(tape: Tape, write: () => void): void {
    const outer = this.tape;
    this.tape = tape;
    write();
    this.tape = outer;
  }
}
