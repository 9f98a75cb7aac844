// XML text, a line an element. Knows nothing about schemas.
import { carried } from '../../xml/carried.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with its children, which are lines themselves. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string[] {
  const start = `<${name}${attributesOf(attributes)}`;
  if (children.length === 0) return [`${start}/>`];
  return [`${start}>`, ...children.map((line) => (line === '' ? line : `  ${line}`)), `</${name}>`];
}

/** An element that holds a text, every line of it as it is. */
export function textElement(name: string, text: string): string[] {
  return `<${name}>${escaped(text)}</${name}>`.split('\n');
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('');
}

/** What XML has no place for (XML 1.0 §2.2) becomes U+FFFD. */
function escaped(text: string): string {
  return carried(text)
    .replace(/\r\n?/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
