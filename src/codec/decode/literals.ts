// Constants and stateless functions of the decoder.
import { type ByteBuffer, bytesOf } from '../../bytes/buffer.ts';
import type { TypeDef } from '../../contract/model/model.ts';
import { appendJsonString } from '../../json/escape.ts';
import { clark } from '../../xml/reader/names.ts';
import { type Frame, MIXED } from '../model/frame.ts';
import type { Action } from '../model/shaped.ts';
import type { TypeTable } from '../model/tables.ts';

export const NULL_BYTES = bytesOf('null');
export const NIL_KEY = bytesOf('"$nil":true');
export const VALUE_KEY = bytesOf('"$value":');
export const MIXED_KEY = bytesOf('"$mixed":[');
export const NAME_KEY = bytesOf('"$name":');
export const XMLNS_KEY = bytesOf('"$xmlns":');
export const COMMA = 0x2c;
export const OPEN = 0x7b;
export const CLOSE = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const QUOTE = 0x22;

/** The shape ignores the value. */
export const SKIPPED: Action = { kind: 'hole', slot: -1 };

/** The frame whose `$mixed` list the children of `f` go to. */
export function mixedOwner(f: Frame): Frame | undefined {
  return f.kind === MIXED ? f : f.owner;
}

/** The `$type` of an element with another type than declared. */
export function typeLabel(declared: TypeTable, table: TypeTable): Uint8Array | undefined {
  return table.def === declared.def ? undefined : declared.naming.label(table.def);
}

export function nameOf(def: TypeDef): string {
  return def.name === undefined ? 'an anonymous type' : clark(def.name);
}

/** UTF-8 bytes → a JSON string, quotes included. */
export function appendQuoted(input: Uint8Array, start: number, end: number, out: ByteBuffer): void {
  const bytes = out.reserve(end - start + 2);
  let o = out.length;
  bytes[o++] = 0x22;
  for (let i = start; i < end; i++) {
    const b = input[i];
    if (b < 0x20 || b === 0x22 || b === 0x5c) return appendRest(input, i, end, out, o);
    bytes[o++] = b;
  }
  bytes[o++] = 0x22;
  out.length = o;
}

function appendRest(input: Uint8Array, start: number, end: number, out: ByteBuffer, length: number): void {
  out.length = length;
  appendJsonString(input, start, end, out);
  out.push(0x22);
}
