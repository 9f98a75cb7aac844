// ECMAScript patterns of JSON Schema → patterns of XML Schema (Part 2 §F), which always match the whole text.
import { checkPattern } from '../../codec/datatypes/regex/pattern.ts';
import { classAt, escapeAt } from './pattern-class.ts';

/** Characters that XML 1.0 has not (§2.2). */
export const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

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

function translate(text: string): string | undefined {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\' || c === '[') {
      const piece = c === '[' ? classAt(text, i) : escapeAt(text, i + 1);
      if (piece === undefined) return undefined;
      out += piece.text;
      i = piece.last;
    } else if (c === '(' && text[i + 1] === '?') {
      if (text[i + 2] !== ':') return undefined;
      out += '(';
      i += 2;
    } else if (/[\^$]/.test(c) || isLazy(text, i) || NO_XML.test(c)) {
      return undefined;
    } else out += c;
  }
  return out;
}

/** `*?`, `+?`, `??`, `}?`. */
function isLazy(text: string, at: number): boolean {
  return text[at] === '?' && /[*+?}]/.test(text[at - 1] ?? '') && text[at - 2] !== '\\';
}
