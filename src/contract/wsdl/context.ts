// Context of linking a WSDL operation, and the extension elements of its SOAP binding.

import { WSDL_SOAP11_NS, WSDL_SOAP12_NS } from '../../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../../xml/tree.ts';
import type { Operation, SoapVersion } from '../model/contract.ts';
import type { Report } from '../source/report.ts';
import type { Linker } from '../xsd/linker.ts';
import type { Definitions, WsdlComponent } from './definitions.ts';

export interface WsdlLinker {
  readonly definitions: Definitions;
  readonly schemas: Linker;
  readonly report: Report;
}

/** A SOAP port: its binding, under the names by which operations are known. */
export interface Port {
  readonly service: Operation['service'];
  readonly name: string;
  readonly address: string;
  readonly binding: WsdlComponent;
  readonly version: SoapVersion;
  /** Style of the binding: read once, not for each operation. */
  readonly style: string | undefined;
}

/** One operation while it is linked, from binding and port type. */
export interface Context {
  readonly linker: WsdlLinker;
  readonly port: Port;
  readonly portType: WsdlComponent;
  readonly name: string;
  readonly style: 'document' | 'rpc';
  /** wsdl:operation of the binding and of the port type. */
  readonly bound: XmlElement;
  readonly declared: XmlElement;
}

/** Transports other than HTTP; WSDL 1.1 §3.3 lets a binding name any. */
const OTHER_TRANSPORTS = /(?:smtp|jms|\/tcp|msmq|named-?pipe)/i;

/** What soap:binding says for all operations of a wsdl:binding (WSDL 1.1 §3.3). */
interface SoapBinding {
  readonly version: SoapVersion;
  readonly style: string | undefined;
}

/** Cache: thousands of ports may have one binding with thousands of operations. */
const soapBindings = new WeakMap<XmlElement, SoapBinding | { readonly version: undefined }>();

/** Undefined when the wsdl:binding is for something else than SOAP over HTTP. */
export function soapBindingOf(binding: XmlElement): SoapBinding | undefined {
  let found = soapBindings.get(binding);
  if (!found) soapBindings.set(binding, (found = readSoapBinding(binding)));
  return found.version === undefined ? undefined : found;
}

function readSoapBinding(binding: XmlElement): SoapBinding | { readonly version: undefined } {
  const soap = soapChild(binding, 'binding');
  if (!soap || OTHER_TRANSPORTS.test(attr(soap, 'transport') ?? '')) return { version: undefined };
  return { version: soap.name.ns === WSDL_SOAP12_NS ? '1.2' : '1.1', style: attr(soap, 'style') };
}

export function soapChild(e: XmlElement, local: string): XmlElement | undefined {
  for (const child of e.children) if (typeof child !== 'string' && isSoap(child, local)) return child;
  return undefined;
}

/** Extension elements of the SOAP 1.1 or SOAP 1.2 binding. */
export function soapChildren(e: XmlElement, local: string): XmlElement[] {
  return elements(e).filter((child) => isSoap(child, local));
}

function isSoap({ name }: XmlElement, local: string): boolean {
  return name.local === local && (name.ns === WSDL_SOAP11_NS || name.ns === WSDL_SOAP12_NS);
}
