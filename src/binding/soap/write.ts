// Writes one SOAP document of a compiled message. Knows nothing about its receiver.
import { Scratch } from '../../bytes/scratch.ts';
import type { Program, ReadOnlyMembers, Tolerance } from '../../codec/model/codec.ts';
import { type Json, sizeOf } from '../../json/value.ts';

const declaration = Buffer.from('<?xml version="1.0" encoding="utf-8"?>');
const scratch = new Scratch();

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
