// Machines that wait for the next document hold nothing of the last one.
import { expect, it } from 'vitest';
import type { Program } from '../../src/codec/model/codec.ts';
import { collectAll } from '../../src/server/http/garbage-collection.ts';
import { presented } from './presented.ts';

const MIB = 1024 * 1024;
const COUNT = 20;
const { codec, element } = presented('<xs:element name="Put" type="xs:string"/>', '');

/** A document of so many bytes in a piece of its own that is larger. */
function pieceOf(length: number): Uint8Array {
  const text = `<t:Put xmlns:t="urn:t">${'x'.repeat(length)}<!-- cut --></t:Put>`;
  const piece = Buffer.allocUnsafeSlow(2 * MIB);
  return piece.subarray(0, piece.write(text));
}

/** Once everything that may be collected is. */
async function bytesOutside(): Promise<number> {
  await new Promise(setImmediate);
  collectAll();
  return process.memoryUsage().arrayBuffers;
}

/** Reads documents at the same time, by a decoder for each. What its variables hold is gone when it returns. */
function readDocuments(program: Program, count: number, length: number): void {
  const decoders = Array.from({ length: count }, () => program.decoder());
  for (const decoder of decoders) {
    decoder.write(pieceOf(length));
    expect(decoder.end()[0]?.end).toBe(length + 2);
  }
}

it.each([
  ['values of large documents', MIB],
  ['pieces that small documents were cut from', 10],
])('do not keep %s', async (_what, length) => {
  const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
  // What all documents share is made with the first one.
  readDocuments(program, 1, 10);
  const before = await bytesOutside();
  readDocuments(program, COUNT, length);
  expect((await bytesOutside()) - before).toBeLessThan(MIB);
  expect(() => program.decoder().write(pieceOf(10))).not.toThrow();
});
