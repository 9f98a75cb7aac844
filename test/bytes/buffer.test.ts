import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';

type Step = { push: number } | { append: Uint8Array; from: number; to: number } | { text: string } | { reset: true };

const steps = fc.array(
  fc.oneof(
    fc.record({ push: fc.nat(255) }),
    fc
      .tuple(fc.uint8Array({ maxLength: 200 }), fc.nat(200), fc.nat(200))
      .map(
        ([append, a, b]) =>
          [append, ...[a % (append.length + 1), b % (append.length + 1)].sort((x, y) => x - y)] as const,
      )
      .map(([append, from, to]) => ({ append, from, to })),
    fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 60 }) }),
    fc.constant({ reset: true as const }),
  ),
  { maxLength: 30 },
);

/** The same on an ordinary array of bytes. */
function expected(all: readonly Step[]): number[] {
  let bytes: number[] = [];
  for (const step of all) {
    if ('push' in step) bytes.push(step.push);
    else if ('append' in step) bytes.push(...step.append.subarray(step.from, step.to));
    else if ('text' in step) bytes.push(...new TextEncoder().encode(step.text.toWellFormed()));
    else bytes = [];
  }
  return bytes;
}

describe('a byte buffer', () => {
  it('holds what was put in, whatever its first size', () => {
    fc.assert(
      fc.property(steps, fc.nat(8), (all, capacity) => {
        const buffer = new ByteBuffer(capacity);
        for (const step of all as Step[]) {
          if ('push' in step) buffer.push(step.push);
          else if ('append' in step) buffer.append(step.append, step.from, step.to);
          else if ('text' in step) buffer.appendText(step.text);
          else buffer.reset();
        }
        expect([...buffer.slice()]).toEqual(expected(all as Step[]));
      }),
    );
  });

  it('hands out copies, and room to write into', () => {
    const buffer = new ByteBuffer(1);
    buffer.appendText('abc');
    const copy = buffer.slice(1, 2);
    buffer.reserve(2)[buffer.length++] = 0x64;
    buffer.bytes[1] = 0x78;
    expect(Buffer.from(copy).toString()).toBe('b');
    expect(Buffer.from(buffer.slice()).toString()).toBe('axcd');
  });
});

describe('a byte buffer that is let go', () => {
  it.each([
    ['nearly full', 1000, 1024, false],
    ['much larger than its bytes', 100, 65_536, true],
  ])('%s: leaves its bytes', (_what, length, capacity, freed) => {
    const buffer = new ByteBuffer();
    const bytes = Buffer.allocUnsafeSlow(capacity);
    buffer.bytes = bytes;
    buffer.append(Buffer.alloc(length, 'x'));
    const taken = buffer.take();
    expect(Buffer.from(taken).toString()).toBe('x'.repeat(length));
    expect([taken.buffer === bytes.buffer, bytes.length === 0]).toEqual([!freed, freed]);
  });
});
