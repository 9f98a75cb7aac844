// The MIME binding of WSDL 1.1 (§5): where soap:body stands in it, and the parts beside the envelope.
import { MIME_PART_NS } from '../../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import type { ElementDecl, SimpleType } from '../model/model.ts';
import { builtinTypes } from '../xsd/builtins.ts';
import { localElement, type Part } from './part.ts';

const MIME_NS = 'http://schemas.xmlsoap.org/wsdl/mime/';

/** Content of a part, whatever type its message gives it: octets, as they are sent. */
const base = builtinTypes.get('{http://www.w3.org/2001/XMLSchema}base64Binary') as SimpleType;
const octets: SimpleType = Object.freeze({
  kind: 'simple',
  name: { ns: MIME_PART_NS, local: 'content' },
  base,
  variety: 'atomic',
  builtin: 'base64Binary',
  facets: base.facets,
});

/** The element that holds soap:body and soap:header: the first mime:part with one, or `binding` itself. */
export function soapScope(binding: XmlElement): XmlElement {
  const parts = mimePartsOf(binding);
  return (
    parts.find((part) => elements(part).some(({ name }) => name.local === 'body' && name.ns !== MIME_NS)) ?? binding
  );
}

/** Names of the message parts that are sent beside the envelope, with their media types: alternatives of one mime:part. */
export function mimeContents(binding: XmlElement): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const mimePart of mimePartsOf(binding))
    for (const node of elements(mimePart)) {
      if (node.name.ns !== MIME_NS || (node.name.local !== 'content' && node.name.local !== 'mimeXml')) continue;
      const part = attr(node, 'part')?.trim() ?? '';
      const type = node.name.local === 'mimeXml' ? 'text/xml' : (attr(node, 'type')?.trim() ?? '*/*');
      const others = contents.get(part);
      contents.set(part, others === undefined ? type : `${others}, ${type}`);
    }
  return contents;
}

/** Inside of the gateway the part is an element of its name, the last of Body. */
export function mimeElement({ name, node }: Part, contentTypes: string): ElementDecl {
  return Object.freeze({ ...localElement({ ns: MIME_PART_NS, local: name }, octets, node.place), contentTypes });
}

function mimePartsOf(binding: XmlElement): XmlElement[] {
  return mimeChildren(binding, 'multipartRelated').flatMap((related) => mimeChildren(related, 'part'));
}

function mimeChildren(e: XmlElement, local: string): XmlElement[] {
  return elements(e).filter(({ name }) => name.local === local && name.ns === MIME_NS);
}
