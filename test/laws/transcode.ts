// The codec as the laws use it: whole documents of one element, in and out.
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import type { Codec, Program } from '../../src/codec/codec.ts';
import type { ElementDecl } from '../../src/contract/model.ts';
import { scan } from '../../src/json/tape.ts';
import { textOf } from '../../src/json/value.ts';

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

  encode(json: string): string {
    const out = new ByteBuffer();
    this.program.encode([scan(Buffer.from(json))], out);
    return Buffer.from(out.slice()).toString();
  }
}
