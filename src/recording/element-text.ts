// An element of an envelope as a document of its own: indented, with the namespaces that it needs. Knows nothing about SOAP.
import type { XmlElement } from '../xml/tree.ts';

const STEP = '  ';

/** Lines of XML. */
export function elementLines(element: XmlElement): string[] {
  return linesOf(element, '', new Map());
}

/** `ns`: the default namespace around it. `declared`: prefixes around it. */
function linesOf(element: XmlElement, ns: string, declared: ReadonlyMap<string, string>): string[] {
  const { name, attributes, children } = element;
  const prefixes = neededPrefixes(element, declared);
  const scope = new Map([...declared, ...prefixes]);
  const fields = [
    ...(name.ns === ns ? [] : [`xmlns="${escaped(name.ns)}"`]),
    ...prefixes.map(([prefix, uri]) => `xmlns:${prefix}="${escaped(uri)}"`),
    ...attributes.map((attribute) => `${attributeName(attribute.name, scope)}="${escaped(attribute.value)}"`),
  ];
  const tag = [name.local, ...fields].join(' ');
  if (children.length === 0) return [`<${tag}/>`];
  if (children.some((child) => typeof child === 'string'))
    return [`<${tag}>${inline(children, name.ns, scope)}</${name.local}>`];
  const inner = (children as XmlElement[]).flatMap((child) => linesOf(child, name.ns, scope));
  return [`<${tag}>`, ...inner.map((line) => STEP + line), `</${name.local}>`];
}

/** Beside text, no space may be added. */
function inline(children: XmlElement['children'], ns: string, scope: ReadonlyMap<string, string>): string {
  return children
    .map((child) =>
      typeof child === 'string'
        ? escaped(child)
        : linesOf(child, ns, scope)
            .map((line) => line.trimStart())
            .join(''),
    )
    .join('');
}

const XML_NS = 'http://www.w3.org/XML/1998/namespace';

/** Of attributes, and of values that may be qualified names. */
function neededPrefixes({ attributes, children, scope }: XmlElement, declared: ReadonlyMap<string, string>) {
  const values = [...attributes.map(({ value }) => value), ...children.filter((child) => typeof child === 'string')];
  const inValues = new Set(values.flatMap((value) => /^\s*([\w.-]+):/.exec(value)?.[1] ?? []));
  const inNames = new Set(attributes.map(({ name }) => name.ns));
  return [...scope].filter(([prefix, uri]) => {
    const isNeeded = prefix !== '' && uri !== XML_NS && (inValues.has(prefix) || inNames.has(uri));
    return isNeeded && declared.get(prefix) !== uri;
  });
}

function attributeName({ ns, local }: XmlElement['name'], scope: ReadonlyMap<string, string>): string {
  if (ns === '') return local;
  if (ns === XML_NS) return `xml:${local}`;
  const [prefix] = [...scope].find(([, uri]) => uri === ns) ?? ['ns'];
  return `${prefix}:${local}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
