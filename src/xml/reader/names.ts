/** A namespace name and a local name. `ns` is '' for no namespace. */
export interface QName {
  readonly ns: string;
  readonly local: string;
}

/** Clark notation: `{ns}local`, or `local` alone when there is no namespace. */
export function clark(name: QName): string {
  return name.ns === '' ? name.local : `{${name.ns}}${name.local}`;
}

/** A local name has no brace, a namespace name may. */
export function parseClark(text: string): QName {
  const end = text.startsWith('{') ? text.lastIndexOf('}') : -1;
  return end < 0 ? { ns: '', local: text } : { ns: text.slice(1, end), local: text.slice(end + 1) };
}

export const XML_NS = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NS = 'http://www.w3.org/2000/xmlns/';
export const XSD_NS = 'http://www.w3.org/2001/XMLSchema';
export const XSI_NS = 'http://www.w3.org/2001/XMLSchema-instance';
export const WSDL_NS = 'http://schemas.xmlsoap.org/wsdl/';
export const WSDL_SOAP11_NS = 'http://schemas.xmlsoap.org/wsdl/soap/';
export const WSDL_SOAP12_NS = 'http://schemas.xmlsoap.org/wsdl/soap12/';
/** WS-I Attachments Profile 1.0 §4.4. */
export const SWAREF_NS = 'http://ws-i.org/profiles/basic/1.1/xsd';
export const XMLMIME_NS = 'http://www.w3.org/2005/05/xmlmime';
/** Of the elements that stand for parts of the MIME binding (WSDL 1.1 §5), which have none of their own. */
export const MIME_PART_NS = 'urn:soapstone:mime-part';
/** Of prefixes in a signed part whose declarations its signature does not cover. No value has a name in it: `NsContext.resolve` refuses. */
export const UNSIGNED_NS = 'urn:soapstone:unsigned-prefix';
export const SOAP11_NS = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12_NS = 'http://www.w3.org/2003/05/soap-envelope';
