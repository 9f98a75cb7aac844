// The codec as the laws use it: whole documents of one element, in and out.
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import type { Codec, Program } from '../../src/codec/model/codec.ts';
import type { ElementDecl } from '../../src/contract/model/model.ts';
import { scan } from '../../src/json/tape.ts';
import { type Json, json, textOf } from '../../src/json/value.ts';

export class Transcode {
  private readonly program: Program;

  constructor(codec: Codec, element: ElementDecl) {
    this.program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
  }

  /** XML → JSON text, in pieces of the given sizes (then whole what is left). */
  decode(xml: string, sizes: readonly number[] = []): string {
    const bytes = Buffer.from(xml);
    const decoder = this.program.decoder();
    let at = 0;
    for (const size of sizes) {
      if (at >= bytes.length) break;
      // A copy, so that a decoder that keeps looking at an earlier chunk is found out.
      const chunk = Uint8Array.from(bytes.subarray(at, at + size));
      decoder.write(chunk);
      chunk.fill(0x21);
      at += size;
    }
    if (at < bytes.length) decoder.write(bytes.subarray(at));
    return textOf(decoder.end()[0]!);
  }

  /** By way of a tape and, from bytes that nobody has looked at, directly: the two must agree, on what is wrong as well. */
  encode(text: string): string {
    const bytes = Buffer.from(text);
    const walked = this.attempt(() => scan(bytes));
    const direct = this.attempt(() => json(bytes));
    if (walked.outcome !== direct.outcome)
      throw new Error(`the two ways of writing differ:\n${text}\n${walked.outcome}\n${direct.outcome}`);
    if (walked.error !== undefined) throw walked.error;
    return walked.outcome;
  }

  private attempt(value: () => Json): { outcome: string; error?: unknown } {
    const out = new ByteBuffer();
    try {
      this.program.encode([value()], out);
    } catch (error) {
      return { outcome: String(error), error };
    }
    return { outcome: Buffer.from(out.slice()).toString() };
  }
}
