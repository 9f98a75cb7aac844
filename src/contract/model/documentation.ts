import type { XmlElement } from '../../xml/tree.ts';

/** Text of the documentation children of `e` (xs:documentation or wsdl:documentation), lines trimmed; undefined when there is none. */
export function documentation(e: XmlElement): string | undefined {
  let out: string | undefined;
  for (const child of e.children) {
    if (typeof child === 'string' || child.name.local !== 'documentation') continue;
    const text = tidy(textOf(child));
    if (text !== '') out = out === undefined ? text : `${out}\n${text}`;
  }
  return out;
}

/** Nesting is bounded by the reader of the tree. */
function textOf(e: XmlElement): string {
  let out = '';
  for (const child of e.children) out += typeof child === 'string' ? child : textOf(child);
  return out;
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.join('\n').trim();
}
