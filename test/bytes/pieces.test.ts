import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pieces } from '../../src/bytes/pieces.ts';

const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 70_000 })), {
  maxLength: 30,
});

describe('pieces', () => {
  it('are the same bytes, joined and as a list, asked for at any time', () => {
    fc.assert(
      fc.property(sizes, fc.nat(30), (lengths, when) => {
        const pieces = new Pieces();
        let filled = 0;
        const all = lengths.map((length) => Buffer.alloc(length, ++filled));
        for (const [i, piece] of all.entries()) {
          if (i === when) expect(Buffer.concat(pieces.list).equals(Buffer.concat(all.slice(0, i)))).toBe(true);
          pieces.add(piece);
        }
        expect(Buffer.compare(pieces.joined(), Buffer.concat(all))).toBe(0);
        expect(Buffer.concat(pieces.list).equals(Buffer.concat(all))).toBe(true);
      }),
    );
  });

  it('one is not copied; small ones are joined, so that many of them are few', () => {
    const one = Buffer.from('<a/>');
    const pieces = new Pieces();
    pieces.add(one);
    expect(pieces.joined()).toBe(one);
    expect(new Pieces(one).joined()).toBe(one);
    for (let i = 0; i < 1_000_000; i++) pieces.add(Buffer.of(0x20));
    expect(pieces.list.length).toBeLessThan(20);
    expect(pieces.joined().length).toBe(1_000_004);
  });

  it('small ones are held in blocks of which little is unused', () => {
    const pieces = new Pieces();
    for (let i = 0; i < 1000; i++) pieces.add(Buffer.alloc(1000));
    const held = pieces.list.map(({ buffer }) => buffer.byteLength);
    expect(held.reduce((sum, bytes) => sum + bytes)).toBeLessThan(1_300_000);
  });
});
