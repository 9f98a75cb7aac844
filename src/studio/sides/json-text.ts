// JSON for people, and where its values stand. Numbers keep their digits.
import { SoapstoneError } from '../../errors/errors.ts';
import { scan } from '../../json/tape.ts';
import type { Json } from '../../json/value.ts';
import { ARRAY, OBJECT } from '../../json/value.ts';
import { itemsOf, kindOf, member, membersOf } from '../../json/walk.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import type { Tree } from '../../pattern/tree.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indented by two. */
export function prettyJson(json: string): string {
  const tokens = json.match(TOKEN) ?? [];
  let out = '';
  let depth = 0;
  tokens.forEach((token, i) => {
    const closes = token === '}' || token === ']';
    const opened = '{['.includes(tokens[i - 1] ?? '-');
    if (closes && !opened) out += `\n${'  '.repeat(--depth)}`;
    else if (closes) depth--;
    else if (opened) out += `\n${'  '.repeat(depth)}`;
    out += token === ':' ? ': ' : token;
    if (token === ',') out += `\n${'  '.repeat(depth)}`;
    if (token === '{' || token === '[') depth++;
  });
  return out;
}

/** A range of characters of the text, and a name. */
export type NamedRange = readonly [start: number, end: number, name: string];

/** Values of the placeholders of `tree` in a text of JSON. None where it is not JSON. */
export function valuesIn(text: string, tree: Tree): NamedRange[] {
  const bytes = Buffer.from(text);
  const ranges: NamedRange[] = [];
  try {
    visit(tree, scan(bytes), ({ start, end }, name) => ranges.push([start, end, name]));
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
  }
  if (bytes.length === text.length) return ranges;
  const at = (offset: number) => bytes.toString('utf8', 0, offset).length;
  return ranges.map(([start, end, name]) => [at(start), at(end), name]);
}

function visit(tree: Tree, value: Json | undefined, add: (value: Json, name: string) => void): void {
  if (value === undefined) return;
  switch (tree.kind) {
    case 'hole':
      return add(value, tree.hole.name);
    case 'text': {
      const name = firstName(tree.parts);
      return name === undefined ? undefined : add(value, name);
    }
    case 'each':
      return add(value, tree.list);
    case 'list': {
      const items = kindOf(value) === ARRAY ? itemsOf(value) : [];
      return tree.items.forEach((item, i) => {
        visit(item, items[i], add);
      });
    }
    case 'object': {
      if (kindOf(value) !== OBJECT) return;
      for (const entry of tree.entries) visit(entry.value, member(value, entry.key), add);
      const { rest } = tree;
      if (rest === undefined) return;
      const named = new Set(tree.entries.map(({ key }) => key));
      for (const [key, one] of membersOf(value)) if (!named.has(key)) add(one, rest.hole.name);
    }
  }
}

export function firstName(text: readonly Part[]): string | undefined {
  return text.find(isHole)?.name;
}
