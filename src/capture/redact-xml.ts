// Masks the content of XML elements and attributes by their names. Takes documents that are cut or not well-formed. Knows nothing about SOAP.
import { assignsSecret, holdsValue, type IsSecret, MASK, type MaskNested, namesValue } from './secret-names.ts';
import { withoutEscapes } from './secret-values.ts';

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
export function redactXml(text: string, isSecret: IsSecret, nested: MaskNested = (value) => value): string {
  return new XmlRedaction(text, isSecret, nested).redacted();
}

class XmlRedaction {
  private readonly text: string;
  private readonly isSecret: IsSecret;
  private readonly nested: MaskNested;
  private out = '';
  /** Local name of the element that was opened last, while nothing but its text has followed. */
  private opened: string | undefined = undefined;
  /** `<key>password</key>` has been read: the next value is a secret. */
  private namesSecret = false;

  constructor(text: string, isSecret: IsSecret, nested: MaskNested) {
    this.text = text;
    this.isSecret = isSecret;
    this.nested = nested;
  }

  redacted(): string {
    const { text } = this;
    for (let at = 0; at < text.length; ) {
      const open = text.indexOf('<', at);
      this.content(text.slice(at, open < 0 ? text.length : open));
      if (open < 0) break;
      const end = endOf(text, open);
      at = this.token(text.slice(open, end), end);
    }
    return this.out;
  }

  /** Index of what follows. */
  private token(token: string, end: number): number {
    const special = ENDS.find(([begin]) => token.startsWith(begin));
    if (special !== undefined) this.special(token, special);
    else return this.tag(token, end);
    return end;
  }

  private special(token: string, [begin, mark]: readonly [string, string]): void {
    const isWhole = token.endsWith(mark) && token.length >= begin.length + mark.length;
    const content = token.slice(begin.length, isWhole ? -mark.length : undefined);
    const isMasked = this.nested(content) !== content || assignsSecret(content, this.isSecret);
    this.out += isMasked ? `${begin}${MASK}${mark}` : token;
  }

  private tag(token: string, end: number): number {
    const [, close, name, local] = TAG.exec(token) ?? [];
    this.opened = close === '/' ? undefined : local;
    // Values have no `<`: a quote is missing, and what follows is no attribute.
    if (token.indexOf('<', 1) > 0 && assignsSecret(token, this.isSecret)) this.out += `<${name ?? ''} ${MASK}`;
    else if (name === undefined || close === '/') this.out += token;
    else if (!this.isMasked(token, local)) this.out += this.attributes(token, false);
    else if (token.endsWith('/>')) this.out += this.attributes(token, true);
    else {
      this.out += tagAlone(token, name) + MASK;
      this.namesSecret = false;
      return closing(this.text, end, name);
    }
    return end;
  }

  private isMasked(token: string, local: string): boolean {
    if (this.isSecret(local) || (this.namesSecret && holdsValue(local))) return true;
    return attributesOf(token).some(({ name, value }) => namesValue(name) && this.isSecret(value));
  }

  private content(text: string): void {
    if (text === '') return;
    const plain = withoutEscapes(text);
    if (this.opened !== undefined && namesValue(this.opened) && this.isSecret(plain.trim())) this.namesSecret = true;
    const masked = this.nested(plain);
    this.out += masked === plain ? text : escaped(masked);
  }

  /** `all`: an element without content may hold its secret in any of them. */
  private attributes(token: string, all: boolean): string {
    return token.replace(ATTRIBUTE, (field, name: string, equals: string, quoted: string) => {
      if (/^xmlns(:|$)/.test(name)) return field;
      const value = withoutEscapes(quoted.slice(1, -1));
      const isSecret =
        this.isSecret(localOf(name)) || this.nested(value) !== value || (all && !namesValue(localOf(name)));
      return isSecret ? `${name}${equals}"${MASK}"` : field;
    });
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(token: string): { readonly name: string; readonly value: string }[] {
  return [...token.matchAll(ATTRIBUTE)].map(([, name, , quoted]) => ({
    name: localOf(name),
    value: quoted.slice(1, -1),
  }));
}

/** The mark of an end is not part of the mark of its beginning: `<!-->` goes on. */
function endOf(text: string, open: number): number {
  const special = ENDS.find(([begin]) => text.startsWith(begin, open));
  if (special === undefined) {
    const end = tagEnd(text, open);
    return end < 0 ? text.length : end + 1;
  }
  const [begin, mark] = special;
  const end = text.indexOf(mark, open + begin.length);
  return end < 0 ? text.length : end + mark.length;
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
