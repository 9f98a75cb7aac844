// A small element tree with places, for documents that are read as a whole: WSDL and XSD files. Not for messages.
import type { Place } from '../errors/errors.ts';
import type { QName } from './reader/names.ts';

export interface XmlAttribute {
  readonly name: QName;
  readonly value: string;
}

export interface XmlElement {
  readonly name: QName;
  readonly attributes: readonly XmlAttribute[];
  /** Elements and text runs. CDATA is text; comments, processing instructions and white space between elements are left out. */
  readonly children: readonly (XmlElement | string)[];
  /** Prefix → URI in scope ('' is the default namespace). Shared between elements that declare nothing. */
  readonly scope: ReadonlyMap<string, string>;
  readonly place: Place;
}

/** Value of an attribute without namespace, or undefined. */
export function attr(e: XmlElement, local: string): string | undefined {
  for (const a of e.attributes) if (a.name.local === local && a.name.ns === '') return a.value;
  return undefined;
}

export function elements(e: XmlElement): XmlElement[] {
  return e.children.filter((c): c is XmlElement => typeof c !== 'string');
}
