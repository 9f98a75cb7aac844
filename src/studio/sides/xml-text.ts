// The elements of an XML text with their places in it, for highlighting. Takes texts that are not well-formed as far as it can read them.

export interface TextElement {
  readonly local: string;
  /** From `<` to the end of its closing tag. */
  readonly start: number;
  end: number;
  /** What is between its tags. */
  readonly innerStart: number;
  innerEnd: number;
  /** Ranges of values. */
  readonly attributes: ReadonlyMap<string, readonly [number, number]>;
  readonly children: TextElement[];
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)(?:[^\s<>/:]*:)?([^\s<>/:]+)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/g;
const ATTRIBUTE = /(?:[^\s=:"']*:)?([^\s=:"']+)(\s*=\s*)("[^"]*"|'[^']*')/g;

/** The root; undefined: there is none. */
export function elementsOf(text: string): TextElement | undefined {
  let root: TextElement | undefined;
  const open: TextElement[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [token, slash, local, rest] = match;
    if (local === undefined) continue;
    const { index } = match;
    const end = index + token.length;
    if (slash === '/') {
      const element = open.pop();
      if (element) [element.innerEnd, element.end] = [index, end];
      continue;
    }
    const attributes = attributesOf(rest, end - 1 - rest.length);
    const element: TextElement = { local, start: index, end, innerStart: end, innerEnd: end, attributes, children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    if (!rest.endsWith('/')) open.push(element);
  }
  return root;
}

function attributesOf(text: string, offset: number): Map<string, readonly [number, number]> {
  const ranges = new Map<string, readonly [number, number]>();
  for (const match of text.matchAll(ATTRIBUTE)) {
    const [, name, equals, quoted] = match;
    const start = offset + match.index + match[0].length - quoted.length + 1;
    if (equals) ranges.set(name, [start, start + quoted.length - 2]);
  }
  return ranges;
}
