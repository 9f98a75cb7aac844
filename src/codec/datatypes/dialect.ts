// How XML names and values look in JSON: settings of a mapping for all of its rules.
import { clark, parseClark, type QName, XML_NS, XSD_NS } from '../../xml/reader/names.ts';

export interface Dialect {
  /** decimals and 64-bit integers as JSON numbers (every digit kept) or as strings. */
  readonly numbers: 'number' | 'string';
  /** Which texts have `$xmlns`: those that the contract leaves open, or strings and URIs of all types too. */
  readonly xmlns: 'open' | 'texts';
  /** Those of the mapping, `xs` and `xml`, with the namespaces that each stands for. */
  readonly prefixes: ReadonlyMap<string, readonly string[]>;
  /** `prefix:Name` with the mapping's prefixes, else Clark notation. Used for `$type`, `$name` and colliding members. */
  nameOf(name: QName): string;
  /** Inverse of nameOf; undefined when the prefix is unknown. */
  parseName(text: string): QName | undefined;
  /** Prefix that the XML writer prefers for a namespace. */
  prefixOf(ns: string): string | undefined;
}

/** `prefixes`: prefix → namespace; `xs` and `xml` are predefined. */
export function dialect(
  prefixes: ReadonlyMap<string, string> = new Map(),
  numbers: 'number' | 'string' = 'number',
  xmlns: Dialect['xmlns'] = 'open',
): Dialect {
  const all = new Map([['xs', XSD_NS], ['xml', XML_NS], ...prefixes]);
  const byNs = new Map([...all].map(([p, ns]) => [ns, p]));
  return {
    numbers,
    xmlns,
    prefixes: new Map([...all].map(([prefix, ns]) => [prefix, [ns]])),
    nameOf: (name) => {
      const prefix = byNs.get(name.ns);
      return prefix === undefined ? clark(name) : `${prefix}:${name.local}`;
    },
    parseName: (text) => {
      if (text.startsWith('{')) return parseClark(text);
      const colon = text.indexOf(':');
      if (colon < 0) return { ns: '', local: text };
      const ns = all.get(text.slice(0, colon));
      return ns === undefined ? undefined : { ns, local: text.slice(colon + 1) };
    },
    prefixOf: (ns) => byNs.get(ns),
  };
}
