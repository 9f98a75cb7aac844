// The words of a table: what its rules call things. Knows nothing about what they mean.
import type { YamlNode } from './yaml.ts';

const WORD = /[\p{L}_$@][\p{L}\p{N}_$@-]*/gu;
/** Parts of a table that hold rules, or what rules are filled with. */
const PARTS: readonly string[] = ['rules', 'async', 'defaults', 'tables'];

/** Made at the first call. */
export function tableWords(root: YamlNode): () => ReadonlySet<string> {
  let words: Set<string> | undefined;
  return () => {
    if (words !== undefined) return words;
    words = new Set();
    const entries = root.kind === 'map' ? root.entries : [];
    for (const { key, value } of entries) if (PARTS.includes(key)) gather(value, words);
    return words;
  };
}

/** The recursion is as deep as the table, which is bounded. */
function gather(node: YamlNode, words: Set<string>): void {
  if (node.kind === 'scalar') add(node.source, words);
  else if (node.kind === 'list') for (const item of node.items) gather(item, words);
  else
    for (const { key, value } of node.entries) {
      add(key, words);
      gather(value, words);
    }
}

function add(text: string, words: Set<string>): void {
  for (const [word] of text.matchAll(WORD)) words.add(word);
}
