// Writes one SOAP document of a compiled message. Knows nothing about where it goes.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { Program, Tolerance } from '../../codec/model/codec.ts';
import type { Json } from '../../json/value.ts';

const declaration = Buffer.from('<?xml version="1.0" encoding="utf-8"?>');
const SCRATCH = 16 * 1024;
const SCRATCH_MAX = 1024 * 1024;
/** One buffer for all documents: encoding is synchronous, and what leaves is a copy. */
let scratch = new ByteBuffer(SCRATCH);

/** In UTF-8, with its XML declaration. Throws SoapstoneError (CODEC_*) for values that do not fit their types. `lenient`, `tolerance`: as Program.encode. */
export function writeDocument(
  program: Program,
  slots: readonly (Json | undefined)[],
  lenient = false,
  tolerance?: Tolerance,
): Uint8Array {
  scratch.reset();
  scratch.append(declaration);
  program.encode(slots, scratch, lenient, tolerance);
  const document = scratch.slice();
  if (scratch.bytes.length > SCRATCH_MAX) scratch = new ByteBuffer(SCRATCH);
  return document;
}
