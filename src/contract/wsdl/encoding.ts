// use="encoded" of soap:body, soap:header and soap:fault (WSDL 1.1 §3.5).
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { SoapVersion } from '../model/contract.ts';
import { splitList } from '../model/definition-tree.ts';
import type { ElementDecl, SoapEncoding } from '../model/model.ts';
import type { Report } from '../source/report.ts';
import { encodingOf } from '../xsd/soap-encoding.ts';

/** Undefined for literal use. A list of styles names the outermost last (§3.5); one that is not SOAP's own is read as that of the version. */
export function encodingIn(e: XmlElement | undefined, version: SoapVersion): SoapEncoding | undefined {
  if (!e || attr(e, 'use')?.trim() !== 'encoded') return undefined;
  const styles = splitList(attr(e, 'encodingStyle'));
  for (const style of styles) {
    const encoding = encodingOf(style) ?? encodingOf(`${style}/`);
    if (encoding) return encoding;
  }
  return version;
}

/** WSDL 1.1 §3.5: literal or encoded; without `use`, literal (WS-I BP 1.2 R2707). Another word is reported, and false. */
export function hasKnownUse(e: XmlElement | undefined, report: Report): boolean {
  const use = e && attr(e, 'use')?.trim();
  if (use === undefined || use === 'literal' || use === 'encoded') return true;
  report.add('CONTRACT_INVALID', `use="${use}" is neither literal nor encoded`, e!.place);
  return false;
}

/** Cache: an element keeps its identity. */
const encodedElements = new WeakMap<ElementDecl, Map<SoapEncoding, ElementDecl>>();

/** The element with encoded content. */
export function encoded(element: ElementDecl, encoding: SoapEncoding | undefined): ElementDecl {
  if (encoding === undefined) return element;
  let byEncoding = encodedElements.get(element);
  if (!byEncoding) encodedElements.set(element, (byEncoding = new Map()));
  let copy = byEncoding.get(encoding);
  if (!copy) byEncoding.set(encoding, (copy = Object.freeze({ ...element, encoding })));
  return copy;
}
