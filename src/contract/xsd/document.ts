// Schema documents and their elements, as they are written.
import { XSD_NS } from '../../xml/reader/names.ts';
import { attr, type XmlElement } from '../../xml/tree.ts';

/** One schema document in one target namespace: a chameleon (Part 1 §4.2.1) has several. */
export interface SchemaDocument {
  readonly root: XmlElement;
  /** Target namespace in effect; '' for none. */
  readonly ns: string;
  /** It has no target namespace of its own but was included into `ns`: its unqualified references mean `ns`. */
  readonly chameleon: boolean;
  /** elementFormDefault="qualified". */
  readonly qualifiedElements: boolean;
  readonly qualifiedAttributes: boolean;
  readonly block: string;
}

export function schemaDocument(root: XmlElement, includedInto?: string): SchemaDocument {
  const targetNamespace = attr(root, 'targetNamespace') ?? '';
  const chameleon = targetNamespace === '' && includedInto !== undefined && includedInto !== '';
  return {
    root,
    ns: chameleon ? includedInto : targetNamespace,
    chameleon,
    qualifiedElements: attr(root, 'elementFormDefault') === 'qualified',
    qualifiedAttributes: attr(root, 'attributeFormDefault') === 'qualified',
    block: attr(root, 'blockDefault') ?? '',
  };
}

export function sameForms(a: SchemaDocument, b: SchemaDocument): boolean {
  return a.qualifiedElements === b.qualifiedElements && a.qualifiedAttributes === b.qualifiedAttributes;
}

/** Child elements of the XSD namespace. Counted loops here: iterators cost measurable time at ten thousand elements. */
export function xsdChildren(e: XmlElement): XmlElement[] {
  const children: XmlElement[] = [];
  for (let i = 0; i < e.children.length; i++) {
    const child = e.children[i];
    if (typeof child !== 'string' && child.name.ns === XSD_NS) children.push(child);
  }
  return children;
}

/** The first child of the XSD namespace with one of these names. */
export function xsdChild(e: XmlElement, ...locals: readonly string[]): XmlElement | undefined {
  for (let i = 0; i < e.children.length; i++) {
    const child = e.children[i];
    if (typeof child !== 'string' && child.name.ns === XSD_NS && locals.includes(child.name.local)) return child;
  }
  return undefined;
}

/** xs:boolean attribute: absent is false. */
export function flag(e: XmlElement, local: string): boolean {
  return isTrue(attr(e, local));
}

export function isTrue(text: string | undefined): boolean {
  if (text === undefined) return false;
  const value = text.trim();
  return value === 'true' || value === '1';
}
