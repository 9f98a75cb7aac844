// XSD regular expressions (XML Schema 1.0 Part 2, appendix F), only for tests: draws matching strings and tests strings by plain
// backtracking. Knows nothing of the product's own matcher, so that each can judge the other.
import type { Source } from './source.ts';

interface CharSet {
  readonly kind: 'set';
  readonly test: (c: string) => boolean;
  /** Characters worth trying, besides the common pool. */
  readonly hints: readonly string[];
}
interface Choice {
  readonly kind: 'choice';
  readonly branches: readonly (readonly Piece[])[];
}
interface Piece {
  readonly atom: CharSet | Choice;
  readonly min: number;
  readonly max: number;
}

const POOL = [...'aZb09-_. ,:/+#@xyzABC123(){}[]', 'é', 'ß', 'Ω', '漢', '٣', '😀', '\t', '\n'];
const CLASSES: Record<string, RegExp> = {
  d: /\p{Nd}/u,
  w: /[^\p{P}\p{Z}\p{C}]/u,
  s: /[ \t\n\r]/u,
  i: /[\p{L}_:]/u,
  c: /[\p{L}\p{M}\p{Nd}._:·-]/u,
};
const BLOCKS: Record<string, readonly [number, number]> = {
  BasicLatin: [0, 0x7f],
  'Latin-1Supplement': [0x80, 0xff],
  Greek: [0x370, 0x3ff],
  Cyrillic: [0x400, 0x4ff],
};
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

export function parseRegex(text: string): Choice {
  const chars = [...text];
  let at = 0;

  function choice(): Choice {
    const branches: Piece[][] = [[]];
    while (at < chars.length && chars[at] !== ')') {
      if (chars[at] === '|') {
        at++;
        branches.push([]);
      } else branches[branches.length - 1].push(piece());
    }
    return { kind: 'choice', branches };
  }

  function piece(): Piece {
    const inner = atom();
    const [min, max] = quantifier();
    return { atom: inner, min, max };
  }

  function quantifier(): [number, number] {
    const c = chars[at];
    if (c === '?' || c === '*' || c === '+') {
      at++;
      return [c === '+' ? 1 : 0, c === '?' ? 1 : Number.POSITIVE_INFINITY];
    }
    if (c !== '{') return [1, 1];
    const end = chars.indexOf('}', at);
    const [min, max] = chars
      .slice(at + 1, end)
      .join('')
      .split(',');
    at = end + 1;
    return [Number(min), max === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max)];
  }

  function atom(): CharSet | Choice {
    const c = chars[at++];
    if (c === '(') {
      const inner = choice();
      at++;
      return inner;
    }
    if (c === '[') return bracket();
    if (c === '\\') return escaped();
    if (c === '.') return { kind: 'set', test: (x) => x !== '\n' && x !== '\r', hints: [] };
    return { kind: 'set', test: (x) => x === c, hints: [c] };
  }

  function escaped(): CharSet {
    const c = chars[at++];
    if (c === 'p' || c === 'P') {
      const end = chars.indexOf('}', at);
      const name = chars.slice(at + 1, end).join('');
      at = end + 1;
      const inside = property(name);
      return { kind: 'set', test: c === 'p' ? inside : (x) => !inside(x), hints: [] };
    }
    const known = CLASSES[c.toLowerCase()];
    if (known) return { kind: 'set', test: (x) => known.test(x) === (c === c.toLowerCase()), hints: [] };
    const literal = ESCAPES[c] ?? c;
    return { kind: 'set', test: (x) => x === literal, hints: [literal] };
  }

  function bracket(): CharSet {
    const negated = chars[at] === '^';
    if (negated) at++;
    const parts: CharSet[] = [];
    let minus: CharSet | undefined;
    while (chars[at] !== ']') {
      if (chars[at] === '-' && chars[at + 1] === '[') {
        at += 2;
        minus = bracket();
      } else parts.push(range());
    }
    at++;
    const test = (x: string): boolean => parts.some((p) => p.test(x)) !== negated && !minus?.test(x);
    return { kind: 'set', test, hints: parts.flatMap((p) => p.hints) };
  }

  function range(): CharSet {
    const from = member();
    if (chars[at] !== '-' || chars[at + 1] === ']' || chars[at + 1] === '[' || from.hints.length !== 1) return from;
    at++;
    const to = member();
    const [lo, hi] = [from.hints[0].codePointAt(0)!, to.hints[0].codePointAt(0)!];
    const hints = [lo, (lo + hi) >> 1, hi].map((n) => String.fromCodePoint(n));
    return { kind: 'set', test: (x) => lo <= x.codePointAt(0)! && x.codePointAt(0)! <= hi, hints };
  }

  function member(): CharSet {
    const c = chars[at++];
    return c === '\\' ? escaped() : charSet(c);
  }

  return choice();
}

function charSet(c: string): CharSet {
  return { kind: 'set', test: (x) => x === c, hints: [c] };
}

function property(name: string): (x: string) => boolean {
  if (!name.startsWith('Is')) {
    const re = new RegExp(`\\p{${name}}`, 'u');
    return (x) => re.test(x);
  }
  const [lo, hi] = BLOCKS[name.slice(2)];
  return (x) => lo <= x.codePointAt(0)! && x.codePointAt(0)! <= hi;
}

/** A string that matches; undefined when a character class has no member that we know. */
export function sample(node: Choice | CharSet, source: Source): string | undefined {
  if (node.kind === 'set') {
    const fit = [...new Set([...node.hints, ...POOL])].filter(node.test);
    return fit.length === 0 ? undefined : source.pick(fit);
  }
  let out = '';
  for (const piece of source.pick(node.branches)) {
    for (let n = source.count(piece.min, Math.min(piece.max, piece.min + 8)); n > 0; n--) {
      const part = sample(piece.atom, source);
      if (part === undefined) return undefined;
      out += part;
    }
  }
  return out;
}

export function matches(regex: Choice, text: string): boolean {
  const chars = [...text];
  for (const end of ends(regex, chars, 0)) if (end === chars.length) return true;
  return false;
}

function* ends(node: Choice | CharSet, chars: readonly string[], at: number): Generator<number> {
  if (node.kind === 'choice') for (const branch of node.branches) yield* sequence(branch, 0, chars, at);
  else if (at < chars.length && node.test(chars[at])) yield at + 1;
}

function* sequence(pieces: readonly Piece[], index: number, chars: readonly string[], at: number): Generator<number> {
  if (index === pieces.length) yield at;
  else for (const end of repeat(pieces[index], 0, chars, at)) yield* sequence(pieces, index + 1, chars, end);
}

function* repeat(piece: Piece, done: number, chars: readonly string[], at: number): Generator<number> {
  if (done >= piece.min) yield at;
  if (done >= piece.max) return;
  for (const end of ends(piece.atom, chars, at)) if (end > at) yield* repeat(piece, done + 1, chars, end);
}
