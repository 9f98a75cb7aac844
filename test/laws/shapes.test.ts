// A shape divides a document into slots: together they say what the document says, streamed or not, and give it back. A shape that names
// less says the same of what it names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Program } from '../../src/codec/model/codec.ts';
import { textOf } from '../../src/json/value.ts';
import { lawRuns } from '../sample-size.ts';
import { canonical } from './canonical.ts';
import { load, places, travelling } from './contracts.ts';
import { instances } from './instances.ts';
import { plainForm } from './same-json.ts';
import { assembled, Shapes, sparser } from './shapes.ts';
import { Source } from './source.ts';
import { Transcode } from './transcode.ts';

const RUNS = lawRuns(6, 25);

/** What came while decoding; a slot that is gathered from several places (`rest`) only comes at the end. */
function streamed(program: Program, slot: number, xml: string): string {
  const parts: Uint8Array[] = [];
  const decoder = program.decoder({ stream: { slot, onBytes: (bytes) => parts.push(Uint8Array.from(bytes)) } });
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += 100) decoder.write(bytes.subarray(at, at + 100));
  const value = decoder.end()[slot];
  return parts.length === 0 && value !== undefined ? textOf(value) : Buffer.concat(parts).toString();
}

/** Slots in the form of `plainForm`. */
function forms(program: Program, xml: string, sizes: readonly number[]): unknown[] {
  const decoder = program.decoder();
  const bytes = Buffer.from(xml);
  for (let at = 0, piece = 0; at < bytes.length; at += sizes[piece++ % sizes.length])
    decoder.write(bytes.subarray(at, at + sizes[piece % sizes.length]));
  return decoder.end().map((v) => v && plainForm(textOf(v)));
}

const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

describe('shapes', () => {
  it.each(places())('$name', async (place) => {
    const { schemas, operations } = await load(place);
    const codec = createCodec(schemas, dialect());
    for (const element of travelling({ schemas, operations, files: [] })) {
      const transcode = new Transcode(codec, element);
      const choices = fc.uint8Array({ maxLength: 200, size: 'max' });
      const law = fc.property(instances(schemas, element), choices, fc.nat(), ({ xml }, bytes, pick) => {
        const { shape, slots } = new Shapes(codec, new Source(bytes)).of(element);
        const program = codec.program(element, shape, slots);
        const decoder = program.decoder();
        decoder.write(Buffer.from(xml));
        const values = decoder.end();
        const forms = values.map((v) => v && plainForm(textOf(v)));
        expect(assembled(shape, (n) => forms[n])).toEqual(plainForm(transcode.decode(xml)));
        const out = new ByteBuffer();
        program.encode(values, out);
        expect(canonical(Buffer.from(out.slice()).toString(), schemas, element)).toBe(canonical(xml, schemas, element));
        const slot = slots === 0 ? 0 : pick % slots;
        const value = values[slot];
        if (slots > 0) expect(streamed(program, slot, xml)).toBe(value === undefined ? '' : textOf(value));
      });
      fc.assert(law, { numRuns: RUNS, endOnFailure: process.env.SHRINK === undefined });
    }
  });

  it.each(places())('$name, in part', async (place) => {
    const { schemas, operations } = await load(place);
    const codec = createCodec(schemas, dialect());
    for (const element of travelling({ schemas, operations, files: [] })) {
      const choices = fc.uint8Array({ maxLength: 200, size: 'max' });
      const law = fc.property(instances(schemas, element), choices, choices, pieces, ({ xml }, bytes, less, sizes) => {
        const { shape, slots } = new Shapes(codec, new Source(bytes)).of(element);
        const sparse = sparser(shape, new Source(less));
        const all = forms(codec.program(element, shape, slots), xml, [xml.length * 4]);
        const program = codec.program(element, sparse, slots);
        for (const size of [[xml.length * 4], [1], sizes]) {
          const some = forms(program, xml, size);
          expect(assembled(sparse, (n) => some[n])).toEqual(assembled(sparse, (n) => all[n]));
        }
      });
      fc.assert(law, { numRuns: RUNS, endOnFailure: process.env.SHRINK === undefined });
    }
  });
});
