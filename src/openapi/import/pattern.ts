// ECMAScript patterns of JSON Schema → patterns of XML Schema (Part 2 §F), which always match the whole text.
import { checkPattern } from '../../codec/datatypes/regex/pattern.ts';

/** Undefined where XML Schema cannot express it. */
export function xsdPattern(pattern: string): string | undefined {
  // A top-level alternative binds weaker than anchors.
  if (/[|]/.test(pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\(.*\)/gs, '')) && /[\^$]/.test(pattern)) return undefined;
  const start = pattern.startsWith('^');
  const end = /(?<!\\)(?:\\\\)*\$$/.test(pattern);
  const inner = pattern.slice(start ? 1 : 0, end ? -1 : undefined);
  const translated = translate(inner);
  if (translated === undefined) return undefined;
  const grouped = /[|]/.test(translated) && !(start && end) ? `(${translated})` : translated;
  const result = `${start ? '' : '[\\s\\S]*'}${grouped}${end ? '' : '[\\s\\S]*'}`;
  return checkPattern(result) === undefined ? result : undefined;
}

/** Escapes of ECMAScript (§22.2.1) in XML Schema's terms. Its ASCII classes are smaller than those of XML Schema. */
const ESCAPES = new Map([
  ['d', '[0-9]'],
  ['w', '[a-zA-Z0-9_]'],
  ['D', '[^0-9]'],
  ['W', '[^a-zA-Z0-9_]'],
  ['s', '\\s'],
  ['S', '\\S'],
  ['t', '\\t'],
  ['n', '\\n'],
  ['r', '\\r'],
]);
const IN_CLASS = new Map([...ESCAPES].map(([key, value]) => [key, value.replace(/^\[([^^].*)\]$/, '$1')]));
/** Characters with a single-character escape in XML Schema (Part 2 §F.1.1 SingleCharEsc). */
const SINGLE = '\\|.?*+(){}-[]^';

function translate(text: string): string | undefined {
  let out = '';
  let inClass = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') {
      const escapeSequence = escaped(text, i + 1, inClass);
      if (escapeSequence === undefined) return undefined;
      out += escapeSequence.text;
      i = escapeSequence.last;
    } else if (inClass) {
      if (c === ']') inClass = false;
      out += c === '[' ? '\\[' : c === '-' && text[i + 1] === ']' ? '\\-' : c === '-' && /\[\^?$/.test(out) ? '\\-' : c;
    } else if (c === '(' && text[i + 1] === '?') {
      if (text[i + 2] !== ':') return undefined;
      out += '(';
      i += 2;
    } else if (c === '^' || c === '$' || (c === '?' && /[*+?}]/.test(text[i - 1] ?? '') && text[i - 2] !== '\\')) {
      return undefined;
    } else {
      if (c === '[') inClass = true;
      out += c;
    }
  }
  return inClass ? undefined : out;
}

function escaped(text: string, at: number, inClass: boolean): { text: string; last: number } | undefined {
  const c = text[at];
  if (c === undefined) return undefined;
  const replacement = (inClass ? IN_CLASS : ESCAPES).get(c);
  if (replacement !== undefined)
    return inClass && replacement.startsWith('[^') ? undefined : { text: replacement, last: at };
  const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(text.slice(at, at + 5));
  if (code) {
    const char = String.fromCharCode(Number.parseInt(code[1] ?? code[2], 16));
    return { text: SINGLE.includes(char) ? `\\${char}` : char, last: at + code[0].length - 1 };
  }
  if (/[a-zA-Z0-9]/.test(c)) return undefined;
  return { text: SINGLE.includes(c) ? `\\${c}` : c, last: at };
}
