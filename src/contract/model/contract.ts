// The compiled contract: what a WSDL 1.1 and its XSD 1.0 schemas say, linked and frozen, and the files it was made from. Knows nothing about
// mappings or HTTP.
import type { Place, SoapstoneError } from '../../errors/errors.ts';
import type { QName } from '../../xml/reader/names.ts';
import type { ComplexType, ElementDecl, Schemas } from './model.ts';

export type SoapVersion = '1.1' | '1.2';

/**
 * One operation of one port. Names repeat over ports and services, so an operation is known by service + port + name.
 * Source: WSDL 1.1 §2.4, §2.5, §3 (SOAP 1.1 binding) and the WSDL 1.1 binding extension for SOAP 1.2.
 */
export interface Operation {
  readonly service: QName;
  readonly port: string;
  readonly name: string;
  readonly portType: QName;
  readonly version: SoapVersion;
  readonly style: 'document' | 'rpc';
  /** soapAction of the binding; '' where it has none. */
  readonly action: string;
  /** soap:address of the port; '' where it has none. */
  readonly address: string;
  readonly input: Message;
  /** Absent for a one-way operation. */
  readonly output?: Message;
  readonly faults: readonly FaultDecl[];
  readonly doc?: string;
  readonly place: Place;
}

export interface Message {
  /**
   * The children of soap:Body, in order. Document style: the elements of the body parts (usually one, none for an empty body), for a
   * `type=` part an unqualified one of its name. rpc style: one synthetic element in the namespace of soap:body, named after the
   * operation (response: + "Response"), whose type is a sequence of them (WSDL 1.1 §3.5, WS-I BP 1.2 R2729, R2735).
   */
  readonly body: readonly ElementDecl[];
  /** Header parts bound by soap:header, optional on the wire. */
  readonly headers: readonly HeaderPart[];
  /** Its action in WS-Addressing: what the WSDL says, or the default (WS-Addressing 1.0 Metadata §4.4). Absent from messages that no WSDL describes. */
  readonly addressingAction?: string;
}

export interface HeaderPart {
  readonly part: string;
  readonly element: ElementDecl;
}

export interface FaultDecl {
  readonly name: string;
  /** The element inside soap:Fault's detail. */
  readonly element: ElementDecl;
}

/**
 * A port, or one operation of it, that cannot be used, because of its own description or of a schema component or import that it needs.
 * Others can all the same, so it is a problem only for rules that use it.
 */
export interface Broken {
  readonly port: string;
  /** Absent when the port as a whole is broken. */
  readonly operation?: string;
  /** Known local names of the operation's input elements. */
  readonly elements: readonly string[];
  readonly problems: readonly SoapstoneError[];
}

export interface Contract {
  readonly schemas: Schemas;
  readonly operations: readonly Operation[];
  /** Operations left out of `operations`. Not in a compiled contract. */
  readonly broken?: readonly Broken[];
  /** Problems that concern no operation, such as references to nothing that none needs. Not in a compiled contract. */
  readonly unneeded?: readonly SoapstoneError[];
  /** Those of `unneeded` about imports that nothing at all refers to. */
  readonly unreferenced?: ReadonlySet<SoapstoneError>;
  /** A WSDL of it mentions policies, which `policiesOf` reads. Absent for a contract made without files. */
  readonly hasPolicies?: boolean;
  /** Namespaces that imports name, of which no file could be read. Not in a compiled contract. */
  readonly unread?: readonly string[];
  /** Source files in the order of loading. */
  readonly files: readonly string[];
  /** The files themselves, for publishing. Absent for a contract made without files. */
  readonly sources?: Sources;
}

export type { ComplexType, ElementDecl, Schemas };

/** The files of a contract as they were read. */
export interface Sources {
  readonly documents: readonly SourceDocument[];
  /** Indexes of the documents from which all others are reached. */
  readonly roots: readonly number[];
  /** False for interface documents, which have no service element. */
  readonly hasPort: boolean;
}

export interface SourceDocument {
  readonly file: string;
  readonly kind: 'wsdl' | 'xsd';
  /** Target namespace; '' for none. */
  readonly ns: string;
  /** In the original encoding. */
  readonly bytes: Uint8Array;
  readonly links: readonly Link[];
}

/** An attribute of the start tag at this place, and its target. */
export interface Link {
  readonly line: number;
  readonly col: number;
  readonly attribute: 'location' | 'schemaLocation';
  readonly to: Target;
}

/** The service, documents by index (none: unreadable), or a namespace with a built-in schema. */
type Target = 'service' | readonly number[] | { readonly wellKnown: string };
