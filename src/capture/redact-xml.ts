// Masks the content of XML elements and attributes by their names. Takes documents that are cut or not well-formed. Knows nothing about SOAP.
import { MASK } from './secret-names.ts';

/** True for local names whose content is a secret. */
export type IsSecret = (name: string) => boolean;

/** What begins with `<`, up to the end of it: comments, CDATA and processing instructions end with a mark of their own. */
const ENDS: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** The name, and what follows it. */
const TAG = /^<(\/?)((?:[^\s<>/:]*:)?([^\s<>/:]+))/;
/** A match begins where a name begins: else a long name without a value would be tried from each of its characters. */
const ATTRIBUTE = /(?<![^\s=<>"'/])([^\s=<>"'/]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g;

/** The text with a mask in place of everything inside of secret elements, down to their end or that of the text. */
export function redactXml(text: string, isSecret: IsSecret): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    if (open < 0) return out + text.slice(at);
    out += text.slice(at, open);
    at = endOf(text, open);
    const token = text.slice(open, at);
    const [, close, name, local] = TAG.exec(token) ?? [];
    if (name === undefined || close === '/') out += token;
    else if (!isSecret(local) || token.endsWith('/>')) out += redactAttributes(token, isSecret);
    else {
      out += tagAlone(token, name) + MASK;
      at = closing(text, at, name);
    }
  }
  return out;
}

function endOf(text: string, open: number): number {
  const [, mark] = ENDS.find(([begin]) => text.startsWith(begin, open)) ?? [];
  const end = mark === undefined ? tagEnd(text, open) : text.indexOf(mark, open);
  return end < 0 ? text.length : end + (mark?.length ?? 1);
}

/** Index of the `>` of a tag: quoted values may have others. */
function tagEnd(text: string, open: number): number {
  let quote = '';
  for (let i = open + 1; i < text.length; i++) {
    const character = text[i];
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return i;
  }
  return -1;
}

/** Index of the end tag of an element with this name that is open at `from`. */
function closing(text: string, from: number, name: string): number {
  let depth = 1;
  for (let at = from; at < text.length; ) {
    const open = text.indexOf('<', at);
    if (open < 0) return text.length;
    at = endOf(text, open);
    const [, close, found] = TAG.exec(text.slice(open, Math.min(at, open + name.length + 3))) ?? [];
    if (found !== name) continue;
    if (close === '/') depth--;
    else if (text[at - 2] !== '/') depth++;
    if (depth === 0) return open;
  }
  return text.length;
}

/** The attributes of a secret element may hold the secret too; declarations of namespaces do not. */
function tagAlone(token: string, name: string): string {
  const declarations = [...token.matchAll(ATTRIBUTE)].filter(([, attribute]) => /^xmlns(:|$)/.test(attribute));
  return `<${[name, ...declarations.map(([field]) => field)].join(' ')}>`;
}

function redactAttributes(token: string, isSecret: IsSecret): string {
  return token.replace(ATTRIBUTE, (field, name: string, equals: string) =>
    isSecret(name.slice(name.indexOf(':') + 1)) ? `${name}${equals}"${MASK}"` : field,
  );
}
