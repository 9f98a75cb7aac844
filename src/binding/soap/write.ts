// Writes one SOAP document of a compiled message. Knows nothing about its receiver.
import { Scratch } from '../../bytes/scratch.ts';
import { type BinarySpan, collectSpans } from '../../codec/datatypes/binary-spans.ts';
import type { Program, ReadOnlyMembers, Tolerance } from '../../codec/model/codec.ts';
import { type Json, sizeOf } from '../../json/value.ts';

const declaration = Buffer.from('<?xml version="1.0" encoding="utf-8"?>');
const scratch = new Scratch();

export interface WrittenDocument {
  readonly bytes: Uint8Array;
  readonly spans: readonly BinarySpan[];
}

/** As `writeDocument`, with the places of binary contents. */
export function writeWithSpans(...[program, slots, ...options]: Parameters<typeof writeDocument>): WrittenDocument {
  const out = scratch.begin(sizeOf(slots));
  out.append(declaration);
  const spans = collectSpans(out, () => program.encode(slots, out, ...options));
  return { bytes: scratch.end(), spans };
}

/** In UTF-8, with its XML declaration. Throws SoapstoneError (CODEC_*) for values that do not fit their types. `lenient` and all after it: as Program.encode. */
export function writeDocument(
  program: Program,
  slots: readonly (Json | undefined)[],
  lenient = false,
  tolerance?: Tolerance,
  readOnly?: ReadOnlyMembers,
): Uint8Array {
  const out = scratch.begin(sizeOf(slots));
  out.append(declaration);
  program.encode(slots, out, lenient, tolerance, readOnly);
  return scratch.end();
}
