// Documents that are no file of the contract: they import several files, or add the service.
import { WSDL_NS, WSDL_SOAP11_NS, WSDL_SOAP12_NS, XSD_NS } from '../../xml/reader/names.ts';
import type { Operation } from '../model/contract.ts';
import type { Address, Piece } from './pieces.ts';

interface ImportedDocument {
  readonly kind: 'wsdl' | 'xsd';
  readonly ns: string;
  readonly address: Address;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** One schema for a namespace of several files: readers use only the first import of a namespace. */
export function schemaOf(ns: string, imported: readonly ImportedDocument[]): Piece[] {
  const target = ns === '' ? '' : ` targetNamespace="${escaped(ns)}"`;
  const includes = imported.flatMap(({ address }) => ['  <xs:include schemaLocation="', address, '"/>\n']);
  return [`${DECLARATION}<xs:schema xmlns:xs="${XSD_NS}"${target}>\n`, ...includes, '</xs:schema>\n'];
}

/** A WSDL that imports all parts. `unbound`: operations of bindings without a port; each binding gets one. */
export function definitionsOf(
  ns: string,
  imported: readonly ImportedDocument[],
  unbound: readonly Operation[] = [],
): Piece[] {
  const imports = imported
    .filter(({ kind }) => kind === 'wsdl')
    .flatMap((p) => [`  <wsdl:import namespace="${escaped(p.ns)}" location="`, p.address, '"/>\n']);
  const target = escaped(ns);
  return [
    `${DECLARATION}<wsdl:definitions xmlns:wsdl="${WSDL_NS}" targetNamespace="${target}">\n`,
    ...imports,
    ...typesOf(imported.filter(({ kind }) => kind === 'xsd')),
    ...services(unbound),
    '</wsdl:definitions>\n',
  ];
}

function typesOf(schemas: readonly ImportedDocument[]): Piece[] {
  if (schemas.length === 0) return [];
  const imports = schemas.flatMap(({ ns, address }) => [
    `      <xs:import${ns === '' ? '' : ` namespace="${escaped(ns)}"`} schemaLocation="`,
    address,
    '"/>\n',
  ]);
  return [`  <wsdl:types>\n    <xs:schema xmlns:xs="${XSD_NS}">\n`, ...imports, '    </xs:schema>\n  </wsdl:types>\n'];
}

/** One service for each binding: its name is free there, and so is that of its port. */
function services(unbound: readonly Operation[]): Piece[] {
  const ports = new Map(unbound.map((o) => [`${o.service.ns} ${o.service.local}`, o]));
  return [...ports.values()].flatMap(({ service: { ns, local }, version }) => {
    const soap = version === '1.2' ? WSDL_SOAP12_NS : WSDL_SOAP11_NS;
    const port = `<wsdl:port name="${local}" binding="b:${local}" xmlns:b="${escaped(ns)}">`;
    return [
      `  <wsdl:service name="${local}">\n    ${port}\n      <soap:address xmlns:soap="${soap}" location="`,
      { query: '' },
      '"/>\n    </wsdl:port>\n  </wsdl:service>\n',
    ];
  });
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}
