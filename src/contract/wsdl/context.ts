import type { XmlElement } from '../../xml/tree.ts';
import type { Operation, SoapVersion } from '../model/contract.ts';
import type { Report } from '../source/report.ts';
import type { Linker } from '../xsd/linker.ts';
import type { Definitions, WsdlComponent } from './definitions.ts';

/** What linking operations needs to know. */
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
  /** That of the binding: looked for once, not for each of its operations. */
  readonly style: string | undefined;
}

/** One operation while it is linked: what the binding says and what the port type says. */
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
