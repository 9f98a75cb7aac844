// Buffers for the values of holes while a document is decoded.
import { ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import { utf8 } from '../../json/text.ts';
import { type Json, json } from '../../json/value.ts';
import type { DecodeOptions } from './codec.ts';
import type { Action, EachAction } from './shaped.ts';

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const MORE_ROOM = 64;
const NULL_BYTES = bytesOf('null');
const NO_ITEMS = bytesOf('[]');
const DECIMAL = bytesOf('.0');
const MINUS = 0x2d;

/** The slots of one level: the program's, or the fields of one item of an `each`. */
class Scope {
  readonly buffer: ByteBuffer;
  /** By slot; -1: not met. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly buffers: (ByteBuffer | undefined)[] = [];
  target: ByteBuffer | undefined;
  each: EachAction | undefined;

  constructor(slots: number, buffer: ByteBuffer) {
    this.buffer = buffer;
    this.clear(slots);
  }

  clear(slots: number): this {
    const { starts, ends, buffers } = this;
    this.buffer.length = starts.length = ends.length = buffers.length = 0;
    for (let slot = 0; slot < slots; slot++) {
      starts.push(-1);
      ends.push(-1);
    }
    return this;
  }
}

export class Captures {
  /** The buffer of the program's own slots. */
  readonly out: ByteBuffer;
  private readonly root: Scope;
  private readonly scopes: Scope[];
  /** Reused scopes of ended items. */
  private readonly spare: Scope[] = [];
  private readonly stream: DecodeOptions['stream'];
  private readonly streamed: ByteBuffer | undefined;

  constructor(slots: number, sizeHint: number, stream: DecodeOptions['stream']) {
    this.out = new ByteBuffer(sizeHint + MORE_ROOM);
    this.root = new Scope(slots, this.out);
    this.scopes = [this.root];
    this.stream = stream;
    this.streamed = stream === undefined ? undefined : new ByteBuffer(4096);
  }

  /** The root element itself may be a hole. */
  begin(action: Action, out: ByteBuffer): ByteBuffer {
    return action.kind === 'hole' ? this.open(action.slot) : out;
  }

  complete(action: Action): void {
    if (action.kind === 'hole') this.close(action.slot);
  }

  open(slot: number): ByteBuffer {
    const scope = this.scopes[this.scopes.length - 1];
    const buffer = scope === this.root && slot === this.stream?.slot ? this.streamed! : scope.buffer;
    scope.starts[slot] = buffer.length;
    return buffer;
  }

  /** Returns the buffer to continue with. */
  close(slot: number): ByteBuffer {
    const scope = this.scopes[this.scopes.length - 1];
    scope.ends[slot] = scope.buffer.length;
    return scope.buffer;
  }

  /** A slot whose bytes are in a separate buffer. */
  put(slot: number, buffer: ByteBuffer): void {
    const scope = this.scopes[this.scopes.length - 1];
    if (scope === this.root && slot === this.stream?.slot) this.streamed!.append(buffer.bytes, 0, buffer.length);
    else scope.buffers[slot] = buffer;
  }

  /** Starts one item of an `each`; its object goes to `target`. */
  push(each: EachAction, target: ByteBuffer): ByteBuffer {
    const slots = each.fields.length;
    const scope = this.spare.pop()?.clear(slots) ?? new Scope(slots, new ByteBuffer(MORE_ROOM));
    scope.each = each;
    scope.target = target;
    this.scopes.push(scope);
    return scope.buffer;
  }

  /** The `each` of the open item. */
  each(): EachAction {
    return this.scopes[this.scopes.length - 1].each!;
  }

  /** Quoted JSON of the open item's key; undefined: none. */
  key(): string | undefined {
    const key = captured(this.scopes[this.scopes.length - 1], 0);
    if (key === undefined) return undefined;
    const text = utf8(key.bytes, key.start, key.end);
    return text.startsWith('"') ? text : `"${text}"`;
  }

  /**
   * Ends an item that is named by its key: writes the member. `listIn`: the value is a list, in an object's member of this name. `decimal`: a whole
   * number is written with a decimal point. Returns `target`.
   */
  popEntry(key: string, listIn?: string, decimal = false): ByteBuffer {
    const scope = this.scopes.pop()!;
    this.spare.push(scope);
    const target = scope.target!;
    const value = captured(scope, 1);
    target.appendText(listIn === undefined ? `${key}:` : `${key}:{${JSON.stringify(listIn)}:`);
    if (value !== undefined) target.append(value.bytes, value.start, value.end);
    else target.append(listIn === undefined ? NULL_BYTES : NO_ITEMS);
    if (decimal && value !== undefined && isWhole(value)) target.append(DECIMAL);
    if (listIn !== undefined) target.push(CLOSE);
    return target;
  }

  /** Ends an item: writes the object. Returns `target`. */
  pop(): ByteBuffer {
    const scope = this.scopes.pop()!;
    this.spare.push(scope);
    const target = scope.target!;
    const { fields } = scope.each!;
    let first = true;
    target.push(OPEN);
    for (let slot = 0; slot < fields.length; slot++) {
      const value = captured(scope, slot);
      if (value === undefined) continue;
      if (!first) target.push(COMMA);
      first = false;
      target.append(fields[slot]);
      target.append(value.bytes, value.start, value.end);
    }
    target.push(CLOSE);
    return target;
  }

  /** Passes on the bytes of the streamed slot. */
  flush(): void {
    if (this.streamed === undefined || this.streamed.length === 0) return;
    this.stream!.onBytes(this.streamed.slice());
    this.streamed.reset();
  }

  values(): (Json | undefined)[] {
    const values: (Json | undefined)[] = new Array(this.root.starts.length);
    for (let slot = 0; slot < values.length; slot++)
      values[slot] = slot === this.stream?.slot ? undefined : captured(this.root, slot);
    return values;
  }
}

/** A number without point and exponent. */
function isWhole({ bytes, start, end }: Json): boolean {
  for (let i = bytes[start] === MINUS ? start + 1 : start; i < end; i++)
    if (bytes[i] < 0x30 || bytes[i] > 0x39) return false;
  return true;
}

function captured(scope: Scope, slot: number): Json | undefined {
  const buffer = scope.buffers[slot];
  if (buffer !== undefined) return json(buffer.bytes, 0, buffer.length);
  const start = scope.starts[slot];
  if (start < 0) return undefined;
  const end = scope.ends[slot];
  return json(scope.buffer.bytes, start, end < 0 ? scope.buffer.length : end);
}
