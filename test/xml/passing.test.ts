// An element that is passed over is refused, or ends, exactly as when each of its tokens is looked at: whatever stands in it, and whatever
// its context has seen before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { defaultLimits, type Limits } from '../../src/xml/reader/limits.ts';
import { passOver } from '../../src/xml/reader/passing.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../src/xml/reader/reader.ts';
import { sample } from '../sample-size.ts';

const limits: Limits = { ...defaultLimits, depth: 6, elements: 40, attributes: 3, text: 30, tag: 60, name: 9 };

/** What became of it: the first refusal, or the offset behind the second child of the root and whether the rest was well-formed. */
function read(xml: string, sizes: readonly number[], passing: boolean): unknown {
  const reader = new XmlReader({ limits });
  const bytes = Buffer.from(xml);
  let at = 0;
  let piece = 0;
  const more = () => {
    if (at >= bytes.length) return reader.finish();
    const size = sizes[piece++ % sizes.length];
    reader.feed(bytes.subarray(at, at + size));
    at += size;
  };
  const ends: number[] = [];
  try {
    let inside = 0;
    for (;;) {
      const token = inside > 0 && passing ? passOver(reader, inside) : reader.next();
      if (token === NEED_INPUT) more();
      else if (token === EOF) return ends;
      else if (token === START && inside === 0 && reader.depth === 2) inside = 2;
      else if (token === END && reader.depth === 1) {
        inside = 0;
        ends.push(reader.offset);
      }
    }
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    return { ends, code: error.code, message: error.message, offset: error.offset ?? reader.offset };
  }
}

/** Mostly what is well-formed: whatever stands behind a mistake is not read. */
const mostly = (good: readonly string[], bad: readonly string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...good), weight: 40 }, { arbitrary: fc.constantFrom(...bad), weight: 1 });
const name = mostly(['a', 'b', 'p:a', 'p:bc', 'q:a'], ['longlonglong', 'x:u', '-a']);
const text = mostly(
  ['', '', ' ', 'text', '&lt;', '&#65;', ']]', 'é', 'a\r\nb', '<!-- c -->', '<![CDATA[<]]>', '<?i x?>'],
  ['&no;', ']]>', '\u0001', '<!-- -- -->'],
);
const value = mostly(['"v"', '"v"', '"other"', "'v'", '""', '"a&amp;b"', '"a\tb"', '"\'"'], ['"<"', '"v"x="1"', 'v']);
const attribute = fc
  .tuple(fc.constantFrom('i', 'j', 'k', 'l', 'p:i', 'q:i', 'xmlns', 'xmlns:q', 'xmlns:x'), value)
  .map(([n, v]) => ` ${n}=${v}`);
const attributes = fc.array(attribute, { maxLength: 3 }).map((all) => all.join(''));
const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  content: fc
    .array(fc.oneof({ depthSize: 'small' }, text, tie('element')), { maxLength: 4 })
    .map((all) => all.join('')),
  element: fc.oneof(
    fc.tuple(name, attributes).map(([n, a]) => `<${n}${a}/>`),
    fc
      .tuple(name, attributes, tie('content'), mostly(['', '', ' '], ['z']))
      .map(([n, a, c, z]) => `<${n}${a}>${c}</${n}${z}>`),
    tie('element').chain((one) => fc.integer({ min: 2, max: 4 }).map((n) => one.repeat(n))),
  ),
}));
const document = fc
  .array(element, { minLength: 1, maxLength: 4 })
  .map((all) => `<p:r xmlns:p="urn:p" xmlns:q="urn:q">${all.join('')}</p:r>`);
const sizes = fc.oneof(
  fc.constant([1]),
  fc.constant([10_000]),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
);
const edit = fc.option(fc.tuple(fc.nat(), fc.constantFrom('', '<', '>', '/', '"', ' ', '&', '=', ':')));

function edited(xml: string, change: [number, string] | null): string {
  if (change === null) return xml;
  const at = change[0] % xml.length;
  return xml.slice(0, at) + change[1] + xml.slice(at + 1);
}

describe('passing over', () => {
  it('is reading', () => {
    const law = fc.property(document, sizes, edit, (whole, pieces, change) => {
      const xml = edited(whole, change);
      const looked = read(xml, pieces, false);
      expect(read(xml, pieces, true)).toEqual(looked);
      expect(read(xml, pieces, true)).toEqual(looked);
      expect(read(xml, [10_000], true)).toEqual(read(xml, [10_000], false));
    });
    fc.assert(law, { numRuns: sample(750, 3000) });
  });

  it('knows tags again by their names and their attributes, but not in another context', () => {
    const record = (v: string) => `<p:a><p:b i="${v}" j="2">t</p:b><p:b/><p:c>t</p:c></p:a>`;
    const well = (inside: string) => `<p:r xmlns:p="urn:p">${record('1')}${record('2')}${inside}</p:r>`;
    expect(read(well(record('3')), [10_000], true)).toHaveLength(3);
    expect(read(well('<p:a><p:b i="1" i="2">t</p:b></p:a>'), [10_000], true)).toMatchObject({ code: 'XML_SYNTAX' });
    expect(read(well('<p:a><p:b i="1" j="<">t</p:b></p:a>'), [10_000], true)).toMatchObject({ code: 'XML_SYNTAX' });
    expect(read(well('<p:a><p:b i="1" j="2">t</p:c></p:a>'), [10_000], true)).toMatchObject({ code: 'XML_SYNTAX' });
    expect(read(`<r>${record('1')}</r>`, [10_000], true)).toMatchObject({ code: 'XML_NAMESPACE' });
  });
});
