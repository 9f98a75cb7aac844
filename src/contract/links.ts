// Which file each import and include of a contract leads to. Knows nothing about how it is published.

import { WSDL_NS, XSD_NS } from '../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../xml/tree.ts';
import type { Link, SourceDocument, Sources } from './model/contract.ts';
import type { Loaded } from './source/library.ts';
import { wsdlChildren } from './wsdl/definitions.ts';
import { wellKnown } from './xsd/well-known.ts';

/** Records links while files are read. */
export class Links {
  private readonly targets = new Map<XmlElement, Set<XmlElement>>();
  private readonly starts = new Set<XmlElement>();

  /** A file that no link has led to. */
  start(root: XmlElement): void {
    this.starts.add(root);
  }

  /** An import, include or redefine. It may lead nowhere. */
  from(element: XmlElement): void {
    this.targets.set(element, new Set());
  }

  add(element: XmlElement, root: XmlElement): void {
    this.targets.get(element)?.add(root);
  }

  /** `definitions`: the WSDL documents of the contract. A schema may import an inline schema of another WSDL file. */
  sources(loaded: readonly Loaded[], definitions: readonly XmlElement[]): Sources {
    const linked = new Set([...this.targets.values()].flatMap((roots) => [...roots]));
    const used = loaded.filter(({ root }) => this.starts.has(root) || linked.has(root));
    const numbers = new Map(used.map(({ root }, number) => [root, number]));
    const targetOf = (element: XmlElement, root: XmlElement) =>
      (element.name.ns === XSD_NS && definitions.includes(root) ? undefined : numbers.get(root)) ?? [];
    const drafts = used.map(({ file, root, bytes }) => ({
      file,
      kind: root.name.ns === WSDL_NS ? ('wsdl' as const) : ('xsd' as const),
      ns: attr(root, 'targetNamespace') ?? '',
      bytes,
      links: [...this.references(root, targetOf), ...addresses(root)],
    }));
    const smallest = fewest(drafts);
    const documents = drafts.map((draft) => Object.freeze({ ...draft, links: draft.links.map(smallest) }));
    const starts = [...this.starts].flatMap((root) => numbers.get(root) ?? []);
    const roots = startsOf(starts, drafts, () => true);
    return Object.freeze({ documents, roots, hasPort: definitions.some((d) => portsOf(d).length > 0) });
  }

  private references(root: XmlElement, targetOf: (element: XmlElement, root: XmlElement) => number | never[]): Link[] {
    return referencesIn(root).flatMap((element) => {
      const roots = this.targets.get(element);
      if (roots === undefined) return [];
      const ns = attr(element, 'namespace') ?? '';
      const attribute = element.name.ns === WSDL_NS ? 'location' : 'schemaLocation';
      const to = [...roots].flatMap((r) => targetOf(element, r));
      const ours = to.length === 0 && element.name.local === 'import' && hasBuiltInSchema(ns);
      const { line, col } = element.place;
      return { line, col, attribute, to: ours ? { wellKnown: ns } : to } as const;
    });
  }
}

/** Of the files that an import leads to, those that no other one includes. */
function fewest(documents: readonly SourceDocument[]): (link: Link) => Link {
  // Thousands of imports may lead to the same files.
  const startsByKey = new Map<string, number[]>();
  return (link) => {
    if (!Array.isArray(link.to) || link.to.length < 2) return link;
    const key = link.to.join();
    const { ns } = documents[link.to[0]];
    const to = startsByKey.get(key) ?? startsOf(link.to, documents, (d) => d.ns === ns || d.ns === '');
    startsByKey.set(key, to);
    return { ...link, to };
  };
}

/** Schemas of XML Schema and WSDL: every reader has them built in. */
function hasBuiltInSchema(ns: string): boolean {
  return wellKnown.has(ns) && ns !== XSD_NS && ns !== WSDL_NS;
}

/** Imports, includes and redefinitions of a file, those of inline schemas too. */
function referencesIn(root: XmlElement): XmlElement[] {
  if (root.name.ns === XSD_NS) return elements(root).filter(isReference);
  const inline = wsdlChildren(root, 'types').flatMap(elements);
  return [...wsdlChildren(root, 'import'), ...inline.flatMap((schema) => elements(schema).filter(isReference))];
}

function isReference(e: XmlElement): boolean {
  return e.name.ns === XSD_NS && ['import', 'include', 'redefine'].includes(e.name.local);
}

function portsOf(root: XmlElement): XmlElement[] {
  return wsdlChildren(root, 'service').flatMap((service) => wsdlChildren(service, 'port'));
}

/** Of every binding, not only SOAP: clients must not learn the upstream's address. */
function addresses(root: XmlElement): Link[] {
  return portsOf(root)
    .flatMap(elements)
    .filter((e) => e.name.local === 'address' && attr(e, 'location') !== undefined)
    .map(({ place: { line, col } }) => ({ line, col, attribute: 'location', to: 'service' }));
}

/** The fewest of `starts` from which all are reached, through documents that pass. */
function startsOf(
  starts: readonly number[],
  documents: readonly SourceDocument[],
  pass: (document: SourceDocument) => boolean,
): number[] {
  const reaches = new Map(starts.map((start) => [start, reach(start, documents, pass)]));
  const reached = new Set<number>();
  return starts
    .toSorted((a, b) => reaches.get(b)!.size - reaches.get(a)!.size)
    .filter((start) => {
      if (reached.has(start)) return false;
      for (const number of reaches.get(start)!) reached.add(number);
      return true;
    });
}

function reach(
  start: number,
  documents: readonly SourceDocument[],
  pass: (document: SourceDocument) => boolean,
): Set<number> {
  const reached = new Set([start]);
  for (const number of reached) {
    for (const { to } of documents[number].links) {
      if (Array.isArray(to)) for (const next of to) if (pass(documents[next])) reached.add(next);
    }
  }
  return reached;
}
