// The policies of a contract by the URIs that refer to them (Web Services Policy 1.5 Framework §4.2, Attachment §3.1).
import { XSD_NS } from '../../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';

export const POLICY_NS: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/ws/2004/09/policy',
  'http://www.w3.org/2006/07/ws-policy',
  'http://www.w3.org/ns/ws-policy',
]);

export function isPolicyWord({ name }: XmlElement, local: string): boolean {
  return name.local === local && POLICY_NS.has(name.ns);
}

const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const XML = 'http://www.w3.org/XML/1998/namespace';

export class PolicyIds {
  /** `file#id`, `#id` of the first file with it, and names. */
  private readonly policies = new Map<string, XmlElement>();

  constructor(roots: readonly XmlElement[]) {
    for (const root of roots) this.collect(root);
  }

  /** `#id` is one of the same file first: copies of a contract in parts have lost their own. */
  find(uri: string, file: string): XmlElement | undefined {
    const hash = uri.indexOf('#');
    return this.policies.get(hash === 0 ? file + uri : uri) ?? this.policies.get(hash < 0 ? uri : uri.slice(hash));
  }

  /** The reader of the tree bounds the nesting. */
  private collect(node: XmlElement): void {
    if (isPolicyWord(node, 'Policy')) this.add(node);
    if (node.name.ns !== XSD_NS) for (const child of elements(node)) this.collect(child);
  }

  private add(node: XmlElement): void {
    const id = node.attributes.find(({ name }) => /^id$/i.test(name.local) && (name.ns === UTILITY || name.ns === XML));
    const keys = id ? [`${node.place.file}#${id.value.trim()}`, `#${id.value.trim()}`] : [];
    for (const key of [...keys, attr(node, 'Name')?.trim()])
      if (key && !this.policies.has(key)) this.policies.set(key, node);
  }
}
