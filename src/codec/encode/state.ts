// State of an encoder for one document.
import { type ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import { pathOf } from '../../json/path.ts';
import type { Tape } from '../../json/value.ts';
import { appendAttributeFromJson } from '../../xml/escape.ts';
import { XMLNS_NS, XSI_NS } from '../../xml/reader/names.ts';
import { NOWHERE, QUOTE, type Slots } from '../fast-path/tape-reader.ts';
import type { Tolerance } from '../model/codec.ts';
import type { ShapedType } from '../model/shaped.ts';
import type { ElementTable, Tables, TypeTable } from '../model/tables.ts';

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
  /** Prefixes of namespaces outside of the contract, for this document only. */
  protected extra: Map<string, string> | undefined;
  /** Member → node, for all open objects; -1: absent. */
  protected nodes = new Int32Array(256);

  protected top = 0;
  protected tape: Tape | undefined;
  /** Set while the content of an element with listed members is written; applies at its own level only. */
  protected override: Override | undefined;
  /** Unknown members, and null without a null value, count as absent. */
  protected lenient = false;
  protected tolerance: Tolerance | undefined = undefined;
  /** Members that the service alone sets are not written. */
  protected skipsReadOnly = false;
  protected readonly xsi: number;
  constructor(tables: Tables) {
    this.tables = tables;
    this.out = NOWHERE;
    this.used = new Uint8Array(tables.prefixes.size + 64);
    this.xsi = tables.prefixes.index(XSI_NS);
  }

  prefixFor(ns: string): string {
    const { prefixes } = this.tables;
    const index = prefixes.findIndex(ns);
    if (index >= 0) {
      this.use(index);
      return prefixes.prefix(index);
    }
    // Namespaces in XML 1.0 §3: it must not be declared.
    if (ns === XMLNS_NS) throw new SoapstoneError('CODEC_TYPE', `no name can stand in the namespace ${XMLNS_NS}`);
    this.extra ??= new Map();
    let prefix = this.extra.get(ns);
    for (let n = this.extra.size; prefix === undefined; n++) if (!prefixes.isTaken(`x${n}`)) prefix = `x${n}`;
    this.extra.set(ns, prefix);
    return prefix;
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
    for (const [ns, prefix] of this.extra ?? []) {
      const uri = bytesOf(JSON.stringify(ns));
      out.appendText(` xmlns:${prefix}="`);
      appendAttributeFromJson(uri, 1, uri.length - 1, true, out);
      out.push(QUOTE);
    }
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
    this.use(element.ns);
    this.out.append(element.open);
  }

  protected writeType(table: TypeTable): void {
    const { xsiType } = table;
    if (xsiType === undefined) return;
    this.use(this.xsi);
    this.use(xsiType.ns);
    this.out.append(xsiType.bytes);
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
