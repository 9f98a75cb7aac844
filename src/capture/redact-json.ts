// Masks members of a JSON text by their names. Takes texts that are cut or not valid. Knows nothing about their meaning.
import type { IsSecret } from './redact-xml.ts';
import { MASK } from './secret-names.ts';

const STRING = /"(?:[^"\\]|\\[\s\S])*"?/y;
const COLON = /\s*:\s*/y;
/** A number, a literal, or what is no JSON. */
const SCALAR = /[^,}\]\s]*/y;

/** The text with a mask in place of the value of each secret member, whatever it is. */
export function redactJson(text: string, isSecret: IsSecret): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    if (open < 0) return out + text.slice(at);
    const end = after(STRING, text, open);
    const colon = after(COLON, text, end);
    out += text.slice(at, colon);
    at = colon;
    if (colon === end || !isSecret(nameOf(text.slice(open, end)))) continue;
    at = valueEnd(text, colon);
    out += `"${MASK}"`;
  }
  return out;
}

/** Index after a match at `at`, or `at`. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Names may be written with escapes. The marks of attributes and the like are no part of them. */
function nameOf(token: string): string {
  try {
    return String(JSON.parse(token)).replace(/^[@$#]/, '');
  } catch {
    return token;
  }
}

function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return after(STRING, text, start);
  if (text[start] !== '{' && text[start] !== '[') return after(SCALAR, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = after(STRING, text, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}
