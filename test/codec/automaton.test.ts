// What the tree of groups answers is what Glushkov's sets say, and its tables do not grow with the square of the positions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Automaton } from '../../src/codec/model/automaton.ts';
import { type Level, levelOf, type Node, nullable } from '../../src/codec/model/content.ts';
import type { Particle } from '../../src/contract/model/model.ts';
import { builtin } from '../../src/contract/xsd/builtins.ts';
import { element, group, one } from '../laws/builder.ts';
import '../seed.ts';
import { sample } from '../sample-size.ts';

interface Sets {
  readonly first: Set<number>;
  readonly last: Set<number>;
  /** `from to` */
  readonly follow: Set<string>;
}

/** By the book: sets of positions, joined from the leaves up. */
function setsOf(n: Node): Sets {
  if (n.kind === 'position') {
    const { index } = n.position;
    return { first: new Set([index]), last: new Set([index]), follow: new Set() };
  }
  const parts = n.nodes.map((child) => ({ ...setsOf(child), nullable: nullable(child) }));
  const follow = new Set(parts.flatMap((p) => [...p.follow]));
  const between = (i: number, j: number) => parts.slice(i + 1, j).every((p) => p.nullable);
  const next = (i: number, j: number) => (n.kind === 'sequence' ? i < j && between(i, j) : n.kind === 'all' && i !== j);
  parts.forEach((a, i) => {
    parts.forEach((b, j) => {
      if (next(i, j)) for (const p of a.last) for (const q of b.first) follow.add(`${p} ${q}`);
    });
  });
  const begins = parts.filter((_, i) => n.kind !== 'sequence' || between(-1, i));
  const ends = parts.filter((_, i) => n.kind !== 'sequence' || between(i, parts.length));
  return {
    first: new Set(begins.flatMap((p) => [...p.first])),
    last: new Set(ends.flatMap((p) => [...p.last])),
    follow,
  };
}

function expectSame(level: Level): void {
  const automaton = new Automaton(level);
  const { first, last, follow } = setsOf(level.root);
  expect(automaton.nullable).toBe(nullable(level.root));
  for (const { index: p } of level.positions) {
    expect([p, automaton.isFirst(p), automaton.isLast(p)]).toEqual([p, first.has(p), last.has(p)]);
    for (const { index: q } of level.positions)
      if (p !== q) expect([p, q, automaton.mayFollow(p, q)]).toEqual([p, q, follow.has(`${p} ${q}`)]);
  }
}

const text = builtin('string');
let names = 0;
const leaf = (min: 0 | 1) => one(element(`e${names++}`, text), [min, 1]);

const { particle } = fc.letrec<{ particle: Particle }>((tie) => ({
  particle: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<0 | 1>(0, 1).map(leaf),
    fc
      .tuple(
        fc.constantFrom<'sequence' | 'choice'>('sequence', 'choice'),
        fc.array(tie('particle'), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 1),
      )
      .map(([kind, inside, min]) => group(kind, inside, [min, 1])),
  ),
}));

describe('the automaton of a level', () => {
  it('says of any sequences and choices what the sets say', () => {
    fc.assert(
      fc.property(particle, (p) => expectSame(levelOf(p))),
      { numRuns: sample(75, 300) },
    );
  });

  it('says the same of all groups, and of levels with nothing in them', () => {
    expectSame(levelOf(group('all', [leaf(0), leaf(1), leaf(0)])));
    expectSame(levelOf(group('sequence', [])));
    expectSame({ positions: [], root: { kind: 'sequence', nodes: [], optional: true } });
  });
});
