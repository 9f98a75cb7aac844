// Links services, ports, bindings and port types to operations (WSDL 1.1 §2, §3). Only what a SOAP port uses is looked at.
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Operation } from '../contract.ts';
import type { Port, WsdlLinker } from './context.ts';
import { type WsdlComponent, wsdlChild, wsdlChildren } from './definitions.ts';
import { operationsOf } from './operation.ts';
import { soapChild, versionOf } from './soap-binding.ts';

/** Problems go to the report. */
export function linkOperations(linker: WsdlLinker): Operation[] {
  const services = [...linker.definitions.all('service')];
  const declared = services.some(({ node }) => wsdlChild(node, 'port') !== undefined);
  const ports = declared ? services.flatMap((service) => portsOf(linker, service)) : boundWithoutPort(linker);
  return ports.flatMap((port) => operationsOf(linker, port));
}

function portsOf(linker: WsdlLinker, service: WsdlComponent): Port[] {
  return wsdlChildren(service.node, 'port').flatMap((node) => portOf(linker, service, node) ?? []);
}

/** Undefined for a port that is not for SOAP. */
function portOf({ definitions, report }: WsdlLinker, service: WsdlComponent, node: XmlElement): Port | undefined {
  const address = soapChild(node, 'address');
  const [name, reference] = [attr(node, 'name'), attr(node, 'binding')];
  if (reference === undefined) {
    if (address) report.add('CONTRACT_INVALID', `port "${name ?? ''}" names no binding`, node.place);
    return undefined;
  }
  const binding = definitions.refer('binding', reference, node, service.name.ns);
  const version = binding && versionOf(binding.node);
  if (!version) return undefined;
  return {
    service: service.name,
    name: name ?? '',
    address: (address && attr(address, 'location')) ?? '',
    binding,
    version,
  };
}

/** Interface documents leave the service to the implementer: each SOAP binding then stands for a port of its own name. */
function boundWithoutPort({ definitions }: WsdlLinker): Port[] {
  return [...definitions.all('binding')].flatMap((binding) => {
    const version = versionOf(binding.node);
    return version ? { service: binding.name, name: binding.name.local, address: '', binding, version } : [];
  });
}
