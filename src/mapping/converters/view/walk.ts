// One walk over the JSON of a body: selected members, resources as links, coded values with their labels.
import type { ByteBuffer } from '../../../bytes/buffer.ts';
import { valueAt } from '../../../json/tape.ts';
import { jsonString, stringValue } from '../../../json/text.ts';
import { ARRAY, ESCAPED, KEY, NULL, OBJECT, STRIDE, STRING, type Tape } from '../../../json/value.ts';
import { nextNode } from '../../../json/walk.ts';
import type { ItemAddresses, Selection, View, ViewMember } from '../../model/member-view.ts';
import { itemKey } from './part.ts';

/** How a body is shown. */
export interface Manner {
  /** Resources are shown as links only. */
  readonly short: boolean;
  readonly as: readonly [before: Uint8Array, after: Uint8Array];
  /** Writes coded values as objects; undefined: they are bare. */
  readonly coded: CodeWriter | undefined;
}

export const NO_LINK = [new Uint8Array(0), new Uint8Array(0)] as const;
const BRACES = [0x7b, 0x7d] as const;
const BRACKETS = [0x5b, 0x5d] as const;
const COMMA = 0x2c;
const COLON = 0x3a;

/** `"Bank"` → `{"id":"Bank","refName":"Bank"}` */
export interface CodeWriter {
  appendCode(bytes: Uint8Array, start: number, end: number, out: ByteBuffer): void;
}

/** What has an address of its own. */
export interface Addressed {
  readonly self: string;
  /** Where its items have addresses too. */
  readonly items?: ItemAddresses | undefined;
}

export class Walk {
  private readonly tape: Tape;
  private readonly out: ByteBuffer;
  private readonly manner: Manner;

  constructor(tape: Tape, out: ByteBuffer, manner: Manner) {
    this.tape = tape;
    this.out = out;
    this.manner = manner;
  }

  /** `at`: address to show in the value. */
  value(node: number, view: View | undefined, selection: Selection | undefined, at?: Addressed): void {
    const kind = this.kind(node);
    if (view === undefined || (kind !== OBJECT && kind !== ARRAY)) this.copy(node);
    else if (kind === OBJECT) this.object(node, view, selection, at);
    else this.list(node, (item) => this.value(item, view, selection));
  }

  private object(node: number, view: View, selection: Selection | undefined, at: Addressed | undefined): void {
    const { tape, out } = this;
    const end = nextNode(tape, node);
    out.push(BRACES[0]);
    const start = out.length;
    if (at !== undefined) this.link(at.self);
    for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
      const name = stringValue(tape, k);
      const nested = selection?.get(name);
      if (selection !== undefined && nested === undefined) continue;
      if (out.length > start) out.push(COMMA);
      this.copy(k);
      out.push(COLON);
      const member = view.member(name);
      if (at?.items?.member === name) this.items(k + 1, member?.memberView, nested ?? undefined, at);
      else this.member(k + 1, member, nested ?? undefined, at && `${at.self}/${encodeURIComponent(name)}`);
    }
    out.push(BRACES[1]);
  }

  /** A resource is shown with its selected members. */
  private member(node: number, member: ViewMember | undefined, selection: Selection | undefined, self?: string): void {
    const kind = this.kind(node);
    if (member === undefined || kind === NULL) return this.copy(node);
    if (member.coded && this.manner.coded) return this.code(node, this.manner.coded);
    if (!member.resource || self === undefined) return this.value(node, member.memberView, selection);
    const at = { self, items: member.items };
    if (this.manner.short && selection === undefined) this.reference(at);
    else this.value(node, member.memberView, selection, at);
  }

  /** The items of a list with addresses. One with the key of an item before it has none, nor has one whose key no path can hold. */
  private items(node: number, view: View | undefined, selection: Selection | undefined, { self, items }: Addressed) {
    let index = 0;
    const usedKeys = new Set<string | undefined>([undefined]);
    this.list(node, (item) => {
      const key = itemKey(valueAt(this.tape, item), index++, items!.keys);
      const at = usedKeys.has(key) ? undefined : { self: `${self}/${encodeURIComponent(key!)}` };
      usedKeys.add(key);
      if (at && this.manner.short && selection === undefined) this.reference(at);
      else this.value(item, view, selection, at);
    });
  }

  private reference({ self }: Addressed): void {
    this.out.push(BRACES[0]);
    this.link(self);
    this.out.push(BRACES[1]);
  }

  private code(node: number, writer: CodeWriter): void {
    if (this.kind(node) === ARRAY) return this.list(node, (item) => this.code(item, writer));
    if (this.kind(node) !== STRING) return this.copy(node);
    const { bytes, start, end } = this.slice(node);
    writer.appendCode(bytes, start, end, this.out);
  }

  private list(node: number, write: (item: number) => void): void {
    const { tape, out } = this;
    const end = nextNode(tape, node);
    out.push(BRACKETS[0]);
    for (let item = node + 1; item < end; item = nextNode(tape, item)) {
      if (item > node + 1) out.push(COMMA);
      write(item);
    }
    out.push(BRACKETS[1]);
  }

  private link(href: string): void {
    const [prefix, suffix] = this.manner.as;
    this.out.append(prefix);
    this.out.append(jsonString(href));
    this.out.append(suffix);
  }

  private copy(node: number): void {
    const { bytes, start, end } = this.slice(node);
    this.out.append(bytes, start, end);
  }

  /** As written, quotes included. */
  private slice(node: number): { readonly bytes: Uint8Array; readonly start: number; readonly end: number } {
    const { bytes, entries } = this.tape;
    const at = node * STRIDE;
    const quote = this.kind(node) === STRING || this.kind(node) === KEY ? 1 : 0;
    return { bytes, start: entries[at + 1] - quote, end: entries[at + 2] + quote };
  }

  private kind(node: number): number {
    return this.tape.entries[node * STRIDE] & ~ESCAPED;
  }
}
