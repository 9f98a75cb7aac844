// JSON laid out for readers: short values on one line, longer ones member by member. Every token stays as it is spelled.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;
const WIDEST = 80;

type Node = string | { readonly open: string; readonly items: readonly Item[] };
interface Item {
  /** With its colon; empty in arrays. */
  readonly key: string;
  readonly value: Node;
}

/** Lines without an indent of their own. `text`: valid JSON. */
export function jsonLayout(text: string): string[] {
  const tokens = text.match(TOKEN) ?? [];
  return linesOf(nodeFrom(tokens.values()));
}

function nodeFrom(tokens: Iterator<string>, first: string = tokens.next().value): Node {
  if (first !== '{' && first !== '[') return first;
  const items: Item[] = [];
  for (let token = tokens.next().value; token !== '}' && token !== ']'; token = tokens.next().value) {
    if (token === ',') continue;
    if (first === '{') tokens.next();
    items.push(
      first === '{' ? { key: `${token}: `, value: nodeFrom(tokens) } : { key: '', value: nodeFrom(tokens, token) },
    );
  }
  return { open: first, items };
}

function flat(node: Node): string {
  if (typeof node === 'string') return node;
  const items = node.items.map(({ key, value }) => key + flat(value)).join(', ');
  return node.open === '[' ? `[${items}]` : items === '' ? '{}' : `{ ${items} }`;
}

function linesOf(node: Node): string[] {
  const line = flat(node);
  if (typeof node === 'string' || line.length <= WIDEST) return [line];
  const { open, items } = node;
  const lines = items.flatMap(({ key, value }, i) => {
    const [first, ...further] = linesOf(value);
    const all = [key + first, ...further];
    return i === items.length - 1 ? all : [...all.slice(0, -1), `${all.at(-1)},`];
  });
  return [open, ...lines.map((inner) => `  ${inner}`), open === '{' ? '}' : ']'];
}
